package claims

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

const (
	hotKeys   = "duplicates kind=duplicates family=cuckoo"
	otherLibs = "deletion part=others kind=erasure family=seiflotfy-cuckoo|boom-cuckoo"
)

func policy(name string) analysis.Selection {
	return analysis.Selection("drift part=policies family=cuckoo policy=" + name)
}

// duplicateClaims are the claims on keys that come more than once.
var duplicateClaims = []Claim{
	{
		ID: "DUP-1", Sources: []string{"A"}, Figure: "copies-map",
		Statement: "Of fifteen inserts of one key into github.com/seiflotfy/cuckoofilter eight succeed and seven fail.",
		Demands:   []Demand{{Key: "same", Say: "the share of keys with eight acceptances and then seven refusals", Of: "duplicates part=program family=seiflotfy-cuckoo", Stat: measure.Printed("++++++++-------"), In: from(0.5), NoP: true}},
		Told:      []Demand{{Key: "ours", Say: "ours", Of: "duplicates part=program variant=cuckoo(b=4,f=8)", Stat: measure.Printed("++++++++-------")}},
		Unless: []Unless{{
			Demands: []Demand{{Say: "all", Of: "duplicates part=program family=seiflotfy-cuckoo", Stat: measure.Printed("++++++++-------"), In: from(1)}},
			Say:     "the two buckets of the key differ: not every key has that sequence",
		}},
		Size:     Effect{"same", "share of keys with the printed sequence", "share"},
		Sentence: "The library gave the printed sequence for {same:v%} of the keys, cuckoo(b=4,f=8) for {ours:v%}.",
		Flips:    "for keys whose two buckets are one",
	},
	{
		ID: "DUP-2", Sources: []string{"A", "paper"}, Figure: "copies-map",
		Statement: "A cuckoo filter holds at most 2b copies of one key.",
		Demands:   []Demand{{Key: "beyond", Say: "the share of hot keys with more than 2b copies", Of: hotKeys, Stat: measure.BeyondLimit, In: never(0.01), NoP: true}},
		Told:      []Demand{{Key: "short", Say: "without 2b", Of: "duplicates kind=duplicates family=cuckoo fill=0", Stat: measure.NotAtLimit}},
		Unless: []Unless{{
			Demands: []Demand{{Say: "in empty tables", Of: "duplicates kind=duplicates family=cuckoo fill=0", Stat: measure.NotAtLimit, In: never(0.01)}},
			When:    Outside,
			Say:     "it is a limit: it is reached only where the two buckets differ and are free of other entries",
		}},
		Size:     Effect{"beyond", "share of hot keys with more than 2b copies", "share"},
		Sentence: "{beyond:%} of hot keys got more than 2b copies; in empty tables {short:%} did not get 2b.",
	},
	{
		ID: "DUP-3", Sources: []string{"A"},
		Statement: "Each insert past the limit makes hundreds of kicks, until the bound on kicks stops it.",
		Demands:   []Demand{{Key: "fewer", Say: "the share of refused copies that spent fewer kicks than the bound", Of: hotKeys, Stat: measure.FewerKicks, In: never(0.01), NoP: true}},
		Told: []Demand{
			{Key: "refusal", Say: "refused", Of: "multisets part=speed variant=cuckoo(b=4,f=12)", Stat: measure.Gross("refused")},
			{Key: "insert", Say: "accepted", Of: "multisets part=speed variant=cuckoo(b=4,f=12)", Stat: measure.Gross("insert")},
		},
		Size:     Effect{"fewer", "share of refused copies that spent fewer kicks than the bound", "share"},
		Sentence: "{fewer:%} of refused copies spent fewer kicks than the bound, whatever it was: the walk of the filters of this project has no earlier end.[ A refused insert takes {refusal} ns, an insert {insert} ns.]",
		Flips:    "with a bound below a hundred kicks",
		Missing:  "filters that notice that a key has filled its buckets",
	},
	{
		ID: "DUP-4", Sources: []string{"A"}, Figure: "multiset-load",
		Statement: "When one fingerprint fills both of its buckets, the use of space falls to an eighth.",
		Demands: []Demand{{Key: "eight", Say: "different keys held, eight copies over one", Of: "duplicates part=multiset variant=cuckoo(b=4,f=12) keys.r=8", Over: "duplicates part=multiset variant=cuckoo(b=4,f=12) keys.r=1",
			Stat: measure.DistinctRatio, In: near(0.125, 0.25), Worse: -1}},
		Told:     []Demand{{Key: "copies", Say: "others", Of: "duplicates part=multiset variant=cuckoo(b=4,f=12) keys.r>1", Over: "duplicates part=multiset variant=cuckoo(b=4,f=12) keys.r=1", Each: true, Stat: measure.DistinctRatio}},
		Size:     Effect{"eight", "different keys held before the first refusal with eight copies of each, over those with one", "share"},
		Sentence: "With every key eight times a table of four slots a bucket holds {eight:%} of the different keys that it holds with every key once, when it first refuses one: much less than an eighth. By copies of every key: {copies:list%}.",
		Flips:    "where the ratio passes an eighth, in copies of every key",
	},
	{
		ID: "DUP-5", Sources: []string{"A"}, Figure: "drift-policies",
		Statement: "Looking before inserting removes the failure and makes wrong deletions very likely: two different keys with one fingerprint share it, and deleting one removes both.",
		Demands: []Demand{
			{Key: "refused", Say: "refusals of {cell}", Of: policy("check"), Each: true, Stat: measure.RefusedAtEnd, In: upTo(0.001)},
			{Key: "mechanism", Say: "live keys denied by {cell} where different keys share fingerprints", Of: "drift part=distinct family=cuckoo f=8", Each: true, Stat: measure.DeniedAtEnd, In: from(0.1)},
		},
		Told: []Demand{
			{Key: "long", Say: "twelve bits", Of: "drift part=distinct variant=cuckoo(b=4,f=12)", Stat: measure.DeniedAtEnd},
			{Key: "percopy", Say: "one delete per copy", Of: policy("check"), Each: true, Stat: measure.DeniedAtEnd},
			{Key: "last", Say: "the last copy alone", Of: policy("last"), Each: true, Stat: measure.DeniedAtEnd},
			{Key: "known", Say: "an exact set beside", Of: policy("known"), Each: true, Stat: measure.DeniedAtEnd},
		},
		Size: Effect{"mechanism.most", "live keys denied at the end where different keys share fingerprints, most over filters of 8 bits", "share"},
		Sentence: "Nothing is refused, but by that mechanism {mechanism.least:%} to {mechanism.most:%} of live keys are denied with fingerprints of 8 bits, and {long:%} with 12: not likely. " +
			"Another mechanism is worse: where the same key is deleted once for each of its copies, {percopy.least:%} to {percopy.most:%} are denied ({percopy.most:name}). A caller that deletes with the last copy alone loses {last.most:%} at most, one that keeps an exact set {known.most:%}.",
		Flips:   "where copies of the same key are deleted one by one",
		Changed: "the rule took the losses of another mechanism, on Zipf streams alone, for those of the source's; restated after its records were seen",
	},
	{
		ID: "DUP-6", Sources: []string{"A"}, Figure: "drift-policies",
		Statement: "As deletion is not exact, the number of elements cannot be estimated well.",
		Demands: []Demand{
			{Key: "check", Say: "error of the number of keys, {cell}, looking first", Of: "drift part=policies family=cuckoo policy=check keys=zipf", Each: true, Stat: measure.KeysOff, In: from(0.05)},
			{Key: "every", Say: "error of the number of keys, {cell}, inserting every copy", Of: "drift part=policies family=cuckoo policy=every keys=zipf", Each: true, Stat: measure.KeysOff, In: from(0.05)},
		},
		Told: []Demand{{Key: "copies", Say: "copies", Of: policy("every"), Each: true, Stat: measure.CopiesOff}},
		Unless: []Unless{{
			Demands: []Demand{
				{Key: "careful", Say: "{cell}", Of: policy("last"), Each: true, Stat: measure.KeysOff, In: from(0.05)}, {Key: "careful", Say: "{cell}", Of: policy("known"), Each: true, Stat: measure.KeysOff, In: from(0.05)},
			},
			When: Outside,
			Say:  "the caller does not know which copy is the last: where it deletes with that one alone, occupied slots are off by {careful.most:%} of the live keys at most",
		}},
		Size:     Effect{"check.least", "occupied slots against live keys where the caller looks first and deletes every copy, relative error, least", "share"},
		Sentence: "Against live keys, occupied slots are off by {check.least:%} to {check.most:%} where the caller looks first and deletes every copy, and by {every.least:%} to {every.most:%} where every copy is inserted; these count copies, to {copies.most:%}.",
		Flips:    "where only the last copy is deleted",
		Changed:  "where every copy is inserted, slots were set against copies, which is an identity; restated after its records were seen",
	},
	{
		ID: "DUP-7", Sources: []string{"A"}, Figure: "copies-map",
		Statement: "To remember multiplicities takes a dictionary whose space defeats the purpose.",
		Demands: []Demand{
			{Key: "all", Say: "the space on {workload}, over that of an exact set", Of: "multisets part=repeat family=sidecuckoo keys.r>1", Over: exactOnHot, Each: true, Stat: measure.AllRepeatBits, In: from(0.5)},
		},
		Told: []Demand{{Key: "few", Say: "one hot key", Of: "multisets part=space family=sidecuckoo keys=hot", Over: exactOnHot, Stat: measure.OneHotBits}},
		Unless: []Unless{{
			Demands: []Demand{{Say: "one hot key", Of: "multisets part=space family=sidecuckoo keys=hot", Over: exactOnHot, Stat: measure.OneHotBits, In: from(0.5)}},
			When:    Outside,
			Say:     "many keys repeat: where one key alone does, the filter with its dictionary takes {few:%} of the space of an exact set",
		}},
		Size:     Effect{"all.least", "space of the filter with its dictionary over that of an exact set, every key repeated, least", "share"},
		Sentence: "The filter and the dictionary of its repeated keys take {all.least:%} of the space of an exact set or more where every key is repeated, and {few:%} where one key is hot.",
		Flips:    "where so many keys repeat that their places in the dictionary outweigh the filter",
		Changed:  "one hot key alone refuted it; restated after its records were seen",
	},
	{
		ID: "DUP-8", Sources: []string{"A"}, Figure: "drift-policies",
		Statement: "Copies of one key pile up in a cuckoo filter.",
		Demands:   []Demand{{Key: "kept", Say: "keys with two copies that {cell} still finds after one delete", Of: otherLibs, Each: true, Skip: true, Stat: measure.TwiceStill, In: from(0.5), NoP: true}},
		Size:      Effect{"kept.least", "share of keys with two copies that look present after one delete, least over libraries of others", "share"},
		Sentence:  "After two inserts and one delete {kept:list%} of the keys look present, in the libraries of others that were measured.",
		Missing:   "servers, and implementations in other languages",
		Changed:   "its verdict was fixed and counted filters of this project; split by source after its records were seen (DUP-8b)",
	},
	{
		ID: "DUP-8b", Sources: []string{"D"}, Figure: "drift-policies",
		Statement: "A cuckoo filter is a set: it stores one fingerprint however often a key is inserted, and one delete removes it.",
		Demands:   []Demand{{Key: "kept", Say: "keys with two copies that {cell} still finds after one delete", Of: otherLibs, Each: true, Skip: true, Stat: measure.TwiceStill, In: upTo(0.5), NoP: true}},
		Size:      Effect{"kept.least", "share of keys with two copies that look present after one delete, least over libraries of others", "share"},
		Sentence:  "After two inserts and one delete {kept:list%} of the keys look present, in the libraries of others that were measured.",
		Missing:   "servers, and implementations in other languages",
		Changed:   "split from DUP-8",
	},
	{
		ID: "DUP-9", Sources: []string{"beyond"}, Figure: "copies-map",
		Statement: "Some remedy takes any number of copies at a bearable price.",
		Special:   ruleRemedies, // one remedy that passes five tests is enough
		Special_:  "A remedy must accept 1,000 copies of every hot key, refuse nothing and deny no live key in the stream, for at most twice the bits per distinct key, its dictionary included, and not for certain more than 1.5 times the false positive rate of cuckoo(b=4,f=12). One is enough. Which of them keep to twice the bits where every key repeats is the condition.",
		Takes:     []analysis.Selection{remediesHot, remedyCopies, remedyStream, remedyRepeat},
		Changed:   "the dictionary of sidecuckoo was left out of its bits; restated after its records were seen",
	},
	{
		ID: "DUP-10", Sources: []string{"beyond"}, Figure: "copies-map",
		Statement: "A refused insert may leave the filter without the fingerprint of some other key.",
		Special:   ruleLostKeys, // one library that loses a key is enough; one of ours would be a fault
		Special_:  "One key lost makes it true; of which filters is the condition. That the filters of this project lose none is shown if the upper end of the exact interval of the share of lookups is below one in a million.",
		Takes:     append([]analysis.Selection{hotKeys}, lossesOfLibraries...),
	},
	{
		ID: "DUP-11", Sources: []string{"A"}, Figure: "copies-map",
		Statement: "When an insert is refused, make the table larger.",
		Demands:   []Demand{{Key: "fits", Say: "trials in which some size keeps all copies", Of: "copies part=grow family=cuckoo", Stat: measure.Fits, In: from(0.9), NoP: true}},
		Told: []Demand{
			{Key: "side", Say: "a dictionary", Of: "copies part=grow family=sidecuckoo", Stat: measure.FitBits},
			{Key: "quotient", Say: "a quotient filter", Of: "copies part=grow family=quotient", Stat: measure.FitBits},
		},
		Size:     Effect{"fits", "share of trials in which a table of at most 64 times the size keeps one key that is every fiftieth insert", "share"},
		Sentence: "With one key as every fiftieth insert a cuckoo filter of at most 64 times the size keeps all copies in a share of {fits} of the trials: a caller who grows on refusal does so again and again.[ sidecuckoo(b=4,f=12) keeps them at {side} bits for each key, quotient(r=9) at {quotient}.]",
		Flips:    "where no key comes more often than its buckets have slots",
		Changed:  "written after records of a quick run were seen",
	},
	{
		ID: "DUP-12", Sources: []string{"beyond"}, Figure: "copies-map",
		Statement: "A key that has filled its buckets can be told from a full table at no cost.",
		Demands: []Demand{
			{Key: "refused", Say: "the share of refused copies that spent fewer kicks than the bound", Of: "multisets part=copies variant=" + earlyCuckoo, Stat: measure.FewerKicks, In: from(0.99), NoP: true},
			{Key: "insert", Say: "an insert of another key, over one of a filter that does not look", Of: "copies part=early variant=" + earlyCuckoo, Over: "copies part=early variant=" + usualCuckoo, Stat: measure.NetRatio("insert"), In: upTo(1.1)},
		},
		Size:     Effect{"insert", "time of an insert of another key with early refusal over that without", ""},
		Sentence: "A share of {refused} of the copies that cannot be kept are refused without trying the kicks, and an insert of another key takes {insert} times as long as in a filter that does not look.",
		Flips:    "where inserts are so short that one more comparison shows",
		Changed:  "ten repetitions could not decide it; forty of its own were planned after their records had been seen, the bound is as before",
	},
	{
		ID: "DUP-13", Sources: []string{"beyond"}, Figure: "copies-map",
		Statement: "Several hot keys at once harm other keys.",
		Demands:   []Demand{{Key: "library", Say: "keys denied in a library that does not take its kicks back", Of: manyHot + " family=seiflotfy-cuckoo fill=0.95", Stat: measure.DeniedToCareful, In: from(0.001), NoP: true}},
		Told: []Demand{
			{Key: "half", Say: "the same in a filter for twice the keys", Of: manyHot + " family=seiflotfy-cuckoo fill=0.5", Stat: measure.DeniedToCareful},
			{Key: "shut", Say: "keys lost with those refused outright", Of: manyHot + " variant=cuckoo(b=4,f=12) fill=0.95", Stat: measure.LostByEvery},
		},
		Unless:   []Unless{{Demands: []Demand{{Key: "safe", Say: "keys denied in filters of this project", Of: "copies part=callers family=" + ownKeepers, Stat: measure.DeniedToCareful, In: upTo(0.0001), NoP: true}}, When: Inside, Say: "a refused insert does not take back its kicks: filters that do deny {safe} of the keys that they took"}},
		Size:     Effect{"library", "share of the keys that seiflotfy-cuckoo took and denies beside a thousand hot keys", "share"},
		Sentence: "Beside a thousand hot keys with nine inserts in ten, seiflotfy-cuckoo denies {library:%} of the keys that it took when nearly full and {half:%} when half full. But copies take the room of other keys in ours too: a nearly full cuckoo(b=4,f=12) has lost {shut:%} of the keys in the window, most of them refused outright.",
		Flips:    "where refused inserts take their kicks back",
		Changed:  "restated on the streams of six callers, after records of a quick run had been seen",
	},
	{
		ID: "DUP-14", Sources: []string{"beyond"}, Figure: "copies-map",
		Statement: "The cheapest remedy depends on how many keys repeat and how often.",
		Demands: []Demand{
			{Key: "rare", Say: "a dictionary over a quotient filter, where one key in a hundred comes 128 times", Of: "copies part=map family=sidecuckoo keys.every=100 keys.r=128", Over: "copies part=map family=quotient keys.every=100 keys.r=128", Stat: measure.FitBitsOver, In: upTo(0.99), NoP: true},
			{Key: "all", Say: "a dictionary over a quotient filter, where every key comes 128 times", Of: "copies part=map family=sidecuckoo keys.every=1 keys.r=128", Over: "copies part=map family=quotient keys.every=1 keys.r=128", Stat: measure.FitBitsOver, In: from(1.5), NoP: true},
			{Key: "few", Say: "counters in the slots over a quotient filter, where every key comes 8 times", Of: "copies part=map variant=countingcuckoo(b=4,f=12,w=4) keys.every=1 keys.r=8", Over: "copies part=map family=quotient keys.every=1 keys.r=8", Stat: measure.FitBitsOver, In: upTo(0.9), NoP: true},
		},
		Size:     Effect{"all", "bits of a dictionary beside the table over those of a quotient filter, where every key comes 128 times", ""},
		Sentence: "With everything counted a dictionary beside the table takes {rare} times the bits of a quotient filter where one key in a hundred comes 128 times, and {all} times where every key does; counters in the slots take {few} times its bits where every key comes 8 times.",
		Flips:    "between one key in a hundred and every key",
		Changed:  "written after records of a quick run were seen",
	},
}

