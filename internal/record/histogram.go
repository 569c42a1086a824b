package record

import (
	"fmt"
	"math"
	"math/bits"
)

// Histogram counts events by size, as pairs (size, count) in increasing size.
type Histogram [][2]uint64

// check demands sizes in increasing order and no size that was never seen.
func (h Histogram) check(name string) error {
	for i, bin := range h {
		if i > 0 && bin[0] <= h[i-1][0] {
			return fmt.Errorf("histogram %s: size %d after %d; must increase", name, bin[0], h[i-1][0])
		}
		if bin[1] == 0 {
			return fmt.Errorf("histogram %s: size %d has count 0; must be left out", name, bin[0])
		}
	}
	return nil
}

// totals returns the number of events in a histogram and the sum of their sizes.
func (h Histogram) totals() (events, sum uint64) {
	for _, bin := range h {
		events += bin[1]
		sum += bin[0] * bin[1]
	}
	return events, sum
}

// events returns the number of events in a histogram.
func (h Histogram) events() uint64 {
	n, _ := h.totals()
	return n
}

// The precision of a time in a histogram. Below 2^fineBits nanoseconds every one has a
// bin of its own. Above that each octave is 2^(fineBits-1) bins, which are 1/64 to 1/32
// of the time wide, so that a time is known to 1.6 % at worst. From 2^coarseFrom on,
// where times are those of a machine that did something else, it is 2^(coarseBits-1) bins.
const (
	fineBits   = 6
	coarseFrom = 16 // 66 µs
	coarseBits = 3
)

// dropped returns how many low bits of a time its bin leaves out.
func dropped(ns uint64) int {
	n := bits.Len64(ns)
	if n > coarseFrom {
		return n - coarseBits
	}
	return max(0, n-fineBits)
}

// BinOf returns the lower end of the bin that a time in nanoseconds is counted in: the
// size under which a [Histogram] of times keeps it.
func BinOf(ns uint64) uint64 { return ns >> dropped(ns) << dropped(ns) }

// BinWidth returns how many nanoseconds share the bin that begins at low.
func BinWidth(low uint64) uint64 { return 1 << dropped(low) }

// Bins of times are numbered in their order: single nanoseconds, fine octaves, coarse ones.
const (
	perFine   = 1 << (fineBits - 1)   // bins of a fine octave
	perCoarse = 1 << (coarseBits - 1) // bins of a coarse one
	coarseAt  = 1<<fineBits + (coarseFrom-fineBits)*perFine
	TimeBins  = coarseAt + (64-coarseFrom)*perCoarse // how many bins there are
)

// BinIndex returns the number of the bin that a time in nanoseconds is counted in, from 0.
func BinIndex(ns uint64) int {
	n := bits.Len64(ns)
	switch {
	case n <= fineBits:
		return int(ns)
	case n <= coarseFrom:
		return 1<<fineBits + (n-fineBits-1)*perFine + int(ns>>(n-fineBits)) - perFine
	}
	return coarseAt + (n-coarseFrom-1)*perCoarse + int(ns>>(n-coarseBits)) - perCoarse
}

// BinLow is the inverse: it returns the lower end of a bin of [BinIndex].
func BinLow(i int) uint64 {
	switch {
	case i < 1<<fineBits:
		return uint64(i)
	case i < coarseAt:
		i -= 1 << fineBits
		return uint64(perFine+i%perFine) << (i/perFine + 1)
	}
	i -= coarseAt
	return uint64(perCoarse+i%perCoarse) << (i/perCoarse + coarseFrom - coarseBits + 1)
}

// checkTimes demands that every size is the beginning of a bin.
func (h Histogram) checkTimes(name string) error {
	for _, bin := range h {
		if BinOf(bin[0]) != bin[0] {
			return fmt.Errorf("histogram %s: %d ns is inside the bin that begins at %d", name, bin[0], BinOf(bin[0]))
		}
	}
	return h.check(name)
}

// TimeQuantile returns the time in nanoseconds, to half a bin, that a share q of the
// operations of a histogram does not exceed; NaN if there are none.
func (h Histogram) TimeQuantile(q float64) float64 {
	events, _ := h.totals()
	rank, seen := uint64(math.Ceil(q*float64(events))), uint64(0)
	for _, bin := range h {
		if seen += bin[1]; seen >= rank {
			return float64(bin[0]) + float64(BinWidth(bin[0])-1)/2
		}
	}
	return math.NaN()
}
