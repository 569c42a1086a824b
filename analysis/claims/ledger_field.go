package claims

import (
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// windowedRates are windowed filters at 94 % of their slots, of several lengths of slots.
const windowedRates = "windowed part=rates family=windowed"

// otherClaims are claims of the field: of servers, libraries and newer papers.
var otherClaims = []Claim{
	{
		ID: "WIN-1", Sources: []string{"windowed"}, Figure: "space-crossing",
		Statement: "Windows save one bit per key: a windowed cuckoo filter takes 1.06 (k+2) bits.",
		Demands: []Demand{
			{Key: "over", Say: "the bits of {cell} over the formula", Of: windowedRates, Each: true, Stat: measure.OverWindows, In: upTo(1.02)},
			{Key: "saved", Say: "what {cell} saves over buckets of four at its rate", Of: windowedRates, With: fourSlots, Each: true, Skip: true, Stat: measure.SavedBits, In: near(1, 0.25)},
			{Key: "load", Say: "the mean load at which {size} slots have no room", Of: "windowed part=load|large kicks=2000", Each: true, Stat: measure.MeanLoad, In: from(1 / 1.06)},
		},
		Told: []Demand{
			{Key: "crossing", Say: "with Bloom filters", Of: windowedRates, With: bloomCurve, Stat: measure.Crossing},
			{Key: "plain", Say: "of buckets of four", Of: fourSlots, With: bloomCurve, Stat: measure.Crossing},
			{Key: "short", Say: "with 500 kicks", Of: "windowed part=load|large kicks=500", Each: true, Stat: measure.MeanLoad},
		},
		Unless: []Unless{{
			Demands: []Demand{{Say: "500 kicks", Of: "windowed part=large kicks=500", Each: true, Stat: measure.MeanLoad, In: from(1 / 1.06)}},
			Say:     "an insert may move 2,000 entries: with 500, the usual bound of a cuckoo filter, tables fill to {short.least:%} ({short.least:size} slots)",
		}},
		Size:     Effect{"saved.least", "bits per key that windows save over buckets of four at an equal rate, least over lengths of slots", "bits"},
		Sentence: "Bits are {over.least} to {over.most} times the formula, and {saved.least} to {saved.most} bits a key below those of buckets of four at an equal rate. Tables fill to {load.least:%} ({load.least:size} slots) to {load.most:%}.[ The curve crosses that of Bloom filters at {crossing:%}, where buckets of four cross it at {plain:%}.]",
		Flips:    "with fewer kicks, at which large tables do not fill to 94.3 %",
	},
	{ID: "FUSE-1", Sources: []string{"FastFilter"}, Statement: "A fuse filter's construction fails less often than a cosmic ray strikes.", Missing: "attempts and failures at every number of keys around the steps of the segment length"},
	{
		ID: "CAS-1", Sources: []string{"Cassandra"}, Figure: "fpr-bloom-bits",
		Statement: "A rate of 1 % takes three times the memory of 10 %.",
		Demands:   []Demand{{Key: "times", Say: "the bits at 1 % over those at 10 %", Of: "fpr-bloom part=bits family=bloom", Stat: measure.BitsAtOver(0.01, 0.1), In: near(3, 0.1)}},
		Told:      []Demand{computed("formula", "", theory.BloomIdealBitsPerKey(0.01)/theory.BloomIdealBitsPerKey(0.1), Range{})},
		Size:      Effect{"times", "bits of a Bloom filter at 1 % over those at 10 %", ""},
		Sentence:  "By measured rates a Bloom filter takes {times} times the bits at 1 % that it takes at 10 %; the formula gives {formula:v}.",
	},
	{ID: "FB-1", Sources: []string{"fast-bloom"}, Statement: "It is 2 to 20 times as fast as other Bloom filters, and its rates are magnitudes more accurate.", Missing: "that library, or its structure, beside others at equal bits"},
	{ID: "SHAIA-1", Sources: []string{"shaia"}, Statement: "A cuckoo filter with 8-bit fingerprints at a load of 90 % has a rate of about 1.2 %.", Missing: "a filter as described there"},
	{ID: "DUCK-1", Sources: []string{"duck"}, Statement: "An xor filter of 8 bits has a rate of about 1 % at about 9 bits per key.", Missing: "a filter as described there"},
}
