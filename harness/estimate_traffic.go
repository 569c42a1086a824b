package harness

import (
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// Rough costs of trials that time operations one by one.
const (
	nsClock = 120.0 // two readings of the clock and the count of their difference
	nsSweep = 12e6  // a walk through sweepBytes
	nsGuard = 90.0  // an operation under a lock that others want, or on a line that they write
)

// trafficCost predicts what these kinds take beside preparing the trial.
func trafficCost(t record.Trial, shape theory.Shape, perKey float64) (ns float64, bytes uint64) {
	keys, looked := float64(keysOf(t)), float64(t.Lookups)
	switch t.Kind {
	case record.KindLatency:
		last, size := t.Loads[len(t.Loads)-1], float64(t.Capacity+t.Slots)
		if shape.BucketSlots > 0 {
			size = float64(shape.Cells)
		}
		return last*size*perKey + nsClock*(float64(len(t.Loads))*kickWindow*size+3*looked), 8 * uint64(t.Lookups)
	case record.KindArrivals:
		ns = keys*perKey + nsClock*looked
		most := 0
		for _, rate := range t.Rates {
			n := arrivalsAt(t, rate)
			ns, most = ns+float64(n)*max(nsClock, 1e9/rate), most+16*n
		}
		return ns, uint64(most)
	case record.KindCold:
		return keys*perKey + float64(t.Draws)*2*nsSweep + 2*looked*nsLookup, sweepBytes + 8*uint64(t.Lookups)
	}
	for _, n := range t.Goroutines {
		ns += keys * (2*perKey + 3*nsGuard)
		if n > 1 {
			ns += keys * nsGuard
		}
	}
	return ns + 2*keys*perKey, 2*shape.Bits/8 + 16*keysOf(t)
}
