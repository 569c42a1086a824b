package stat

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/stat/distuv"
)

// Confidence is the coverage of every interval of the report.
const Confidence = 0.95

// Proportion is a rate estimated from counts over several seeds.
//
// Two intervals belong to it. That of sampling, Lo to Hi, is exact if all seeds
// have one rate. The wide one makes no such assumption. It is never narrower than
// the first, nor than Student's with as many degrees of freedom as there are seeds
// less one, which is what the spread between so few seeds is known to:
//
//	distances of the first, times max(1, t sqrt(Phi) / z)
//
// with t and z the 97.5 % quantiles of Student's and the normal distribution. Its
// coverage is 95 % where seeds differ by much more than sampling explains, and a little
// more, 97 % with eight seeds, where they do not: never less. [Coverage] computes it.
type Proportion struct {
	Hits, Trials uint64
	Rate         float64   // Hits/Trials, or for inverse sampling the mean of Rates
	Lo, Hi       float64   // exact 95 % interval of the pooled counts
	WideLo       float64   // 95 % interval that allows for scatter between seeds
	WideHi       float64   //
	Rates        []float64 // per seed
	Phi          float64   // dispersion between seeds; NaN with one seed or no hits
	ChiSquare    float64   // its numerator, with Freedom degrees of freedom
	Freedom      int       //

	inverse bool // every seed was sampled until a number of hits
}

// NewProportion pools the hits among trials of several seeds. It panics if the
// slices differ in length or are empty.
func NewProportion(hits, trials []uint64) Proportion {
	return NewStopped(hits, trials, make([]bool, len(hits)))
}

// NewStopped is [NewProportion] where some seeds were sampled until a number of hits.
func NewStopped(hits, trials []uint64, stopped []bool) Proportion {
	if len(hits) != len(trials) || len(hits) != len(stopped) || len(hits) == 0 {
		panic("stat: a proportion needs as many hits as trials, and at least one")
	}
	p := Proportion{Phi: math.NaN()}
	for i := range hits {
		p.Hits += hits[i]
		p.Trials += trials[i]
		p.Rates = append(p.Rates, Unbiased(hits[i], trials[i], stopped[i]))
	}
	p.sampling(stopped)
	p.disperse(hits, trials)
	p.widen()
	return p
}

// widen sets the wide interval. For inverse sampling its distances are taken from
// the estimate of the pooled counts and then moved, in proportion, to the mean over
// seeds, which is another where the seeds differ much.
func (p *Proportion) widen() {
	p.WideLo, p.WideHi = p.Lo, p.Hi
	factor := p.Widening()
	if factor == 1 || p.Hits == 0 {
		return
	}
	pooled := Unbiased(p.Hits, p.Trials, p.inverse)
	scale := p.Rate / pooled
	p.WideLo = math.Max(0, math.Min(p.Lo, scale*(pooled-(pooled-p.Lo)*factor)))
	p.WideHi = math.Min(1, math.Max(p.Hi, scale*(pooled+(p.Hi-pooled)*factor)))
}

// Widening is the factor on the width of the interval that scatter between seeds
// calls for, 1 where that is unknown.
func (p Proportion) Widening() float64 {
	if math.IsNaN(p.Phi) {
		return 1
	}
	return math.Max(1, reach(p.student())*math.Sqrt(p.Phi)/distuv.UnitNormal.Quantile(1-(1-Confidence)/2))
}

// Coverage is the probability with which the wide interval holds the rate, from its
// degrees of freedom and from the true dispersion phi of the seeds, 1 if all are alike.
// Counts are taken for normal: that they are whole makes the intervals of few hits a
// little wider, by some tenths of a point at a thousand hits.
//
// With x = n u^2 the chi-square of the seeds, the reach of the interval is that of the
// exact one, z, while t u sqrt(phi) is less, and Student's from there on. Were it always
// Student's, the coverage would be [Confidence]; what the exact one has more is added.
func Coverage(freedom int, phi float64) float64 {
	const upper = 1 - (1-Confidence)/2
	z := distuv.UnitNormal.Quantile(upper)
	sampling := math.Erf(z / math.Sqrt(2*phi))
	if freedom < 1 {
		return sampling // of one seed no scatter is known
	}
	n := float64(freedom)
	t := distuv.StudentsT{Sigma: 1, Nu: n}.Quantile(upper)
	chi := distuv.ChiSquared{K: n}
	return Confidence + quad.Fixed(func(u float64) float64 {
		return 2 * n * u * chi.Prob(n*u*u) * (sampling - math.Erf(t*u/math.Sqrt2))
	}, 0, z/t/math.Sqrt(phi), 100, nil, 0)
}

func (p Proportion) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(p.Freedom)}
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
// rate that theory gives. It is the larger of two, as the wide interval is the
// wider of two: the exact one of sampling, and Student's, in which the exact one's
// normal deviate is divided by sqrt(Phi).
func (p Proportion) PValue(theory float64) float64 {
	exact := p.samplingPValue(theory)
	if math.IsNaN(p.Phi) || p.Phi == 0 || exact >= 1 {
		return math.Min(1, exact)
	}
	// Below 1e-300 a deviate is out of reach of a float; the verdict is the same.
	z := distuv.UnitNormal.Quantile(math.Max(exact, 1e-300) / 2)
	return math.Max(exact, 2*p.student().CDF(z/math.Sqrt(p.Phi)))
}

// Covers reports whether the widened interval contains the rate.
func (p Proportion) Covers(rate float64) bool { return p.WideLo <= rate && rate <= p.WideHi }

// HomogeneityP returns the probability of a chi-square at least this large.
func HomogeneityP(chi float64, freedom int) float64 {
	return distuv.ChiSquared{K: float64(freedom)}.Survival(chi)
}

func ratio(x, n uint64) float64 { return float64(x) / float64(n) }
