package quotient

import (
	"fmt"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// ExpandingConfig says how large a filter that doubles is at first. A field that is 0 has
// the default of the family.
type ExpandingConfig struct {
	_ struct{}

	Keys            uint64  // the first table holds so many
	FingerprintBits int     // of a fresh fingerprint, from 2 to 31
	Load            float64 // share of slots beyond which the table doubles, above 0 and at most 0.95
}

// Shape implements [variants.Config]: that of the first table.
func (c ExpandingConfig) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	switch {
	case c.FingerprintBits < 2 || c.FingerprintBits > 31:
		return shape.Shape{}, fmt.Errorf("FingerprintBits is %d: must be from 2 to 31", c.FingerprintBits)
	case !(c.Load > 0 && c.Load <= 0.95):
		return shape.Shape{}, fmt.Errorf("field Load is %g: must be above 0 and at most 0.95", c.Load)
	}
	slots, err := sizing.SlotsForKeys(c.Keys, c.Load)
	if err != nil {
		return shape.Shape{}, err
	}
	blocks := max(1, slots/blockSlots+(slots%blockSlots+blockSlots-1)/blockSlots)
	if !sizing.Holds(blocks, c.Keys, c.Load, blockSlots) {
		blocks++
	}
	return sizing.Check(c.shapeOf(blocks, blocks*blockSlots))
}

func (c ExpandingConfig) shapeOf(blocks, first uint64) shape.Shape {
	slots := blocks * blockSlots
	return shape.Shape{Family: "expanding", Bits: slots * uint64(c.FingerprintBits+4), Cells: slots, FingerprintBits: c.FingerprintBits,
		Growth: shape.Growth{First: first, Factor: 2, Full: c.Load}}
}

func (c ExpandingConfig) withDefaults() ExpandingConfig {
	if c.FingerprintBits == 0 {
		c.FingerprintBits = int(families.Default("expanding", "f"))
	}
	if c.Load == 0 {
		c.Load = families.Default("expanding", "load")
	}
	return c
}

// Expanding is a quotient filter without counters that doubles when it is full, from what it
// holds alone: each entry gives the first bit of its fingerprint to the number of its slot,
// which then is the slot of its key in a table of twice the size. So there is one table, and
// an operation looks at one run of it, however often the filter has doubled.
//
// Fingerprints of different ages have different lengths, so a slot holds one with a bit in
// front that is set, and a lookup takes any that its key's begins with. An entry that has no
// bit left matches every key of its slot; when the table doubles, both slots get one.
//
// A key that came when the table had m slots is met by an absent key with chance
// 1/(m 2^f), whatever became of the table since. So the rate grows by the same amount with
// every doubling, as half of the keys are always of the last.
//
// An insert that doubles the table goes through all of it; on average over inserts that is
// a constant. Nothing can be deleted here: an entry of which the key is not known might be
// the one of another key that is longer in another slot. Copies of a key that came at the
// same size share an entry.
//
// Source: Dayan, Bercea, Reviriego and Pagh, "InfiniFilter", SIGMOD 2023, for fingerprints that
// shrink; Dayan, Bercea and Pagh, "Aleph filter", PVLDB 17(11), 2024, for entries in both
// slots, where InfiniFilter has a chain of filters. The code of the length is made here.
type Expanding struct {
	runs     bitpack.Runs
	used     uint64
	limit    uint64
	config   ExpandingConfig
	prefetch batch.Prefetcher
	shape    shape.Shape
}

var (
	_ variants.Filter  = (*Expanding)(nil)
	_ variants.Batcher = (*Expanding)(nil)
)

// NewExpanding makes an empty filter. Its error says which field is wrong.
func NewExpanding(c ExpandingConfig) (*Expanding, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Expanding{config: c.withDefaults()}
	f.make(s)
	return f, nil
}

// make gives the filter an empty table.
func (f *Expanding) make(s shape.Shape) {
	f.runs, f.shape, f.used = bitpack.NewRuns(s.Cells/blockSlots, s.FingerprintBits+1), s, 0
	f.limit = uint64(f.config.Load * float64(s.Cells))
	f.prefetch = runsPrefetcher(&f.runs, f.shape.Cells)
}

// split returns a key's slot and its whole fingerprint, a set bit in front.
func (f *Expanding) split(hash uint64) (slot, print uint64) {
	slot, rest := bits.Mul64(hash, f.shape.Cells)
	return slot, 1<<f.config.FingerprintBits | rest>>(64-f.config.FingerprintBits)
}

// Insert implements [variants.Filter]. It never refuses; now and then the table doubles.
func (f *Expanding) Insert(hash uint64) error {
	slot, print := f.split(hash)
	if f.runs.Has(slot, print) {
		return nil
	}
	if f.used >= f.limit {
		f.double()
		slot, print = f.split(hash)
	}
	f.add(slot, print)
	return nil
}

func (f *Expanding) add(slot, print uint64) {
	if f.runs.Has(slot, print) {
		return
	}
	f.runs.Add(slot, print, true)
	f.used++
}

// double moves all entries to a table of twice the size. Where most are down to no bit, and
// so twice as many, once may not be enough.
func (f *Expanding) double() {
	for again := true; again; again = f.used >= f.limit {
		old := f.runs
		f.make(f.config.shapeOf(2*f.shape.Cells/blockSlots, f.shape.Growth.First))
		old.Each(func(slot, print uint64) {
			if print == 1 {
				f.add(2*slot, 1)
				f.add(2*slot+1, 1)
				return
			}
			first := uint64(bits.Len64(print) - 2) // where the bit is that goes
			f.add(2*slot+print>>first&1, print&(1<<first-1)|1<<first)
		})
	}
}

// Contains implements [variants.Filter].
func (f *Expanding) Contains(hash uint64) bool { return f.runs.HasBeginning(f.split(hash)) }

// Shape implements [variants.Filter]: that of the present table.
func (f *Expanding) Shape() shape.Shape { return f.shape }

// InsertBatch implements [variants.Batcher].
func (f *Expanding) InsertBatch(hashes []uint64) (int, error) {
	return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Expanding) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.runs.HasBeginning(f.split(hash)) })
	})
}
