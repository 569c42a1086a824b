package figures

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
)

func labels(list []tick) []string {
	var out []string
	for _, t := range list {
		if t.label != "" {
			out = append(out, t.label)
		}
	}
	return out
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		name      string
		axis      Axis
		low, high float64
		room      int
		want      []string
	}{
		{"linear", Axis{}, 0, 25, 5, []string{"0", "5", "10", "15", "20", "25"}},
		{"decimals", Axis{}, 0.9, 1.1, 5, []string{"0.90", "0.95", "1.00", "1.05", "1.10"}},
		{"around zero", Axis{}, -0.1, 0.1, 2, []string{"-0.1", "0.0", "0.1"}},
		{"shares", Axis{Unit: Percent}, 0, 1, 5, []string{"0 %", "20 %", "40 %", "60 %", "80 %", "100 %"}},
		{"rates", Axis{Scale: Log, Unit: Percent}, 1e-5, 0.2, 8, []string{"0.001 %", "0.01 %", "0.1 %", "1 %", "10 %"}},
		{"tiny rates", Axis{Scale: Log, Unit: Percent}, 1e-8, 1e-5, 8, []string{"10^-6 %", "10^-5 %", "0.0001 %", "0.001 %"}},
		{"narrow rates", Axis{Scale: Log, Unit: Percent}, 0.004, 0.03, 8, []string{"0.5 %", "1 %", "2 %"}},
		{"counts", Axis{Scale: Log}, 1, 2000, 5, []string{"1", "10", "100", "1000"}},
		{"sizes", Axis{Scale: Log, Unit: Binary}, 1000, 20000, 9, []string{"2^10", "2^11", "2^12", "2^13", "2^14"}},
		{"many sizes", Axis{Scale: Log, Unit: Binary}, 1 << 10, 1 << 20, 6, []string{"2^10", "2^12", "2^14", "2^16", "2^18", "2^20"}},
		{"keys", Axis{Scale: Log, Unit: Decimal}, 1e4, 1e7, 9, []string{"10^4", "10^5", "10^6", "10^7"}},
	} {
		if got := labels(ticksOf(c.axis, c.low, c.high, nil, c.room)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Curves that share a chart differ in colour, mark and dashes, and families keep
// their style beside others.
func TestStyles(t *testing.T) {
	var c Chart
	for _, name := range []string{"a", "b", "cuckoo", "d", "e", "f", "g", "h"} {
		c.add(Curve{Series: analysis.Series{Name: name, Family: map[string]string{"cuckoo": "cuckoo"}[name], Points: []analysis.Point{analysis.At(1)}}})
	}
	names, of := assign(c)
	if len(names) != len(styles) {
		t.Fatalf("%d names, want %d", len(names), len(styles))
	}
	for i, a := range names {
		for _, b := range names[:i] {
			if of[a].color == of[b].color || slices.Equal(of[a].dash, of[b].dash) {
				t.Errorf("%s and %s look alike", a, b)
			}
		}
	}
	if of["cuckoo"].color != styles[preferred["cuckoo"]].color {
		t.Error("the cuckoo family lost its colour to a curve that was there before it")
	}
}

// Beyond the styles, curves still differ in colour or in mark.
func TestManyCurvesDiffer(t *testing.T) {
	var c Chart
	for i := range 3 * len(styles) {
		c.add(Curve{Series: analysis.Series{Name: fmt.Sprint(i), Points: []analysis.Point{analysis.At(1)}}})
	}
	names, of := assign(c)
	for i, a := range names {
		for _, b := range names[:i] {
			if of[a].color == of[b].color && reflect.ValueOf(of[a].glyph).Pointer() == reflect.ValueOf(of[b].glyph).Pointer() {
				t.Errorf("curves %s and %s of %d look alike", a, b, len(names))
			}
		}
	}
}

// Without any colour, every mark still differs from every other: drawn in black,
// by a tenth of the pixels of a full disc at least, of which there are
// 20*20*pi.
func TestMarksDifferInShape(t *testing.T) {
	const size, radius = 60, 20
	pictures := make([][]uint8, len(styles))
	for i, s := range styles {
		img := vgimg.NewWith(vgimg.UseWH(size, size), vgimg.UseDPI(72))
		s.glyph(draw.New(img), vg.Point{X: size / 2, Y: size / 2}, radius, color.Black)
		for y := range size {
			for x := range size {
				r, _, _, _ := img.Image().At(x, y).RGBA()
				pictures[i] = append(pictures[i], uint8(r>>15))
			}
		}
		for j := range i {
			different := 0
			for k := range pictures[i] {
				if pictures[i][k] != pictures[j][k] {
					different++
				}
			}
			if least := 126; different < least {
				t.Errorf("marks %d and %d differ in %d pixels, want %d", i, j, different, least)
			}
		}
	}
}

// Nothing is placed outside the page, and the legend stays below the panels.
func TestLayoutStaysOnThePage(t *testing.T) {
	m := sample.New(1)
	sample.Everything(m)
	d := m.Dataset("")
	for _, f := range Catalogue() {
		chart, _, err := Build(d, f)
		if err != nil {
			t.Fatal(err)
		}
		if chart.Heat {
			checkHeatLayout(t, chart)
			continue
		}
		if chart.Map {
			checkMapLayout(t, chart)
			continue
		}
		l := arrange(chart)
		lowest := l.height
		for i, p := range l.panels {
			if p.area.Min.X < 0 || p.area.Max.X > pageWidth || p.area.Max.Y > l.titleBase || p.area.Max.X-p.area.Min.X < 80 {
				t.Errorf("%s: panel %d lies at %v on a page of %v x %v", f.ID, i, p.area, pageWidth, l.height)
			}
			lowest = min(lowest, p.area.Min.Y)
			for j, q := range l.panels[:i] {
				if p.area.Min.X < q.area.Max.X && q.area.Min.X < p.area.Max.X && p.area.Min.Y < q.area.Max.Y && q.area.Min.Y < p.area.Max.Y {
					t.Errorf("%s: panels %d and %d overlap", f.ID, i, j)
				}
			}
		}
		if top := margin + l.legend.height; top > l.xLabel || l.xLabel > lowest {
			t.Errorf("%s: legend up to %v, label at %v, panels from %v", f.ID, top, l.xLabel, lowest)
		}
		for _, e := range l.legend.entries {
			if right := margin + e.at.X + sampleWidth + sampleGap + richWidth(e.text, tickSize); right > pageWidth {
				t.Errorf("%s: legend entry %q ends at %v of %v", f.ID, e.text, right, pageWidth)
			}
		}
		if title := margin + textWidth(f.Title, titleSize, true); title > pageWidth {
			t.Errorf("%s: the title is %v wide, the page %v", f.ID, title, pageWidth)
		}
	}
}

// Marks and bars are clipped to the panel, never drawn at an infinite place.
func TestPlacesAreFinite(t *testing.T) {
	s := span{0.001, 1}
	for _, x := range []float64{0, -1, 1e-300, 1e300} {
		p := clampPlace(s.place(x, Log))
		if math.IsNaN(p) || math.IsInf(p, 0) || p >= 0 && p <= 1 {
			t.Errorf("value %g has place %g, want a finite one outside the panel", x, p)
		}
	}
	if p := s.place(0.0316227766, Log); math.Abs(p-0.5) > 1e-6 {
		t.Errorf("the geometric middle has place %g", p)
	}
}

func TestRichText(t *testing.T) {
	for text, want := range map[string][3]string{
		"2^10 slots": {"2", "10", " slots"}, "10^-3": {"10", "−3", ""}, "plain": {"plain", "", ""},
	} {
		base, exponent, rest := splitRich(text)
		if got := [3]string{base, exponent, rest}; got != want {
			t.Errorf("%q is cut into %q, want %q", text, got, want)
		}
	}
}
