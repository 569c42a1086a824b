package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// readCrossing says at which rate each curve passes that of Bloom filters. Between
// its points a curve is straight in bits over the logarithm of the rate, as in the
// ledger, not in the ratio that is drawn.
func readCrossing(_ *context, chart chartType) (string, error) {
	var s []string
	for _, p := range chart.Panels {
		bloom, ok := curve(chart, p.Title, "bloom")
		if !ok {
			continue
		}
		for _, c := range p.Curves {
			if c.Name == bloom.Name || len(c.Points) == 0 {
				continue
			}
			low := first(c.Points)
			words := fmt.Sprintf("- %s: %s times the bits of the ideal at %s", c.Name, number(low.Y), percent(low.X))
			if at, ok := undercuts(inBits(c.Points), inBits(bloom.Points)); ok {
				words += fmt.Sprintf("; fewer bits than Bloom filters below a rate of about %s", percent(at))
			} else {
				words += "; no crossing with Bloom filters"
			}
			s = append(s, words+".")
		}
	}
	if len(s) == 0 {
		return "", nil
	}
	return "The intervals of the crossings are in the ledger.\n\n" + strings.Join(s, "\n"), nil
}

// inBits turns ratios to the ideal back into bits per key.
func inBits(points []analysis.Point) []analysis.Point {
	bits := slices.Clone(points)
	for i := range bits {
		bits[i].Y *= theory.BloomIdealBitsPerKey(bits[i].X)
	}
	return bits
}

// undercuts returns the highest rate at which curve a goes from below b to above, both
// over rising rates.
func undercuts(a, b []analysis.Point) (rate float64, ok bool) {
	for i := len(a) - 1; i > 0; i-- {
		low, high := a[i-1], a[i]
		under, over := low.Y-between(b, low.X), high.Y-between(b, high.X)
		if under <= 0 && over > 0 {
			share := under / (under - over)
			return math.Exp(math.Log(low.X) + share*(math.Log(high.X)-math.Log(low.X))), true
		}
	}
	return 0, false
}

// between reads a curve off the line between its points, in the logarithm of x; NaN
// outside.
func between(points []analysis.Point, x float64) float64 {
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		if p.X <= x && x <= q.X {
			return p.Y + (q.Y-p.Y)*(math.Log(x)-math.Log(p.X))/(math.Log(q.X)-math.Log(p.X))
		}
	}
	return math.NaN()
}

// readSizes gives the least, the mean and the most bits per key over the sizes, and
// the rates that they buy.
func readSizes(c *context, chart chartType) (string, error) {
	cells, err := c.d.Cells("space", "sizes")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Fewest bits per key", "On average over the sizes", "Most", "Rates")
	for _, p := range chart.Panels {
		for _, curve := range p.Curves {
			least, most, sum := math.Inf(1), 0.0, 0.0
			for _, point := range curve.Points {
				least, most, sum = min(least, point.Y), max(most, point.Y), sum+point.Y
			}
			rates, err := rangeOfRates(cells, curve.Name)
			if err != nil {
				return "", err
			}
			t.add(code(curve.Name), number(least), number(sum/float64(len(curve.Points))), number(most), rates)
		}
	}
	return t.String(), nil
}

func rangeOfRates(cells []analysis.Cell, variant string) (string, error) {
	lo, hi := 1.0, 0.0
	for _, cell := range cells {
		if cell.Variant != variant {
			continue
		}
		f, err := measure.FPR(cell)
		if err != nil {
			return "", err
		}
		lo, hi = min(lo, f.Rate), max(hi, f.Rate)
	}
	return percent(lo) + " to " + percent(hi), nil
}
