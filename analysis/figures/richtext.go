package figures

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// raised is the size of an exponent, relative to its base.
const raised = 0.75

// splitRich cuts "2^10 slots" into base, exponent and rest.
func splitRich(s string) (base, exponent, rest string) {
	base, exponent, _ = strings.Cut(s, "^")
	end := strings.IndexFunc(exponent, func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
	if end >= 0 {
		exponent, rest = exponent[:end], exponent[end:]
	}
	return base, strings.Replace(exponent, "-", "−", 1), rest
}

func textWidth(s string, size vg.Length, bold bool) vg.Length {
	if s == "" {
		return 0
	}
	return words(size, bold, ink).Width(s)
}

// richWidth is the width of a text whose number after ^ is raised.
func richWidth(s string, size vg.Length) vg.Length {
	base, exponent, rest := splitRich(s)
	return textWidth(base, size, false) + textWidth(exponent, size*raised, false) + textWidth(rest, size, false)
}

// drawRich writes a text whose number after ^ is raised, from its left end on the
// baseline.
func drawRich(c draw.Canvas, s string, size vg.Length, at vg.Point) {
	drawColoured(c, s, size, false, at, ink)
}

func drawColoured(c draw.Canvas, s string, size vg.Length, bold bool, at vg.Point, colour color.Color) {
	base, exponent, rest := splitRich(s)
	c.FillText(words(size, bold, colour), at, base)
	at.X += textWidth(base, size, bold)
	if exponent != "" {
		c.FillText(words(size*raised, bold, colour), vg.Point{X: at.X, Y: at.Y + 0.38*size}, exponent)
		at.X += textWidth(exponent, size*raised, bold)
	}
	if rest != "" { // a space at the beginning of a text is lost in SVG
		at.X += textWidth(rest[:len(rest)-len(strings.TrimLeft(rest, " "))], size, bold)
		c.FillText(words(size, bold, colour), at, strings.TrimLeft(rest, " "))
	}
}
