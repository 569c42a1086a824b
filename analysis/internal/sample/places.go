package sample

import (
	"fmt"

	"filterbench/internal/record"
)

// Bins makes a cell of kind bins: n keys in n chains, as many for each draw. The
// chains say how many choices a key has; really is how many it makes use of.
func (m *Maker) Bins(part, variant string, n uint64, draws, really int) {
	t := record.Trial{
		Experiment: "places", Part: part, Kind: record.KindBins, Variant: variant, Workload: "uniform",
		Capacity: n, Fill: 1, Draws: draws,
	}
	m.add(t, Shape(variant, n, 0), func(r *record.Record) {
		r.Outcome = &record.Bins{Chains: n, Keys: n}
		counts := map[uint64]uint64{}
		for range draws {
			longest := uint64(0)
			for _, length := range m.throw(n, really) {
				counts[length]++
				longest = max(longest, length)
			}
			r.Bins().Longest = append(r.Bins().Longest, longest)
		}
		r.Bins().Lengths = histogram(counts)
	})
}

// throw throws n balls into n bins, each into the least full of some.
func (m *Maker) throw(n uint64, choices int) []uint64 {
	bins := make([]uint64, n)
	for range n {
		best := m.Rand.Uint64N(n)
		for range choices - 1 {
			if other := m.Rand.Uint64N(n); bins[other] < bins[best] {
				best = other
			}
		}
		bins[best]++
	}
	return bins
}

// Places makes a cell of kind places in which a share of the keys has one place.
func (m *Maker) Places(variant string, slots, keys uint64, share float64) {
	t := record.Trial{
		Experiment: "places", Part: "same", Kind: record.KindPlaces, Variant: variant, Workload: "uniform", Slots: slots, Draws: int(keys),
	}
	m.add(t, Shape(variant, 0, slots), func(r *record.Record) {
		r.Outcome = &record.Places{Keys: keys, Same: m.binomial(keys, share)}
	})
}

// Cycle makes a cell of kind cycle: groups of which a table refuses the last key
// after so many kicks, or none if it has room.
func (m *Maker) Cycle(part, variant string, copies, groups int, kicks uint64, room bool) {
	t := record.Trial{
		Experiment: "places", Part: part, Kind: record.KindCycle, Variant: variant, Workload: "uniform", Slots: 64, Copies: copies, Draws: groups,
	}
	n := uint64(groups)
	m.add(t, Shape(variant, 0, 64), func(r *record.Record) {
		r.Outcome = &record.Cycle{Searched: 300 * n, Refused: record.Histogram{{1, n}}, Last: n, Kicks: record.Histogram{{kicks, n}}, Apart: record.Histogram{{0, n}}}
		if room {
			r.Cycle().Refused, r.Cycle().Last, r.Cycle().Kicks = record.Histogram{{0, n}}, 0, record.Histogram{}
		}
	})
}

// places makes small cells of everything about places and sizes.
func (m *Maker) places() {
	for d := 1; d <= 3; d++ {
		for _, n := range []uint64{1000, 10000} {
			m.Bins("bins-small", fmt.Sprintf("chains(d=%d)", d), n, 5, d)
		}
	}
	for _, slots := range []uint64{64, 1024, 16384} {
		m.Places("cuckoo(b=4,f=16)", slots, 50_000, 0)
		m.Places("cuckoo(b=4,f=16,alt=hashed)", slots, 50_000, 4/float64(slots))
		m.Places("cuckoo(b=4,f=16,alt=plain)", slots, 50_000, 4/float64(slots))
	}
	m.Cycle("three", "hashtable(d=2,b=1)", 3, 100, 500, false)
	m.Cycle("three", "hashtable(d=3,b=1)", 3, 100, 0, true)
	m.KicksBySize()
}

// KicksBySize makes kicks at fixed loads that do not depend on the table's size.
func (m *Maker) KicksBySize() {
	for _, c := range []struct {
		b     int
		loads []float64
	}{{2, []float64{0.5, 0.8}}, {4, []float64{0.5, 0.8, 0.9, 0.95}}, {8, []float64{0.8, 0.9, 0.95}}} {
		for _, slots := range []uint64{1024, 65536, 1048576} {
			m.Kicks("kicks", fmt.Sprintf("sizes-all-%d", c.b), fmt.Sprintf("cuckoo(b=%d,f=12)", c.b), slots, c.loads)
		}
	}
}
