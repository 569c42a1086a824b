package measure

import (
	"cmp"
	"slices"
	"strconv"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// FamilywiseLevel is the probability with which a family of points that all
// follow theory has any exception.
const FamilywiseLevel = 0.05

// Margin is the relative deviation within which a point is said to agree with theory.
// That theory lies inside an interval does not say so: a wide interval holds much else.
const Margin = 0.05

// Comparison is one point at which theory can be wrong.
type Comparison struct {
	analysis.Cell
	FalsePositives
	At       string  // which checkpoint of a churn, else ""
	P        float64 // two-sided p-value, scatter between seeds allowed for
	Adjusted float64 // after Holm's correction over the experiment's points
}

// Agreement compares an experiment's false positive rates with theory.
type Agreement struct {
	Experiment string
	Points     []Comparison // every decidable point, but for repeats
	Repeats    int          // decidable points left out because they repeat another
	Outside    int          // points whose widened 95 % interval excludes theory
	OutsideP   float64      // probability of so many or more, were every interval exact and independent
	Exceptions []Comparison // points with Adjusted below FamilywiseLevel, worst first
	Phi        float64      // dispersion between seeds, pooled over the points
	PhiP       float64      // probability of so much or more, were seeds to differ by sampling only
	Freedom    int          // degrees of freedom of Phi
	Within     int          // points whose interval lies within Margin of theory: equivalence is shown
	Beyond     int          // points whose interval lies outside of Margin: it is refuted
	Resolution float64      // median half width of the intervals, relative to theory: the deviation that half of the points could have shown
	Bluntest   float64      // largest half width
}

// Agree compares every decidable point of an experiment with theory. An
// experiment without such points has none in the result.
func Agree(d *analysis.Dataset, experiment string) (Agreement, error) {
	a := Agreement{Experiment: experiment}
	cells, err := d.Cells(experiment, "")
	if err != nil {
		return a, err
	}
	for _, c := range cells {
		if c.Hash != "" || c.Shape().Probing != "" {
			continue // formulas assume a good hash and probes of the family's own; experiments on those judge them
		}
		if err := a.add(c); err != nil {
			return a, err
		}
	}
	if len(a.Points) > 0 {
		a.judge()
	}
	return a, nil
}

func (a *Agreement) add(c analysis.Cell) error {
	switch c.Kind {
	case record.KindFPR:
		f, err := FPR(c)
		if err != nil {
			return err
		}
		a.addPoint(Comparison{Cell: c, FalsePositives: f})
	case record.KindChurn:
		points, err := Churn(c)
		if err != nil {
			return err
		}
		for _, p := range points {
			a.addPoint(Comparison{Cell: c, FalsePositives: p.FalsePositives, At: formatTurnover(p.Turnover)})
		}
	}
	return nil
}

func (a *Agreement) addPoint(p Comparison) {
	if !p.Decidable() {
		return
	}
	if slices.ContainsFunc(a.Points, p.repeats) {
		a.Repeats++
		return
	}
	p.P = p.PValue(p.Theory)
	a.Points = append(a.Points, p)
}

// repeats reports whether two points are one observation made twice: the same
// seeds, the same prediction and the same counts to the last. A counting filter
// repeats the standard filter with as many cells, for under one hash they set the
// same cells; to count both would count one accident twice.
func (p Comparison) repeats(q Comparison) bool {
	return p.At == q.At && p.Workload == q.Workload && p.Records[0].Seed == q.Records[0].Seed &&
		p.Theory == q.Theory && p.Hits == q.Hits && p.Trials == q.Trials && p.ChiSquare == q.ChiSquare
}

func (a *Agreement) judge() {
	var values, widths []float64
	chi := 0.0
	for _, p := range a.Points {
		values = append(values, p.P)
		widths = append(widths, (p.WideHi-p.WideLo)/2/p.Theory)
		chi += p.ChiSquare
		a.Freedom += p.Freedom
		if !p.Covers(p.Theory) {
			a.Outside++
		}
		low, high := p.WideLo/p.Theory-1, p.WideHi/p.Theory-1
		switch {
		case low >= -Margin && high <= Margin:
			a.Within++
		case low > Margin || high < -Margin:
			a.Beyond++
		}
	}
	for i, adjusted := range prob.Holm(values) {
		a.Points[i].Adjusted = adjusted
		if adjusted < FamilywiseLevel {
			a.Exceptions = append(a.Exceptions, a.Points[i])
		}
	}
	slices.SortStableFunc(a.Exceptions, func(x, y Comparison) int { return cmp.Compare(x.P, y.P) })
	_, a.OutsideP = prob.BinomialTails(uint64(a.Outside), uint64(len(a.Points)), 1-stat.Confidence)
	a.Phi, a.PhiP = 1, 1
	if a.Freedom > 0 {
		a.Phi = chi / float64(a.Freedom)
		a.PhiP = stat.HomogeneityP(chi, a.Freedom)
	}
	a.Resolution, a.Bluntest = stat.NewDistribution(widths).Quantile(0.5).Value, slices.Max(widths)
}

func formatTurnover(t float64) string {
	return "turnover " + strconv.FormatFloat(t, 'g', -1, 64)
}
