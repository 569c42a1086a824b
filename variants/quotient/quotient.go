// Package quotient holds filters that keep remainders in the order of their quotients: one
// that counts copies, one that grows, and one of small bins with a spare.
package quotient

import (
	"fmt"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("quotient", func(v spec.Values, n variants.Size, _ uint64) Config {
			return Config{Keys: n.Keys, Slots: n.Slots, RemainderBits: v.Int("r"), Load: v.Float("load")}
		}, New),
		variants.Row("expanding", func(v spec.Values, n variants.Size, _ uint64) ExpandingConfig {
			return ExpandingConfig{Keys: n.Keys, FingerprintBits: v.Int("f"), Load: v.Float("load")}
		}, NewExpanding),
		variants.Row("prefix", func(v spec.Values, n variants.Size, _ uint64) PrefixConfig {
			return PrefixConfig{Keys: n.Keys, Slots: n.Slots, Load: v.Float("load")}
		}, NewPrefix),
	}
}

// Config says how large a quotient filter is. Give Keys or Slots; neither asks for the
// smallest filter.
type Config struct {
	_ struct{}

	Keys          uint64  // the filter takes this many distinct keys, each once
	Slots         uint64  // the table has at least this many slots
	RemainderBits int     // from 2 to 32; 0 for the default of the family
	Load          float64 // share of slots that may be used, above 0 and at most 0.98; 0 for the default of the family
}

// blockSlots is the number of slots of a block of the table, and of the smallest one.
const blockSlots = 64

// maxSlots leaves a 64-bit hash a remainder of 32 bits.
const maxSlots = 1 << 32

// Shape implements [variants.Config]. The table has the fewest blocks that have the slots,
// or take the keys.
func (c Config) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	switch {
	case c.Keys != 0 && c.Slots != 0:
		return shape.Shape{}, fmt.Errorf("field Keys is %d and Slots %d: give one", c.Keys, c.Slots)
	case c.RemainderBits < 2 || c.RemainderBits > 32:
		return shape.Shape{}, fmt.Errorf("RemainderBits is %d: must be from 2 to 32", c.RemainderBits)
	case !(c.Load > 0 && c.Load <= 0.98):
		return shape.Shape{}, fmt.Errorf("field Load is %g: must be above 0 and at most 0.98", c.Load)
	}
	need := c.Slots
	if need == 0 {
		var err error
		if need, err = sizing.SlotsForKeys(c.Keys, c.Load); err != nil {
			return shape.Shape{}, err
		}
	}
	blocks := max(1, need/blockSlots+(need%blockSlots+blockSlots-1)/blockSlots)
	if c.Keys != 0 {
		if blocks > 1 && sizing.Holds(blocks-1, c.Keys, c.Load, blockSlots) {
			blocks--
		} else if !sizing.Holds(blocks, c.Keys, c.Load, blockSlots) {
			blocks++
		}
	}
	if blocks > maxSlots/blockSlots {
		return shape.Shape{}, fmt.Errorf("%d slots are more than 2^32, beside which a 64-bit hash has no remainder of 32 bits", need)
	}
	slots := blocks * blockSlots
	return sizing.Check(shape.Shape{Family: "quotient", Bits: slots * uint64(c.RemainderBits+3), Cells: slots, FingerprintBits: c.RemainderBits})
}

func (c Config) withDefaults() Config {
	if c.RemainderBits == 0 {
		c.RemainderBits = int(families.Default("quotient", "r"))
	}
	if c.Load == 0 {
		c.Load = families.Default("quotient", "load")
	}
	return c
}

