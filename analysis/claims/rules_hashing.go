package claims

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// raised is the factor from which on a rate counts as raised: more than the margin
// within which a single point must follow its formula.
const raised = 1.25

// ruleCorrelated holds ways of deriving probes against independent probes, by the
// formula for these.
func ruleCorrelated(e *Evidence) Ruling {
	over := func(cells []analysis.Cell) Estimate { return overModel(cells, independentRate) }
	mistake := e.take("schemes", "large", probing("same"))
	kin := e.take("schemes", "large", func(c analysis.Cell) bool {
		return slices.Contains([]string{"double", "odd", "enhanced", "triple"}, c.Shape().Probing)
	})
	block := e.take("schemes", "block", family("blocked"), parameter("bpk", 16), probing("double"))
	better := e.take("schemes", "block", family("blocked"), parameter("bpk", 16), probing("enhanced"))
	if len(mistake) == 0 || len(kin) == 0 || len(block) != 1 || len(better) != 1 {
		return missing("double, enhanced and triple hashing, and one hash for two, in large tables and in blocks of 16 bits per key")
	}
	wrong, large, inside, cubic := over(mistake), over(kin), over(block), over(better)
	j := judge([]part{
		atLeast("one hash for two, in large tables", wrong, raised),
		atLeast("double hashing in blocks, at 16 bits per key", inside, raised),
	})
	shape := block[0].Shape()
	predicted := theory.BlockedDoubleFPR(16, shape.Probes, shape.BlockBits, theory.AnyStep) / theory.BlockedLimitFPR(16, shape.Probes, shape.BlockBits)
	r := j.ruling("rate of double hashing in blocks of 512 bits over that of independent probes", "", inside, fmt.Sprintf(
		"In blocks of %d bits at 16 bits per key, double hashing multiplies the rate by %s, where inclusion and exclusion gives %s, and enhanced double hashing by %s. Taking one hash for both multiplies the rate of large tables by %s; all other ways, together, by %s, and %s could have been seen.",
		shape.BlockBits, with(inside), number(predicted), with(cubic), with(wrong), with(large), "a deviation of "+percent(large.HalfWidth())))
	switch {
	case near("", large, 1, marginTogether).inside():
		return r.when("in blocks and small tables, or by a mistake: in large ones double hashing and its kin cost less than 5 %" + whereCostEnds(e))
	case large.Known() && large.Lo > 1+marginTogether:
		return r
	}
	return r.when("what double hashing costs in large tables is not known well enough to say")
}

// independentRate is the formula for independent probes, whatever the shape's are.
func independentRate(r *record.Record) float64 {
	p, _ := families.Predict(r.Shape, r.FPR().Distinct)
	return p.FPR
}

func probing(scheme string) condition {
	return func(c analysis.Cell) bool { return c.Shape().Probing == scheme }
}

func partial(c analysis.Cell) Estimate { return overModel([]analysis.Cell{c}, independentRate) }

// whereCostEnds names the largest table in which double hashing is shown to cost more
// than 5 %, and the smallest above it in which the rate is not raised by a quarter.
func whereCostEnds(e *Evidence) string {
	cells := e.take("schemes", "size", probing("double"))
	slices.SortFunc(cells, func(a, b analysis.Cell) int { return int(a.Shape().Cells) - int(b.Shape().Cells) })
	var costs, free *analysis.Cell
	for i := range cells {
		switch x := partial(cells[i]); {
		case !x.Known():
		case x.Lo > 1+marginTogether:
			costs, free = &cells[i], nil
		case x.Hi < raised && free == nil:
			free = &cells[i]
		}
	}
	if costs == nil || free == nil {
		return ""
	}
	return fmt.Sprintf(" (at 16 bits per key a table of %s bits still has %s times the rate, one of %s bits %s times)",
		count(costs.Shape().Cells), with(partial(*costs)), count(free.Shape().Cells), with(partial(*free)))
}

// The counts of Guava's filter that an article prints.
const (
	publishedHits    = 318
	publishedLookups = 10_000
	publishedRate    = 0.03
)

