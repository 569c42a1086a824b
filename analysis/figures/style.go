package figures

import (
	"image/color"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of a figure, in points. At the width of a report's page, some 900 pixels,
// a point is about 1.4 pixels.
const (
	pageWidth  = vg.Length(648)
	margin     = vg.Length(6)
	titleSize  = vg.Length(12.5)
	labelSize  = vg.Length(10)
	tickSize   = vg.Length(9)
	markRadius = vg.Length(2.9)
	lineWidth  = vg.Length(1.1)
	thinWidth  = vg.Length(0.6)
)

var (
	ink   = color.NRGBA{A: 255}
	soft  = color.NRGBA{R: 0x55, G: 0x55, B: 0x55, A: 255}
	faint = color.NRGBA{R: 0xE2, G: 0xE2, B: 0xE2, A: 255}
)

// style tells one curve from another, by three means at once.
type style struct {
	color color.NRGBA
	glyph glyph
	dash  []vg.Length // of its theory line
}

// styles are those of Okabe and Ito without the yellow, which white paper
// swallows, and with a grey.
var styles = []style{
	{rgb(0x0072B2), disc, []vg.Length{6, 3}},
	{rgb(0xE69F00), square, []vg.Length{3, 2}},
	{rgb(0x009E73), triangle, []vg.Length{8, 2.5, 2, 2.5}},
	{rgb(0xD55E00), diamond, []vg.Length{7, 1.8}},
	{rgb(0xCC79A7), ring, []vg.Length{5, 2, 1.5, 2, 1.5, 2}},
	{rgb(0x56B4E9), box, []vg.Length{4, 4}},
	{rgb(0x000000), cross, []vg.Length{2, 3}},
	{rgb(0x808080), wedge, []vg.Length{9, 2, 3, 2}},
}

// preferred gives curves and families that appear in several figures the same
// style in each. A curve's own name goes before its family's.
var preferred = map[string]int{
	"bloom": 0, "blocked": 1, "splitblock": 4, "register": 5, "counting": 2, "cuckoo": 3, "exact": 6, "null": 7,
	"set(of=hash)": 6, "set(of=string)": 7, "set(of=digest)": 2,
	"1 slot per bucket": 4, "2 slots per bucket": 0, "4 slots per bucket": 3, "8 slots per bucket": 2,
}

// dots is the pattern of bounds.
var dots = []vg.Length{1.2, 2.2}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// assign gives every curve name of a chart a style: the preferred one if that is
// free, else the first that nobody prefers, else the first that is free. More names
// than styles get their colours and marks in other pairs.
func assign(c Chart) (names []string, of map[string]style) {
	wish := map[string]int{}
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			if _, seen := wish[curve.Name]; !seen {
				names = append(names, curve.Name)
				wish[curve.Name] = preference(curve)
			}
		}
	}
	of = map[string]style{}
	used, more := make([]bool, len(styles)), 0
	for _, name := range names {
		i := wish[name]
		if i < 0 || used[i] {
			i = pick(used, wish)
		}
		if i < 0 {
			of[name] = pair(more)
			more++
			continue
		}
		used[i] = true
		of[name] = styles[i]
	}
	return names, of
}

// pair returns the n-th style beyond the styles: the colour of one with the mark and the
// dashes of another, which no style has together.
func pair(n int) style {
	s := styles[n%len(styles)]
	other := styles[(n+3+n/len(styles))%len(styles)]
	s.glyph, s.dash = other.glyph, other.dash
	return s
}

// preference returns the index of the style that a curve should have, or -1.
func preference(c Curve) int {
	for _, key := range []string{c.Name, c.Family} {
		if i, ok := preferred[key]; ok {
			return i
		}
	}
	return -1
}

// pick returns the first free style, best one that nobody wishes for, or -1.
func pick(used []bool, wish map[string]int) int {
	wished := make([]bool, len(styles))
	for _, i := range wish {
		if i >= 0 {
			wished[i] = true
		}
	}
	for _, avoid := range []bool{true, false} {
		for i := range styles {
			if !used[i] && !(avoid && wished[i]) {
				return i
			}
		}
	}
	return -1
}

// fonts are parsed at the first figure, not at the start of the program.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// words returns a text style; bold is for titles.
func words(size vg.Length, bold bool, colour color.Color) draw.TextStyle {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return draw.TextStyle{Color: colour, Font: f, Handler: text.Plain{Fonts: fonts()}}
}
