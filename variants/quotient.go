package variants

import (
	"fmt"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// quotient is a counting quotient filter: a hash is split into a quotient, which is a
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
type quotient struct {
	runs     bitpack.Runs
	slots    uint64 // m
	limit    uint64 // slots that may be used, fewer than m
	used     uint64
	shift    uint // 64 - r
	prefetch batch.Prefetcher
	shape    theory.Shape
}

var (
	_ Filter  = (*quotient)(nil)
	_ Deleter = (*quotient)(nil)
	_ Counter = (*quotient)(nil)
	_ Kicker  = (*quotient)(nil)
	_ Batcher = (*quotient)(nil)
)

// quotientBlock is the number of slots of a block of the table, and of the smallest one.
const quotientBlock = 64

// quotientShape takes the fewest blocks that have the slots, or take the keys.
func quotientShape(v spec.Values, size Size) (theory.Shape, error) {
	r, load := v.Int("r"), v.Float("load")
	need := size.Slots
	if need == 0 {
		var err error
		if need, err = slotsForKeys(size.Keys, load); err != nil {
			return theory.Shape{}, err
		}
	}
	blocks := max(1, need/quotientBlock+(need%quotientBlock+quotientBlock-1)/quotientBlock)
	if size.Keys != 0 {
		if blocks > 1 && holds(blocks-1, size.Keys, load, quotientBlock) {
			blocks--
		} else if !holds(blocks, size.Keys, load, quotientBlock) {
			blocks++
		}
	}
	if blocks > maxBuckets/quotientBlock {
		return theory.Shape{}, fmt.Errorf("%d slots are more than 2^32, beside which a 64-bit hash has no remainder of 32 bits", need)
	}
	slots := blocks * quotientBlock
	return theory.Shape{Bits: slots * uint64(r+3), Cells: slots, FingerprintBits: r}, nil
}

func newQuotient(v spec.Values, shape theory.Shape, _ uint64) Filter {
	f := &quotient{
		runs:  bitpack.NewRuns(shape.Cells/quotientBlock, shape.FingerprintBits),
		slots: shape.Cells,
		limit: uint64(v.Float("load") * float64(shape.Cells)),
		shift: uint(64 - shape.FingerprintBits),
		shape: shape,
	}
	f.prefetch = f.prefetcher()
	return f
}

// split returns a key's quotient and remainder.
func (f *quotient) split(hash uint64) (quotient, rest uint64) {
	quotient, rest = bits.Mul64(hash, f.slots)
	return quotient, rest >> (f.shift & 63)
}

// Insert implements [Filter].
func (f *quotient) Insert(hash uint64) error {
	q, rest := f.split(hash)
	slot, ok := f.runs.Add(q, rest, f.used < f.limit)
	if !ok {
		return ErrFull
	}
	if slot {
		f.used++
	}
	return nil
}

// Contains implements [Filter].
func (f *quotient) Contains(hash uint64) bool { return f.runs.Has(f.split(hash)) }

// Delete implements [Deleter]: it takes one from the number of copies.
func (f *quotient) Delete(hash uint64) bool {
	slot, ok := f.runs.Remove(f.split(hash))
	if slot {
		f.used--
	}
	return ok
}

// Count implements [Counter]: the copies of all keys with that quotient and remainder.
func (f *quotient) Count(hash uint64) uint64 { return f.runs.Tally(f.split(hash)) }

// LastKicks implements [Kicker]. It is 0.
func (f *quotient) LastKicks() int { return 0 }

// Used implements [Kicker]: slots with remainders and with digits of counters.
func (f *quotient) Used() uint64 { return f.used }

// Shape implements [Filter].
func (f *quotient) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *quotient) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsBatch implements [Batcher].
func (f *quotient) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.runs.Has(f.split(hash)) })
	})
}

// prefetcher prefetches the lines in which the search for keys begins.
func (f *quotient) prefetcher() batch.Prefetcher {
	words := f.runs.Words()
	if !batch.Far(8 * len(words)) {
		return nil
	}
	return func(hashes []uint64) {
		var at [2 * batch.Group]uint64
		hashes = hashes[:min(batch.Group, len(hashes))]
		for n, h := range hashes {
			home, _ := f.split(h)
			at[2*n], at[2*n+1] = f.runs.Near(home)
		}
		simd.PrefetchCells(words, at[:2*len(hashes)], 3)
	}
}
