package figures

import (
	"image/color"
	"math"
	"slices"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Sizes of a figure, in points. At the width of a report's page, some 800 pixels,
// a point is about 1.25 pixels.
const (
	pageWidth  = vg.Length(648)
	margin     = vg.Length(8)
	titleSize  = vg.Length(13)
	labelSize  = vg.Length(10)
	tickSize   = vg.Length(9)
	cellSize   = vg.Length(8.5)
	markRadius = vg.Length(2.8)
	lineWidth  = vg.Length(1.2)
	thinWidth  = vg.Length(0.6)
)

var (
	ink    = color.NRGBA{A: 255}
	soft   = rgb(0x555555)
	faint  = rgb(0xE2E2E2)
	wash   = rgb(0xF1F1F1) // of bands
	paper  = rgb(0xFFFFFF)
	dashes = []vg.Length{5, 3}     // of theory
	dots   = []vg.Length{1.2, 2.2} // of bounds
)

// style tells one curve from another, by colour and by mark.
type style struct {
	color color.NRGBA
	glyph glyph
}

// glyphs are told apart in black and white.
var glyphs = []glyph{disc, square, triangle, diamond, ring, box, cross, wedge, plus, tent}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// assign gives every curve name of a chart a style, in the order of the curves. The
// colour is that of the family; where several names share a family, or have none, they
// are its shades from light to dark. The mark is the family's, or the next that is
// free.
func assign(c Chart) (names []string, of map[string]style) {
	family := map[string]string{}
	members := map[string][]string{}
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			f, name := curve.Family, curve.Name
			if curve.Mark == Cells { // a map shows families, and names them in the cells
				name = f
			}
			if _, seen := family[name]; seen || curve.Mark == Cells && f == "" {
				continue
			}
			names = append(names, name)
			family[name] = f
			members[f] = append(members[f], name)
		}
	}
	of = map[string]style{}
	used := make([]bool, len(glyphs))
	take := func(name string, i int) {
		f := family[name]
		used[i] = true
		of[name] = style{shade(looks(f).color, slices.Index(members[f], name), len(members[f])), glyphs[i]}
	}
	for _, name := range names { // the first of a family has its mark
		if i := looks(family[name]).glyph; !used[i] && members[family[name]][0] == name {
			take(name, i)
		}
	}
	for n, name := range names {
		if _, done := of[name]; done {
			continue
		}
		i := slices.Index(used, false)
		if i < 0 {
			i = (looks(family[name]).glyph + n) % len(glyphs)
		}
		take(name, i)
	}
	return names, of
}

// shade is the i-th of n shades of a colour, from the colour itself to nearly black, so
// that all are as legible.
func shade(c color.NRGBA, i, n int) color.NRGBA {
	if n < 2 {
		return c
	}
	return mix(c, ink, 0.72*float64(i)/float64(n-1))
}

// mix goes a share of the way from one colour to another.
func mix(from, to color.NRGBA, share float64) color.NRGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*share)) }
	return color.NRGBA{R: part(from.R, to.R), G: part(from.G, to.G), B: part(from.B, to.B), A: 255}
}

// harm is the colour of a cell of a heat map: from white to a dark red for what is
// worse than it should be, to a grey for what is better.
func harm(shade float64) (cell, letters color.NRGBA) {
	s := math.Min(math.Abs(shade), 1)
	letters = rgb(0x010101)
	if shade < 0 {
		return mix(rgb(0xFEFEFE), rgb(0xC9CDD2), s), letters
	}
	if s < 0.5 {
		return mix(rgb(0xFEFEFE), rgb(0xF3A46B), 2*s), letters
	}
	cell = mix(rgb(0xF3A46B), rgb(0x8A1C10), 2*s-1)
	if s > 0.72 {
		letters = rgb(0xFEFEFE)
	}
	return cell, letters
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
