package figures

import (
	"bytes"
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
	"filterbench/variants/families"
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
		{"tiny rates have one notation", Axis{Scale: Log, Unit: Percent}, 1e-8, 1e-5, 8, []string{"10^-6 %", "10^-5 %", "10^-4 %", "10^-3 %"}},
		{"narrow rates", Axis{Scale: Log, Unit: Percent}, 0.004, 0.03, 8, []string{"0.5 %", "1 %", "2 %"}},
		{"counts", Axis{Scale: Log}, 1, 2000, 5, []string{"1", "10", "100", "1,000"}},
		{"times", Axis{Scale: Log, Unit: Time}, 100, 1e5, 8, []string{"100 ns", "1 µs", "10 µs", "100 µs"}},
		{"bytes", Axis{Scale: Log, Unit: Bytes}, 1 << 14, 1 << 22, 5, []string{"16 KiB", "64 KiB", "256 KiB", "1 MiB", "4 MiB"}},
		{"sizes", Axis{Scale: Log, Unit: Binary}, 1000, 20000, 9, []string{"2^10", "2^11", "2^12", "2^13", "2^14"}},
		{"many sizes", Axis{Scale: Log, Unit: Binary}, 1 << 10, 1 << 20, 6, []string{"2^10", "2^12", "2^14", "2^16", "2^18", "2^20"}},
		{"slots", Axis{Scale: Log, Unit: Binary}, 1, 8, 6, []string{"1", "2", "4", "8"}},
		{"keys", Axis{Scale: Log, Unit: Decimal}, 1e4, 1e7, 9, []string{"10^4", "10^5", "10^6", "10^7"}},
		{"where data are", Axis{Ticks: []float64{4, 8, 12}}, 3, 10, 9, []string{"4", "8"}},
		{"names", Axis{Unit: Category, Names: []string{"a", "b"}}, -0.5, 1.5, 9, []string{"a", "b"}},
	} {
		if got := labels(ticksOf(c.axis, c.low, c.high, c.room)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// chartOf has curves with one point each, by name and family.
func chartOf(curves ...[2]string) Chart {
	var c Chart
	for _, n := range curves {
		c.add(Curve{Series: analysis.Series{Name: n[0], Family: n[1], Points: []analysis.Point{analysis.At(1)}}}, nil, nil)
	}
	return c
}

// A family has one colour wherever it is, whatever stands beside it: alone the colour
// itself, and with variants of its own shades of it, the first of which is the colour.
func TestFamiliesKeepTheirColour(t *testing.T) {
	for _, f := range families.All() {
		want := legible(rgb(uint32(f.Colour)))
		for _, c := range []Chart{
			chartOf([2]string{f.Name, f.Name}),
			chartOf([2]string{"a", ""}, [2]string{"b", "bloom"}, [2]string{"x", f.Name}, [2]string{"y", "cuckoo"}),
			chartOf([2]string{"x", f.Name}, [2]string{"x2", f.Name}, [2]string{"x3", f.Name}),
		} {
			_, of := assign(c)
			name := f.Name
			if _, there := of["x"]; there {
				name = "x"
			}
			if f.Name != "bloom" && f.Name != "cuckoo" && of[name].color != want {
				t.Errorf("%s is drawn in %v, want %v", f.Name, of[name].color, want)
			}
		}
		if contrast(want) < leastContrast {
			t.Errorf("%s: contrast %.2f with white", f.Name, contrast(want))
		}
	}
	if contrast(rgb(0)) < 20.9 || contrast(rgb(0xFFFFFF)) > 1.001 {
		t.Error("contrast of black and of white")
	}
}

// Beyond the marks, curves still differ in colour or in mark.
func TestManyCurvesDiffer(t *testing.T) {
	var list [][2]string
	for i := range 3 * len(glyphs) {
		list = append(list, [2]string{fmt.Sprint(i), ""})
	}
	names, of := assign(chartOf(list...))
	for i, a := range names {
		for _, b := range names[:i] {
			if of[a].color == of[b].color && reflect.ValueOf(of[a].glyph).Pointer() == reflect.ValueOf(of[b].glyph).Pointer() {
				t.Errorf("curves %s and %s of %d look alike", a, b, len(names))
			}
		}
	}
}

// Without any colour, every mark still differs from every other: drawn in black, by a
// tenth of the pixels of a full disc at least, of which there are 20*20*pi.
func TestMarksDifferInShape(t *testing.T) {
	const size, radius = 60, 20
	pictures := make([][]uint8, len(glyphs))
	for i, g := range glyphs {
		img := vgimg.NewWith(vgimg.UseWH(size, size), vgimg.UseDPI(72))
		g(draw.New(img), vg.Point{X: size / 2, Y: size / 2}, radius, color.Black)
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

// Nothing is placed outside the page, panels do not overlap, and texts fit.
func TestLayoutStaysOnThePage(t *testing.T) {
	for _, f := range Catalogue() {
		chart := drawn(t)[f.ID]
		l := arrange(chart)
		for i, p := range l.panels {
			if p.area.Min.X < 0 || p.area.Max.X > pageWidth || p.area.Max.Y > l.height-titleSize || p.area.Max.X-p.area.Min.X < 80 || p.area.Min.Y < l.legend.height {
				t.Errorf("%s: panel %d lies at %v on a page of %v x %v", f.ID, i, p.area, pageWidth, l.height)
			}
			for j, q := range l.panels[:i] {
				if p.area.Min.X < q.area.Max.X && q.area.Min.X < p.area.Max.X && p.area.Min.Y < q.area.Max.Y && q.area.Min.Y < p.area.Max.Y {
					t.Errorf("%s: panels %d and %d overlap", f.ID, i, j)
				}
			}
		}
		for _, e := range l.legend.entries {
			if right := margin + e.at.X + sampleWidth + sampleGap + richWidth(e.text, tickSize); right > pageWidth {
				t.Errorf("%s: legend entry %q ends at %v of %v", f.ID, e.text, right, pageWidth)
			}
		}
		if len(l.title) > 2 || len(l.what) > 2 {
			t.Errorf("%s: %d lines of title, %d below it", f.ID, len(l.title), len(l.what))
		}
	}
}

// Panels that stand above each other and share an axis put the same x in the same place.
func TestColumnsAlign(t *testing.T) {
	c := Chart{Columns: 1}
	for _, curves := range []int{2, 4} {
		p := Panel{}
		for range curves {
			p.Curves = append(p.Curves, Curve{Series: analysis.Series{Points: []analysis.Point{analysis.At(1), analysis.At(2)}}})
		}
		c.Panels = append(c.Panels, p)
	}
	l := arrange(c)
	if a, b := l.panels[0].x.at(1.5), l.panels[1].x.at(1.5); a != b {
		t.Errorf("x 1.5 is at %v in one panel and at %v below it", a, b)
	}
}

// On scales no mark is moved; on categories those that would cover each other are.
func TestNothingIsMovedOnScales(t *testing.T) {
	one := analysis.Series{Points: []analysis.Point{analysis.At(0)}}
	p := Panel{Curves: []Curve{{Series: one}, {Series: one}, {Series: one}}}
	f := frame{x: side{axis: Axis{Unit: Category, Names: []string{"a", "b"}}, from: 0, to: 100}}
	if a, b, c := f.aside(p, 0, 0), f.aside(p, 1, 0), f.aside(p, 2, 0); a != -15 || b != 0 || c != 15 {
		t.Errorf("marks stand %v, %v and %v beside their category of 50, want -15, 0 and 15", a, b, c)
	}
	f.x.axis = Axis{}
	for i := range p.Curves {
		if by := f.aside(p, i, 0); by != 0 {
			t.Errorf("on a scale curve %d is moved by %v", i, by)
		}
	}
}

// Zero has a place on a logarithmic axis: a band at its low end, below all values.
func TestZeroHasABand(t *testing.T) {
	zero, some := analysis.At(1), analysis.At(2)
	zero.Y, some.Y = 0, 0.01
	c := Chart{Y: Axis{Scale: Log}, Panels: []Panel{{Curves: []Curve{{Series: analysis.Series{Points: []analysis.Point{zero, some}}}}}}}
	f := arrange(c).panels[0]
	if !f.y.zeros {
		t.Fatal("no band")
	}
	if at := f.y.at(0); at != f.area.Min.Y+zeroBand/2 {
		t.Errorf("zero lies at %v, the panel from %v", at, f.area.Min.Y)
	}
	if at := f.y.at(0.01); at <= f.area.Min.Y+zeroBand {
		t.Errorf("0.01 lies at %v, in the band of zero", at)
	}
	c.Panels[0].Curves[0].Points = []analysis.Point{some}
	if arrange(c).panels[0].y.zeros {
		t.Error("a band without a zero")
	}
}

// What a heat map has no point for is hatched.
func TestUnmeasuredIsHatched(t *testing.T) {
	at := analysis.At(0)
	at.Y = 0
	chart := func(names ...string) Chart {
		return Chart{X: Axis{Unit: Category, Names: names}, Y: Axis{Unit: Category, Names: []string{"row"}},
			Panels: []Panel{{Curves: []Curve{{Series: analysis.Series{Points: []analysis.Point{at}}, Mark: Cells, Notes: []Note{{Label: "1"}}}}}}}
	}
	strokes := func(c Chart) int {
		files, err := Render(c)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Count(files["svg"], []byte("stroke-width:0.7"))
	}
	if full, half := strokes(chart("a")), strokes(chart("a", "b")); full != 0 || half != 1 {
		t.Errorf("%d hatches of a full map, %d of one with a gap; want 0 and 1", full, half)
	}
}

// Marks and bars are clipped to the panel, never drawn at an infinite place.
func TestPlacesAreFinite(t *testing.T) {
	s := side{axis: Axis{Scale: Log}, span: span{0.001, 1}, from: 0, to: 1}
	for _, x := range []float64{0, -1, 1e-300, 1e300} {
		p := float64(s.at(x))
		if math.IsNaN(p) || math.IsInf(p, 0) || p >= 0 && p <= 1 {
			t.Errorf("value %g has place %g, want a finite one outside the panel", x, p)
		}
	}
	if p := float64(s.at(0.0316227766)); math.Abs(p-0.5) > 1e-6 {
		t.Errorf("the geometric middle has place %g", p)
	}
}

// Laws are drawn at a hundred places and more, evenly on their scale, or at whole
// numbers.
func TestTrace(t *testing.T) {
	double := func(x float64) float64 { return 2 * x }
	for _, c := range []struct {
		scale  Scale
		whole  bool
		n      int
		second float64
	}{{Linear, false, 121, 1 + 99.0/120}, {Log, false, 121, math.Pow(100, 1.0/120)}, {Linear, true, 100, 2}} {
		points := trace(double, 1, 100, c.scale, c.whole)
		if len(points) != c.n || points[0].X != 1 || math.Abs(points[len(points)-1].X-100) > 1e-9 || math.Abs(points[1].X-c.second) > 1e-9 || points[1].Theory != double(points[1].X) {
			t.Errorf("scale %v, whole %v: %d points from %g over %g to %g", c.scale, c.whole, len(points), points[0].X, points[1].X, points[len(points)-1].X)
		}
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

// Lines end before a unit's number, never between the two.
func TestWrap(t *testing.T) {
	wide := textWidth("takes 7.1", titleSize, true) + 1
	if got := wrap("takes 7.1 % more", titleSize, true, wide); !slices.Equal(got, []string{"takes", "7.1 %", "more"}) {
		t.Errorf("%q", got)
	}
}
