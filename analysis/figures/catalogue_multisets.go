package figures

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

var multisetFigures = []Figure{
	{
		ID: "multisets-map", Experiment: "multisets",
		Title:   "What it takes to hold a key many times",
		Caption: "All filters are sized for equal numbers of keys and have false positive rates that differ by little, which the table gives. A point at the top took every copy that was offered: it may take more.",
		X:       Axis{Label: "bits for each key of the design", Scale: Log}, Y: Axis{Label: "copies of one key accepted", Scale: Log},
		At:     func(c analysis.Cell) float64 { return float64(c.Shape().Bits) / float64(c.Capacity) },
		Bars:   "mean, with the range of all keys",
		Layers: []Layer{{Part: "copies", Series: variant, Measure: copiesHeld}},
	},
	{
		ID: "multisets-load", Experiment: "multisets",
		Title:   "Load at the first refusal, by the copies that a key has on average",
		Caption: "All copies are inserted, and each that is accepted counts as one of the slots, so that filters which find room for copies elsewhere go beyond 100 %. The mean is that of as many inserts as the table has slots, whether it takes them or not.",
		X:       Axis{Label: "mean copies of a key", Scale: Log}, Y: Axis{Label: "accepted inserts over slots", Unit: Percent, Scale: Log},
		At:    func(c analysis.Cell) float64 { return measure.MeanCopies(c.Workload, c.Slots) },
		Facet: variant,
		Bars:  rangeBars,
		Layers: []Layer{
			streamLayer("repeat", named("every key as often")),
			streamLayer("skewed", func(c analysis.Cell) string { return fmt.Sprintf("Zipf, exponent %g", analysis.Param(c.Workload, "s")) }),
			streamLayer("bursts", named("bursts of one key in a hundred")),
			streamLayer("hot", named("one hot key")),
		},
	},
	{
		ID: "wrong-deletes", Experiment: "deletion",
		Title:   "Deletes of keys that were never inserted that succeed all the same",
		Caption: "Each success takes the fingerprint of a key that is held.",
		X:       Axis{Label: "bits of the fingerprint"}, Y: Axis{Label: "share of wrong deletes that succeed", Unit: Percent, Scale: Log},
		At:   func(c analysis.Cell) float64 { return float64(c.Shape().FingerprintBits) },
		Bars: intervalBars, Theory: exactTheory,
		Apart:  true,
		Layers: []Layer{{Part: "cuckoo", Series: bucketSlots, Measure: wrongDeletes}},
	},
	{
		ID: "drift-policies", Experiment: "drift",
		Title:   "Live keys that are denied as copies come and go, by policy of the caller",
		Caption: "Every: all copies are inserted and deleted. Check: what the filter denies is inserted, every copy that leaves is deleted. Last: the same, but deleted with the last copy. Known: inserted with the first copy and deleted with the last. A policy that loses no key has no place on this axis.",
		X:       Axis{Label: "turnovers of the window"}, Y: Axis{Label: "live keys denied", Unit: Percent, Scale: Log},
		Facet:  bitsAndStream,
		Bars:   intervalBars,
		Layers: []Layer{{Part: "policies", Series: func(c analysis.Cell) string { return c.Policy }, Measure: deniedPoints, Style: "key"}},
	},
	{
		ID: "drift-distinct", Experiment: "drift",
		Title:   "Live keys that are denied where the caller looks before it inserts",
		Caption: "No key comes twice. A key that the filter takes for held is not inserted, and when either of the two leaves, both lose their fingerprint.",
		X:       Axis{Label: "turnovers of the window"}, Y: Axis{Label: "live keys denied", Unit: Percent, Scale: Log},
		Bars: intervalBars, Theory: exactTheory,
		Layers: []Layer{{Part: "distinct", Series: variant, Measure: slidingPoints}},
	},
}

// bitsAndStream names a panel by the fingerprint and the kind of stream.
func bitsAndStream(c analysis.Cell) string {
	stream := analysis.FamilyOf(c.Workload)
	if s := analysis.Param(c.Workload, "s"); !math.IsNaN(s) {
		stream += fmt.Sprintf(", exponent %g", s)
	}
	return fmt.Sprintf("%d bits, %s", c.Shape().FingerprintBits, stream)
}

func streamLayer(part string, series func(analysis.Cell) string) Layer {
	return Layer{Part: part, Series: series, Measure: plainLoadPoint, Style: part}
}

func loadName(c analysis.Cell) string { return fmt.Sprintf("load %.0f %%", 100*loadBefore(c)) }

// refusalPoint is the mean number of kicks of refused copies, with their range.
func refusalPoint(c analysis.Cell) ([]analysis.Point, error) {
	d, err := measure.Duplicates(c)
	if err != nil || len(d.Refused) == 0 {
		return nil, err
	}
	return []analysis.Point{ofHistogram(d.Refused, len(c.Records))}, nil
}

// copiesHeld is the mean number of copies accepted, with their range.
func copiesHeld(c analysis.Cell) ([]analysis.Point, error) {
	d, err := measure.Duplicates(c)
	if err != nil || len(d.Accepted) == 0 {
		return nil, err
	}
	return []analysis.Point{ofHistogram(d.Accepted, len(c.Records))}, nil
}

func ofHistogram(h record.Histogram, seeds int) analysis.Point {
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = measure.Mean(h), float64(h[0][0]), measure.Largest(h)
	p.N, p.Hits, p.Seeds = measure.Events(h), measure.Events(h), seeds
	return p
}

// wrongDeletes is the share of wrong deletes that succeed, with the false positive
// rate of the keys held meanwhile.
func wrongDeletes(c analysis.Cell) ([]analysis.Point, error) {
	e, err := measure.Erasure(c)
	if err != nil || e.Succeeded == 0 {
		return nil, err
	}
	var hits, trials []uint64
	for _, r := range c.Records {
		hits, trials = append(hits, r.Erasure().Succeeded), append(trials, r.Erasure().Attempts)
	}
	p := ofProportion(stat.NewProportion(hits, trials))
	first := c.Records[0].Erasure()
	if predicted, ok := families.Predict(c.Shape(), first.Background-first.Cleared); ok {
		p.Theory = predicted.FPR
	}
	return []analysis.Point{p}, nil
}

func ofProportion(x stat.Proportion) analysis.Point {
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = x.Rate, x.WideLo, x.WideHi
	p.N, p.Hits, p.Seeds, p.Phi = x.Trials, x.Hits, len(x.Rates), x.Phi
	return p
}

// deniedPoints are the shares of live keys denied at the checkpoints; shares of
// nothing are left out, for a logarithmic axis cannot show them.
func deniedPoints(c analysis.Cell) ([]analysis.Point, error) {
	list, err := measure.Drift(c)
	if err != nil {
		return nil, err
	}
	var points []analysis.Point
	for _, at := range list {
		if at.Denied.Hits == 0 {
			continue
		}
		p := ofProportion(at.Denied)
		p.X = at.Turnover
		points = append(points, p)
	}
	return points, nil
}

// slidingPoints are deniedPoints with what theory says from one turnover on.
func slidingPoints(c analysis.Cell) ([]analysis.Point, error) {
	points, err := deniedPoints(c)
	for i := range points {
		points[i].Theory = math.NaN()
		if s := c.Shape(); points[i].X >= 1 && measure.Buckets(s) > 1 {
			points[i].Theory = theory.SlidingLoss(measure.Buckets(s), c.Records[0].Drift().Checkpoints[0].Live, s.FingerprintBits)
		}
	}
	return points, err
}