// manyHot is the stream of a thousand hot keys, ownKeepers filters of this project that refuse
// what they cannot keep and take their kicks back.
const (
	manyHot    = "copies part=callers keys=hot keys.keys=1000"
	ownKeepers = "cuckoo|countingcuckoo|sidecuckoo|chained|quotient|counting"
)

// earlyCuckoo refuses a copy at once whose buckets are full of its own fingerprint.
const earlyCuckoo = "cuckoo(b=4,f=12,refuse=early)"

const exactOnHot = "multisets part=space family=exact keys=hot"

// deletionClaims are the claims on deletion.
var deletionClaims = []Claim{
	{
		ID: "DEL-1", Sources: []string{"C"}, Figure: "drift-policies",
		Statement: "Deleting removes one matching copy, and the key can still look present.",
		Demands:   []Demand{{Key: "still", Say: "deleted keys that look present, over the false positive rate", Of: "deletion part=cuckoo kind=erasure", Stat: measure.StillPresent, In: near(1, 0.15)}},
		Told: []Demand{
			{Key: "share", Say: "share", Of: "deletion part=cuckoo kind=erasure", Each: true, Stat: measure.StillShare},
			{Key: "twice", Say: "two copies", Of: "deletion part=cuckoo kind=erasure", Stat: measure.TwiceStill},
		},
		Size:     Effect{"still", "deleted keys that still look present, over the false positive rate of the rest", ""},
		Sentence: "A key deleted as often as inserted still looks present in {share.least:v%} to {share.most:v%} of cases, {still} times the false positive rate; of keys with two copies {twice:v%} looked present after one was deleted.",
	},
	{
		ID: "DEL-2", Sources: []string{"D"}, Figure: "drift-policies",
		Statement: "With fingerprints of twelve bits the risk of a wrong deletion is tiny.",
		Demands:   []Demand{{Key: "twelve", Say: "keys lost per wrong delete, {cell}", Of: "deletion part=cuckoo kind=erasure f=12", Each: true, Stat: measure.LostByWrong, In: upTo(0.01)}},
		Told:      []Demand{{Key: "eight", Say: "8 bits", Of: "deletion part=cuckoo kind=erasure f=8", Each: true, Stat: measure.LostByWrong}},
		Size:      Effect{"twelve.most", "keys lost for each delete of a key never inserted, most over bucket sizes, 12 bits", "share"},
		Sentence:  "With fingerprints of 12 bits a delete of a key never inserted costs another key in {twelve.most:%} of cases at most; with 8 bits in {eight.least:%} to {eight.most:%}.",
		Flips:     "with shorter fingerprints",
	},
	{
		ID: "DEL-3", Sources: []string{"A", "B", "E"}, Figure: "churn",
		Statement: "A standard Bloom filter cannot delete, a counting one can.",
		Demands: []Demand{
			{Key: "clearing", Say: "keys denied after bits were cleared", Of: "deletion part=others family=naivebloom", Stat: measure.LostByClearing, In: from(0.01), NoP: true},
			{Key: "denied", Say: "live keys denied by counting filters", Of: "churn family=counting deletes=yes", Stat: measure.ChurnDenied, In: never(1e-6), NoP: true},
		},
		Size:     Effect{"denied", "share of live keys denied after deletions", "share"},
		Sentence: "After deletes of a tenth of the keys by clearing their bits {clearing:%} of the others are denied by a standard filter; by counting filters {denied:%} of live keys were, or their deletion found nothing. A counting filter must not be asked to delete keys that were never inserted.",
	},
}

