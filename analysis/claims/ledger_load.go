package claims

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// The largest tables of each number of slots, and all of them; other fingerprints apart.
func largest(b int) analysis.Selection {
	return analysis.Selection(fmt.Sprintf("load-factor kind=load family=cuckoo part=small|large b=%d size=most", b))
}

func hashTable(d, b int) analysis.Selection {
	return analysis.Selection(fmt.Sprintf("load-factor part=tables variant=hashtable(d=%d,b=%d)", d, b))
}

func windows(b int) analysis.Selection {
	return analysis.Selection(fmt.Sprintf("kicks part=windows-%d kind=kicks", b))
}

// loadClaims are the claims on load, kicks and insertion.
var loadClaims = []Claim{
	{
		ID: "LOAD-1", Sources: []string{"A"},
		Statement: "Cuckoo hashing with two choices and one slot per bucket stops at a load of about 50 %.",
		Demands: []Demand{
			{Key: "filters", Say: "the mean load of filters", Of: largest(1), Stat: measure.MeanLoad, In: near(0.5, 0.05)},
			{Key: "tables", Say: "the mean load of hash tables", Of: hashTable(2, 1), Stat: measure.MeanLoad, In: near(0.5, 0.05)},
		},
		Told:     []Demand{loadTold("slot", hashTable(2, 2)), loadTold("choice", hashTable(3, 1))},
		Size:     Effect{"tables", "mean load at the first refusal, hash table", "share"},
		Sentence: "In hash tables the first refusal comes at a load of {tables:%}, in filters of {filters:size} slots at {filters:%}.[ A second slot takes hash tables to {slot:%}, a third choice to {choice:%}.]",
		Flips:    "with a second slot per bucket or a third choice",
	},
	{
		ID: "LOAD-2", Sources: []string{"A"},
		Statement: "With three or four hash functions it reaches about 95 %.",
		Demands: []Demand{
			{Key: "three", Say: "the mean load with three choices", Of: hashTable(3, 1), Stat: measure.MeanLoad, In: upTo(0.95)},
			{Key: "four", Say: "the mean load with four choices", Of: hashTable(4, 1), Stat: measure.MeanLoad, In: from(0.95)},
		},
		Unless: []Unless{{
			Demands: []Demand{{Say: "three", Of: hashTable(3, 1), Stat: measure.MeanLoad, In: from(0.95)}},
			Say:     "there are four of them: in tables of 16,384 slots with at most 500 kicks three reach {three:%}, and no table of three more than the threshold of 91.8 %",
		}},
		Size:     Effect{"three", "mean load at the first refusal, three choices", "share"},
		Sentence: "The first refusal comes at {three:%} with three hash functions and at {four:%} with four, in tables of 16,384 slots with at most 500 kicks.",
		Missing:  "other sizes and bounds on kicks",
		Changed:  "95 % within a twentieth, for both, put the limit for three in the middle of the interval; restated in parts after its records were seen",
	},
	{
		ID: "LOAD-3", Sources: []string{"A"},
		Statement: "With several slots per bucket it reaches about 85 %.",
		Demands: []Demand{
			loadFrom("tables2", hashTable(2, 2), 0.85), loadFrom("filters2", largest(2), 0.85), loadFrom("tables4", hashTable(2, 4), 0.85), loadFrom("filters4", largest(4), 0.85),
			loadFrom("tables8", hashTable(2, 8), 0.85), loadFrom("filters8", largest(8), 0.85),
			{Say: "the mean load of hash tables with two slots", Of: hashTable(2, 2), Stat: measure.MeanLoad, In: near(0.85, 0.05)},
			{Say: "the mean load of filters with two slots", Of: largest(2), Stat: measure.MeanLoad, In: near(0.85, 0.05)},
		},
		Unless: []Unless{{
			Demands: []Demand{
				{Say: "four slots", Of: hashTable(2, 4), Stat: measure.MeanLoad, In: near(0.85, 0.05)},
				{Say: "eight slots", Of: hashTable(2, 8), Stat: measure.MeanLoad, In: near(0.85, 0.05)},
			},
			When: Outside,
			Say:  "several are two: four and eight slots reach more, {tables4:%} and {tables8:%}",
		}},
		Size:     Effect{"tables2", "mean load at the first refusal, hash table with two slots", "share"},
		Sentence: "In hash tables the first refusal comes at {tables2:%} with two slots per bucket, {tables4:%} with four and {tables8:%} with eight; in filters of {filters2:size} slots at {filters2:%}, {filters4:%} and {filters8:%}.",
		Flips:    "from four slots per bucket on, were 85 % taken for the limit",
	},
	{
		ID: "LOAD-4", Sources: []string{"A"},
		Statement: "Four hash functions and two slots per bucket reach 99 %.",
		Demands:   []Demand{{Key: "free", Say: "the share of slots left free", Of: hashTable(4, 2), Stat: measure.FreeShare, In: upTo(0.01)}},
		Told:      []Demand{loadTold("load", hashTable(4, 2))},
		Size:      Effect{"load", "mean load at the first refusal, four choices of two slots", "share"},
		Sentence:  "The first refusal comes at a load of {load:%}, in tables of 16,384 slots.",
		Changed:   "the margin was on the load, of which a hundredth is all that is left free; restated on the free slots after its records were seen",
	},
	{
		ID: "LOAD-5", Sources: []string{"D"}, Figure: "load-by-size",
		Statement: "Cuckoo filters reach a load of 0.95 and more, hash tables 0.7 to 0.8.",
		Demands: []Demand{
			{Key: "load", Say: "the mean load of {size} slots", Of: "load-factor kind=load family=cuckoo part=small|large b=4", Each: true, Stat: measure.MeanLoad, In: from(0.95)},
			{Key: "top", Say: "the highest load of Go's map", Of: octave, With: emptyMap, Stat: measure.MapTop, In: between(0.65, 0.85), Where: lastOctave, Maybe: true},
		},
		Told: []Demand{
			loadTold("two", largest(2)),
			{Key: "mean", Say: "the mean load of Go's map", Of: octave, With: emptyMap, Stat: measure.MapMean, Where: lastOctave},
			{Key: "low", Say: "the lowest load of Go's map", Of: octave, With: emptyMap, Stat: measure.MapLow, Where: lastOctave},
			{Key: "single", Say: "the highest load of a map of one table", Of: octave, With: emptyMap, Stat: measure.MapTop, Where: oneTable},
		},
		Unless: []Unless{{
			Demands: []Demand{
				{Say: "cuckoo filters of two slots", Of: largest(2), Stat: measure.MeanLoad, In: from(0.95)},
				{Say: "Go's map on average over an octave of sizes", Of: octave, With: emptyMap, Stat: measure.MapMean, In: between(0.65, 0.85), Where: lastOctave},
				{Say: "Go's map of a single table", Of: octave, With: emptyMap, Stat: measure.MapTop, In: between(0.65, 0.85), Where: oneTable},
			},
			Say: "buckets have four slots or more, up to 2^20 slots, and the hash table is about to grow: not so for {failed}",
		}},
		Size: Effect{"load.least", "least mean load at the first refusal over all sizes, four slots", "share"},
		Sentence: "With four slots the mean load is {load.least:%} or more at each of {load:n} sizes; with two slots it is {two:%} in the largest table." +
			"[ Go's map of many tables is {top:v%} full at most, {mean:v%} on average over an octave of sizes, and {low:v%} when it has grown][; a single table gets to {single:v%}].",
		Flips: "with fewer than four slots per bucket, and with hash tables that are not about to grow",
	},
	{
		ID: "LOAD-6", Sources: []string{"paper"}, Figure: "load-by-size",
		Statement: "With 1, 2, 4 and 8 slots per bucket cuckoo filters reach loads of 50, 84, 95 and 98 %.",
		Demands: []Demand{
			loadNear(1, 0.50), loadNear(2, 0.84), loadNear(4, 0.95), loadNear(8, 0.98),
		},
		Told:     []Demand{loadTold("load", largest(1)), loadTold("load", largest(2)), loadTold("load", largest(4)), loadTold("load", largest(8))},
		Size:     Effect{"load.3", "mean load at the first refusal, four slots", "share"},
		Sentence: "With {load.1:size} slots and at most 500 kicks the first refusal comes at {load.1:%} for b=1, {load.2:%} for b=2, {load.3:%} for b=4 and {load.4:%} for b=8.",
		Flips:    "with fingerprints too short to tell buckets apart",
		Changed:  "the margin was a twentieth of the load, which near 1 is no test; restated as a bound on the free slots after its records were seen",
	},
	{
		ID: "LOAD-7", Sources: []string{"A"},
		Statement: "Three keys with the same two places form a cycle of evictions.",
		Demands:   []Demand{{Key: "wrong", Say: "groups of three keys that do other than lose the third alone after every kick allowed", Of: "places part=three kind=cycle", Where: twoPlaces, Stat: measure.NoCycle, In: never(1e-3), NoP: true}},
		Told: []Demand{
			{Key: "five", Say: "groups of five with the same two places of two slots", Of: "places part=five kind=cycle", Stat: measure.NoCycle},
		},
		Unless: []Unless{{
			Demands: []Demand{{Key: "roomy", Say: "tables of more slots or choices", Of: "places part=three kind=cycle", Where: moreRoom, Stat: measure.GroupLoses, In: from(0.5)}},
			When:    Outside,
			Say:     "a place has one slot and there are two: with a second slot or a third choice {roomy:%} of groups of three lose a key; in general it takes 2b+1 keys with the same two buckets of b slots",
		}},
		Size:     Effect{"wrong", "share of groups that do not go as a cycle would", "share"},
		Sentence: "{wrong:%} of groups of three keys with the same two places of one slot did other than lose the third key alone after every kick allowed, or lost a key that has another place;[ of groups of five with the same two places of two slots {five:%} did other than lose the fifth.]",
		Flips:    "with a second slot per bucket or a third choice, where three keys have room",
	},
	{
		ID: "LOAD-8", Sources: []string{"A"},
		Statement: "That the hash of a fingerprint is not zero suffices for a key's two buckets to differ.",
		Demands:   []Demand{{Say: "keys whose two buckets are one", Of: "places part=same kind=places family=cuckoo alt=hashed f>=16", Stat: measure.SamePlace, In: never(1e-6), NoP: true}},
		Told: []Demand{
			{Key: "share", Say: "the smallest filter", Of: "places part=same kind=places family=cuckoo alt=hashed f>=16", Each: true, Stat: measure.SamePlace},
			{Key: "plain", Say: "the fingerprint itself", Of: "places part=same kind=places family=cuckoo alt=plain f>=16 size=least", Stat: measure.SamePlace},
			{Key: "apart", Say: "other ways", Of: "places part=same kind=places family=cuckoo alt=apart", Stat: measure.SamePlace},
		},
		Size: Effect{"share.first", "share of keys whose two buckets are one, smallest filter", "share"},
		Sentence: "With i1 xor hash(fingerprint), reduced to the buckets, the two are one for {share.first:%} of the keys of a filter of {smallest} buckets, where 1/m is {inverse}, and for {share.last:%} in the largest. " +
			"With the fingerprint itself in place of its hash it is {plain:%} in the smallest. With the hash reduced to 1 up to m-1, or two halves of the table, it is {apart:%}.",
		Words: func(e *Evidence) map[string]string {
			list := e.Select("places part=same kind=places family=cuckoo alt=hashed f>=16")
			if len(list) == 0 {
				return nil
			}
			m := measure.Buckets(list[0].Shape())
			return map[string]string{"smallest": count(m), "inverse": percent(theory.CuckooHashedShare(m))}
		},
		Flips: "where the hash is reduced to 1 up to buckets-1 in place of 0 up to buckets-1",
	},
	{
		ID: "LOAD-9", Sources: []string{"C", "D"}, Figure: "kicks-by-load",
		Statement: "The time of an insert becomes unstable when the table is nearly full.",
		Demands: []Demand{
			{Key: "two", Say: "the rise with 2 slots", Of: windows(2), Stat: measure.KicksRise, In: from(10)},
			{Key: "four", Say: "the rise with 4 slots", Of: windows(4), Stat: measure.KicksRise, In: from(10)},
			{Key: "eight", Say: "the rise with 8 slots", Of: windows(8), Stat: measure.KicksRise, In: from(10)},
		},
		Told: []Demand{
			{Key: "at80", Say: "80 %", Of: windows(4), Stat: measure.Kicks99(0.8)}, {Key: "at90", Say: "90 %", Of: windows(4), Stat: measure.Kicks99(0.9)}, {Key: "at95", Say: "95 %", Of: windows(4), Stat: measure.Kicks99(0.95)},
			{Key: "ns50", Say: "half", Of: insertsOf("cuckoo(b=4,f=12)"), Stat: measure.InsertQuantile(0.5, 0.999)}, {Key: "ns95", Say: "nearly full", Of: insertsOf("cuckoo(b=4,f=12)"), Stat: measure.InsertQuantile(0.95, 0.999)},
		},
		Size: Effect{"four", "rise of the 99th percentile of kicks from half load to the highest load, four slots", "kicks"},
		Sentence: "Over half load the 99th percentile of kicks rises by {two} at the highest load with 2 slots, {four} with 4 and {eight} with 8; with 4 it is {at80:v} at a load of 80 %, {at90:v} at 90 % and {at95:v} at 95 %." +
			"[ One insert in a thousand takes {ns50:v} ns at half load and {ns95:v} ns at 95 %.]",
		Flips: "below the load at which one insert in a hundred needs ten kicks",
	},
	{
		ID: "LOAD-10", Sources: []string{"D"}, Figure: "kicks-bound",
		Statement: "An insert takes constant time when averaged over the filling of a table.",
		Demands: []Demand{
			flat(2, 0.5), flat(2, 0.8), flat(4, 0.5), flat(4, 0.8), flat(4, 0.9), flat(8, 0.8), flat(8, 0.9),
		},
		Unless: []Unless{{
			Demands: []Demand{flat(4, 0.95), flat(8, 0.95)},
			When:    Outside,
			Say:     "the load is held at or below 90 %, as where a table grows in time: not so for {failed}",
		}},
		Size:     Effect{"flat.5", "kicks per insert at load 90 %, largest table over smallest, four slots", ""},
		Sentence: "From 1,024 slots to {flat:size}, kicks per insert change by factors from {flat.least} to {flat.most}, over {flat:n} numbers of slots and loads up to 90 %.",
		Flips:    "close to the threshold, where kicks depend on how many an insert may make",
	},
	{
		ID: "LOAD-11", Sources: []string{"C"}, Figure: "balls-in-bins",
		Statement: "The fullest of n bins holds about ln n / ln ln n balls with one choice and ln ln n with two.",
		Demands: []Demand{
			{Key: "one", Say: "the longest of {keys} chains with one choice", Of: bins(1), Each: true, Stat: measure.LongestOverLaw, In: near(1, 0.05)},
			{Key: "two", Say: "the longest of {keys} chains with two choices", Of: bins(2), Each: true, Stat: measure.LongestOverLaw, In: near(1, 0.05)},
			{Say: "the growth with two choices less that with one", Of: bins(2), With: bins(1), Stat: measure.GrowthLess, In: upTo(0)},
		},
		Told: []Demand{
			{Key: "longest1", Say: "one", Of: bins(1), Each: true, Stat: measure.Longest}, {Key: "longest2", Say: "two", Of: bins(2), Each: true, Stat: measure.Longest},
			{Key: "term1", Say: "one", Of: bins(1), Each: true, Stat: measure.LongestOverTerm}, {Key: "term2", Say: "two", Of: bins(2), Each: true, Stat: measure.LongestOverTerm},
		},
		Unless: []Unless{{
			Demands: []Demand{
				{Say: "{keys} chains with one choice", Of: bins(1), Each: true, Stat: measure.LongestOverTerm, In: near(1, 0.2)},
				{Say: "{keys} chains with two choices", Of: bins(2), Each: true, Stat: measure.LongestOverTerm, In: near(1, 0.2)},
			},
			Say: "the terms are taken as orders of growth: as numbers they are too small, by factors of {term1.last} with one choice and {term2.last} with two, for {term1.last:keys} chains",
		}},
		Size:     Effect{"term1.last", "longest chain over ln n / ln ln n, one choice, most chains", ""},
		Sentence: "In {longest1.last:keys} chains of as many keys the longest has {longest1.last} with one choice and {longest2.last} with two, {one.last} and {two.last} times what the laws expect of which the quoted terms are the leading ones. In {longest1.first:keys} it is {longest1.first} and {longest2.first}.",
		Flips:    "if the leading terms are taken for numbers",
	},
	{
		ID: "LOAD-12", Sources: []string{"D"}, Figure: "load-by-size",
		Statement: "A table should have a fifth in reserve and be rebuilt at a load of 90 %.",
		Demands: []Demand{
			{Key: "gain", Say: "the kicks at 95 % over those at 90 %", Of: windows(4), Stat: measure.KicksOver(0.95, 0.9), In: from(2)},
			{Key: "early", Say: "the share of fillings refused before 90 %", Of: "load-factor kind=load family=cuckoo part=small|large b=4", Stat: measure.RefusedBefore(0.9), In: upTo(1e-3), NoP: true},
		},
		Told: []Demand{
			{Key: "at80", Say: "80 %", Of: windows(4), Stat: measure.KicksAt(0.8)}, {Key: "at90", Say: "90 %", Of: windows(4), Stat: measure.KicksAt(0.9)}, {Key: "at95", Say: "95 %", Of: windows(4), Stat: measure.KicksAt(0.95)},
		},
		Unless: []Unless{{
			Demands: []Demand{
				{Say: "two slots", Of: "load-factor kind=load family=cuckoo part=small|large b=2", Stat: measure.RefusedBefore(0.9), In: upTo(1e-3)},
			},
			When: Outside,
			Say:  "buckets have four slots or more: of tables with fewer too many are refused a key before 90 %, {failed}",
		}},
		Size:     Effect{"gain", "kicks per insert at 95 % over those at 90 %, four slots", ""},
		Sentence: "With four slots {early:%} of fillings are refused before 90 %, so that a rebuild there comes in time. An insert takes {at80} kicks at 80 %, {at90} at 90 % and {at95} at 95 %, {gain} times those at 90 %. Planning for 80 % in place of 95 % costs 18.8 % more bits per key.",
		Flips:    "with two slots per bucket, whose tables refuse before 90 %",
	},
}

