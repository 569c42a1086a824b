package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// blocking is a way to keep a key's bits together, with its filters.
type blocking struct {
	name  string
	cells []analysis.Cell
	model model // the Poisson mixture
}

// blockings takes the filters of blocks, the widest first; those without records
// are left out.
func blockings(e *Evidence) (list []blocking) {
	width := func(bits int) condition { return func(c analysis.Cell) bool { return c.Shape().BlockBits == bits } }
	for _, b := range []blocking{
		{"512 bits", e.take("fpr-bloom", "bits", family("blocked"), width(512)), mixtureRate},
		{"256 bits", e.take("fpr-bloom", "blocks", family("blocked"), width(256)), mixtureRate},
		{"64 bits", e.take("fpr-bloom", "bits", family("register"), width(64)), mixtureRate},
		{"32 bits", e.take("fpr-bloom", "blocks", family("register"), width(32)), mixtureRate},
		{"eight words of 32 bits", e.take("fpr-bloom", "bits", family("splitblock")), splitRate},
	} {
		if len(b.cells) > 0 {
			list = append(list, b)
		}
	}
	return list
}

func mixtureRate(r *record.Record) float64 {
	return theory.BlockedPoissonFPR(float64(r.Shape.Cells)/float64(r.FPR().Distinct), r.Shape.Probes, r.Shape.BlockBits)
}

// splitRate is the mixture for split blocks, within which it is exact.
func splitRate(r *record.Record) float64 {
	return theory.SplitBlockLimitFPR(float64(r.Shape.Cells)/float64(r.FPR().Distinct), r.Shape.Probes, r.Shape.BlockBits/r.Shape.Probes)
}

// occupancyRate is the exact rate of any filter, NaN if none is known.
func occupancyRate(r *record.Record) float64 {
	p, ok := families.Predict(r.Shape, r.FPR().Distinct)
	if !ok {
		return math.NaN()
	}
	return p.FPR
}

func ruleBlocked(e *Evidence) Ruling {
	list := blockings(e)
	plain := e.take("fpr-bloom", "bits", variant("bloom(bpk=10)"))
	if len(list) == 0 || list[0].name != "512 bits" || len(plain) == 0 {
		return missing("blocked filters beside standard ones")
	}
	var held, failed, open, costs, exactly []string
	for _, b := range list {
		x, parts := agreement(b.cells, b.model, marginTogether, marginEach)
		words := fmt.Sprintf("%s (%s times)", b.name, with(x))
		switch judge(parts).verdict {
		case Confirmed:
			held = append(held, words)
		case Refuted:
			failed = append(failed, words)
		default:
			open = append(open, words)
		}
		exactly = append(exactly, fmt.Sprintf("%s for %s", with(overModel(b.cells, occupancyRate)), b.name))
		for _, c := range b.cells {
			if analysis.Param(c.Variant, "bpk") == 10 {
				cost, _ := e.factor([]analysis.Cell{c}, plain)
				costs = append(costs, fmt.Sprintf("%s for %s", with(cost), b.name))
			}
		}
	}
	widest, parts := agreement(list[0].cells, list[0].model, marginTogether, marginEach)
	r := judge(parts).ruling("measured rate over the Poisson mixture, blocks of 512 bits", "", widest, fmt.Sprintf(
		"At 10 bits per key blocks multiply the rate by %s. Over exact occupancy the rates are %s.", sentence(costs), sentence(exactly)))
	if r.Verdict != Confirmed || len(failed)+len(open) == 0 {
		return r
	}
	condition := "for blocks of " + sentence(held)
	if len(failed) > 0 {
		condition += "; the mixture is too far off, within a twentieth together or a fifth each, for blocks of " + sentence(failed)
	}
	if len(open) > 0 {
		condition += "; not decided for blocks of " + sentence(open)
	}
	return r.when(condition)
}
