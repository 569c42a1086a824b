package figures

import "math"

// limits are the ends of both axes of a panel.
type limits struct{ x, y span }

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

// limitsOf returns the limits of each panel: common to all, but for axes that are
// free.
func limitsOf(c Chart) []limits {
	all := limits{empty(), empty()}
	list := make([]limits, len(c.Panels))
	for i, p := range c.Panels {
		list[i] = limits{empty(), empty()}
		for _, curve := range p.Curves {
			list[i].cover(c, curve)
			all.cover(c, curve)
		}
	}
	for i := range list {
		if !c.X.Free {
			list[i].x = all.x
		}
		if !c.Y.Free {
			list[i].y = all.y
		}
		list[i].x = list[i].x.finish(c.X, 0.03)
		list[i].y = list[i].y.finish(c.Y, 0.05)
		if c.X.Unit == Category {
			list[i].x = span{-0.5, float64(len(c.Categories)) - 0.5}
		}
	}
	return list
}

func (l *limits) cover(c Chart, curve Curve) {
	for _, p := range curve.Points {
		l.x.take(p.X, c.X.Scale)
		for _, y := range []float64{p.Y, p.Lo, p.Hi, p.Theory} {
			l.y.take(y, c.Y.Scale)
		}
	}
}

// finish applies the limits that the figure declares and pads those it leaves to
// the data.
func (s span) finish(a Axis, pad float64) span {
	if s.low > s.high {
		s = span{1, 1}
	}
	out := s.padded(a.Scale, pad)
	if a.Unit == Decimal {
		out = s.toDecades()
	}
	if a.Min != 0 || a.Zero {
		out.low = a.Min
	}
	if a.Max != 0 {
		out.high = a.Max
	}
	return out
}

// toDecades widens a logarithmic span to powers of ten that are close by.
func (s span) toDecades() span {
	out := s.padded(Log, 0.03)
	if floor := math.Pow(10, math.Floor(math.Log10(s.low))); s.low/floor < 3 {
		out.low = floor
	}
	if ceil := math.Pow(10, math.Ceil(math.Log10(s.high))); ceil/s.high < 3 {
		out.high = ceil
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
