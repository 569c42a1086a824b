package claims

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

const (
	usualBloom  = "bloom(bpk=12)"
	usualCuckoo = "cuckoo(b=4,f=12)"

	addedByCuckoo = "what a cuckoo filter adds to the 99th percentile of null at a million lookups a second, in ns"
)

// speedClaims are the claims on speed.
var speedClaims = []Claim{
	{
		ID: "SPD-1", Sources: []string{"A", "C", "D"}, Figure: "time-by-size",
		Statement: "Lookups in a Bloom filter are slower, with k scattered probes against two.",
		Cases:     true,
		Demands: append(
			casesOf("size", "", "throughput part=size", usualBloom, usualCuckoo, "hit with {keys} keys", "miss with {keys} keys"),
			append(append(
				casesOf("probes", maybeLabel, "throughput part=probes", "bloom(bpk=12,k=4)", usualCuckoo, "hit with {keys} keys of 4 probes", "miss with {keys} keys of 4 probes"),
				casesOf("probes", maybeLabel, "throughput part=probes", "bloom(bpk=12,k=14)", usualCuckoo, "hit with {keys} keys of 14 probes", "miss with {keys} keys of 14 probes")...),
				append(append(
					casesOf("probes", maybeLabel, "throughput part=probes", "bloom(fpr=0.0019)", usualCuckoo, "hit with {keys} keys at equal rates", "miss with {keys} keys at equal rates"),
					casesOf("fill", maybeLabel, "throughput part=load", usualBloom, usualCuckoo, "hit with {keys} keys at fill {fill}", "miss with {keys} keys at fill {fill}")...),
					casesOf("single", maybeLabel, "speed-bars part=calls call=single simd!=avx2", usualBloom, usualCuckoo, "single hit with {keys} keys", "single miss with {keys} keys")...)...)...),
		Size:     Effect{"ratio.least", "net time of a lookup in a Bloom filter over one in a cuckoo filter of 12-bit fingerprints, least over sizes, probes, fills and calls", ""},
		Sentence: "Over {size:n} cases of sizes in batches bloom(bpk=12) takes {size.least} to {size.most} times the time of cuckoo(b=4,f=12);[ with 4 and 14 probes and at equal rates {probes.least} to {probes.most};][ at fills below 1 {fill.least} to {fill.most};][ in single calls {single.least} to {single.most}.]",
		Changed:  "fills below 1 and single calls were added after their records were seen",
	},
	{
		ID: "SPD-2", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "A cuckoo filter needs one hash, a Bloom filter several.",
		Demands:   []Demand{{Key: "rate", Say: "the rate with one hash over that of independent probes", Of: "fpr-bloom part=bits family=bloom fill=1", Stat: measure.Over(measure.Exact), In: from(1.05)}},
		Told: []Demand{
			{Key: "null", Say: "null", Of: "throughput part=size variant=null size=least", Stat: measure.Gross("hit")},
			{Key: "bloom", Say: "probes", Of: "throughput part=size variant=bloom(bpk=12) size=least", Over: "throughput part=size variant=null size=least", Stat: measure.GrossMore("hit")},
			{Key: "cuckoo", Say: "probes", Of: "throughput part=size variant=cuckoo(b=4,f=12) size=least", Over: "throughput part=size variant=null size=least", Stat: measure.GrossMore("hit")},
		},
		Size:     Effect{"rate", "rate of a Bloom filter that gets one hash over that of independent probes", ""},
		Sentence: "From one hash of 64 bits for each key Bloom filters have {rate} times the rate of independent probes.[ With {null:keys} keys the hash takes {null} ns with its loop, and the probes of a hit another {bloom} ns in bloom(bpk=12) and {cuckoo} ns in cuckoo(b=4,f=12).]",
		Flips:    "with a hash that has fewer bits than its probes need, or probes that are derived from it badly",
	},
	{
		ID: "SPD-3", Sources: []string{"D"}, Figure: "time-by-load",
		Statement: "Inserts into a Bloom filter take a stable time, those into a cuckoo filter have tails.",
		Demands: []Demand{
			{Key: "bloom", Say: "the growth in a Bloom filter", Of: insertsOf(usualBloom), Stat: measure.TailGrowth(0.5, 0.95), In: upTo(1.5)},
			{Key: "cuckoo", Say: "the growth in a cuckoo filter", Of: insertsOf(usualCuckoo), Stat: measure.TailGrowth(0.5, 0.95), In: from(2)},
		},
		Told:     []Demand{tailRatio("at50", 0.5), tailRatio("at80", 0.8), tailRatio("at90", 0.9), tailRatio("at95", 0.95)},
		Size:     Effect{"cuckoo", "growth of the 99th percentile of an insert into a cuckoo filter from half to nearly full", ""},
		Sentence: "From load 50 % to 95 % the time that one insert in a hundred exceeds grows {bloom} times in bloom(bpk=12) and {cuckoo} times in cuckoo(b=4,f=12), the clock included. In the cuckoo filter it is {at50} times as long at 50 %, {at80} at 80 %, {at90} at 90 % and {at95} at 95 %.",
		Flips:    "at the load from which the 99th percentile of the cuckoo filter is twice that of the Bloom filter",
	},
	{
		ID: "SPD-4", Sources: []string{"D"}, Figure: "time-by-load",
		Statement: "At a million requests a second the 99th percentile is 12 µs for cuckoo and 28 µs for Bloom.",
		Demands:   append(addedBy("cuckoo", usualCuckoo, near(12e3, 0.5)), addedBy("bloom", usualBloom, near(28e3, 0.5))...),
		Told:      interruptions(),
		Size:      Effect{"cuckoo-even", addedByCuckoo, ""},
		Sentence:  "At a million lookups a second, in turns of a hundredth of a second with a filter that does nothing, cuckoo(b=4,f=12) adds {cuckoo-even} ns with even arrivals and {cuckoo-random} ns with random ones to its 99th percentile, bloom(bpk=12) {bloom-even} and {bloom-random} ns.[ Over all turns that of null is {null-even} and {null-random} ns: the interruptions of the machine.]",
		Changed:   "the rule held the times themselves to a machine without interruptions, then what was added to null in another second of the same repetition, which stayed open because single interruptions of milliseconds decided it; it was restated after those records were seen, and before any in which the two take turns",
	},
	{
		ID: "SPD-5", Sources: []string{"D"}, Figure: "time-by-load",
		Statement: "The 99th percentile of a cuckoo filter stays under 10 µs and is more predictable.",
		Special:   rulePredictable, // a comparison that is open leaves the bound
		Special_:  "What the cuckoo filter adds to the 99th percentile of the null filter in the next hundredth of a second, waiting included, must be below 10 µs, and its spread, from the median to the 99th percentile less that of null, at most that of the Bloom filter in the same repetition, in the median of all such turns, at a million lookups a second with even and with random arrivals. Where the bound is shown and the comparison is open, that is the condition.",
		Takes:     predictableCells,
		Changed:   "as that of SPD-4",
	},
	{
		ID: "SPD-6", Sources: []string{"D"}, Figure: "kernels",
		Statement: "Comparing fingerprints with SIMD helps.",
		Cases:     true,
		Demands:   append(kernelCases("simd", "8"), append(kernelCases("simd", "12"), kernelCases("simd", "16")...)...),
		Told:      append(kernelCases("swar", "8"), append(kernelCases("swar", "12"), kernelCases("swar", "16")...)...),
		Size:      Effect{"ratio.least", "net time of a lookup in a cuckoo filter slot by slot over that with SIMD, least over sizes and fingerprints", ""},
		Sentence:  "Lookups in cuckoo filters slot by slot take {simd.least} to {simd.most} times as long as with AVX-512, which works on eight keys of a batch at a time[, and {swar.least} to {swar.most} times as long as with all slots of a bucket compared in one word].",
	},
	{
		ID: "SPD-7", Sources: []string{"D"},
		Statement: "A lookup in a filter of a million keys took 0.2 ms.",
		Special:   ruleSingleShot, // true of a cold lookup if not of one among many
		Special_:  "The time of a lookup among many must be within 50 % of 0.2 ms in both filters. If it is not and the median of single lookups after a sweep of the caches is, that is the condition. If neither is, for certain, the claim is false as the cost of a lookup.",
		Takes:     []analysis.Selection{coldOf(usualBloom), coldOf(usualCuckoo)},
		Missing:   "the first call of a program in a virtual machine, which compiles it",
	},
	{
		ID: "SPD-8", Sources: []string{"E"},
		Statement: "The lock-free bit array of Guava makes concurrent inserts safe.",
		Demands: []Demand{
			{Key: "atomic", Say: "bits and lookups lost with an atomic OR of words", Of: guarded("atomic"), Stat: measure.BitsLost, In: never(1e-6), NoP: true},
			// a control that loses nothing would leave open whether a loss could have been seen
			{Key: "torn", Say: "bits lost where a word is read and written in two steps", Of: guarded("torn"), Stat: measure.BitsLost, In: from(1e-9), NoP: true},
		},
		Told: []Demand{
			{Key: "mutex", Say: "mutex", Of: guarded("atomic") + " size=most", Over: guarded("mutex") + " size=most", Stat: measure.InsertsRate},
			{Key: "sharded", Say: "sharded", Of: guarded("atomic") + " size=most", Over: guarded("sharded") + " size=most", Stat: measure.InsertsRate},
		},
		Size:     Effect{"atomic", "share of bits and lookups that were lost with an atomic OR", "share"},
		Sentence: "With two goroutines or more {atomic:%} of bits and lookups were lost with an atomic OR of words; where a word is read and written in two steps {torn:%} were.[ It takes {mutex} times as many inserts a second as a mutex] [and {sharded} times as many as shards.]",
		Missing:  "the library itself, which is in Java",
	},
	{
		ID: "SPD-9", Sources: []string{"D"}, Figure: "time-by-size",
		Statement: "Without blocking, k scattered probes hurt.",
		Cases:     true,
		Demands: append(
			casesOf("size", "", "throughput part=size", usualBloom, "blocked(bpk=12)", "hit with {keys} keys", "miss with {keys} keys"),
			append(casesOf("split", maybeLabel, "speed-bars part=bars", usualBloom, "splitblock(bpk=12)", "hit with {keys} keys against split blocks", "miss with {keys} keys against split blocks"),
				casesOf("fill", maybeLabel, "throughput part=load", usualBloom, "blocked(bpk=12)", "hit with {keys} keys at fill {fill}", "miss with {keys} keys at fill {fill}")...)...),
		Size:     Effect{"ratio.least", "net time of a lookup in a standard over one in a blocked filter of equal bits, least over sizes, blocks and fills", ""},
		Sentence: "bloom(bpk=12) takes {size.least} to {size.most} times the time of blocked(bpk=12) over all sizes, hits and misses[, {split.least} to {split.most} times that of split blocks][ and {fill.least} to {fill.most} times that of blocked at fills below 1]. In tables that fit the first-level cache nothing is scattered: there the vector kernel of the blocked filter is what counts.",
		Changed:  "fills below 1 were added after their records were seen",
	},
	{
		ID: "SPD-10", Sources: []string{"D"},
		Statement: "A Bloom filter takes less than 100 lines of code, a cuckoo filter more than 500.",
		Missing:   "a count over implementations by several hands: the lines of one project are its style, and counting with or without helpers turns half of it",
		Changed:   "the rule counted the files of this project alone; opened after its numbers were seen",
	},
}

