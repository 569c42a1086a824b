package claims

import (
	"math"
	"strconv"
)

// Range is where a statistic must lie. The zero value is no demand.
type Range struct{ Lo, Hi float64 }

// near is the range of a value within a relative margin: a test of equivalence.
func near(value, margin float64) Range {
	return Range{value * (1 - margin), value * (1 + margin)}
}

func between(lo, hi float64) Range { return Range{lo, hi} }
func from(lo float64) Range        { return Range{lo, math.Inf(1)} }
func upTo(hi float64) Range        { return Range{math.Inf(-1), hi} }

// never is the range of a share of what must not happen: once refutes, and that it was
// not seen confirms where a share of the limit would have been.
func never(limit float64) Range { return Range{0, math.Nextafter(limit, 0)} }

// text writes a range in words.
func (r Range) text() string {
	switch {
	case r == Range{}:
		return ""
	case r.Lo == r.Hi:
		return plain(r.Lo)
	case math.IsInf(r.Lo, 0):
		return "at most " + plain(r.Hi)
	case math.IsInf(r.Hi, 0):
		return "at least " + plain(r.Lo)
	case r.Lo == 0:
		return "below " + plain(r.Hi) + ", with none seen"
	}
	return "from " + plain(r.Lo) + " to " + plain(r.Hi)
}

// plain writes a bound with all of its digits.
func plain(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
