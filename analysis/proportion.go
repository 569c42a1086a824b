package analysis

import (
	"math"

	"filterbench/internal/prob"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the coverage of every interval of the report.
const Confidence = 0.95

// Proportion is a rate estimated from counts over several seeds.
type Proportion struct {
	Hits, Trials uint64
	Rate         float64   // Hits/Trials
	Lo, Hi       float64   // exact 95 % interval of the pooled counts (Clopper-Pearson)
	WideLo       float64   // the interval, its distances widened by sqrt(max(1, Phi))
	WideHi       float64   //
	Rates        []float64 // per seed
	Phi          float64   // dispersion between seeds; NaN with one seed or no hits
	ChiSquare    float64   // its numerator, with Freedom degrees of freedom
	Freedom      int       //
}

// NewProportion pools the hits among trials of several seeds. It panics if the
// slices differ in length or are empty.
func NewProportion(hits, trials []uint64) Proportion {
	if len(hits) != len(trials) || len(hits) == 0 {
		panic("analysis: a proportion needs as many hits as trials, and at least one")
	}
	p := Proportion{Phi: math.NaN()}
	for i := range hits {
		p.Hits += hits[i]
		p.Trials += trials[i]
		p.Rates = append(p.Rates, ratio(hits[i], trials[i]))
	}
	p.Rate = ratio(p.Hits, p.Trials)
	p.Lo, p.Hi = prob.ClopperPearson(p.Hits, p.Trials, Confidence)
	p.disperse(hits, trials)
	widen := math.Sqrt(p.Widening())
	p.WideLo = math.Max(0, p.Rate-(p.Rate-p.Lo)*widen)
	p.WideHi = math.Min(1, p.Rate+(p.Hi-p.Rate)*widen)
	return p
}

// Widening is the factor on the variance that scatter between seeds calls for:
// max(1, Phi), or 1 where Phi is unknown.
func (p Proportion) Widening() float64 {
	if math.IsNaN(p.Phi) {
		return 1
	}
	return math.Max(1, p.Phi)
}

// disperse computes Pearson's statistic of homogeneity over the seeds,
//
//	sum_i (x_i - n_i p)^2 / (n_i p (1-p))  with p the pooled rate,
//
// and phi, the statistic over its degrees of freedom.
func (p *Proportion) disperse(hits, trials []uint64) {
	if len(hits) < 2 || p.Hits == 0 || p.Hits == p.Trials {
		return
	}
	for i := range hits {
		expected := float64(trials[i]) * p.Rate
		d := float64(hits[i]) - expected
		p.ChiSquare += d * d / (expected * (1 - p.Rate))
	}
	p.Freedom = len(hits) - 1
	p.Phi = p.ChiSquare / float64(p.Freedom)
}

// PValue returns the two-sided probability of counts at least as far from the
// rate that theory gives, with the scatter between seeds allowed for: the exact
// binomial p-value, put on the scale of a normal deviate, divided by
// sqrt(max(1, Phi)).
func (p Proportion) PValue(theory float64) float64 {
	exact := prob.BinomialPValue(p.Hits, p.Trials, theory)
	if p.Widening() == 1 || exact >= 1 {
		return math.Min(1, exact)
	}
	// Below 1e-300 a deviate is out of reach of a float; the verdict is the same.
	z := distuv.UnitNormal.Quantile(math.Max(exact, 1e-300) / 2)
	return 2 * distuv.UnitNormal.CDF(z/math.Sqrt(p.Widening()))
}

// Covers reports whether the widened interval contains the rate.
func (p Proportion) Covers(rate float64) bool { return p.WideLo <= rate && rate <= p.WideHi }

// homogeneityP returns the probability of a chi-square at least this large.
func homogeneityP(chi float64, freedom int) float64 {
	return distuv.ChiSquared{K: float64(freedom)}.Survival(chi)
}

func ratio(x, n uint64) float64 { return float64(x) / float64(n) }
