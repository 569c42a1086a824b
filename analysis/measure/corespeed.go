package measure

import (
	"cmp"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// SpeedMargin is how far the speed of the core before a timed trial may be from that of
// the median trial without being counted.
const SpeedMargin = 0.1

// CoreSpeed is how the speed of the core moved over the timed trials of a run, by the
// nanoseconds of one step of a chain of multiplications. Times are not corrected by it.
type CoreSpeed struct {
	Trials                  int // timed trials that tell
	Median, Least, Greatest float64
	Off                     []*record.Record // trials beyond the margin, furthest first
}

// CoreSpeed looks at all timed trials; ok is false if none tells.
func CoreSpeedOf(d *analysis.Dataset) (s CoreSpeed, ok bool) {
	var steps []float64
	step := func(r *record.Record) float64 { return float64(r.SpinNS) / record.SpinSteps }
	for i := range d.Records {
		if r := &d.Records[i]; r.SpinNS > 0 {
			steps = append(steps, step(r))
		}
	}
	if len(steps) == 0 {
		return s, false
	}
	s = CoreSpeed{Trials: len(steps), Median: stat.NewMedian(steps).Value, Least: slices.Min(steps), Greatest: slices.Max(steps)}
	off := func(r *record.Record) float64 { return math.Abs(step(r)/s.Median - 1) }
	for i := range d.Records {
		if r := &d.Records[i]; r.SpinNS > 0 && off(r) > SpeedMargin {
			s.Off = append(s.Off, r)
		}
	}
	slices.SortStableFunc(s.Off, func(a, b *record.Record) int { return cmp.Compare(off(b), off(a)) })
	return s, true
}
