package claims

import (
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// windowedRates are windowed filters at 94 % of their slots, of several lengths of slots.
const windowedRates = "windowed part=rates family=windowed"

// publishedFuse is a fuse filter that tries as the published code in C does.
const publishedFuse = "variant=binaryfuse(k=3,f=8,retry=same,attempts=100)"

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
	{
		ID: "FUSE-1", Sources: []string{"FastFilter"},
		Statement: "A fuse filter's construction fails less often than a cosmic ray strikes.",
		Demands:   []Demand{{Key: "failed", Say: "the share of builds that fail, of 11,480 to 11,520 keys in the published layout with 100 attempts", Of: "static part=window " + publishedFuse, Stat: measure.FailedBuilds, In: never(1e-3), NoP: true, Worse: +1}},
		Told: []Demand{
			{Key: "attempts", Say: "single attempts that fail there", Of: "static part=window " + publishedFuse, Stat: measure.FailedAttempts},
			{Key: "lost", Say: "keys denied after a failed build", Of: "static part=window " + publishedFuse, Stat: measure.DeniedAfterFailure},
			{Key: "others", Say: "builds that fail at other numbers of keys", Of: "static part=steps " + publishedFuse, Stat: measure.FailedBuilds},
			{Key: "library", Say: "builds of the library that fail", Of: "static part=sweep|steps|window family=fuse", Stat: measure.FailedBuilds},
			{Key: "most", Say: "its attempts", Of: "static part=sweep|steps|window family=fuse", Each: true, Stat: measure.MostAttempts},
			{Key: "ours", Say: "attempts with more slots", Of: "static part=sweep|steps|window family=binaryfuse retry!=same", Each: true, Stat: measure.MostAttempts},
		},
		Size:     Effect{"failed", "share of builds of 11,480 to 11,520 keys that fail", "share"},
		Sentence: "Of builds of 11,480 to 11,520 different keys {failed:%} fail after 100 attempts, as {attempts:%} of single attempts do, and a caller who goes on with what is left is denied {lost:v%} of the keys.[ Around other steps of the layout {others:%} of builds fail.] The Go library, whose every fourth attempt halves the segments, fails in {library:%} and makes {most.most:v} attempts at most; with slots added as attempts fail {ours.most:v} are the most.",
		Flips:    "at numbers of keys further from a step of the layout, or where a failed attempt changes it",
	},
	{
		ID: "CAS-1", Sources: []string{"Cassandra"}, Figure: "fpr-bloom-bits",
		Statement: "A rate of 1 % takes three times the memory of 10 %.",
		Demands:   []Demand{{Key: "times", Say: "the bits at 1 % over those at 10 %", Of: "fpr-bloom part=bits family=bloom", Stat: measure.BitsAtOver(0.01, 0.1), In: near(3, 0.1)}},
		Told:      []Demand{computed("formula", "", theory.BloomIdealBitsPerKey(0.01)/theory.BloomIdealBitsPerKey(0.1), Range{})},
		Size:      Effect{"times", "bits of a Bloom filter at 1 % over those at 10 %", ""},
		Sentence:  "By measured rates a Bloom filter takes {times} times the bits at 1 % that it takes at 10 %; the formula gives {formula:v}.",
	},
	{ID: "FB-1", Sources: []string{"fast-bloom"}, Statement: "It is 2 to 20 times as fast as other Bloom filters, and its rates are magnitudes more accurate.", Missing: "that library, or its structure, beside others at equal bits"},
	{
		ID: "SHAIA-1", Sources: []string{"shaia"}, Figure: "fpr-cuckoo-load",
		Statement: "A cuckoo filter with 8-bit fingerprints at a load of 90 % has a rate of about 1.2 %.",
		Demands:   []Demand{{Key: "rate", Say: "the rate of four slots of 8 bits at 90 %", Of: "fpr-cuckoo part=four-slots b=4 f=8 fill=0.9", Stat: measure.Rate, In: near(0.012, 0.25), Worse: +1}},
		Told:      []Demand{computed("theory", "", theory.CuckooFPR(65536/4, 58982, 8), Range{}), {Key: "two", Say: "two slots", Of: "fpr-cuckoo part=two-slots b=2 f=8 fill=most", Stat: measure.Rate}},
		Size:      Effect{"rate", "rate of a cuckoo filter of four slots of 8 bits at a load of 90 %", "share"},
		Sentence:  "Four slots of 8 bits err in {rate:%} at a load of 90 %, as theory says ({theory:v%});[ buckets of two, at 84 %, in {two:%}].",
		Flips:     "with buckets of two slots, or 9 to 10 bits",
	},
	{
		ID: "DUCK-1", Sources: []string{"duck"},
		Statement: "An xor filter of 8 bits has a rate of about 1 % at about 9 bits per key.",
		Demands: []Demand{
			{Key: "rate", Say: "its rate", Of: "static part=rates family=xor", Stat: measure.Rate, In: near(0.01, 0.25)},
			{Key: "bits", Say: "its bits per key", Of: "static part=rates family=xor", Stat: measure.BitsEach, In: near(9, 0.05)},
		},
		Told:     []Demand{{Key: "fuse", Say: "a binary fuse filter", Of: "static part=rates variant=fuse(f=8)", Stat: measure.BitsEach}},
		Size:     Effect{"rate", "rate of an xor filter of 8 bits", "share"},
		Sentence: "An xor filter of 8 bits errs in {rate:%} and takes {bits} bits per key;[ {fuse} bits is what a binary fuse filter takes at that rate].",
		Flips:    "with fingerprints of 7 bits, for the rate; as binary fuse, for the bits",
	},
}
