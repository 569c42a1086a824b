package figures

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
)

// checkHeatLayout: cells hold their numbers, and nothing leaves the page.
func checkHeatLayout(t *testing.T, c Chart) {
	t.Helper()
	l := arrangeHeat(c)
	cell := l.wide / vg.Length(len(c.Categories))
	if widest := textWidth("1234567", heatText, false); cell < widest {
		t.Errorf("%s: a cell is %v wide, a number %v", c.ID, cell, widest)
	}
	if right := l.left + heatColumns*l.wide + heatGap; right > pageWidth {
		t.Errorf("%s: panels end at %v of %v", c.ID, right, pageWidth)
	}
	if title := margin + textWidth(c.Title, titleSize, true); title > pageWidth {
		t.Errorf("%s: the title is %v wide, the page %v", c.ID, title, pageWidth)
	}
}

func hashChart(t *testing.T) Chart {
	t.Helper()
	m := sample.New(1)
	sample.Everything(m)
	f, _ := Find("hashes")
	c, ok, err := Build(m.Dataset(""), f)
	if err != nil || !ok {
		t.Fatalf("no chart: %v", err)
	}
	return c
}

// TestHeatMapFindsTheTrouble: the one function and kind of key that were made bad
// stand on top and are named, and no other.
func TestHeatMapFindsTheTrouble(t *testing.T) {
	c := hashChart(t)
	if rows := heatRows(c); len(rows) != 3 || rows[0] != "identity" {
		t.Errorf("rows %v; want identity on top of three", rows)
	}
	for _, kind := range []string{record.KindFPR, record.KindLoad} {
		if got := HashTrouble(c, kind, 1.25); !slices.Equal(got, []string{"identity on sequential"}) {
			t.Errorf("%s: trouble %v; want identity on sequential", kind, got)
		}
	}
}

func TestHeat(t *testing.T) {
	for ratio, want := range map[float64]float64{1: 0, 2: 0.5, 0.5: 0.5, 4: 1, 0.25: 1} {
		if got := heat(ratio); math.Abs(got-want) > 1e-12 {
			t.Errorf("heat(%v) = %v; want %v", ratio, got, want)
		}
	}
	if heatColour(1) != rgb(0xFFFFFF) || heatColour(100) != rgb(0xD55E00) || heatColour(0) != rgb(0x0072B2) {
		t.Error("colours do not run from blue over white to vermilion")
	}
	for ratio, want := range map[float64]string{0: "0", 0.001: "<.01", 0.97: "0.97", 9.99: "9.99", 9.996: "10", 205.4: "205"} {
		p := analysis.At(0)
		p.Y = ratio
		if got := heatNumber(p); got != want {
			t.Errorf("%v is written %q; want %q", ratio, got, want)
		}
	}
}
