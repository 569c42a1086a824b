package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/digits"
)

// rounded writes a number with so many digits that count, and separators.
func rounded(x float64, n int) string {
	if x != 0 && math.Abs(x) < 1e-6 {
		return strconv.FormatFloat(x, 'g', n, 64)
	}
	text := digits.Significant(x, n)
	if math.Abs(x) >= 1 {
		return digits.Trimmed(text)
	}
	return text
}

// share writes a share as per cent, with two digits.
func share(x float64) string {
	if x > 0.9 && x < 1 { // what is missing counts
		return strings.TrimSuffix(strconv.FormatFloat(100*x, 'f', 1, 64), ".0") + " %"
	}
	return rounded(100*x, 2) + " %"
}

// nth writes a number with two digits.
func nth(x float64) string { return rounded(x, 2) }

// series joins words: "a, b and c".
func series(list []string) string {
	switch n := len(list); n {
	case 0:
		return "nothing"
	case 1:
		return list[0]
	default:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
}

// either returns one of two texts.
func either(ok bool, yes, no string) string {
	if ok {
		return yes
	}
	return no
}

// each calls f for every measured point of a chart.
func (c Chart) each(f func(Panel, Curve, analysis.Point)) {
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			for _, at := range curve.Points {
				if !math.IsNaN(at.Y) {
					f(p, curve, at)
				}
			}
		}
	}
}

// find returns the curve of a panel by name, "" being any panel; it has no points if there
// is none.
func (c Chart) find(panel, name string) Curve {
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			if (panel == "" || p.Title == panel) && curve.Name == name {
				return curve
			}
		}
	}
	return Curve{}
}

// at returns the y of a curve at x, NaN without a point there.
func (c Curve) at(x float64) float64 { return c.pointAt(x).Y }

func (c Curve) pointAt(x float64) analysis.Point {
	for _, p := range c.Points {
		if math.Abs(p.X-x) <= 1e-9*math.Max(1, math.Abs(x)) {
			return p
		}
	}
	return analysis.At(x)
}

// first and last are the y of the ends of a curve, NaN without points.
func (c Curve) first() analysis.Point {
	if len(c.Points) == 0 {
		return analysis.At(math.NaN())
	}
	return c.Points[0]
}

func (c Curve) last() analysis.Point {
	if len(c.Points) == 0 {
		return analysis.At(math.NaN())
	}
	return c.Points[len(c.Points)-1]
}

// spread is the least and the largest of some values, NaN left out.
type spread struct {
	n       int
	low, hi float64
	lowAt   string
	hiAt    string
	sum     float64
}

func (s *spread) take(x float64, at string) {
	if math.IsNaN(x) {
		return
	}
	if s.n == 0 || x < s.low {
		s.low, s.lowAt = x, at
	}
	if s.n == 0 || x > s.hi {
		s.hi, s.hiAt = x, at
	}
	s.n++
	s.sum += x
}

// follows says how far measured values are from a theory of 1: of how many points the
// interval holds it, and how far the farthest is off.
func follows(c Chart, panel string) (points, covered int, worst float64) {
	c.each(func(p Panel, _ Curve, at analysis.Point) {
		if panel != "" && p.Title != panel || math.IsNaN(at.Theory) || !(at.Theory > 0) {
			return
		}
		points++
		if at.Lo <= at.Theory && at.Theory <= at.Hi {
			covered++
		}
		worst = math.Max(worst, math.Abs(at.Y/at.Theory-1))
	})
	return points, covered, worst
}

// withTheory is follows in words.
func withTheory(c Chart, panel string) string {
	n, covered, worst := follows(c, panel)
	return fmt.Sprintf("%d of %d intervals hold theory, and no point is further than %s from it", covered, n, share(worst))
}
