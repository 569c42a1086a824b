package stat

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"filterbench/internal/prob"
)

// Fewest is the least number of repetitions from which an interval is made.
const Fewest = 3

// Estimate is the mean of a statistic over independent repetitions, with Student's
// 95 % interval. The zero value is no estimate.
type Estimate struct {
	Value, Lo, Hi float64
	N             int // repetitions

	mean, deviation float64   // of the mean, on the scale of the test
	log             bool      // that scale is logarithmic
	draws           []float64 // of a median: all values
}

// NewEstimate summarises one value for each repetition. Too few of them, or one that
// is not a number, give no estimate.
func NewEstimate(values []float64) Estimate {
	if len(values) < Fewest {
		return Estimate{}
	}
	x := Estimate{N: len(values)}
	x.mean, x.deviation = stat.MeanStdDev(values, nil)
	x.deviation /= math.Sqrt(float64(x.N))
	if math.IsNaN(x.mean) || math.IsInf(x.mean, 0) {
		return Estimate{}
	}
	half := reach(x.student()) * x.deviation
	x.Value, x.Lo, x.Hi = x.mean, x.mean-half, x.mean+half
	return x
}

// NewLogEstimate is [NewEstimate] for a quantity that errs by factors: the geometric mean,
// with an interval that is symmetric in the logarithm.
func NewLogEstimate(values []float64) Estimate {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	x := NewEstimate(logs)
	if x.N == 0 {
		return x
	}
	x.Value, x.Lo, x.Hi, x.log = math.Exp(x.Value), math.Exp(x.Lo), math.Exp(x.Hi), true
	return x
}

// NewMedianEstimate is [NewEstimate] for times, of which some are far off: the median, with
// a distribution-free interval and the sign test.
func NewMedianEstimate(values []float64) Estimate {
	if len(values) < Fewest || slices.ContainsFunc(values, math.IsNaN) {
		return Estimate{}
	}
	q := NewDistribution(values).Quantile(0.5)
	return Estimate{Value: q.Value, Lo: q.Lo, Hi: q.Hi, N: len(values), draws: values}
}

// AtLeastReach widens an estimate so that its interval reaches that far at least:
// for counts that may agree by chance, whose scatter says too little.
func (x Estimate) AtLeastReach(least float64) Estimate {
	if x.N == 0 {
		return x
	}
	t := reach(x.student())
	x.deviation = math.Max(x.deviation, least/t)
	x.Lo, x.Hi = x.mean-t*x.deviation, x.mean+t*x.deviation
	return x
}

// Times is the estimate of a multiple.
func (x Estimate) Times(factor float64) Estimate {
	x.Value, x.Lo, x.Hi = x.Value*factor, x.Lo*factor, x.Hi*factor
	x.mean, x.deviation = x.mean*factor, x.deviation*factor
	return x
}

// Exact is a number that was computed, not measured.
func Exact(value float64) Estimate {
	return Estimate{Value: value, Lo: value, Hi: value, N: 1, mean: value}
}

func (x Estimate) student() distuv.StudentsT {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(max(1, x.N-1))}
}

// reach is how many standard errors the interval goes to either side. It is found by search,
// and asked for the same few degrees of freedom again and again.
func reach(s distuv.StudentsT) float64 {
	if known, ok := reaches.Load(s.Nu); ok {
		return known.(float64)
	}
	found := s.Quantile(1 - (1-Confidence)/2)
	reaches.Store(s.Nu, found)
	return found
}

var reaches sync.Map // degrees of freedom to reach

// Known reports whether there is an estimate at all.
func (x Estimate) Known() bool { return x.N > 0 }

// HalfWidth is the deviation that could just have been seen, relative to Value.
func (x Estimate) HalfWidth() float64 { return (x.Hi - x.Lo) / 2 / math.Abs(x.Value) }

// Above is the p-value against "the true value is at most limit", doubled, so that
// it is below 0.05 exactly when the 95 % interval lies above the limit.
func (x Estimate) Above(limit float64) float64 { return x.tail(limit, 1) }

// Below is Above for "the true value is at least limit".
func (x Estimate) Below(limit float64) float64 { return x.tail(limit, -1) }

func (x Estimate) tail(limit, sign float64) float64 {
	switch limit { // everything is beyond the one infinity, and nothing beyond the other
	case math.Inf(int(-sign)):
		return 0
	case math.Inf(int(sign)):
		return 1
	}
	if x.draws != nil {
		return x.signs(limit, sign)
	}
	if x.log {
		limit = math.Log(limit)
	}
	distance := sign * (x.mean - limit)
	if x.deviation == 0 {
		if distance >= 0 {
			return 0
		}
		return 1
	}
	return math.Min(1, 2*x.student().Survival(distance/x.deviation))
}

// signs is tail for a median.
func (x Estimate) signs(limit, sign float64) float64 {
	beyond := uint64(0)
	for _, v := range x.draws {
		if sign*(v-limit) > 0 {
			beyond++
		}
	}
	_, upper := prob.BinomialTails(beyond, uint64(len(x.draws)), 0.5)
	return math.Min(1, 2*upper)
}

// OfCounts is the estimate of a rate from one count, where nothing is drawn twice: the
// exact interval, and normal tails for p-values.
func OfCounts(hits, trials uint64) Estimate {
	if trials == 0 {
		return Estimate{}
	}
	x := Estimate{Value: float64(hits) / float64(trials), N: int(min(trials, math.MaxInt32))}
	x.Lo, x.Hi = prob.ClopperPearson(hits, trials, Confidence)
	x.mean, x.deviation = x.Value, math.Sqrt(x.Value*(1-x.Value)/float64(trials))
	return x
}

// Mean and Deviation are the mean over repetitions and its standard error, on the scale
// on which the estimate is tested.
func (x Estimate) Mean() float64      { return x.mean }
func (x Estimate) Deviation() float64 { return x.deviation }

// Normal is the estimate of a mean over n repetitions whose standard error is known.
func Normal(mean, deviation float64, n int) Estimate {
	x := Estimate{N: n, mean: mean, deviation: deviation}
	half := reach(x.student()) * deviation
	x.Value, x.Lo, x.Hi = mean, mean-half, mean+half
	return x
}
