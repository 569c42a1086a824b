package figures

import (
	"math"
	"slices"

	"filterbench/analysis"
)

// span is a stretch of values.
type span struct{ low, high float64 }

// empty takes anything in.
func empty() span { return span{math.Inf(1), math.Inf(-1)} }

// take widens the span to hold a value that can be drawn.
func (s *span) take(x float64, scale Scale) {
	if math.IsNaN(x) || math.IsInf(x, 0) || scale == Log && x <= 0 {
		return
	}
	s.low, s.high = math.Min(s.low, x), math.Max(s.high, x)
}

// extent is what a panel shows: the ends of both axes, and whether there are zeros that a
// logarithmic axis has no place for.
type extent struct {
	x, y   span
	xa, ya Axis
	zeros  bool
}

// extentsOf returns the extents of the panels: common to those that share an axis, but
// for axes that are free.
func extentsOf(c Chart) []extent {
	list := make([]extent, len(c.Panels))
	for i, p := range c.Panels {
		e := extent{x: empty(), y: empty(), xa: c.xOf(p), ya: c.yOf(p)}
		for _, curve := range p.Curves {
			e.cover(curve)
		}
		for _, r := range p.Rules {
			if r.X {
				e.x.take(r.At, e.xa.Scale)
			} else {
				e.y.take(r.At, e.ya.Scale)
			}
		}
		list[i] = e
	}
	out := make([]extent, len(list))
	for i, p := range c.Panels {
		shared := list[i]
		for j, q := range c.Panels {
			if q.X == p.X && !shared.xa.Free {
				shared.x.join(list[j].x)
			}
			if q.Y == p.Y && !shared.ya.Free {
				shared.y.join(list[j].y)
				shared.zeros = shared.zeros || list[j].zeros
			}
		}
		shared.x, shared.y = shared.x.finish(shared.xa, 0.03), shared.y.finish(shared.ya, 0.05)
		out[i] = shared
	}
	return out
}

func (s *span) join(other span) {
	s.low, s.high = math.Min(s.low, other.low), math.Max(s.high, other.high)
}

func (e *extent) cover(curve Curve) {
	for _, p := range slices.Concat(curve.Points, curve.Law) {
		e.x.take(p.X, e.xa.Scale)
		for _, y := range []float64{p.Y, p.Lo, p.Hi, p.Theory, p.Bound} {
			e.y.take(y, e.ya.Scale)
		}
		if p.Y == 0 && e.ya.Scale == Log {
			e.zeros = true
		}
	}
}

// finish applies the limits that an axis declares and pads those it leaves to the data.
func (s span) finish(a Axis, pad float64) span {
	if a.Unit == Category {
		return span{-0.5, float64(len(a.Names)) - 0.5}
	}
	if s.low > s.high {
		s = span{1, 1}
	}
	out := s.padded(a.Scale, pad)
	if a.Min != 0 || a.Zero {
		out.low = a.Min
	}
	if a.Max != 0 {
		out.high = a.Max
	}
	return out
}

func (s span) padded(scale Scale, pad float64) span {
	if scale == Log {
		by := math.Pow(s.high/s.low, pad)
		if s.low == s.high {
			by = 2
		}
		return span{s.low / by, s.high * by}
	}
	by := (s.high - s.low) * pad
	if by == 0 {
		by = math.Max(math.Abs(s.high)*pad, 1e-9)
	}
	return span{s.low - by, s.high + by}
}

// place returns where in the span x lies, from 0 to 1.
func (s span) place(x float64, scale Scale) float64 {
	if scale == Log {
		if x <= 0 {
			return math.Inf(-1)
		}
		return math.Log(x/s.low) / math.Log(s.high/s.low)
	}
	return (x - s.low) / (s.high - s.low)
}

// common returns the theory that all points of a panel share.
func common(p Panel) (value float64, ok bool) {
	value = math.NaN()
	for _, curve := range p.Curves {
		if len(curve.Law) > 0 {
			return 0, false
		}
		for _, at := range curve.Points {
			if math.IsNaN(at.Theory) || !math.IsNaN(value) && at.Theory != value {
				return 0, false
			}
			value = at.Theory
		}
	}
	return value, !math.IsNaN(value)
}

func hasTheory(c Curve) bool {
	return len(c.Law) > 0 || slices.ContainsFunc(c.Points, func(p analysis.Point) bool { return !math.IsNaN(p.Theory) })
}

func hasBound(c Curve) bool {
	return slices.ContainsFunc(slices.Concat(c.Points, c.Law), func(p analysis.Point) bool { return !math.IsNaN(p.Bound) })
}