// ruleGuavaCount asks whether the published count is what the rate by design makes
// likely, and whether the same integers give it.
func ruleGuavaCount(e *Evidence) Ruling {
	same, longer := e.take("guava", "published"), e.take("guava", "longer")
	if len(same) != 1 || len(longer) != 1 {
		return missing("Guava's filter asked the integers of the claim, and many more")
	}
	hits, lookups := positivesOf(same[0])
	all, of := positivesOf(longer[0])
	claimed, own := ofCounts(publishedHits, publishedLookups), ofCounts(all, of)
	j := judge([]part{
		near("the rate of the filter", own, publishedRate, marginTogether),
		near("the published rate", claimed, publishedRate, 0.25),
	})
	r := j.ruling("false positive rate of the filter", "share", own, fmt.Sprintf(
		"The port, bit for bit, answers true to %s of the %s integers, and to %s of %s others. With a rate of 3 %% a count at least as far off as %d has a probability of %s, one as far off as %s of %s.",
		count(hits), count(lookups), withPercent(own), count(of), publishedHits, number(chance(publishedHits, publishedLookups)), count(hits), number(chance(hits, lookups))))
	if hits == publishedHits && lookups == publishedLookups {
		return r
	}
	return r.when(fmt.Sprintf("as a rate: the count depends on the version, and the one ported gives %s", count(hits)))
}

// ruleGuavaWidth asks whether the strategy with 32 bits leaves theory where its 2^31
// positions say, and the one with 64 does not.
func ruleGuavaWidth(e *Evidence) Ruling {
	var wide, narrow []analysis.Cell
	for _, c := range e.take("guava", "width") {
		if c.Shape().Positions > 0 {
			narrow = append(narrow, c)
		} else {
			wide = append(wide, c)
		}
	}
	bySize := func(a, b analysis.Cell) int { return int(a.Shape().Cells) - int(b.Shape().Cells) }
	slices.SortFunc(narrow, bySize)
	if len(wide) == 0 || len(narrow) < 2 || narrow[len(narrow)-1].Shape().Cells <= narrow[len(narrow)-1].Shape().Positions {
		return missing("both strategies of Guava in tables from below to above 2^31 bits")
	}
	smallest, largest := narrow[0], narrow[len(narrow)-1]
	full := overModel(wide, classicRate)
	folded := overModel(narrow, independentRate)
	first, last := overModel([]analysis.Cell{smallest}, classicRate), overModel([]analysis.Cell{largest}, classicRate)
	j := judge([]part{
		near("the strategy of 64 bits over theory", full, 1, 0.15),
		near("the strategy of 32 bits over what its positions allow", folded, 1, 0.15),
		atLeast("the strategy of 32 bits over theory in the largest table", last, raised),
	})
	leaves := narrowLeaves(0.05)
	return j.ruling(fmt.Sprintf("rate of the strategy of 32 bits over theory, in a table of %s bits", count(largest.Shape().Cells)), "", last, fmt.Sprintf(
		"Over the classic formula the strategy of 32 bits has %s times the rate in tables of %s bits and %s times in tables of %s; over the formula for its %s positions it has %s, and the strategy of 64 bits over the classic one %s.",
		with(first), count(smallest.Shape().Cells), with(last), count(largest.Shape().Cells), count(largest.Shape().Positions), with(folded), with(full))).when(fmt.Sprintf(
		"in tables that come near 2^31 bits: by the formula that the measurements follow, a filter filled to its default rate of 3 %% errs by 5 %% more from %s bits (%s MB) on, and in one of 2^32 bits %s times as often",
		count(leaves), number(float64(leaves)/8e6), number(narrowRatio(1<<32))))
}

// narrowRatio is how many times the classic rate a filter of 2^31 positions has, filled
// to a rate of 3 % by design.
func narrowRatio(bits uint64) float64 {
	const probes = 5
	keys := uint64(float64(bits) * math.Ln2 * math.Ln2 / -math.Log(publishedRate))
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
