package report

import (
	"math"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

var duplicatesChapter = chapter{
	id: "duplicates", title: "Duplicates and deletion", families: []string{"DUP", "DEL"},
	lead: "What happens when a key comes more than once, and when keys are taken out again.",
	sections: []section{
		copiesSection,
		{title: "Copies of one key", experiment: "duplicates", parts: []part{
			prose(`All copies of a key have the same fingerprint and the same two buckets. Moving one of them to make room for another gains
nothing, so the slots of the two buckets are all that a key can have. A refused insert must leave every other key as it found it.`),
			table[copiesHeld]{rows: copiesByBucket, columns: []column[copiesHeld]{
				{"Slots per bucket", func(c copiesHeld) value { return count(c.slots) }},
				{"Hot keys", func(c copiesHeld) value { return count(c.keys) }},
				{"Held as often as two buckets have slots", func(c copiesHeld) value { return shareOf(c.full, c.keys) }},
				{"Fewest copies before a refusal", func(c copiesHeld) value { return count(c.least) }},
				{"Points with theory inside", func(c copiesHeld) value { return words(count(c.inside).page + " of " + count(c.points).page) }},
			}},
			say("{refused} copies were refused, with {kicks} kicks each; {taken} that were accepted took {mean} on average. Of {checked} of other keys while the copies were in, {missing} answered no; after the copies had been deleted, {leftover} other keys were missing.", refusals),
			table[hotKey]{id: "duplicates-refusals", title: "Refused copies", by: "Load", rows: hotKeys, columns: []column[hotKey]{
				{"Filter", func(h hotKey) value { return name(h.Variant) }},
				{"Load", func(h hotKey) value { return share(h.CopyCounts.Load) }},
				{"Refused inserts", func(h hotKey) value { return count(measure.Events(h.CopyCounts.Refused)) }},
				{"Kicks of each", func(h hotKey) value { return sizes(h.CopyCounts.Refused) }},
				{"Mean kicks of an accepted copy", func(h hotKey) value { return meanSize(h.Taken) }},
				{"Others looked up", func(h hotKey) value { return count(h.Checked) }},
				{"Missing", func(h hotKey) value { return count(h.Missing) }},
				{"At most", func(h hotKey) value { return pick(h.Checked > 0, share(h.MissHi), nothing) }},
			}},
			prose(`A refused insert costs most: it makes all its moves and takes them back. It need not. If all slots of both buckets hold
the key's own fingerprint, no move can help, and one comparison tells; *chained* refuses that way.`),
			say("With bounds from {least} to {most} kicks, {words}.", refusalKicks),
			prose("Streams in which keys repeat fill a table unevenly. The load counts copies, so a low load at the first refusal means that most of the table stays empty."),
			figure("multiset-load"),
			table[curveEnds]{rows: curves{experiment: "duplicates", parts: []string{"zipf"}, kind: record.KindLoad, series: bucketOf, x: workloadParam("s"), of: measure.LoadPoint}.ends, columns: []column[curveEnds]{
				{"Bucket", func(c curveEnds) value { return words(c.name) }},
				{"Zipf exponent", func(c curveEnds) value { return number(c.low.X) }},
				{"Median load", func(c curveEnds) value { return share(c.low.Y) }},
				{"Exponent", func(c curveEnds) value { return number(c.high.X) }},
				{"Median load ", func(c curveEnds) value { return share(c.high.Y) }},
			}},
			table[loads]{id: "duplicates-distinct", title: "Different keys held when every key repeats", by: "Different keys over slots", rows: multisetLoads, columns: []column[loads]{
				{"Filter", func(l loads) value { return name(l.Variant) }},
				{"Copies of every key", func(l loads) value { return number(analysis.Param(l.Workload, "r")) }},
				{"Load at the first refusal", func(l loads) value { return quantile(l.Quantile(0.5)) }},
				{"Different keys over slots", func(l loads) value { return share(l.Distinct.Quantile(0.5).Value) }},
			}},
		}},
		{title: "Keys that come more than once: what to use", experiment: "multisets", parts: []part{
			prose(`A filter that cannot be promised distinct keys has three ways out: to count copies where the fingerprint lies
(*countingcuckoo*, *quotient*, *counting*), to put what does not fit elsewhere (*stash*, *chained*, *layered*, *sidecuckoo* with a
dictionary), or to keep a key once and forget how often it came (*cuckooset*), which gives up deletion by copies. The first table is on
streams of which every copy is inserted and, when it leaves the window, deleted; all filters are made for as many *copies*. Bits are those of everything
that a filter keeps, the dictionary included, for each different key in the window. A key of which every copy was refused is lost too.`),
			prose("One key is every fiftieth insert:"),
			table[choose.Stream]{rows: streamsOf("hot"), columns: streamColumns},
			prose("Copies follow Zipf's law:"),
			table[choose.Stream]{rows: streamsOf("zipf"), columns: streamColumns},
			prose("Where every key comes as often as any other, bits for each different key at the first refusal:"),
			table[repeats]{rows: repeatsByCopies, columns: repeatColumns()},
			prose(`The candidates beside each other where keys differ. Times are of single calls; a refused insert is timed alone, since it costs most.
The load at the first refusal is that with one hot key, by the key's share of the inserts.`),
			table[remedy]{rows: remedies, columns: []column[remedy]{
				{"Filter", func(m remedy) value { return name(m.variant) }},
				{"Bits per key", func(m remedy) value { return number(m.bits()) }},
				{"Rate", remedy.rate},
				{"Copies of one key", remedy.copies},
				{"Load at first refusal, key of 0.02 %", func(m remedy) value { return m.stops("hot(share=0.0002)") }},
				{"Of 0.2 %", func(m remedy) value { return m.stops("hot(share=0.002)") }},
				{"Of 2 %", func(m remedy) value { return m.stops("hot(share=0.02)") }},
				{"Insert, ns", func(m remedy) value { return m.time("insert") }},
				{"Hit", func(m remedy) value { return m.time("hit") }},
				{"Miss", func(m remedy) value { return m.time("miss") }},
				{"Delete", func(m remedy) value { return m.time("delete") }},
				{"Refused insert", func(m remedy) value { return m.time("refused") }},
			}},
			figure("copies-map"),
			prose("The filter that keeps every key of a region of this map in the fewest bits; times are net of the loop, single calls."),
			each("Where {where}: take {filter}, {bits} bits for each different key{tied}{times}.", regionAdvice),
			prose("The load that a table reaches is not a number of the table alone: it falls as soon as keys come more often than two buckets have slots, however few of them do."),
			table[lowest]{rows: lowestLoads, columns: []column[lowest]{
				{"Filter", func(l lowest) value { return name(l.filter) }},
				{"Stream", func(l lowest) value { return words(l.stream) }},
				{"Lowest median load at the first refusal", func(l lowest) value { return share(l.at.Y) }},
				{"At copies of a key on average", func(l lowest) value { return number(l.at.X) }},
			}},
		}},
		{title: "A live set that slides through", experiment: "churn", parts: []part{
			prose("The oldest key leaves as a new one comes. A filter that deletes should stay where it began, and a filter that cannot is told nothing and fills up. One turnover replaces every live key once."),
			figure("churn"),
			table[churned]{rows: churns, columns: []column[churned]{
				{"Filter", func(c churned) value { return name(c.Variant) }},
				{"Deletes", func(c churned) value { return words(yesNo(c.Deletes)) }},
				{"Rate at the start", func(c churned) value { return rate(c.start.Proportion) }},
				{"Turnovers", func(c churned) value { return declared(c.end.Turnover) }},
				{"Rate at the end", func(c churned) value { return rate(c.end.Proportion) }},
				{"Theory", func(c churned) value { return share(c.end.Theory) }},
				{"Has risen", func(c churned) value { return words(yesNo(c.end.WideLo > c.start.WideHi)) }},
				{"Saturated counters", func(c churned) value { return count(c.end.Overflow) }},
				{"Live keys denied", func(c churned) value { return words(count(c.missing).page + " of " + count(c.live).page) }},
			}},
		}},
		{title: "Deletes, right and wrong", experiment: "deletion", parts: []part{
			prose(`A cuckoo filter deletes a fingerprint, not a key. That is exact as long as every delete takes back an insert; the delete of a key
that was never inserted takes whatever fingerprint it finds. A Bloom filter whose deletes clear bits takes bits that other keys need, even
if it only ever deletes what it holds.`),
			table[erased]{id: "duplicates-deletes", title: "Deletes", by: "Wrong deletes that succeed", rows: erasures, columns: []column[erased]{
				{"Filter", func(e erased) value { return name(e.Variant) }},
				{"Fill", func(e erased) value { return declared(e.Fill) }},
				{"Deleted keys that look present", func(e erased) value { return shareOf(e.Still, e.Deleted) }},
				{"After one of two copies was deleted", func(e erased) value { return shareOf(e.TwiceStill, e.Twice) }},
				{"Wrong deletes that succeed", func(e erased) value { return shareOf(e.Succeeded, e.Attempts) }},
				{"Theory", func(e erased) value { return pick(e.succeed > 0, share(e.succeed), nothing) }},
				{"Keys lost by each", func(e erased) value {
					return pick(e.Succeeded > 0, number(float64(e.Missing)/float64(e.Succeeded)), nothing)
				}},
				{"Theory ", func(e erased) value { return pick(e.lost > 0, number(e.lost), nothing) }},
				{"Others denied after legal deletes", func(e erased) value { return shareOf(e.RestLost, e.Rest) }},
			}},
		}},
		{title: "Copies in Redis", experiment: "redis", parts: []part{
			prose(`The cuckoo filter of Redis adds a layer where a key has no room, and a key has four places in each layer of two slots a bucket.
So every four copies of one key cost a layer, however empty the others are. With all of its 32 layers the filter refuses every key, new
ones too. A delete now and then goes through all layers, on the thread that serves all clients. *redis-cf* and *redis-cfnx* (which adds a
key only if it seems absent) agree with a server bit for bit.`),
			figure("redis-copies"),
			table[grownFilter]{id: "duplicates-grown", title: "What copies make of filters that grow", by: "Bytes after", rows: grownFilters, columns: []column[grownFilter]{
				{"Filter", func(g grownFilter) value { return name(g.Variant) }},
				{"Other keys", func(g grownFilter) value { return count(g.Others) }},
				{"Copies held", func(g grownFilter) value { return count(uint64(g.Copies.Value)) }},
				{"Layers after", func(g grownFilter) value { return pick(g.Layers.Value > 0, number(g.Layers.Value), nothing) }},
				{"Bytes before", func(g grownFilter) value { return count(uint64(g.Steps[0].Bytes.Value)) }},
				{"Bytes after", func(g grownFilter) value { return count(uint64(g.Steps[len(g.Steps)-1].Bytes.Value)) }},
				{"New keys refused then", func(g grownFilter) value { return share(g.Shut.Rate) }},
				{"Slots that one delete looks at", func(g grownFilter) value {
					return pick(g.Walked.N > 0, count(uint64(g.Walked.Value)), nothing)
				}},
			}},
			prose("The same delete on a real server, by the server's own clock, in a filter of 16,384 slots whose layers double:"),
			table[compacted]{rows: compactions, columns: []column[compacted]{
				{"Copies of one key", func(c compacted) value { return count(c.Grown.Copies) }},
				{"Bytes, by the server's word", func(c compacted) value { return count(c.Steps[len(c.Steps)-1].Bits / 8) }},
				{"Slots that the model looks at", func(c compacted) value { return count(c.Walked) }},
				{"ns that it serves nobody else", func(c compacted) value { return turned(measure.CompactionTime, c.Cell) }},
			}},
		}},
		{title: "Copies that come and go", experiment: "drift", parts: []part{
			prose(`An exact account runs beside the filter, and every key that comes to be denied is charged to the operation that did it. Four
callers are compared. *Every* inserts and deletes every copy, and deletes only what was accepted. *Check* inserts what the filter denies, and
deletes every copy that leaves. *Last* does the same, but deletes with the last copy. *Known* keeps an exact set beside the filter: it inserts the first copy and
deletes with the last. Lost keys are those in the window that the filter denies, including keys of which no copy was accepted.`),
			figure("drift-policies"),
			table[policy]{rows: policies, columns: []column[policy]{
				{"Caller", func(p policy) value { return words(p.name) }},
				{"Keys in the window", func(p policy) value { return count(p.offered) }},
				{"Lost", func(p policy) value { return count(p.lost) }},
				{"Share", func(p policy) value { return shareOf(p.lost, p.offered) }},
				{"Accepted and denied", func(p policy) value { return count(p.denied) }},
				{"Refused outright", func(p policy) value { return count(p.lost - p.denied) }},
			}},
			say("{safe}", safePolicies),
			table[causeRow]{id: "duplicates-causes", title: "Every false negative with its cause", by: "Lost", rows: causes, columns: []column[causeRow]{
				{"Filter", func(c causeRow) value { return name(c.Variant) }},
				{"Stream", func(c causeRow) value { return name(c.Workload) }},
				{"Caller", func(c causeRow) value { return words(c.Policy) }},
				{"Turnovers", func(c causeRow) value { return declared(c.turnover) }},
				{"Keys in the window", func(c causeRow) value { return count(c.offered) }},
				{"Lost", func(c causeRow) value { return shareOf(c.sum.Missing+c.offered-c.sum.Live, c.offered) }},
				{"Denied", func(c causeRow) value { return count(c.sum.Missing) }},
				{"Refused outright", func(c causeRow) value { return count(c.offered - c.sum.Live) }},
				{"By a refused insert", func(c causeRow) value { return count(c.sum.Causes.Victim) }},
				{"Own delete", func(c causeRow) value { return count(c.sum.Causes.Own) }},
				{"Delete of a key taken for it", func(c causeRow) value { return count(c.sum.Causes.Collided) }},
				{"Delete of another", func(c causeRow) value { return count(c.sum.Causes.Unsafe) }},
				{"Saturated counter", func(c causeRow) value { return count(c.sum.Causes.Overflow) }},
				{"Other", func(c causeRow) value { return count(c.sum.Causes.Other) }},
				{"New keys not stored", func(c causeRow) value { return count(c.sum.Absorbed) }},
				{"Error of counts", func(c causeRow) value {
					return pick(c.sum.Counted, shareOf(c.sum.Excess+c.sum.Lack, c.sum.Copies), nothing)
				}},
			}},
			table[driftState]{id: "duplicates-drift", title: "State over time", by: "Live keys denied", rows: driftStates, columns: []column[driftState]{
				{"Filter", func(s driftState) value { return name(s.Variant) }},
				{"Stream", func(s driftState) value { return name(s.Workload) }},
				{"Caller", func(s driftState) value { return words(s.Policy) }},
				{"Turnovers", func(s driftState) value { return declared(s.Turnover) }},
				{"Live keys denied", func(s driftState) value { return shareOf(s.Sum.Missing, s.Sum.Live) }},
				{"Rate", func(s driftState) value { return shareOf(s.Sum.Positives, s.Sum.Queries) }},
				{"Load", func(s driftState) value { return shareOf(s.Sum.Used, s.Shape().Cells*uint64(len(s.Records))) }},
				{"Kicks per copy that came", func(s driftState) value { return number(float64(s.Sum.Kicks) / float64(s.Sum.Inserted)) }},
				{"Refused", func(s driftState) value { return shareOf(s.Sum.Refused, s.Sum.Inserted) }},
				{"Error of counts", func(s driftState) value { return shareOf(s.Sum.Excess+s.Sum.Lack, s.Sum.Copies) }},
			}},
			prose("Where no key comes twice, looking first still costs something: a new key that the filter takes for held is not stored, and goes with the key that it was taken for."),
			table[absorbed]{rows: absorption, columns: []column[absorbed]{
				{"Filter", func(a absorbed) value { return name(a.Variant) }},
				{"Fill", func(a absorbed) value { return declared(a.Fill) }},
				{"New keys", func(a absorbed) value { return count(a.keys) }},
				{"Not stored", func(a absorbed) value { return shareOf(a.absorbed, a.keys) }},
				{"Theory", func(a absorbed) value { return share(a.expected / float64(a.keys)) }},
				{"Off by, standard deviations", func(a absorbed) value {
					return decimals((float64(a.absorbed)-a.expected)/math.Sqrt(a.expected), 1)
				}},
				{"Turnovers", func(a absorbed) value { return declared(a.end.Turnover) }},
				{"Live keys denied then", func(a absorbed) value { return rate(a.end.Denied) }},
			}},
		}},
	},
}