const maybeLabel = "maybe"

// casesOf sets hits and misses of one filter against those of another at each size.
func casesOf(key, label, part, slow, fast string, say ...string) (list []Demand) {
	for i, op := range []string{"hit", "miss"} {
		of := func(variant string) analysis.Selection { return analysis.Selection(part + " variant=" + variant) }
		list = append(list, Demand{Key: key, Say: say[i], Of: of(slow), Over: of(fast), Each: true, Stat: measure.NetRatio(op), In: from(1), Maybe: label == maybeLabel})
	}
	return list
}

func kernelCases(kernel, bits string) (list []Demand) {
	of := func(kernel string) analysis.Selection {
		return analysis.Selection(fmt.Sprintf("throughput part=kernels variant=cuckoo(b=4,f=%s,kernel=%s) kernel=%s", bits, kernel, kernel))
	}
	for _, op := range []string{"hit", "miss"} {
		list = append(list, Demand{Key: kernel, Say: op + " with {keys} keys, " + bits + " bits", Of: of("scalar"), Over: of(kernel), Each: true, Stat: measure.NetRatio(op), In: from(1.1)})
	}
	return list
}

func tailRatio(key string, load float64) Demand {
	return Demand{Key: key, Say: key, Of: insertsOf(usualCuckoo), Over: insertsOf(usualBloom), Stat: measure.TailRatio(load)}
}

