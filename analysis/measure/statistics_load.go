package measure

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

func total(list []uint64) (sum uint64) {
	for _, n := range list {
		sum += n
	}
	return sum
}

func meanOf(list []uint64) float64 { return float64(total(list)) / float64(len(list)) }

// loadOf is the mean load at the first refusal of one repetition.
func loadsOf(r *record.Record) float64 {
	sum := 0.0
	for _, accepted := range r.Load().Accepted {
		sum += float64(accepted) / float64(r.Shape.Cells)
	}
	return sum / float64(len(r.Load().Accepted))
}

// Loads at the first refusal.
var (
	MeanLoad  = Statistic{Name: "mean load at the first refusal", Of: func(w Row) float64 { return loadsOf(w.Of[0]) }}
	FreeShare = Statistic{Name: "mean share of slots left free at the first refusal", Of: func(w Row) float64 { return 1 - loadsOf(w.Of[0]) }}
	HeldRatio = Statistic{Name: "keys before the first refusal over those of the other", Of: func(w Row) float64 {
		return meanOf(w.Of[0].Load().Accepted) / meanOf(w.Over[0].Load().Accepted)
	}}
	DistinctRatio = Statistic{Name: "different keys before the first refusal over those of the other", Of: func(w Row) float64 {
		share := func(r *record.Record) float64 { return meanOf(r.Load().Distinct) / float64(r.Shape.Cells) }
		return share(w.Of[0]) / share(w.Over[0])
	}}
)

// RefusedBefore is the share of fillings that were refused a key before a load.
func RefusedBefore(load float64) Statistic {
	return Statistic{Name: fmt.Sprintf("share of fillings refused a key before a load of %g", load), Scale: ByCounts, Count: func(r *record.Record) (refused, fillings uint64) {
		for _, accepted := range r.Load().Accepted {
			fillings++
			if float64(accepted) < load*float64(r.Shape.Cells) {
				refused++
			}
		}
		return refused, fillings
	}}
}

// window returns the kicks around a load, nil if they were not recorded.
func window(r *record.Record, load float64) record.Histogram {
	if i := slices.Index(r.Loads, load); i >= 0 {
		return r.Kicks().Windows[i].Kicks
	}
	return nil
}

// KicksAt is mean kicks of an accepted insert at a load.
func KicksAt(load float64) Statistic {
	return Statistic{Name: fmt.Sprintf("mean kicks of an insert at load %g", load), Scale: ByLog, Of: func(w Row) float64 { return Mean(window(w.Of[0], load)) }}
}

// KicksOver is the mean kicks at a load over those at another in the same table.
func KicksOver(load, other float64) Statistic {
	return Statistic{Name: fmt.Sprintf("mean kicks at load %g over those at %g", load, other), Scale: ByLog, Of: func(w Row) float64 {
		return Mean(window(w.Of[0], load)) / Mean(window(w.Of[0], other))
	}}
}

// KicksBySize is the mean kicks at a load over those in another table.
func KicksBySize(load float64) Statistic {
	return Statistic{Name: fmt.Sprintf("mean kicks at load %g over those in the smallest table", load), Scale: ByLog, Of: func(w Row) float64 {
		return Mean(window(w.Of[0], load)) / Mean(window(w.Over[0], load))
	}}
}

// KicksRise is how far the 99th percentile of kicks at the highest load is above that at
// half load.
var KicksRise = Statistic{Name: "99th percentile of kicks at the highest load less that at half load", Of: func(w Row) float64 {
	r := w.Of[0]
	return Percentile(r.Kicks().Windows[len(r.Kicks().Windows)-1].Kicks, 0.99) - Percentile(window(r, 0.5), 0.99)
}}

// Kicks99 is the 99th percentile of kicks at a load.
func Kicks99(load float64) Statistic {
	return Statistic{Name: fmt.Sprintf("99th percentile of kicks at load %g", load), Of: func(w Row) float64 { return Percentile(window(w.Of[0], load), 0.99) }}
}

// Longest chains of balls in bins. The mean of whole numbers may be off when they are all
// the same: of n draws without another value, one in n/3 draws may still have it.
var (
	LongestOverLaw = Statistic{Name: "mean longest chain over what the law expects", Reach: unseen(law), Of: func(w Row) float64 {
		return meanOf(w.Of[0].Bins().Longest) / law(w.Of[0])
	}}
	LongestOverTerm = Statistic{Name: "mean longest chain over the term that is quoted", Reach: unseen(term), Of: func(w Row) float64 {
		return meanOf(w.Of[0].Bins().Longest) / term(w.Of[0])
	}}
	Longest = Statistic{Name: "mean longest chain", Reach: unseen(func(*record.Record) float64 { return 1 }), Of: func(w Row) float64 { return meanOf(w.Of[0].Bins().Longest) }}
	// GrowthLess takes the smallest and the largest size, of two choices in Of and of one in Over.
	GrowthLess = Statistic{
		Name: "growth of the longest chain with two choices less that with one",
		Reach: func(of, with []analysis.Cell) float64 {
			n := len(of) - 1
			return unseenStep(of[0]) + unseenStep(of[n]) + unseenStep(with[0]) + unseenStep(with[n])
		},
		Of: func(w Row) float64 {
			n := len(w.Of) - 1
			longest := func(r *record.Record) float64 { return meanOf(r.Bins().Longest) }
			return longest(w.Of[n]) - longest(w.Of[0]) - (longest(w.With[n]) - longest(w.With[0]))
		},
	}
)

func law(r *record.Record) float64 { return theory.MeanLongest(r.Shape.Probes, r.Capacity, r.Capacity) }

// term is what is quoted for the longest of n chains: ln n / ln ln n with one choice, and
// ln ln n with two.
func term(r *record.Record) float64 {
	n := float64(r.Capacity)
	if r.Shape.Probes == 1 {
		return math.Log(n) / math.Log(math.Log(n))
	}
	return math.Log(math.Log(n))
}

func unseen(scale func(*record.Record) float64) func(of, with []analysis.Cell) float64 {
	return func(of, _ []analysis.Cell) float64 { return unseenStep(of[0]) / scale(of[0].Records[0]) }
}

func unseenStep(c analysis.Cell) float64 {
	draws := 0
	for _, r := range c.Records {
		draws += len(r.Bins().Longest)
	}
	return 3 / float64(draws)
}

// Places of keys.
var (
	SamePlace = Statistic{Name: "share of keys whose places are one", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) { return r.Places().Same, r.Places().Keys }}
	// NoCycle counts groups of keys with the same places that do other than lose the last
	// key alone after every kick allowed, and groups apart that lose any.
	NoCycle = Statistic{Name: "share of groups that do not go as a cycle would", Scale: ByCounts, Count: func(r *record.Record) (exceptions, groups uint64) {
		same, apart := Events(r.Cycle().Refused), Events(r.Cycle().Apart)
		wrong := max(same-r.Cycle().Last, eventsBut(r.Cycle().Kicks, uint64(analysis.Param(r.Variant, "kicks"))))
		return wrong + eventsBut(r.Cycle().Apart, 0), same + apart
	}}
	GroupLoses = Statistic{Name: "share of groups that lose a key", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return eventsBut(r.Cycle().Refused, 0), Events(r.Cycle().Refused)
	}}
)

// eventsBut counts the events of other sizes than one.
func eventsBut(h record.Histogram, size uint64) (n uint64) {
	for _, bin := range h {
		if bin[0] != size {
			n += bin[1]
		}
	}
	return n
}
