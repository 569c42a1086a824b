package families

import "fmt"

// Colour is what a family has in every figure: 0xRRGGBB, of the sRGB space. No two
// families have the same. Those that share figures most often have the colours of Okabe
// and Ito; each other one is as far as it can be from those before it, as seen with full
// colour vision and with each kind of colour blindness. A test holds the distances, and
// the contrast with white paper. So many colours cannot all be far apart: where curves
// are many, marks and dashes tell them apart as well.
//
// The filters that stores and Bitcoin nodes have of their own share one colour.
//
// The next one that keeps the distances is 0x1E00FF.
type Colour uint32

// shared is the colour of the filters of stores.
const shared Colour = 0xB4963C

// RGB returns the parts, from 0 to 255 each.
func (c Colour) RGB() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// String writes the colour as stylesheets do: "#0072B2".
func (c Colour) String() string { return fmt.Sprintf("#%06X", uint32(c)) }
