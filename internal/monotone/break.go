package monotone

import (
	"math"

	"filterbench/internal/prob"
	"filterbench/internal/stat"
)

// The rule. Its intervals cover the median with 95 % or more, or are the range of
// samples too small for that.
const (
	// MostAlarm is how often chance alone may call two equal points a break: where the
	// repetitions are too few for that, as four and four are, no break is called.
	MostAlarm = 0.01
	// Finest is the least difference of two medians, in nanoseconds, that is called a break:
	// no loop is known better.
	Finest = 0.1
)

// FalseAlarm returns how likely the interval of m draws lies wholly below that of n
// draws of the same continuous distribution: the share of the orders of all n+m in
// which it does. With ten and ten it is 0.055 %.
func FalseAlarm(n, m int) float64 {
	if n < 1 || m < 1 {
		return 1
	}
	a := stat.MedianRank(n)         // the lower end of the n
	b := m + 1 - stat.MedianRank(m) // the upper end of the m
	all := prob.LogBinomial(uint64(n+m), uint64(n))
	p := 0.0
	for k := range a { // of the n come before the b-th of the m
		before := prob.LogBinomial(uint64(k+b-1), uint64(k))
		after := prob.LogBinomial(uint64(n-k+m-b), uint64(n-k))
		p += math.Exp(before + after - all)
	}
	return p
}

// Break is a larger table that was faster than a smaller one.
type Break struct {
	Small, Large Point
	Gap          float64 // between the intervals, in parts of the smaller table's time
}

// Breaks lists for each size the next smaller one that took longer for certain.
func (s Series) Breaks() []Break {
	var list []Break
	for j, large := range s.Points {
		for i := j - 1; i >= 0; i-- {
			if small := s.Points[i]; breaks(small.Median, large.Median) {
				list = append(list, Break{small, large, (small.Median.Lo - large.Median.Hi) / max(math.Abs(small.Median.Value), Finest)})
				break
			}
		}
	}
	return list
}

func breaks(small, large stat.Median) bool {
	return large.Hi < small.Lo && small.Value-large.Value >= Finest && FalseAlarm(small.N, large.N) <= MostAlarm
}

// Alarms returns how many breaks chance alone is expected to find in the series, at
// most, if times were the same at all sizes.
func (s Series) Alarms() float64 {
	sum := 0.0
	for j, large := range s.Points {
		for _, small := range s.Points[:j] {
			if p := FalseAlarm(small.Median.N, large.Median.N); p <= MostAlarm {
				sum += p
			}
		}
	}
	return sum
}
