package harness

import (
	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindBins, needs: []string{"capacity or slots", "fill", "draws"}, takes: []string{"hashes"},
	draws: "fillings",
	wants: []want{chains},
	cost: func(w work) cost {
		return cost{ns: float64(w.Draws) * w.keys * (w.perKey + nsChain*float64(w.shape.Probes)), bytes: drawnBefore(w)}
	},
	probe: probeBins,
})

// probeBins fills fresh chains, each with its own keys and hash, and counts the
// chains by length.
func probeBins(t record.Trial, r *record.Record) error {
	lengths := tally{}
	r.Outcome = &record.Bins{Keys: keysOf(t)}
	for draw := range t.Draws {
		b, err := newBench(t, draw)
		if err != nil {
			return err
		}
		r.Shape = b.filter.Shape()
		r.Bins().Chains = r.Shape.Cells
		if err := b.insert(0, keysOf(t), nil); err != nil {
			return err
		}
		list := b.filter.(variants.Chainer).Lengths()
		r.Bins().Longest = append(r.Bins().Longest, uint64(len(list)-1))
		for size, n := range list {
			if n > 0 {
				lengths[uint64(size)] += n
			}
		}
	}
	r.Bins().Lengths = lengths.histogram()
	return nil
}
