package choose

import (
	"math"
	"slices"
	"testing"
)

// BenchmarkTimesLeftOut is how far the adviser's times are from times of the committed run that
// it is not shown: of each filter and size, each in turn is left out and promised from the
// others. It reports the ratio, the larger over the smaller, in the middle, of one in ten and
// the worst, and the share of times inside the promised interval.
func BenchmarkTimesLeftOut(b *testing.B) {
	d, err := committed()
	if err != nil {
		b.Fatal(err)
	}
	m, err := Model(d, "reference")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		seen := map[string]bool{}
		var off []float64
		inside := 0
		for i := range m.Candidates {
			c := m.Candidates[i]
			for s, series := range c.Times {
				for at, p := range series.Points {
					if key := p.IDs[0]; seen[key] {
						continue
					} else {
						seen[key] = true
					}
					less := c
					less.Times = slices.Clone(c.Times)
					less.Times[s].Points = slices.Delete(slices.Clone(series.Points), at, at+1)
					for _, op := range []string{"hit", "miss", "insert"} {
						t, timed := p.Times[op]
						e, ok := m.Time(&less, op, series.Call, series.Value, p.Bytes)
						if !timed || !ok || t[0] < 1 || e.NS == 0 {
							continue
						}
						ratio := t[0] / e.NS
						off = append(off, math.Max(ratio, 1/ratio))
						if t[1] <= e.Hi && e.Lo <= t[2] {
							inside++
						}
						if ratio > 2.5 || ratio < 0.4 {
							b.Logf("%s, %s in a %s of %.0f bytes: %.1f ns, promised %.1f (%.1f to %.1f) as %s in a %s", series.Variant, op, series.Call, p.Bytes, t[0], e.NS, e.Lo, e.Hi, e.Variant, e.Call)
						}
					}
				}
			}
		}
		slices.Sort(off)
		b.ReportMetric(off[len(off)/2], "x-median")
		b.ReportMetric(off[len(off)*9/10], "x-tenth")
		b.ReportMetric(off[len(off)-1], "x-worst")
		b.ReportMetric(float64(inside)/float64(len(off)), "inside")
		b.ReportMetric(float64(len(off)), "times")
	}
}
