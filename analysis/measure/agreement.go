package measure

import (
	"cmp"
	"math"
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
	Miss     float64 // probability that its widened interval excludes a theory that is right
}

// Agreement compares an experiment's false positive rates with theory.
type Agreement struct {
	Experiment string
	Points     []Comparison // every decidable point, but for repeats and earlier checkpoints
	Repeats    int          // decidable points left out because they repeat another
	Earlier    int          // decidable checkpoints left out because the same filters have a later one
	Outside    int          // points whose widened 95 % interval excludes theory
	ByChance   float64      // how many are expected to, were theory right: the sum of Miss
	OutsideP   float64      // probability of Outside or more, were theory right and the points independent
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
		// The checkpoints are states of the same filters, whose errors go on from one to the
		// next: together they are one point, and the last, the furthest from a filling, stands
		// for all.
		points = slices.DeleteFunc(points, func(p ChurnPoint) bool { return !p.Decidable() })
		if n := len(points); n > 0 {
			last := points[n-1]
			a.Earlier += n - 1
			a.addPoint(Comparison{Cell: c, FalsePositives: last.FalsePositives, At: formatTurnover(last.Turnover)})
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
	a.Phi, a.PhiP = 1, 1
	if a.Freedom > 0 {
		a.Phi = chi / float64(a.Freedom)
		a.PhiP = stat.HomogeneityP(chi, a.Freedom)
	}
	a.chance()
	a.Resolution, a.Bluntest = stat.NewDistribution(widths).Quantile(0.5).Value, slices.Max(widths)
}

// chance computes what intervals of the widths of [stat.Proportion] miss where theory is
// right and seeds scatter as those of all points together do.
func (a *Agreement) chance() {
	for i := range a.Points {
		a.Points[i].Miss = 1 - stat.Coverage(a.Points[i].Freedom, math.Max(1, a.Phi))
	}
	a.ByChance, a.OutsideP = ByChance(a.Outside, a.Points)
}

// ByChance returns how many points are expected outside of their intervals where theory is
// right, and the probability of so many or more as are outside.
func ByChance(outside int, points []Comparison) (expected, p float64) {
	var misses []float64
	for _, c := range points {
		misses = append(misses, c.Miss)
		expected += c.Miss
	}
	return expected, prob.UnequalTail(outside, misses)
}

func formatTurnover(t float64) string {
	return "turnover " + strconv.FormatFloat(t, 'g', -1, 64)
}
