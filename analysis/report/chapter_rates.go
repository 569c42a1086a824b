package report

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

var ratesChapter = chapter{
	id: "rates", title: "False positives", families: []string{"FPR"},
	lead: "How often a filter accepts a key that it does not hold: what the formulas say, what was measured, and what moves the rate.",
	sections: []section{
		{title: "Does theory hold", parts: []part{
			prose(`Each row gathers the false-positive rates of one experiment. Beside the number of points outside their interval stand the
number that chance alone would put there, were theory right, and the probability of so many or more; beside the dispersion, the
probability of so much or more, were all filters alike. Intervals allow for a scatter that a few filters cannot rule out, so where filters are
alike they miss less often than one in twenty: the coverage of each is computed from its number of filters. The resolution is half the width of an interval over the rate that theory
predicts: a smaller deviation could not have been seen.`),
			figure("calibration"),
			say(agreementSentence, agreementWords),
			table[measure.Agreement]{rows: agreements, columns: []column[measure.Agreement]{
				{"Experiment", func(a measure.Agreement) value { return name(a.Experiment) }},
				{"Points", func(a measure.Agreement) value { return count(len(a.Points)) }},
				{"Theory inside", func(a measure.Agreement) value { return count(len(a.Points) - a.Outside) }},
				{"Outside", func(a measure.Agreement) value { return count(a.Outside) }},
				{"By chance", func(a measure.Agreement) value { return number(a.ByChance) }},
				{"p", func(a measure.Agreement) value { return words(pValue(a.OutsideP)) }},
				{"Exceptions", func(a measure.Agreement) value { return count(len(a.Exceptions)) }},
				{"Dispersion", func(a measure.Agreement) value { return number(a.Phi) }},
				{"p of it", func(a measure.Agreement) value { return words(pValue(a.PhiP)) }},
				{"Within " + declaredPercent(measure.Margin), func(a measure.Agreement) value { return count(a.Within) }},
				{"Resolution of half", func(a measure.Agreement) value { return share(a.Resolution) }},
				{"Of all", func(a measure.Agreement) value { return share(a.Bluntest) }},
			}},
			say("Not counted: {repeats} that repeat another to the last count, as a counting filter repeats the standard one with as many cells, and {earlier} of a churn that a later one of the same filters follows.", repeatWords),
			table[measure.Comparison]{id: "rates-exceptions", title: "Points that contradict theory", rows: exceptions, columns: []column[measure.Comparison]{
				{"Contradicts theory", func(e measure.Comparison) value { return name(e.Variant) }},
				{"Where", func(e measure.Comparison) value {
					return words(strings.Join(slices.DeleteFunc([]string{e.Experiment, pick(e.Workload == "uniform", "", e.Workload), "fill " + plain(e.Fill), e.At}, func(s string) bool { return s == "" }), ", "))
				}},
				{"Measured", func(e measure.Comparison) value { return rate(e.Proportion) }},
				{"Theory", func(e measure.Comparison) value { return share(e.Theory) }},
				{"Factor", func(e measure.Comparison) value { return number(e.Rate / e.Theory) }},
				{"p, corrected", func(e measure.Comparison) value { return words(pValue(e.Adjusted)) }},
				{"Cause", func(e measure.Comparison) value { return words(cause(e)) }},
			}},
			table[ratePoint]{id: "rates-all", title: "All rates", by: "Over theory", rows: allRates, columns: []column[ratePoint]{
				{"Experiment", func(p ratePoint) value { return words(p.Experiment + " " + p.Part) }},
				{"Filter", func(p ratePoint) value { return name(p.Variant) }},
				{"Keys as", func(p ratePoint) value { return name(p.Workload) }},
				{"Hash", func(p ratePoint) value { return words(p.Hash) }},
				{"Size", func(p ratePoint) value { return count(p.Size()) }},
				{"Fill", func(p ratePoint) value { return declared(p.Fill) }},
				{"Bits per key", func(p ratePoint) value { return number(measure.BitsPerKey(p.Cell)) }},
				{"Rate", func(p ratePoint) value { return rate(p.Proportion) }},
				{"Theory", func(p ratePoint) value { return share(p.Theory) }},
				{"Over theory", func(p ratePoint) value { return number(p.Rate / p.Theory) }},
				{"Seeds", func(p ratePoint) value { return count(len(p.Records)) }},
			}},
		}},
		{title: "The promise to members", parts: []part{
			prose(`A filter may accept a key that it does not hold, but it must never deny one that it does. The last column is how often a
denial could still happen, by the upper end of the interval. A key that is asked for again, at another checkpoint or beside other
copies, is counted again.`),
			say("Of {lookups} of keys that a filter of this project held, {denied} denied{broken}.", negativesWords),
			table[measure.Negatives]{id: "rates-negatives", title: "Lookups of keys that were held", by: "Denied", rows: negatives, columns: []column[measure.Negatives]{
				{"Family", func(n measure.Negatives) value { return name(n.Family) }},
				{"When", func(n measure.Negatives) value { return words(asked(n.Kind)) }},
				{"Lookups", func(n measure.Negatives) value { return count(n.Lookups) }},
				{"Denied", func(n measure.Negatives) value { return count(n.Missing) }},
				{"At most", func(n measure.Negatives) value { return share(n.Hi) }},
			}},
		}},
		{title: "Bloom filters: bits and probes", experiment: "fpr-bloom", parts: []part{
			prose(`A Bloom filter sets k bits for every key and says yes when all bits of a key are set. A blocked filter keeps the bits of a
key inside one cache line (512 bits), a split block filter inside half of one, a register filter inside one machine word. Blocks differ in
how many keys they get, and the crowded ones answer yes too often. A counting filter has a counter in place of each bit, so that keys can
be taken out again; under one hash it sets a counter wherever the standard filter with as many cells sets a bit.`),
			figure("fpr-bloom-bits"),
			table[familyAt]{rows: familiesAtTen, columns: []column[familyAt]{
				{"Filter of about 10 bits per key", func(f familyAt) value { return name(f.Variant) }},
				{"Bits", func(f familyAt) value { return number(measure.BitsPerKey(f.Cell)) }},
				{"Rate", func(f familyAt) value { return rate(f.Proportion) }},
				{"Theory", func(f familyAt) value { return share(f.Theory) }},
				{"Resolution", func(f familyAt) value { return share(f.resolution()) }},
				{"Times a Bloom filter's rate: fewest bits", func(f familyAt) value { return words(f.low) }},
				{"Most bits", func(f familyAt) value { return words(f.high) }},
			}},
			say("Of {all} of counting filters, {seen} saturated; theory expects {expected}.", saturation),
			ratioWords("fpr-bloom"),
			figure("fpr-bloom-probes"),
			table[bestProbes]{rows: probes, columns: []column[bestProbes]{
				{"Filter", func(b bestProbes) value { return name(b.family) }},
				{"Bits per key", func(b bestProbes) value { return words(b.bits) }},
				{"Best k measured", func(b bestProbes) value { return number(b.best.X) }},
				{"In theory", func(b bestProbes) value { return number(b.predicted) }},
				{"Rate at the best k", func(b bestProbes) value { return shareRange(b.best.Y, b.best.Lo, b.best.Hi) }},
				{"One probe fewer", func(b bestProbes) value { return b.relative(-1) }},
				{"One probe more", func(b bestProbes) value { return b.relative(+1) }},
				{"Theory's k is as good", func(b bestProbes) value { return words(pick(b.agrees, "yes", "no")) }},
			}},
		}},
		{title: "Cuckoo filters: load and fingerprints", experiment: "fpr-cuckoo", parts: []part{
			prose(`A cuckoo filter stores a short fingerprint of each key in one of two buckets. An absent key is accepted when one of its two
buckets holds its fingerprint, so the rate grows with the load. The union bound, which papers quote, counts every slot of both buckets as
if it were taken.`),
			figure("fpr-cuckoo-load"),
			table[curveEnds]{rows: curves{experiment: "fpr-cuckoo", parts: []string{"four-slots"}, kind: record.KindFPR, series: fingerprintOf, x: measure.CellLoad, of: measure.RatePoint}.ends, columns: []column[curveEnds]{
				{"Fingerprint", func(c curveEnds) value { return words(c.name) }},
				{"Lowest load", func(c curveEnds) value { return share(c.low.X) }},
				{"Rate", func(c curveEnds) value { return shareRange(c.low.Y, c.low.Lo, c.low.Hi) }},
				{"Theory", func(c curveEnds) value { return share(c.low.Theory) }},
				{"Bound over rate", func(c curveEnds) value { return number(c.low.Bound / c.low.Y) }},
				{"Highest load", func(c curveEnds) value { return share(c.high.X) }},
				{"Rate there", func(c curveEnds) value { return shareRange(c.high.Y, c.high.Lo, c.high.Hi) }},
				{"Theory there", func(c curveEnds) value { return share(c.high.Theory) }},
				{"Bound over it", func(c curveEnds) value { return number(c.high.Bound / c.high.Y) }},
			}},
			ratioWords("fpr-cuckoo"),
		}},
		{title: "Which formula", experiment: "fpr-exact", parts: []part{
			table[ratePoint]{rows: ratesOf("fpr-exact"), columns: []column[ratePoint]{
				{"Filter", func(p ratePoint) value { return name(p.Variant) }},
				{"Rate", func(p ratePoint) value { return rate(p.Proportion) }},
				{"Exact formula", func(p ratePoint) value { return decimals(p.Rate/p.Theory, 5) }},
				{"Formula that is quoted", func(p ratePoint) value { return decimals(p.Rate/p.quoted(), 5) }},
			}},
			prose("The last two columns are the measured rate over each formula: the one that knows that a fingerprint of zeros is reserved, and 1-(1-2^-f)^(2ba)."),
		}},
		{title: "Filled past the design", experiment: "overload", parts: []part{
			figure("overload"),
			table[overloaded]{rows: overload, columns: []column[overloaded]{
				{"Filter", func(o overloaded) value { return name(o.variant) }},
				{"Half full", func(o overloaded) value { return o.at(0.5) }},
				{"Full", func(o overloaded) value { return o.at(1) }},
				{"Theory", func(o overloaded) value { return o.theory(1) }},
				{"Twice as many keys", func(o overloaded) value { return o.at(2) }},
				{"Theory there", func(o overloaded) value { return o.theory(2) }},
				{"Four times", func(o overloaded) value { return o.at(4) }},
				{"Theory there ", func(o overloaded) value { return o.theory(4) }},
				{"Refused in the end", func(o overloaded) value { return o.refused }},
			}},
		}},
		{title: "Real keys", experiment: "real-keys", parts: []part{
			prose("Theory assumes a hash that treats all keys alike. Real keys share prefixes and differ in few bits, which tests the hash more than the filter."),
			figure("real-keys-rate"),
			ratioWords("real-keys"),
			say("Of {pairs} of a kind of key with uniform keys, {apart} have ranges that do not overlap. The medians differ by at most {points} points in a hundred, for {what}.", keysLoad),
		}},
		{title: "Hash functions", experiment: "hashes", parts: []part{
			prose(`A filter sees nothing of a key but its hash. Everywhere else in this report that is MetroHash with a fresh seed; here the hash
is what varies, and the keys are such as programs really have: counters, addresses, times.`),
			figure("hashes"),
			each("The {what} is off by more than a factor of {factor} with {who}.", hashTrouble),
			table[hashed]{id: "rates-hashes", title: "Hash functions on kinds of keys", by: "Over what it should be", rows: hashRatios, columns: []column[hashed]{
				{"Function", func(h hashed) value { return name(h.hash) }},
				{"Keys", func(h hashed) value { return name(h.keys) }},
				{"Filter", func(h hashed) value { return name(h.name) }},
				{"What", func(h hashed) value { return words(h.panel) }},
				{"Over what it should be", func(h hashed) value { return ranged(h.Y, h.Lo, h.Hi) }},
			}},
		}},
		{title: "Probes from one hash", experiment: "schemes", parts: []part{
			prose(`The positions of a key's bits lie on a circle: the whole table, or a block of it. Deriving all of them from two numbers makes
keys share runs of bits, and how much that matters depends on how many pairs of numbers the circle has. Same and even are mistakes: one
hash taken for both, and steps that are all even.`),
			figure("schemes"),
			table[scheme]{id: "rates-schemes", title: "Ways of deriving probes", by: "Highest ratio", rows: schemes, columns: []column[scheme]{
				{"Filter", func(s scheme) value { return words(s.panel) }},
				{"Probes", func(s scheme) value { return words(s.way) }},
				{"Cells more than " + declaredPercent(measure.Margin) + " above", func(s scheme) value { return words(fmt.Sprintf("%d of %d", s.above, s.cells)) }},
				{"Highest ratio", func(s scheme) value { return ranged(s.worst.Y, s.worst.Lo, s.worst.Hi) }},
				{"At", func(s scheme) value { return words(s.at) }},
				{"Resolution", func(s scheme) value { return share(s.bluntest) }},
			}},
			table[schemed]{id: "rates-probes", title: "Rates over those of independent probes", by: "Ratio", rows: schemePoints, columns: []column[schemed]{
				{"Filter", func(s schemed) value { return words(s.panel) }},
				{"Probes", func(s schemed) value { return words(s.name) }},
				{"At", func(s schemed) value { return words(s.at) }},
				{"Ratio", func(s schemed) value { return ranged(s.Y, s.Lo, s.Hi) }},
			}},
			say("Double hashing multiplies the rate by {small} in a table of {smallbits} bits, where the exact rate says {exact}, and by {large} in one of {largebits}. In many blocks of 512 bits it is {ten} by the exact rate at 10 bits per key, and {twenty} at 20.", schemeSize),
		}},
		{title: "Guava", experiment: "guava", parts: []part{
			prose("The filter of Guava for Java, which many use, ported bit for bit, so that counts that were published of it can be repeated. Its strategy of 32 bits reaches 2^31 positions."),
			each("In a table of {bits} bits the {strategy} has {ratio} times the classic rate; its formula says {theory} (resolution {resolution}).", guavaWidths),
		}},
		doublingSection,
		trafficSection,
	},
}
