package families

import (
	"math"
	"testing"
)

// vision turns linear red, green and blue into those that an eye without one kind of
// cone takes for the same.
//
// Source: Machado, Oliveira and Fernandes, "A physiologically-based model for simulation
// of color vision deficiency" (2009), severity 1.
type vision [3][3]float64

var visions = map[string]vision{
	"full":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a colour in the CIELAB space, where a distance of 2.3 can just be seen.
func (v vision) lab(c Colour) [3]float64 {
	linear := func(x uint8) float64 {
		if s := float64(x) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		} else {
			return s / 12.92
		}
	}
	r, g, b := c.RGB()
	in := [3]float64{linear(r), linear(g), linear(b)}
	var rgb [3]float64
	for i, row := range v {
		rgb[i] = min(1, max(0, row[0]*in[0]+row[1]*in[1]+row[2]*in[2]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*rgb[0] + 0.3575761*rgb[1] + 0.1804375*rgb[2]) / 0.95047)
	y := f(0.2126729*rgb[0] + 0.7151522*rgb[1] + 0.0721750*rgb[2])
	z := f((0.0193339*rgb[0] + 0.1191920*rgb[1] + 0.9503041*rgb[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// How far apart two families are at least, to readers with all cones and to those who
// lack one kind, and how light a colour may be on white paper, which is 100.
const (
	farWithAll     = 19
	farWithout     = 8.9
	lightest       = 77
	justNoticeable = 2.3
)

// TestColoursApart: no two families can be taken for each other.
func TestColoursApart(t *testing.T) {
	for name, v := range visions {
		least := float64(farWithout)
		if name == "full" {
			least = farWithAll
		}
		for i, f := range All() {
			a := v.lab(f.Colour)
			for _, g := range All()[:i] {
				if f.Colour == shared && g.Colour == shared {
					continue
				}
				b := v.lab(g.Colour)
				if d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2])); d < least {
					t.Errorf("%s: %s %v and %s %v are %.1f apart, less than %g", name, f.Name, f.Colour, g.Name, g.Colour, d, least)
				}
			}
		}
	}
	if farWithout < justNoticeable {
		t.Error("a distance that nobody sees would pass")
	}
}

// TestColoursOnPaper: white paper swallows no colour.
func TestColoursOnPaper(t *testing.T) {
	for _, f := range All() {
		if l := visions["full"].lab(f.Colour)[0]; l > lightest {
			t.Errorf("%s: %v has lightness %.0f, above %d", f.Name, f.Colour, l, lightest)
		}
	}
}