func loadTold(key string, of analysis.Selection) Demand {
	return Demand{Key: key, Say: key, Of: of, Stat: measure.MeanLoad}
}

func loadFrom(key string, of analysis.Selection, least float64) Demand {
	return Demand{Key: key, Say: "the mean load of {cell}", Of: of, Stat: measure.MeanLoad, In: from(least)}
}

func loadNear(b int, stated float64) Demand {
	return Demand{Key: "free", Say: fmt.Sprintf("the share of slots left free with b=%d", b), Of: largest(b), Stat: measure.FreeShare, In: upTo(1.05 * (1 - stated))}
}

// flat sets the kicks in the largest table against those in the smallest.
func flat(b int, load float64) Demand {
	at := func(size string) analysis.Selection {
		return analysis.Selection(fmt.Sprintf("kicks part=sizes-small-%d|sizes-middle-%d|sizes-large-%d kind=kicks size=%s", b, b, b, size))
	}
	return Demand{Key: "flat", Say: fmt.Sprintf("load %s with %d slots", percent(load), b), Of: at("most"), Over: at("least"), Each: true, Stat: measure.KicksBySize(load), In: near(1, 0.1)}
}

func bins(choices int) analysis.Selection {
	return analysis.Selection(fmt.Sprintf("places kind=bins fill=1 k=%d", choices))
}

// Heaps of Go's map over its sizes.
const (
	octave   = "memory part=octave kind=heap variant=set(of=hash)"
	emptyMap = "memory part=slots kind=heap variant=set(of=hash)"
)

// The sizes of part octave: one octave of maps of many tables, and maps of a single table.
var (
	lastOctave = &Where{"maps of many tables", func(c analysis.Cell) bool { return c.Capacity > 1024 }}
	oneTable   = &Where{"maps of a single table", func(c analysis.Cell) bool { return c.Capacity <= 1024 }}
)

// Three keys and two places of one slot, or more room than that.
var (
	twoPlaces = &Where{"two places of one slot", func(c analysis.Cell) bool { return max(2, c.Shape().Probes)*c.Shape().BucketSlots == 2 }}
	moreRoom  = &Where{"more slots or choices", func(c analysis.Cell) bool { return max(2, c.Shape().Probes)*c.Shape().BucketSlots > 2 }}
)

func insertsOf(variant string) analysis.Selection {
	return analysis.Selection("latency part=insert kind=latency size=most variant=" + variant)
}