// ruleLostKeys needs one loss in one library; that ours lose none is a demand on them.
func ruleLostKeys(e *Evidence) Ruling {
	ours, lack := e.take(&Demand{Say: "other keys denied by filters of this project", Of: hotKeys, Stat: measure.OthersLost, In: never(1e-6)})
	if lack != "" {
		return missing(lack)
	}
	var losers []string
	measured := map[string]bool{}
	losses := map[string]*measure.Losses{}
	for _, s := range lossesOfLibraries {
		for _, c := range e.Select(s) {
			if !measured[c.Variant] {
				measured[c.Variant], losses[c.Variant] = true, &measure.Losses{}
			}
			for _, r := range c.Records {
				losses[c.Variant].Add(r)
			}
		}
	}
	for _, name := range sortedKeys(losses) {
		if l := losses[name]; l.Beside+l.Lost > 0 {
			losers = append(losers, fmt.Sprintf("%s (%s beside copies of a key, %s over %s refused inserts of others)", name, count(l.Beside), count(l.Lost), count(l.Refused)))
		}
	}
	x := ours[0]
	r := Ruling{What: "share of lookups of other keys that were denied by filters of this project", Unit: "share", Effect: x.x, P: nan,
		Line: fmt.Sprintf("Beside refused copies %s of lookups of other keys were denied, in the filters of this project. Of %d libraries of others, keys were lost by %s.", withPercent(x.x), len(measured), listed(losers))}
	switch {
	case x.x.Value > 0:
		r.Verdict = Confirmed
	case len(losers) > 0:
		r.Verdict = Conditional
		r.Condition = "the filter does not take back the moves of a refused insert: so " + sentence(losers)
	case x.part().inside():
		r.Verdict = Refuted
	default:
		r.Verdict = Undecided
	}
	return r
}

var lossesOfLibraries = []analysis.Selection{
	"duplicates kind=duplicates peer=yes", "libraries kind=duplicates|audit peer=yes",
}
