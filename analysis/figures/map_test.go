package figures

import (
	"testing"

	"gonum.org/v1/plot/vg"

	"filterbench/analysis"
)

// checkMapLayout: nothing leaves the page, and cells can be seen.
func checkMapLayout(t *testing.T, c Chart) {
	t.Helper()
	l := arrangeMap(c)
	if right := l.left + vg.Length(len(c.Categories))*l.wide; right > pageWidth || l.wide < 4 {
		t.Errorf("%s: columns of %v end at %v of %v", c.ID, l.wide, right, pageWidth)
	}
	if title := margin + textWidth(c.Title, titleSize, true); title > pageWidth {
		t.Errorf("%s: the title is %v wide, the page %v", c.ID, title, pageWidth)
	}
	colours := mapColours(l.families)
	for i, a := range l.families {
		for _, b := range l.families[:i] {
			if colours[a] == colours[b] {
				t.Errorf("%s: %s and %s have one colour", c.ID, a, b)
			}
		}
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{10: "10 ns", 15.8489: "15.8 ns", 1000: "1 µs", 999.9: "1 µs", 1e7: "10 ms"} {
		if got := Duration(ns); got != want {
			t.Errorf("%g ns is written %q, want %q", ns, got, want)
		}
	}
}

func TestLongestRun(t *testing.T) {
	var points []analysis.Point
	for _, x := range []float64{1, 4, 5, 6, 9, 10} {
		points = append(points, analysis.At(x))
	}
	if first, length := longestRun(points); first != 4 || length != 3 {
		t.Errorf("%d columns from %d on, want 3 from 4", length, first)
	}
}
