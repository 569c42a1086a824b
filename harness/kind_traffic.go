package harness

import (
	"math/rand/v2"

	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindTraffic, needs: []string{"capacity or slots", "fill", "draws", "lookups"}, takes: []string{"hashes"},
	draws: "different absent keys",
	keyed: true,
	cost: func(w work) cost {
		return cost{ns: w.keys*(w.perKey+nsLookup) + float64(w.Lookups)*(nsLookup+nsZipf), bytes: 16 * uint64(w.Draws)}
	},
	probe: probeTraffic,
})

const (
	nsZipf       = 100
	zipfExponent = 1.1
	askedAgain   = 10 // of each key that was a false positive
)

// probeTraffic fills a filter and looks up Lookups absent keys, of Draws different ones, the
// one of rank x in proportion to x^-1.1. A filter that adapts is told of each false positive. In
// the end each key that was one is asked for ten times more, and the keys that are held once.
func probeTraffic(t record.Trial, r *record.Record) error {
	b, keys, err := filledBench(t, r)
	if err != nil {
		return err
	}
	out := &record.Traffic{}
	r.Outcome = out
	universe := min(uint64(t.Draws), b.keys.Absents())
	hashes := make([]uint64, universe)
	b.keys.HashAbsents(hashes, 0, b.hashSeed)
	adapter, adapts := b.filter.(variants.Adapter)
	ask := func(hash uint64) (positive bool) {
		if positive = b.filter.Contains(hash); positive && adapts {
			out.Adapted += uint64(adapter.Adapt(hash))
		}
		return positive
	}
	asked, ever := make([]bool, universe), make([]bool, universe)
	zipf := rand.NewZipf(rand.New(rand.NewPCG(drawSeed(t, 0), 0)), zipfExponent, 1, universe-1)
	for range t.Lookups {
		rank := zipf.Uint64()
		asked[rank] = true
		out.Queries++
		if ask(hashes[rank]) {
			ever[rank] = true
			out.Positives++
		}
	}
	for rank := range asked {
		if asked[rank] {
			out.Distinct++
		}
		if !ever[rank] {
			continue
		}
		out.Ever++
		for range askedAgain {
			out.Replayed++
			if ask(hashes[rank]) {
				out.Repeated++
			}
		}
	}
	out.Members, out.Missing = b.verify(0, keys)
	return nil
}
