package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

const (
	lawMargin  = 0.05 // of the longest chain, about what the exact law expects
	termMargin = 0.2  // of the longest chain, about the term that is quoted for it
)

// longest estimates the mean longest chain of a cell.
func longest(c analysis.Cell) Estimate {
	x := estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 { return meanLongest(row[0]) }))
	return x.AtLeastReach(unseenStep(c))
}

// unseenStep is how far the mean of whole numbers may be off when they are all the
// same: of n draws without another value, one in n/3 draws may still have it.
func unseenStep(c analysis.Cell) float64 {
	draws := 0
	for _, r := range c.Records {
		draws += len(r.Bins().Longest)
	}
	return 3 / float64(draws)
}

func meanLongest(r *record.Record) float64 {
	return float64(sum(r.Bins().Longest)) / float64(len(r.Bins().Longest))
}

// quotedLongest is the term that is quoted for the longest of n chains.
func quotedLongest(choices int, n float64) float64 {
	if choices == 1 {
		return math.Log(n) / math.Log(math.Log(n))
	}
	return math.Log(math.Log(n))
}

func ruleBins(e *Evidence) Ruling {
	one, two := binCells(e, 1), binCells(e, 2)
	if len(one) < 2 || len(two) != len(one) {
		return missing("chains of one choice and of two, in two sizes or more")
	}
	last := len(one) - 1
	var parts, terms []part
	for i := range one {
		for choices, c := range []analysis.Cell{one[i], two[i]} {
			n, x := c.Capacity, longest(c)
			what := fmt.Sprintf("the longest of %s chains with %s", count(n), plural(choices+1))
			parts = append(parts, near(what, x, theory.MeanLongest(choices+1, n, n), lawMargin))
			terms = append(terms, near(what, x, quotedLongest(choices+1, float64(n)), termMargin))
		}
	}
	growth := estimate(overReps([]analysis.Cell{one[0], one[last], two[0], two[last]}, func(row []*record.Record) float64 {
		return meanLongest(row[3]) - meanLongest(row[2]) - (meanLongest(row[1]) - meanLongest(row[0]))
	})).AtLeastReach(unseenStep(one[0]) + unseenStep(one[last]) + unseenStep(two[0]) + unseenStep(two[last]))
	parts = append(parts, atMost("the growth with two choices less that with one", growth, 0))

	n := float64(one[last].Capacity)
	first, second := longest(one[last]).Times(1/quotedLongest(1, n)), longest(two[last]).Times(1/quotedLongest(2, n))
	r := judge(parts).ruling("longest chain over ln n / ln ln n, one choice, most chains", "", first, fmt.Sprintf(
		"In %s chains of as many keys the longest has %s with one choice and %s with two; the laws of which the quoted terms are the leading ones expect %s and %s. In %s it is %s and %s.",
		count(one[last].Capacity), with(longest(one[last])), with(longest(two[last])), number(theory.MeanLongest(1, one[last].Capacity, one[last].Capacity)),
		number(theory.MeanLongest(2, one[last].Capacity, one[last].Capacity)), count(one[0].Capacity), with(longest(one[0])), with(longest(two[0]))))
	if judge(terms).verdict != Confirmed {
		return r.when(fmt.Sprintf("as orders of growth; taken for numbers the two terms, %s and %s, are too small by factors of %s and %s",
			number(quotedLongest(1, n)), number(quotedLongest(2, n)), with(first), with(second)))
	}
	return r
}

// binCells takes the chains of some choices, in order of size.
func binCells(e *Evidence, choices int) []analysis.Cell {
	return e.take("places", "", kind(record.KindBins), fill(1), probes(choices))
}

func plural(choices int) string {
	if choices == 1 {
		return "one choice"
	}
	return fmt.Sprintf("%d choices", choices)
}