func guarded(how string) analysis.Selection {
	return analysis.Selection("latency part=bits kind=parallel family=bloom guard=" + how)
}

func coldOf(variant string) analysis.Selection {
	return analysis.Selection("latency part=cold kind=cold size=most variant=" + variant)
}

func repliesOf(family string) analysis.Selection {
	return analysis.Selection("redis-replies part=replies family=" + family)
}

// systemClaims are the claims on systems and scenarios.
var systemClaims = []Claim{
	claimPenetration,
	claimNulls,
	claimPenalty,
	{
		ID: "SYS-4", Sources: []string{"A"}, Figure: "churn",
		Statement: "With ten million live keys of a hundred million, a Bloom filter saturates and a cuckoo filter holds.",
		Demands: []Demand{
			{Key: "bloom", Say: "the rate of {cell} after the last turnover", Of: "churn part=insert-only family=bloom", Each: true, Stat: measure.ChurnRateAtEnd, In: from(0.5)},
			{Key: "cuckoo", Say: "the rate of {cell} after the last turnover over the first", Of: "churn part=deleting family=cuckoo", Each: true, Stat: measure.ChurnRise, In: between(0.8, 1.25)},
			{Key: "denied", Say: "live keys denied by cuckoo filters", Of: "churn part=deleting family=cuckoo", Stat: measure.ChurnDenied, In: never(1e-6), NoP: true},
		},
		Size:     Effect{"bloom", "false positive rate of a Bloom filter after its live set was replaced many times", "share"},
		Sentence: "After the live keys were replaced sixteen times a Bloom filter that cannot delete answers yes to {bloom:%} of absent keys; the rate of cuckoo filters that delete is {cuckoo.least} to {cuckoo.most} times that at the start, and {denied:%} of live keys were denied.",
		Missing:  "ten million keys: the churn is of sixty thousand",
		Changed:  "the rule was written after its records were seen",
	},
	claimRebuild,
	claimAgeing,
	claimShards,
	crawlClaim,
	inversionClaim,
	faultClaim,
	{
		ID: "SYS-11", Sources: []string{"D"},
		Statement: "The commands of Redis Bloom filters behave as documented.",
		Demands: []Demand{
			{Key: "broken", Say: "replies to BF.RESERVE, ADD, MADD, EXISTS and MEXISTS that are not as documented", Of: repliesOf("redisbloom-bf"), Stat: measure.BrokenPromises, In: never(1e-4), NoP: true},
			{Key: "unforeseen", Say: "replies that are not those of the model here, which is the documentation made exact", Of: repliesOf("redisbloom-bf"), Stat: measure.Unforeseen, In: never(1e-4), NoP: true},
		},
		Told:     []Demand{{Key: "cuckoo", Say: "replies to commands of cuckoo filters that are not the model's", Of: repliesOf("redisbloom-cf"), Stat: measure.Unforeseen}},
		Size:     Effect{"unforeseen", "replies of a real server that the model here did not foresee", "share"},
		Sentence: "Of a real server's replies to random commands about Bloom filters {broken:%} are not as documented and {unforeseen:%} not as the model here foresees; about cuckoo filters {cuckoo:%} are not as foreseen.",
		Missing:  "a server and its module, where a machine has none: redis-server, and a RedisBloom module that FILTERBENCH_REDISBLOOM names or a server that --redis names",
	},
	reportClaim,
}
