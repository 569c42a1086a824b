package figures

import (
	"fmt"
	"image/color"
	"math"

	"filterbench/analysis/measure"
	"filterbench/variants/families"
)

// look is how a family is drawn, in every figure.
type look struct {
	color color.NRGBA
	glyph int // of glyphs
}

// Curves that are of no filter are neutral.
const (
	others  = "others"         // stand behind those a panel is about
	unnamed = ""               // kinds of keys, operations, policies
	harmful = "harmful"        // what should not be
	nothing = measure.NoFilter // the work that no filter saves
)

// looks returns the look of a family: its colour, as dark as it must be on white paper,
// and a mark by its place in reports.
func looks(family string) look {
	switch family {
	case others:
		return look{rgb(0xC9CCD1), 0}
	case unnamed, nothing:
		return look{rgb(0x878D96), 0}
	}
	if family == harmful {
		return look{rgb(0xB3261E), 1}
	}
	f := families.Named(family)
	if f == nil { // of another program
		return look{rgb(0x5F6670), 4}
	}
	return look{legible(rgb(uint32(f.Colour))), f.Order / 10 % len(glyphs)}
}

// leastContrast is what a thin mark needs to be seen on white.
const leastContrast = 3.0

// legible darkens a colour until it can be seen on white.
func legible(c color.NRGBA) color.NRGBA {
	for contrast(c) < leastContrast {
		c = mix(c, ink, 0.04)
	}
	return c
}

// contrast is that of a colour and white, from 1 to 21, as WCAG 2 defines it.
func contrast(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 1.05 / (0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B) + 0.05)
}

// Colours returns the colour of a family as stylesheets write it: on white paper, as in all
// figures, and on the dark ground of a page at night, where it is as light as it must be.
func Colours(family string) (light, dark string) {
	c := looks(family).color
	light = hex(c)
	for contrast(c) > mostContrast {
		c = mix(c, paper, 0.04)
	}
	return light, hex(c)
}

// mostContrast is what a colour may have with white paper to be seen well on nearly black.
const mostContrast = 3.2

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B) }
