package claims

import (
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// The margins within which pooled and single rates must follow a formula. A twentieth of
// the rate is what a tenth of a bit per key buys in a Bloom filter; a single point is
// measured less sharply and is held against gross errors only.
const (
	marginTogether = 0.05
	marginEach     = 0.20
	raised         = 1.25 // from which a rate counts as raised: more than a single point may be off
)

// follows says that measured rates follow a model: the cells together within one margin,
// and each cell within a wider one.
func follows(key, say string, of analysis.Selection, m measure.Model) []Demand {
	return []Demand{
		{Key: key, Say: "the points together over " + say, Of: of, Stat: measure.Over(m), In: near(1, marginTogether)},
		{Key: key + "s", Say: "{cell} over " + say, Of: of, Each: true, Stat: measure.Over(m), In: near(1, marginEach)},
	}
}

// computed is a number that needs no records.
func computed(key, say string, value float64, in Range) Demand {
	return Demand{Key: key, Say: say, In: in, Exact: func() Estimate { return stat.Exact(value) }}
}

// rateClaims are the claims on false positive rates.
var rateClaims = []Claim{
	{
		ID: "FPR-1", Sources: []string{"B", "E"}, Figure: "fpr-bloom-bits",
		Statement: "The classic rate of a Bloom filter may be replaced by its limit, an exponential of keys and probes over bits.",
		Demands: slices.Concat(
			follows("limit", "the limit", "fpr-bloom family=bloom", measure.Limit),
			follows("classic", "the classic formula", "fpr-bloom family=bloom", measure.Classic)),
		Unless: []Unless{{
			Demands: []Demand{computed("smallest", "the classic formula over its limit in a filter of 100 bits for 10 keys", theory.BloomFPR(100, 10, 7)/theory.BloomAsymptoticFPR(10, 7), near(1, 0.01))},
			Say:     "the filter has {bits} bits or more: in smaller ones, at 10 bits per key and 7 probes, the two formulas differ by more than 1 %",
		}},
		Size:     Effect{"limit", "measured rate over the limit formula", ""},
		Sentence: "Over {limits:n} filters the measured rate is {limit} times the limit and {classic} times the classic formula.",
		Words:    func(*Evidence) map[string]string { return map[string]string{"bits": count(smallestAlike(0.01))} },
		Flips:    "in filters of a few hundred bits, where the formulas part from each other",
	},
	{
		ID: "FPR-2", Sources: []string{"B"}, Figure: "fpr-bloom-probes",
		Statement: "The rate is roughly proportional to the number of keys and inversely proportional to the numbers of probes and of bits.",
		Demands: []Demand{
			{Key: "keys", Say: "the factor for twice the keys", Of: "overload variant=bloom(fpr=0.01) fill=1", Over: "overload variant=bloom(fpr=0.01) fill=0.5", Stat: measure.RateRatio, In: between(1.6, 2.5)},
			{Key: "bits", Say: "the factor for half the bits", Of: "fpr-bloom part=probes family=bloom bpk=8 k=6", Over: "fpr-bloom part=probes family=bloom bpk=16 k=6", Stat: measure.RateRatio, In: between(1.6, 2.5)},
			{Key: "probes", Say: "the factor for half the probes", Of: "fpr-bloom part=probes family=bloom bpk=8 k=6", Over: "fpr-bloom part=probes family=bloom bpk=8 k=12", Stat: measure.RateRatio, In: between(1.6, 2.5)},
		},
		Size:     Effect{"keys", "factor on the rate for twice the keys", ""},
		Sentence: "Twice the keys multiply the rate by {keys}, half the bits by {bits}, and 6 probes in place of 12 by {probes}.",
	},
	{
		ID: "FPR-3", Sources: []string{"B"}, Figure: "fpr-bloom-bits",
		Statement: "For a million keys, five probes and a rate of at most 5 %, about seven million bits are needed, less than a megabyte.",
		Demands: []Demand{
			{Key: "bits", Say: "the bits for a million keys", Of: "fpr-bloom part=bits family=bloom", Stat: measure.BitsAt(0.05, 1e6), In: between(5.25e6, 7e6)},
		},
		Size:     Effect{"bits", "bits for a million keys at 5 %", "bits"},
		Sentence: "5 % are reached with {bits} bits, so that 7 million are enough; they are 875 kB. Bits per key are carried over from smaller filters with the best number of probes.",
		Missing:  "a filter of 7 bits per key and 5 probes at a million keys",
	},
	{
		ID: "FPR-4", Sources: []string{"B", "D", "E"},
		Statement: "No key that a filter has accepted is ever denied.",
		Special:   ruleNoNegatives, // the bound holds for each family, over all experiments
		Special_:  "One denial refutes. None confirms if the upper end of the exact interval of the rate is below one in a million for every family; where others have too few lookups for that, they are the condition.",
		Takes:     everyFilling,
	},
	{
		ID: "FPR-5", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "With the best number of probes the rate is 0.6185 to the power of bits per key, and that number is 0.7 times the bits per key (printed as 0.7 over the keys).",
		Demands: slices.Concat(
			follows("ratio", "0.6185^(m/n)", "fpr-bloom part=bits family=bloom", measure.Power),
			[]Demand{{
				Key: "probes", Say: "the rate at 0.7 m/n probes over the lowest, of {cell}", Of: "fpr-bloom part=probes family=bloom", With: "fpr-bloom part=probes family=bloom", Each: true, Stat: measure.LowestRate, In: upTo(1.2),
				Where: &Where{"0.7 m/n probes, rounded", func(c analysis.Cell) bool {
					return c.Shape().Probes == int(math.Round(0.7*analysis.Param(c.Variant, "bpk")))
				}},
			}}),
		Unless: []Unless{{
			Demands: []Demand{computed("printed", "0.7 over the number of keys, for a million keys", 0.7/1e6, from(1))},
			Say:     "0.7 over the number of keys, as it is printed, is read as 0.7 times the bits per key: as printed it is {printed:v} probes for a million keys",
		}},
		Size:     Effect{"ratio", "measured rate over 0.6185^(m/n)", ""},
		Sentence: "The measured rate is {ratio} times the formula; 0.7 m/n probes give at most {probes.most} times the lowest rate.",
	},
	{
		ID: "FPR-6", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "Rates of 10, 1 and 0.1 % need 4.792, 9.585 and 14.377 bits per key, and 8 bits give about 2 %.",
		Demands: []Demand{
			bitsOf("overload variant=bloom(fpr=0.1) fill=1", 4.792), {Key: "rate", Say: "the rate for 4.79 bits per key", Of: "overload variant=bloom(fpr=0.1) fill=1", Stat: measure.Rate, In: near(0.1, 0.15)},
			bitsOf("overload variant=bloom(fpr=0.01) fill=1", 9.585), {Key: "rate", Say: "the rate for 9.59 bits per key", Of: "overload variant=bloom(fpr=0.01) fill=1", Stat: measure.Rate, In: near(0.01, 0.15)},
			bitsOf("overload variant=bloom(fpr=0.001) fill=1", 14.377), {Key: "rate", Say: "the rate for 14.4 bits per key", Of: "overload variant=bloom(fpr=0.001) fill=1", Stat: measure.Rate, In: near(0.001, 0.15)},
			{Key: "eight", Say: "the rate for 8 bits per key", Of: "fpr-bloom part=bits variant=bloom(bpk=8)", Stat: measure.Rate, In: near(0.02, 0.15)},
		},
		Size:     Effect{"eight", "rate of 8 bits per key", "share"},
		Sentence: "The rate is {rate.1:%} with 4.79 bits, {rate.2:%} with 9.59, {rate.3:%} with 14.4 and {eight:%} with 8.",
	},
	{
		ID: "FPR-7", Sources: []string{"D"}, Figure: "overload",
		Statement: "At t times the keys of its design a Bloom filter's rate is (1-0.5^t)^k; at twice the keys 10, 1 and 0.1 % become about 40, 15 and 5 %.",
		Demands: []Demand{
			{Key: "ten", Say: "the rate at twice the keys of 10 %", Of: "overload variant=bloom(fpr=0.1) fill=2", Stat: measure.Rate, In: near(0.4, 0.2)},
			{Key: "one", Say: "the rate at twice the keys of 1 %", Of: "overload variant=bloom(fpr=0.01) fill=2", Stat: measure.Rate, In: near(0.15, 0.2)},
			{Key: "tenth", Say: "the rate at twice the keys of 0.1 %", Of: "overload variant=bloom(fpr=0.001) fill=2", Stat: measure.Rate, In: near(0.05, 0.2)},
		},
		Unless: []Unless{
			{
				Demands: []Demand{{Say: "{cell}", Of: "overload variant=bloom(fpr=0.1)|bloom(fpr=0.01)|bloom(fpr=0.001)", Each: true, Stat: measure.Over(overloaded), In: near(1, 0.2)}},
				When:    Outside,
				Say:     "t is not far below 1: the formula is off by more than a fifth for {failed}",
			},
		},
		Size:     Effect{"one", "rate at twice the keys of a filter designed for 1 %", "share"},
		Sentence: "At twice the keys 10 % becomes {ten:%}, 1 % becomes {one:%} and 0.1 % becomes {tenth:%}.",
	},
	{
		ID: "FPR-8", Sources: []string{"D"}, Figure: "overload",
		Statement: "Towards full load a cuckoo filter's rate rises gently, unlike a Bloom filter's.",
		Demands: []Demand{
			{Key: "cuckoo", Say: "the power for {cell}", Of: "overload family=cuckoo fill=1", Over: "overload family=cuckoo fill=0.5", Each: true, Stat: measure.RatePower, In: upTo(1.25)},
			{Key: "bloom", Say: "the power for {cell}", Of: "overload family=bloom fill=1", Over: "overload family=bloom fill=0.5", Each: true, Stat: measure.RatePower, In: from(2.25)},
		},
		Size:     Effect{"cuckoo.most", "largest power of the number of keys with which a cuckoo filter's rate rises", ""},
		Sentence: "From half full to full the rate rises with the power {cuckoo.most} of the number of keys in the steepest cuckoo filter, and {bloom.least} in the flattest Bloom filter.",
	},
	{
		ID: "FPR-9", Sources: []string{"C", "paper"}, Figure: "fpr-cuckoo-load",
		Statement: "A cuckoo filter's rate is at most 1-(1-2^-f)^(2b).",
		Demands: []Demand{
			{Key: "bound", Say: "the rate over the bound with 2 slots", Of: "fpr-cuckoo b=2 fill=most", Stat: measure.Over(measure.Union), In: upTo(1)},
			{Key: "bound", Say: "the rate over the bound with 4 slots", Of: "fpr-cuckoo b=4 fill=most", Stat: measure.Over(measure.Union), In: upTo(1)},
			{Key: "bound", Say: "the rate over the bound with 8 slots", Of: "fpr-cuckoo b=8 fill=most", Stat: measure.Over(measure.Union), In: upTo(1)},
		},
		Told: []Demand{
			{Key: "common", Say: "the rate over 1-(1-2^-f)^(2ba)", Of: "fpr-exact part=sharp family=cuckoo", Stat: measure.Over(measure.Common)},
			{Key: "exact", Say: "the rate over theory's", Of: "fpr-exact part=sharp family=cuckoo", Stat: measure.Over(measure.Exact)},
		},
		Size:     Effect{"bound.most", "largest rate over the bound, at the highest load", ""},
		Sentence: "At the highest load the rate is, in parts of the bound, {bound.1} with 2 slots, {bound.2} with 4 and {bound.3} with 8.[ Over 1-(1-2^-f)^(2ba) it is {common:fine}, over the exact formula {exact:fine}.]",
		Flips:    "in a full table with short fingerprints: a fingerprint of all zeros is reserved, so that there are 2^f-1 of them",
	},
	{
		ID: "FPR-10", Sources: []string{"D", "E"},
		Statement: "A Guava filter of a million integers at its default rate of 3 % gives 318 false positives among ten thousand other integers.",
		Demands: []Demand{
			{Key: "own", Say: "the rate of the filter", Of: "guava part=longer", Stat: measure.Positives, In: near(0.03, marginTogether)},
			{Key: "published", Say: "the published rate", In: near(0.03, 0.25), Exact: func() Estimate { return stat.OfCounts(318, 10_000) }},
		},
		Unless: []Unless{{
			Demands: []Demand{{Key: "same", Say: "the count of the same integers over the published one", Of: "guava part=published", Stat: measure.PositivesOver(318), In: between(1, 1), NoP: true}},
			Say:     "it is taken as a statement on the rate: the count depends on the version, and the one ported gives {hits}",
		}},
		Size:     Effect{"own", "false positive rate of the filter", "share"},
		Sentence: "The port, bit for bit, answers true to {hits} of the {lookups} integers, and to {own:%} of millions of others. With a rate of 3 % a count at least as far off as 318 has a probability of {chance}, one as far off as {hits} of {chanceown}.",
		Words:    guavaWords,
		Flips:    "as a statement about the count: it is one draw, and another version or another ten thousand integers give another",
	},
	{
		ID: "FPR-11", Sources: []string{"E"}, Figure: "schemes",
		Statement: "The two strategies of Guava differ in the width of the hash.",
		Demands: []Demand{
			{Key: "wide", Say: "the strategy of 64 bits over theory", Of: "guava part=width positions=0", Stat: measure.Over(measure.Classic), In: near(1, 0.15)},
			{Key: "narrow", Say: "the strategy of 32 bits over what its positions allow", Of: "guava part=width positions>0", Stat: measure.Over(measure.Exact), In: near(1, 0.15)},
			{Key: "largest", Say: "the strategy of 32 bits over theory in the largest table", Of: "guava part=width positions>0 size=most", Stat: measure.Over(measure.Classic), In: from(raised),
				Where: &Where{"tables of more bits than positions", func(c analysis.Cell) bool { return c.Shape().Cells > c.Shape().Positions }}},
		},
		Told: []Demand{
			{Key: "smallest", Say: "the same in the smallest table", Of: "guava part=width positions>0 size=least", Stat: measure.Over(measure.Classic)},
		},
		Size: Effect{"largest", "rate of the strategy of 32 bits over theory, in the largest table", ""},
		Sentence: "Over the classic formula the strategy of 32 bits has {smallest} times the rate in the smallest table and {largest} times in the largest, for {largest:keys} keys; over the formula for its 2^31 positions it has {narrow}, and the strategy of 64 bits over the classic one {wide}. " +
			"By the formula that the measurements follow, a filter filled to its default rate of 3 % errs by 5 % more from {leaves} bits on, and in one of 2^32 bits {times} times as often.",
		Words: func(*Evidence) map[string]string {
			return map[string]string{"leaves": count(narrowLeaves(0.05)), "times": number(narrowRatio(1 << 32))}
		},
		Flips: "in tables far below 2^31 bits, where the two err alike",
	},
	{
		ID: "FPR-12", Sources: []string{"D"}, Figure: "schemes",
		Statement: "Hash functions that are correlated raise the rate.",
		Demands: []Demand{
			{Key: "mistake", Say: "one hash for two, in large tables", Of: "schemes part=large probing=same", Stat: measure.Over(measure.Exact), In: from(raised)},
			{Key: "block", Say: "double hashing in blocks, at 16 bits per key", Of: "schemes part=block family=blocked bpk=16 probing=double", Stat: measure.Over(measure.Exact), In: from(raised)},
		},
		Told: []Demand{
			{Key: "better", Say: "enhanced double hashing in blocks", Of: "schemes part=block family=blocked bpk=16 probing=enhanced", Stat: measure.Over(measure.Exact)},
			{Key: "sizes", Say: "{cell}", Of: "schemes part=size probing=double", Each: true, Stat: measure.Over(measure.Exact)},
		},
		Unless: []Unless{
			{
				Demands: []Demand{kinOf(near(1, marginTogether))}, When: Inside,
				Say: "the table is small, a block, or one hash is taken twice: in large tables double hashing and its kin cost less than 5 % ({kin} times)",
			},
			{
				Demands: []Demand{kinOf(near(1, marginTogether))}, When: Neither,
				Say: "the table is small, a block, or one hash is taken twice: what double hashing costs in large tables is not known well enough ({kin} times)",
			},
		},
		Size:     Effect{"block", "rate of double hashing in blocks of 512 bits over that of independent probes", ""},
		Sentence: "In blocks of 512 bits at 16 bits per key double hashing multiplies the rate by {block}, where inclusion and exclusion gives {predicted}, and enhanced double hashing by {better}. Taking one hash for both multiplies the rate of large tables by {mistake}.",
		Words: func(*Evidence) map[string]string {
			k := theory.BlockedOptimalProbes(16, 512)
			return map[string]string{"predicted": number(theory.BlockedDoubleFPR(16, k, 512, theory.AnyStep) / theory.BlockedLimitFPR(16, k, 512))}
		},
		Flips: "in large tables, for every way but the mistakes",
	},
	{
		ID: "FPR-13", Sources: []string{"D"}, Figure: "hashes",
		Statement: "Cuckoo filters depend heavily on the quality of the hash.",
		Special:   ruleHashQuality, // one pair of function and keys is enough, chosen by looking at all
		Special_:  "Heavily is: with some function and some keys the load at the first refusal is below half of that with metro on the same keys, or the rate above twice theory, for certain among all pairs (Bonferroni). If all loads are 95 % or more and all rates within 1.25 of theory, it is false. The functions that do no harm are the condition.",
		Takes:     []analysis.Selection{hashLoads, hashCuckoo, hashBloom},
		Flips:     "with functions that mix all bits of a key",
	},
	{
		ID: "FPR-14", Sources: []string{"E"}, Figure: "fpr-bloom-probes",
		Statement: "A set of bits with one hash needs 100 bits per key for a rate of 1 %.",
		Demands: append(follows("ratio", "the formula", "fpr-bloom part=probes family=bloom k=1", measure.Limit),
			Demand{Key: "bits", Say: "the bits per key for 1 %", Of: "fpr-bloom part=probes family=bloom k=1", Stat: measure.OneHashBits(0.01), In: near(100, 0.05)}),
		Size:     Effect{"bits", "bits per key for a rate of 1 %", "bits per key"},
		Sentence: "With one probe the measured rate is {ratio} times the formula, which gives {bits} bits per key for 1 %, carried over from filters of fewer bits per key.",
		Missing:  "a one-hash set of 100 bits per key; the bits are extrapolated",
	},
	{
		ID: "FPR-15", Sources: []string{"D"}, Figure: "fpr-bloom-bits",
		Statement: "Keeping all bits of a key in one block costs as many false positives as the Poisson mixture over blocks says.",
		Demands:   follows("mixture", "the mixture, blocks of 512 bits", "fpr-bloom part=bits family=blocked block=512", measure.Mixture),
		Told: []Demand{
			costOfBlocks("fpr-bloom part=bits family=blocked block=512 bpk=10"), costOfBlocks("fpr-bloom part=blocks family=blocked block=256 bpk=10"),
			costOfBlocks("fpr-bloom part=bits family=register block=64 bpk=10"), costOfBlocks("fpr-bloom part=bits family=splitblock bpk=10"),
		},
		Unless: []Unless{{
			Demands: []Demand{
				{Say: "blocks of 256 bits", Of: "fpr-bloom part=blocks family=blocked block=256", Stat: measure.Over(measure.Mixture), In: near(1, marginTogether)},
				{Say: "words of 64 bits", Of: "fpr-bloom part=bits family=register block=64", Stat: measure.Over(measure.Mixture), In: near(1, marginTogether)},
				{Say: "words of 32 bits", Of: "fpr-bloom part=blocks family=register block=32", Stat: measure.Over(measure.Mixture), In: near(1, marginTogether)},
				{Say: "eight words of 32 bits", Of: "fpr-bloom part=bits family=splitblock", Stat: measure.Over(measure.SplitMixture), In: near(1, marginTogether)},
			},
			Say: "blocks have 512 bits: the measured rate is not within a twentieth of the mixture for {failed}",
		}},
		Size:     Effect{"mixture", "measured rate over the Poisson mixture, blocks of 512 bits", ""},
		Sentence: "At 10 bits per key blocks multiply the rate by {cost:list}.",
		Flips:    "in small blocks: the mixture takes the classic formula within a block, which is too low there",
	},
}

func bitsOf(of analysis.Selection, stated float64) Demand {
	return Demand{Key: "bits", Say: "the bits per key of {cell}", Of: of, Stat: measure.BitsEach, In: near(stated, 0.01)}
}

func kinOf(in Range) Demand {
	return Demand{Key: "kin", Say: "double, odd, enhanced and triple hashing in large tables", Of: "schemes part=large probing=double|odd|enhanced|triple", Stat: measure.Over(measure.Exact), In: in}
}

func costOfBlocks(of analysis.Selection) Demand {
	return Demand{Key: "cost", Say: "{cell} over bloom(bpk=10)", Of: of, Over: "fpr-bloom part=bits variant=bloom(bpk=10)", Each: true, Stat: measure.RateRatio}
}

// smallestAlike returns the least number of bits, in steps of ten, at which the
// classic formula and its limit differ by no more than a share, at 10 bits per key
// and 7 probes.
func smallestAlike(share float64) uint64 {
	for keys := uint64(1); ; keys++ {
		limit := theory.BloomAsymptoticFPR(10, 7)
		if math.Abs(theory.BloomFPR(10*keys, keys, 7)/limit-1) <= share {
			return 10 * keys
		}
	}
}

// guavaWords says how likely the counts are that the claim prints and that the port gives.
func guavaWords(e *Evidence) map[string]string {
	var hits, lookups uint64
	for _, c := range e.Select("guava part=published") {
		p, err := measure.FPR(c)
		if err != nil {
			return nil
		}
		hits, lookups = hits+p.Hits, lookups+p.Trials
	}
	return map[string]string{
		"hits": count(hits), "lookups": count(lookups),
		"chance": number(measure.Chance(318, 10_000, 0.03)), "chanceown": number(measure.Chance(hits, max(1, lookups), 0.03)),
	}
}

// narrowRatio is how many times the classic rate a filter of 2^31 positions has, filled
// to a rate of 3 % by design.
func narrowRatio(bits uint64) float64 {
	const probes = 5
	keys := uint64(float64(bits) * math.Ln2 * math.Ln2 / -math.Log(0.03))
	return theory.FoldedFPR(1<<31, bits, keys, probes) / theory.BloomFPR(bits, keys, probes)
}

// narrowLeaves returns the smallest number of bits, in steps of a hundredth, from which
// such a filter has a rate above theory by a share.
func narrowLeaves(share float64) uint64 {
	for bits := float64(1 << 26); ; bits *= 1.01 {
		if narrowRatio(uint64(bits)) > 1+share {
			return uint64(bits)
		}
	}
}

// overloaded is (1-0.5^t)^k with the k of the source, which is the best one and no whole
// number: log2(1/e) for a design rate of e.
var overloaded = measure.Model{Name: "(1-0.5^t)^log2(1/e)", Rate: measure.Overload}
