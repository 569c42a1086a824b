package report

import (
	"math"
	"testing"

	"filterbench/analysis"
	"filterbench/variants/theory"
)

// TestUndercuts: curves that are straight in bits cross where they do, drawn as
// ratios or not, and curves that do not cross are said not to.
func TestUndercuts(t *testing.T) {
	line := func(slope, offset float64) (points []analysis.Point) {
		for _, information := range []float64{14, 9, 5, 2} {
			p := analysis.At(math.Exp2(-information))
			p.Y = (slope*information + offset) / theory.BloomIdealBitsPerKey(p.X)
			points = append(points, p)
		}
		return points
	}
	bloom := inBits(line(1.5, 0.5))
	if rate, ok := undercuts(inBits(line(1, 4)), bloom); !ok || math.Abs(-math.Log2(rate)-7) > 1e-9 {
		t.Errorf("curves that cross at 7 bits of information cross at %g, %t", -math.Log2(rate), ok)
	}
	if rate, ok := undercuts(inBits(line(1.5, 1)), bloom); ok {
		t.Errorf("curves that run beside each other cross at %g", rate)
	}
	if rate, ok := undercuts(bloom, inBits(line(1, 4))); ok {
		t.Errorf("a curve that is the cheaper one above crosses at %g", rate)
	}
}
