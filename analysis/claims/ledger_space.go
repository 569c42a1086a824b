package claims

import (
	"math"
	"math/bits"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// Filters of experiment space, as full as they get with a power of two of buckets.
const (
	bloomCurve  = "space part=bloom family=bloom"
	oneSlot     = "space part=one-slot family=cuckoo"
	twoSlots    = "space part=two-slots family=cuckoo"
	fourSlots   = "space part=four-slots family=cuckoo buckets!=any"
	anyBuckets  = "space part=four-slots family=cuckoo buckets=any"
	eightSlots  = "space part=eight-slots family=cuckoo"
	semisorted  = "space part=four-slots family=semisort"
	meanTables  = "space part=average family=cuckoo"
	meanSorted  = "space part=average family=semisort"
	countingRow = "fpr-bloom part=bits family=counting"
)

// spaceClaims are the claims on space.
var spaceClaims = []Claim{
	{
		ID: "SPC-1", Sources: []string{"A"}, Figure: "space-crossing",
		Statement: "At an equal rate a cuckoo filter saves more than 40 % of the bits of a Bloom filter.",
		Demands: []Demand{
			savingOf(oneSlot, from(0.4)), savingOf(twoSlots, from(0.4)), savingOf(fourSlots, from(0.4)), savingOf(eightSlots, from(0.4)), savingOf(semisorted, from(0.4)),
		},
		Size:     Effect{"saving.most", "largest share of a Bloom filter's bits that a full cuckoo filter saves", "share"},
		Sentence: "Of {saving:n} full cuckoo filters {saving.most:name} saves most, {saving.most:%} of a Bloom filter's bits; however low the rate, at a load of 95 % none saves more than {limit}.",
		Words: func(*Evidence) map[string]string {
			// Bits go with information over load, Bloom's with information over ln 2.
			return map[string]string{"limit": percent(1 - math.Ln2/0.95)}
		},
		Flips: "nowhere: as the rate falls the saving tends to one less ln 2 over the load",
	},
	{
		ID: "SPC-2", Sources: []string{"D"}, Figure: "space-crossing",
		Statement: "Below a rate of 3 % a cuckoo filter saves 30 to 50 %; above, a Bloom filter is the smaller one.",
		Demands: []Demand{
			{Key: "crossing", Say: "the rate at which plain tables cross", Of: fourSlots, With: bloomCurve, Stat: measure.Crossing, In: near(0.03, 0.25)},
			savingBelow(fourSlots), savingBelow(semisorted),
		},
		Size:     Effect{"crossing", "rate at which a full cuckoo filter of four slots and a Bloom filter take equal bits", "share"},
		Sentence: "Full tables of four slots cross Bloom's curve at {crossing:%}; the largest saving below 3 % is {saving.most:%}, that of {saving.most:name}.",
		Flips:    "at the crossing",
	},
	{
		ID: "SPC-2b", Sources: []string{"C", "D", "paper"}, Figure: "space-crossing",
		Statement: "Below a rate of 3 % a full semi-sorted cuckoo filter is smaller than a Bloom filter.",
		Demands: []Demand{
			{Key: "crossing", Say: "the rate at which full semi-sorted tables cross", Of: semisorted, With: bloomCurve, Stat: measure.Crossing, In: near(0.03, 0.25)},
		},
		Told: []Demand{
			{Key: "plain", Say: "plain tables", Of: fourSlots, With: bloomCurve, Stat: measure.Crossing},
			{Key: "any", Say: "tables of any number of buckets", Of: anyBuckets, With: bloomCurve, Stat: measure.Crossing},
		},
		Unless: []Unless{{
			Demands: []Demand{{Key: "mean", Say: "semi-sorted tables with a power of two of buckets, averaged over numbers of keys", Of: meanSorted, With: bloomCurve, Stat: measure.MeanLeast, In: upTo(1)}},
			Say:     "the table is full, at 95 % of its slots: averaged over numbers of keys, with a power of two of buckets, it takes at least {mean} times Bloom's bits at every measured rate",
		}},
		Size:     Effect{"crossing", "rate at which a full semi-sorted filter and a Bloom filter take equal bits", "share"},
		Sentence: "At a load of 95 % semi-sorted tables cross Bloom's curve at {crossing:%} (the closed form gives {closed}), plain ones at {plain:%} ({closedplain}).",
		Words: func(*Evidence) map[string]string {
			// f/a = 1.4427 (f - log2(2ba)), with one bit less for a semi-sorted slot
			return map[string]string{"closed": percent(crossingForm(4, 0.95, 1)), "closedplain": percent(crossingForm(4, 0.95, 0))}
		},
	},
	{
		ID: "SPC-3", Sources: []string{"C", "paper"}, Figure: "space-crossing",
		Statement: "A cuckoo filter takes at most (log2(1/e)+log2(2b))/a bits per key, and four slots per bucket are best.",
		Demands: []Demand{
			overPublished(oneSlot), overPublished(twoSlots), overPublished(fourSlots), overPublished(eightSlots),
		},
		Told: []Demand{{Key: "two", Say: "two slots", Of: fourSlots, With: twoSlots, Stat: measure.Crossing}},
		Unless: []Unless{{
			Demands: []Demand{
				{Say: "two slots", Of: fourSlots, With: twoSlots, Stat: measure.LargestOver, In: upTo(1)},
				{Say: "one slot", Of: fourSlots, With: oneSlot, Stat: measure.LargestOver, In: upTo(1)},
				{Say: "eight slots", Of: fourSlots, With: eightSlots, Stat: measure.LargestOver, In: upTo(1)},
			},
			Say: "the rate is below the crossing of four slots and two, {two:%} with tables 95 and 84 % full and {closed} by the formula with tables 95.9 and 86.1 % full, at which 1 % of fillings fail; four slots are not the smallest at every measured rate against {failed}",
		}},
		Size:     Effect{"over.most", "largest ratio of bits per key to the formula", ""},
		Sentence: "Bits per key are at most {over.most} times the formula.[ Four slots take fewer bits than two below a rate of {two:%}.]",
		Words: func(*Evidence) map[string]string {
			return map[string]string{"closed": percent(slotsCross(4, 0.959, 2, 0.861))}
		},
		Flips: "above the rate at which two slots cross four",
	},
	{
		ID: "SPC-4", Sources: []string{"D"}, Figure: "space-crossing",
		Statement: "Cuckoo and Bloom filters take 15 and 20 bits per key below 0.1 %, 7 and 9.6 at 1 %, 7 and 5 at 5 %, 7 and 3 at 20 %.",
		Demands: []Demand{
			bitsAt("cuckoo", fourSlots, 0.2, 7), bitsAt("Bloom", bloomCurve, 0.2, 3), bitsAt("cuckoo", fourSlots, 0.05, 7), bitsAt("Bloom", bloomCurve, 0.05, 5),
			bitsAt("cuckoo", fourSlots, 0.01, 7), bitsAt("Bloom", bloomCurve, 0.01, 9.6), bitsAt("cuckoo", fourSlots, 0.001, 15), bitsAt("Bloom", bloomCurve, 0.001, 20),
		},
		Told: []Demand{{Key: "seven", Say: "7 bits per key", Of: fourSlots, Stat: measure.RateAt(7)}},
		Size: Effect{"bits.5", "bits per key of a full cuckoo filter of four slots at 1 %", "bits per key"},
		Sentence: "{in} of {of} stated numbers hold: at 20 % {bits.1} for cuckoo (stated 7) and {bits.2} for Bloom (3), at 5 % {bits.3} (7) and {bits.4} (5), at 1 % {bits.5} (7) and {bits.6} (9.6), at 0.1 % {bits.7} (15) and {bits.8} (20)." +
			"[ 7 bits per key in a cuckoo filter buy a rate of {seven:%}.]",
		Flips: "for 7 bits at the rate that they buy",
	},
	{
		ID: "SPC-5", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "A counting Bloom filter takes 4 to 8 times the bits of a standard Bloom filter.",
		Demands: []Demand{
			// as many times as a counter has bits: the margin is for the line between neighbours
			{Key: "times", Say: "the bits of {cell} over those of a standard filter", Of: countingRow, With: "fpr-bloom part=bits family=bloom", Each: true, Skip: true, Stat: measure.Costlier, In: between(3.9, 8.2)},
			{Key: "wide", Say: "the bits of {cell} over those of a standard filter", Of: "fpr-bloom part=counters family=counting w=8", With: "fpr-bloom part=bits family=bloom", Each: true, Skip: true, Stat: measure.Costlier, In: between(3.9, 8.2)},
		},
		Told: []Demand{
			{Key: "narrow", Say: "the bits of {cell} over those of a standard filter", Of: "fpr-bloom part=counters family=counting w=2", With: "fpr-bloom part=bits family=bloom", Each: true, Skip: true, Stat: measure.Costlier},
			{Key: "full2", Say: "full counters of 2 bits", Of: "fpr-bloom part=counters family=counting w=2", Stat: measure.Saturated},
			{Key: "full4", Say: "full counters of 4 bits", Of: countingRow, Stat: measure.Saturated},
		},
		Size:     Effect{"times.most", "bits of a counting filter over those of a standard one at an equal rate, most", ""},
		Sentence: "With counters of 4 bits it takes {times.most} times the bits at an equal rate, most of {times:n} sizes, and with counters of 8 bits {wide.most} times: as many times as a counter has bits.[ Counters of 2 bits take {narrow.most} times the bits, and {full2:%} of them are full when the filter is; of those of 4 bits {full4:%}.]",
		Flips:    "below counters of 4 bits, which fill up",
		Changed:  "the rule was about a cuckoo filter, which is another sentence of the source (SPC-5b); restated after its records were seen; counters of 8 bits were added before any record of them",
	},
	{
		ID: "SPC-5b", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "A cuckoo filter takes 7 bits per key where a counting Bloom filter takes 28.",
		Demands: []Demand{
			{Key: "seven", Say: "the ratio at the rate that 7 bits buy", Of: fourSlots, With: countingRow, Stat: measure.DearerThan(7), In: near(4, 0.1)},
			{Key: "one", Say: "the ratio at 1 %", Of: fourSlots, With: countingRow, Stat: measure.DearerAt(0.01), In: near(4, 0.1)},
		},
		Told:     []Demand{{Key: "rate", Say: "the rate", Of: fourSlots, Stat: measure.RateAt(7)}, {Key: "turn", Say: "four times", Of: fourSlots, With: countingRow, Stat: measure.CrossingAt(4)}},
		Size:     Effect{"seven", "bits of a counting filter of 4-bit counters over the 7 of a cuckoo filter at its rate", ""},
		Sentence: "7 bits per key buy a rate of {rate:%}, at which 4-bit counters take {seven} times as many; at 1 % the ratio is {one}.[ Four times are reached at {turn:%}.]",
		Flips:    "at the rate at which four times are reached",
		Changed:  "split from SPC-5, whose rule judged only the points that passed; restated after its records were seen",
	},
	{
		ID: "SPC-6", Sources: []string{"A"}, Figure: "space-by-size",
		Statement: "A cuckoo filter needs a number of buckets that is a power of two, a Bloom filter does not.",
		Inverse:   true,
		Demands: slices.Concat(
			follows("free", "theory, with any number of buckets", "space part=sizes family=cuckoo buckets=any", measure.Table),
			[]Demand{
				{Key: "taken", Say: "the share of keys taken by {cell} sized for {keys}", Of: "space part=sizes family=cuckoo buckets=any", Each: true, Stat: measure.Accepted, In: from(0.99)},
				{Key: "cost", Say: "what rounding costs", Of: "space part=sizes family=cuckoo buckets!=any", With: "space part=sizes family=cuckoo buckets=any", Stat: measure.Rounding, In: from(1.05)},
			}),
		Told: []Demand{
			{Key: "worst", Say: "at the worst", Of: "space part=sizes family=cuckoo buckets!=any", Over: "space part=sizes family=cuckoo buckets=any", Each: true, Stat: measure.BitsRatio},
			{Key: "equal", Say: "at an equal rate", Of: meanTables, With: fourSlots, Stat: measure.RoundingAt(0.001)},
		},
		Size: Effect{"cost", "bits of a cuckoo filter with a power of two of buckets over those of one with any number, mean over sizes", ""},
		Sentence: "Of {worst:n} sizes {powers} of the cuckoo filters that find the second bucket by exclusive or have a power of two of buckets, and {bloompowers} of the Bloom filters; with any even number of buckets the keys are held and the rate is that of theory. " +
			"Rounding costs {cost} times the bits on average over the logarithm of the number of keys (1/ln 2 is {mean}), and {worst.most:v} times at the worst.[ At an equal rate of 0.1 %, as emptier tables err less, {equal} times on average.]",
		Words: func(e *Evidence) map[string]string {
			return map[string]string{"mean": number(1 / math.Ln2), "powers": powersOf(e, "space part=sizes family=cuckoo buckets!=any"), "bloompowers": powersOf(e, "space part=sizes family=bloom")}
		},
		Flips: "where the second bucket is found by exclusive or, which needs the power of two",
	},
	{
		ID: "SPC-7", Sources: []string{"D"},
		Statement: "448 million keys at 1 % need 4,293,480,000 bits, 537 MB, and 440 million need 527 MB.",
		Demands: []Demand{
			computed("bits", "the bits of 448 million keys", theory.BloomIdealBitsPerKey(0.01)*448e6, near(4_293_480_000, 0.001)),
			computed("megabytes", "their megabytes", theory.BloomIdealBitsPerKey(0.01)*448e6/8/1e6, near(537, 0.01)),
			computed("fewer", "the megabytes of 440 million keys", theory.BloomIdealBitsPerKey(0.01)*440e6/8/1e6, near(527, 0.01)),
			{Key: "built", Say: "the heap of a filter that was built, over the ideal bits", Of: largeBloom, Stat: measure.OverIdeal, In: near(1, 0.01), Maybe: true},
		},
		Told:     []Demand{{Key: "heap", Say: "the heap", Of: largeBloom, Stat: measure.HeapMegabytes}},
		Size:     Effect{"bits", "bits of an ideal Bloom filter of 448 million keys at 1 %", "bits"},
		Sentence: "An ideal filter takes {bits:v} bits, {megabytes:v} MB; for 440 million keys {fewer:v} MB.[ A filter for {heap:keys} keys was built and takes {heap:v} MB of heap.]",
	},
	{
		ID: "SPC-8", Sources: []string{"D"},
		Statement: "Ten million keys with four slots per bucket, a load of 0.95 and a slack of 1.05 need 26,315,789 buckets.",
		Demands:   []Demand{computed("needed", "the number of buckets", 10e6/(4*0.95)*1.05, near(26_315_789, 0.1))},
		Told:      []Demand{computed("times", "", 26_315_789/(10e6/(4*0.95)*1.05), Range{}), computed("plain", "", 10e6/(4*0.95), Range{}), computed("plaintimes", "", 26_315_789/(10e6/(4*0.95)), Range{})},
		Size:      Effect{"times", "stated buckets over those needed", ""},
		Sentence:  "{needed:v} buckets are needed, {plain:v} without the slack; the stated number is {plaintimes:v} times that without slack.",
	},
	{
		ID: "SPC-9", Sources: []string{"D"}, Figure: "space-by-size",
		Statement: "For a thousand keys a hash table takes 8 KB and a cuckoo filter 15 KB, and below 50,000 keys hash tables win.",
		Demands: []Demand{
			{Key: "set", Say: "the kilobytes of a map of a thousand keys", Of: "memory part=integers kind=heap variant=set(of=hash) capacity=1000", Stat: measure.HeapKilobytes, In: near(8, 0.25)},
			{Key: "table", Say: "the kilobytes of a cuckoo filter of a thousand keys", Of: "memory part=integers kind=heap variant=cuckoo(b=4,f=12) capacity=1000", Stat: measure.HeapKilobytes, In: near(15, 0.25)},
			{Key: "turn", Say: "the number of keys from which on the filter is the smaller one", Of: "memory part=integers kind=heap variant=set(of=hash)", With: "memory part=integers kind=heap variant=cuckoo(b=4,f=12)", Stat: measure.Handover, In: between(25e3, 100e3)},
		},
		Told:     []Demand{{Key: "beside", Say: "beside the table", Of: "memory part=integers kind=heap variant=cuckoo(b=4,f=12) capacity=1000", Stat: measure.HeapBeside}},
		Size:     Effect{"turn", "number of keys from which on a cuckoo filter takes less heap than a map", "keys"},
		Sentence: "A map of a thousand integers takes {set:v} KB and a cuckoo filter of four slots of 12 bits {table:v} KB, of which {beside:v} KB are not its table but the room for the path of an insert and bookkeeping; the filter is the smaller one from {turn:v} keys on.",
		Flips:    "at the size where what a filter keeps besides its table no longer decides",
	},
	{
		ID: "SPC-10", Sources: []string{"D", "B"}, Figure: "space-by-size",
		Statement: "A Bloom filter saves over 90 % of the space of the set itself.",
		Demands: []Demand{
			savedHeap("integers", "memory part=integers kind=heap variant=set(of=hash) capacity>=1000", "memory part=integers kind=heap variant=bloom(fpr=0.01)"),
			savedHeap("words", "memory part=texts kind=heap variant=set(of=string) workload=words capacity>=1000", "memory part=texts kind=heap variant=bloom(fpr=0.01) workload=words"),
			savedHeap("urls", "memory part=texts kind=heap variant=set(of=string) workload=urls capacity>=1000", "memory part=texts kind=heap variant=bloom(fpr=0.01) workload=urls"),
		},
		Told: []Demand{computed("packed", "", 1-theory.BloomIdealBitsPerKey(0.01)/64, Range{}), computed("digests", "", 1-theory.BloomIdealBitsPerKey(0.01)/128, Range{})},
		Unless: []Unless{{
			Demands: []Demand{savedHeap("small", "memory part=integers kind=heap variant=set(of=hash) capacity<1000", "memory part=integers kind=heap variant=bloom(fpr=0.01)")},
			Say:     "the set is Go's map and has a thousand keys or more; not so for {failed}",
		}},
		Size:     Effect{"saved.least", "least share of the heap of a set of a thousand keys or more that a Bloom filter of 1 % saves", "share"},
		Sentence: "From a thousand keys on a Bloom filter of 1 % saves at least {saved-integers.least:v%} of a map of integers, {saved-words.least:v%} of one of words and {saved-urls.least:v%} of one of URLs; of integers packed in an array of 8 bytes each it saves {packed:v%}, of packed digests {digests:v%}.",
		Flips:    "for sets of fewer than a thousand keys, and against a packed array of short keys",
	},
	{
		ID: "SPC-11", Sources: []string{"E"}, Figure: "space-by-size",
		Statement: "A hundred million URLs of 50 characters take 5 GB as a set, and 128 bits each as digests.",
		Demands: []Demand{
			{Key: "total", Say: "the gigabytes of a set of strings", Of: "memory part=texts kind=heap variant=set(of=string) workload=urls", Where: halvings, Last: true, Stat: measure.SetOf(100e6, 50), In: near(5, 0.25), Worse: +1},
			{Key: "digest", Say: "the bytes of a digest in a set", Of: "memory part=texts kind=heap variant=set(of=digest) workload=urls", Where: halvings, Last: true, Stat: measure.HeapPerKey, In: near(16, 0.25), Worse: +1},
		},
		Told:     []Demand{{Key: "text", Say: "the text", Of: "memory part=texts kind=heap variant=set(of=string) workload=urls", Where: halvings, Last: true, Stat: measure.KeyBytes}},
		Size:     Effect{"total", "gigabytes of a hundred million URLs of 50 characters in a set, extrapolated", "GB"},
		Sentence: "Extrapolated from {total:keys} URLs of {text:v} characters: 5 GB are the characters alone, and the set takes {total:v} GB. A digest in a set takes {digest:v} bytes, 16 of which are the digest.",
		Flips:    "where only the characters, or only the digests, are counted",
	},
	{
		ID: "SPC-12", Sources: []string{"C", "D"}, Figure: "space-crossing",
		Statement: "Semi-sorting the buckets of a cuckoo filter saves one bit per key.",
		Demands:   []Demand{{Key: "saved", Say: "the saving of {cell}", Of: semisorted, Each: true, Stat: measure.SlotSaving, In: near(1, 0.15)}},
		Told:      []Demand{price("insert"), price("hit"), price("miss"), price("delete")},
		Size:      Effect{"saved.least", "bits that a slot of a semi-sorted table saves at an equal rate, least over its fingerprints", "bits"},
		Sentence: "At equal rates and loads a slot of a semi-sorted table takes {saved.least} to {saved.most} bits less, over {saved:n} lengths of fingerprint; per key it is as much more as slots are empty." +
			"[ It costs {insert} ns for each insert][, {hit} ns for each hit][, {miss} ns for each miss][, {delete} ns for each delete][, with {insert:keys} keys on this machine.]",
		Flips:   "per key, as each key answers for its share of the empty slots",
		Changed: "plain tables were read off the line between measured ones, whose error is outside the interval; restated after its records were seen",
	},
	{
		ID: "SPC-13", Sources: []string{"D"},
		Statement: "Redis starts a Bloom filter with a rate of 0.01 and room for 100 keys; beyond that size its rate rises.",
		Demands:   []Demand{{Key: "rise", Say: "the rate at 31 times the capacity over that at the capacity", Of: redisBloom + " fill=31", Over: redisBloom + " fill=1", Stat: measure.RateRatio, In: from(1.25)}},
		Told: []Demand{
			{Key: "full", Say: "at the capacity", Of: redisBloom + " fill=1", Stat: measure.Rate}, {Key: "over", Say: "beyond it", Of: redisBloom + " fill=31", Stat: measure.Rate},
			{Key: "bits", Say: "bits", Of: redisBloom + " fill=31", Stat: measure.BitsEach},
		},
		Size:     Effect{"rise", "rate of a Bloom filter of Redis at 31 times its capacity over that at its capacity", ""},
		Sentence: "A Bloom filter of Redis asked for 1 % and 1,000 keys errs in {full:%} with 1,000 and in {over:%} with 31,000, {rise} times as often, at {bits:v} bits per key.",
		Changed:  "the rule judged whether the rate is kept, which the source does not say, on a filter of this project; restated after its records were seen",
	},
}

const redisBloom = "redis part=bloom family=redis-bf fpr=0.01 expansion=2"

const largeBloom = "memory part=large kind=heap variant=bloom(fpr=0.01) size=most"

func savingOf(of analysis.Selection, in Range) Demand {
	return Demand{Key: "saving", Say: "the saving of {cell}", Of: of, With: bloomCurve, Each: true, Skip: true, Stat: measure.Saving, In: in}
}

// savingBelow is the saving of filters whose rate is below 3 % for certain.
func savingBelow(of analysis.Selection) Demand {
	d := savingOf(of, between(0.3, 0.5))
	d.Where = &Where{"rates below 3 % for certain", func(c analysis.Cell) bool {
		return measure.Rate.Estimate([]analysis.Cell{c}, nil, nil).Hi < 0.03
	}}
	return d
}

func overPublished(of analysis.Selection) Demand {
	return Demand{Key: "over", Say: "bits over the formula for {cell}", Of: of, Each: true, Stat: measure.OverPublished, In: upTo(1.01)}
}

func bitsAt(who string, of analysis.Selection, rate, stated float64) Demand {
	return Demand{Key: "bits", Say: who + " at " + percent(rate), Of: of, Stat: measure.BitsAt(rate, 1), In: near(stated, 0.1)}
}

func savedHeap(what string, of, over analysis.Selection) Demand {
	return Demand{Key: "saved-" + what, Say: "the saving of a set of {keys} " + what, Of: of, Over: over, Each: true, Stat: measure.HeapSaved, In: from(0.9)}
}

func price(op string) Demand {
	return Demand{Key: op, Say: "what semi-sorting costs", Of: "space part=semisort-time variant=semisort(f=13) size=most", Over: "space part=semisort-time variant=cuckoo(b=4,f=13) size=most", Each: true, Stat: measure.NetMore(op)}
}

// halvings keeps the sizes at which Go's map is as full as with a hundred million keys:
// those of that number halved several times, for maps double.
var halvings = &Where{"a hundred million keys halved several times", func(c analysis.Cell) bool {
	halved := math.Log2(100e6 / float64(c.Capacity))
	return math.Abs(halved-math.Round(halved)) <= 1e-3
}}

// powersOf counts the filters that have a power of two of buckets, or of bits.
func powersOf(e *Evidence, s analysis.Selection) string {
	n, cells := 0, e.Select(s)
	for _, c := range cells {
		if bits.OnesCount64(c.Shape().Cells/uint64(max(1, c.Shape().BucketSlots))) == 1 {
			n++
		}
	}
	switch n {
	case len(cells):
		return "all"
	case 0:
		return "none"
	}
	return count(n)
}

// crossingForm is the rate at which a table of b slots at load a takes as many bits as a
// Bloom filter: f/a less the bits saved equals 1.4427 (f - log2(2ba)).
func crossingForm(b, a, saved float64) float64 {
	c := 1 / math.Ln2
	// (f-saved)/a = c (f - log2(2ba)), solved for f
	f := (c*math.Log2(2*b*a) - saved/a) / (c - 1/a)
	return math.Exp2(-(f - math.Log2(2*b*a)))
}

// slotsCross is the rate below which tables of b slots at load a take fewer bits than
// those of d slots at load e.
func slotsCross(b, a, d, e float64) float64 {
	// (i+log2(2ba))/a = (i+log2(2de))/e, solved for the information i
	i := (math.Log2(2*d*e)/e - math.Log2(2*b*a)/a) / (1/a - 1/e)
	return math.Exp2(-i)
}
