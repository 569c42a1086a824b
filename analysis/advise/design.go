package advise

import (
	"math"
	"sort"
	"strconv"
	"strings"
)

// Design is a candidate with its parameter chosen.
type Design struct {
	Variant string  `json:"variant"` // as filters are named
	X       float64 `json:"x"`       // the value of the free parameter
	Keys    float64 `json:"keys"`    // that it is made for
	Rate    float64 `json:"rate"`    // with all keys, grown ones included
	Bytes   float64 `json:"bytes"`   // of everything, Side included
	Side    float64 `json:"side"`    // of these, bytes beside the table: an expectation, where the others are exact
	Entries float64 `json:"entries"` // slots that keys and their copies take
	Cells   float64 `json:"cells"`
}

// BitsPerKey returns the bits for each different key in the end.
func (d Design) BitsPerKey(growth float64) float64 {
	return 8 * d.Bytes / (d.Keys * math.Max(1, growth))
}

// at sizes a candidate with a value of its parameter; ok is false where there is no such filter.
func (m *Model) at(c *Candidate, n Need, x float64, k counts) (d Design, ok bool) {
	final := n.final(k.keys)
	all := n.Copies.of(final)
	d = Design{X: x, Keys: k.keys, Entries: final}
	start, repeated := k.keys, 0.0
	if n.Deletes && n.Copies.Rule != "" {
		d.Entries, repeated = c.entries(x, all), all.above(1)
		start = math.Ceil(d.Entries / math.Max(1, n.Growth))
	}
	d.Variant = c.variant(x, start)
	t, ok := c.Size.build(x, d.Entries, start)
	d.Cells, d.Rate = t.cells, c.Rate.of(m, t, x, final)
	if c.Copies.Rule == CopiesDictionary {
		// Keys with copies, and of the others those that looked like one when they came.
		places := repeated + (1-repeated/final)*final*d.Rate/2
		d.Side = dictionary(math.Round(places))
	}
	d.Bytes = math.Ceil(t.bits/8) + d.Side
	if !c.Grows || c.Size.Rule == SizeScalable {
		// A filter is made for different keys; what their copies take is asked for as keys.
		d.Keys = start
		if !c.Grows {
			d.Keys = d.Entries
		}
	}
	return d, ok
}

// dictionary is the bytes of a table of so many entries of 12 bytes that grows by a quarter,
// three quarters full at most.
func dictionary(entries float64) float64 {
	if entries < 1 {
		return 0
	}
	places := 8.0
	for 4*entries > 3*places {
		places += math.Max(8, math.Floor(places/4))
	}
	return 12 * places
}

// entries are the slots that keys with copies take.
func (c *Candidate) entries(x float64, k counts) float64 {
	sum := k.keys
	switch c.Copies.Rule {
	case CopiesSlot:
		return math.Ceil(k.total)
	case CopiesInSlot:
		for full := math.Exp2(c.Size.Width); full < k.most; full += math.Exp2(c.Size.Width) {
			sum += k.above(full)
			if full > 1e3*math.Exp2(c.Size.Width) {
				break // refused in any case
			}
		}
	case CopiesDigits:
		base := math.Exp2(x)
		for most, step := 1.0, base; most < k.most; most, step = most+step, step*base {
			sum += k.above(most)
		}
	}
	return math.Ceil(sum)
}

// variant is the name of the filter with a value of its parameter; a filter that grows
// may want to know for how many keys it begins.
func (c *Candidate) variant(x, start float64) string {
	name := strings.Replace(c.Name, "?", number(x), 1)
	return strings.Replace(name, "#", strconv.FormatFloat(start, 'f', 0, 64), 1)
}

// smallest is the design with the fewest bits that keeps the rate; ok is false if no value of
// the parameter does.
func (m *Model) smallest(c *Candidate, n Need, k counts) (d Design, ok bool) {
	grid := c.Grid.values()
	i := sort.Search(len(grid), func(i int) bool {
		d, _ := m.at(c, n, grid[i], k)
		return d.Rate <= n.Rate
	})
	if i == len(grid) {
		d, _ = m.at(c, n, grid[i-1], k)
		return d, false
	}
	d, ok = m.at(c, n, grid[i], k)
	for _, x := range grid[i+1:] {
		// A dictionary shrinks as fewer keys look alike, by more than slots grow at times.
		if c.Copies.Rule != CopiesDictionary {
			break
		}
		if other, made := m.at(c, n, x, k); made && other.Bytes < d.Bytes {
			d = other
		}
	}
	return d, ok
}

// largest is the design with the lowest rate that fits the memory; ok is false if even the
// smallest does not, which is then the design.
func (m *Model) largest(c *Candidate, n Need, k counts) (d Design, ok bool) {
	grid := c.Grid.values()
	i := sort.Search(len(grid), func(i int) bool {
		d, ok := m.at(c, n, grid[i], k)
		return !ok || d.Bytes-d.Side > n.Bytes
	})
	for ; c.Copies.Rule == CopiesDictionary && i > 0; i-- {
		if d, ok := m.at(c, n, grid[i-1], k); ok && d.Bytes <= n.Bytes {
			break
		}
	}
	d, ok = m.at(c, n, grid[max(0, i-1)], k)
	return d, ok && i > 0
}

// cheapest is, of the designs that keep the rate and fit the memory, the one with the least
// cost of a lookup: bits that are left may save work. ok is false if none was timed.
func (m *Model) cheapest(c *Candidate, n Need, k counts) (best Design, ok bool) {
	least := math.Inf(1)
	for _, x := range c.Grid.values() {
		d, made := m.at(c, n, x, k)
		if !made || d.Bytes > n.Bytes || d.Rate > n.Rate && n.Rate > 0 {
			continue
		}
		a := Answer{Design: d}
		if m.times(&a, c, n); a.Cost != nil && a.Cost.NS < least {
			best, least, ok = d, a.Cost.NS, true
		}
	}
	return best, ok
}

// most is the design for the most keys that keeps the rate and fits the memory.
func (m *Model) most(c *Candidate, n Need) (d Design, keys float64, ok bool) {
	try := func(keys float64) bool {
		d, ok := m.smallest(c, n, n.Copies.of(keys))
		return ok && d.Bytes <= n.Bytes
	}
	if !try(1) {
		d, _ = m.smallest(c, n, n.Copies.of(1))
		return d, 0, false
	}
	low, high := 1.0, 2.0
	for ; high < 1e15 && try(high); high *= 2 {
		low = high
	}
	for high-low > 1 && high-low > low*1e-12 {
		if middle := math.Floor((low + high) / 2); try(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	d, ok = m.smallest(c, n, n.Copies.of(low))
	return d, low, ok
}

// Names are the filters that a candidate may become for that many keys, by the value of its
// parameter.
func (c *Candidate) Names(keys float64) map[float64]string {
	names := map[float64]string{}
	for _, x := range c.Grid.values() {
		names[x] = c.variant(x, keys)
	}
	return names
}