// Filter is a counting quotient filter: a hash is split into a quotient, which is a
// slot of the table, and a remainder of r bits, which is stored there or as near behind
// as there is room, so that nothing of quotient and remainder is lost:
//
//	quotient = whole part of hash * m / 2^64,   remainder = the next r bits
//
// with m slots, any multiple of 64. Copies of a key are counted: the number of the
// further copies follows its remainder, in slots of its own that are digits of r bits.
// Ten copies take two slots, and so do 2^r; no number of copies is too many.
//
// Why nothing is lost: the table holds the multiset of pairs of quotient and remainder,
// exactly, and as a function of that multiset alone (see [bitpack.Runs]). Keys with the same
// pair are one to it, so a delete of one of them leaves the number of the others.
// An insert that needs a slot beyond the share load is refused before it changes
// anything; a copy that only raises a digit never is.
//
// The price is that entries lie in order. An insert moves what is behind up, and a
// lookup has to find its run, by counting bits: fuller tables take longer, in each
// operation, and not only in inserts as those of cuckoo filters. LastKicks is 0, as a
// shift is not a walk: it always ends, and how far it goes does not depend on luck.
//
// Source: Bender et al., "Don't thrash: how to cache your hash on flash" (2012);
// Pandey, Bender, Johnson and Patro, "A general-purpose counting filter" (2017), which
// spends 2.125 bits a slot beside the remainder where this spends 3, and marks
// counters by breaking the order of remainders where this has a mark for free.
type Filter struct {
	runs     bitpack.Runs
	slots    uint64 // m
	limit    uint64 // slots that may be used, fewer than m
	used     uint64
	shift    uint // 64 - r
	prefetch batch.Prefetcher
	shape    shape.Shape
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Deleter = (*Filter)(nil)
	_ variants.Counter = (*Filter)(nil)
	_ variants.Kicker  = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field of the configuration is wrong.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Filter{
		runs:  bitpack.NewRuns(s.Cells/blockSlots, s.FingerprintBits),
		slots: s.Cells,
		limit: uint64(c.withDefaults().Load * float64(s.Cells)),
		shift: uint(64 - s.FingerprintBits),
		shape: s,
	}
	f.prefetch = runsPrefetcher(&f.runs, f.slots)
	return f, nil
}

// split returns a key's quotient and remainder.
func (f *Filter) split(hash uint64) (quotient, rest uint64) {
	quotient, rest = bits.Mul64(hash, f.slots)
	return quotient, rest >> (f.shift & 63)
}

// Insert implements [variants.Filter].
func (f *Filter) Insert(hash uint64) error {
	q, rest := f.split(hash)
	slot, ok := f.runs.Add(q, rest, f.used < f.limit)
	if !ok {
		return variants.ErrFull
	}
	if slot {
		f.used++
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Filter) Contains(hash uint64) bool { return f.runs.Has(f.split(hash)) }

// Delete implements [variants.Deleter]: it takes one from the number of copies.
func (f *Filter) Delete(hash uint64) bool {
	slot, ok := f.runs.Remove(f.split(hash))
	if slot {
		f.used--
	}
	return ok
}

// Count implements [variants.Counter]: the copies of all keys with that quotient and remainder.
func (f *Filter) Count(hash uint64) uint64 { return f.runs.Tally(f.split(hash)) }

// LastKicks implements [variants.Kicker]. It is 0.
func (f *Filter) LastKicks() int { return 0 }

// Used implements [variants.Kicker]: slots with remainders and with digits of counters.
func (f *Filter) Used() uint64 { return f.used }

// Shape implements [variants.Filter].
func (f *Filter) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Filter) Tables() [][]byte { return [][]byte{bitpack.Raw(f.runs.Words())} }

// InsertBatch implements [variants.Batcher].
func (f *Filter) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [variants.Batcher].
func (f *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.runs.Has(f.split(hash)) })
	})
}

// runsPrefetcher prefetches the lines in which the search for keys begins.
func runsPrefetcher(runs *bitpack.Runs, slots uint64) batch.Prefetcher {
	words := runs.Words()
	if !batch.Far(8 * len(words)) {
		return nil
	}
	return func(hashes []uint64) {
		var at [2 * batch.Group]uint64
		hashes = hashes[:min(batch.Group, len(hashes))]
		for n, h := range hashes {
			at[2*n], at[2*n+1] = runs.Near(hashing.Reduce(h, slots))
		}
		simd.PrefetchCells(words, at[:2*len(hashes)], 3)
	}
}
