package figures

import (
	"testing"

	"filterbench/analysis"
)

// TestColumnsAlign: panels that stand above each other with one row of ticks for
// both put the same x in the same place, however many curves each has.
func TestColumnsAlign(t *testing.T) {
	c := Chart{Apart: true, Columns: 1}
	for _, curves := range []int{2, 4} {
		p := Panel{}
		for range curves {
			p.Curves = append(p.Curves, Curve{Series: analysis.Series{Points: []analysis.Point{analysis.At(1), analysis.At(2)}}})
		}
		c.Panels = append(c.Panels, p)
	}
	l := arrange(c)
	if a, b := l.panels[0].atX(c, 1.5), l.panels[1].atX(c, 1.5); a != b || l.panels[0].inset == 0 {
		t.Errorf("x 1.5 is at %v in one panel and at %v below it", a, b)
	}
	if a, b := l.panels[0].atX(c, 1), l.panels[1].atX(c, 1); a != b {
		t.Errorf("x 1 is at %v in one panel and at %v below it", a, b)
	}
}
