package static

import (
	"fmt"
	"math"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// RibbonConfig says how large a homogeneous ribbon filter is.
type RibbonConfig struct {
	_ struct{}

	Keys            uint64 // that will be inserted; the filter is made for those that were
	Width           int    // of the ribbon, 64 or 128; 0 for the default of the family
	FingerprintBits int    // from 1 to 32; 0 for the default
	Seed            uint64 // of the slots that the keys leave free
}

func (c RibbonConfig) withDefaults() RibbonConfig {
	if c.Width == 0 {
		c.Width = int(families.Default("ribbon", "w"))
	}
	if c.FingerprintBits == 0 {
		c.FingerprintBits = int(families.Default("ribbon", "f"))
	}
	return c
}

// Shape implements [variants.Config].
func (c RibbonConfig) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	switch {
	case c.Width != 64 && c.Width != 128:
		return shape.Shape{}, fmt.Errorf("field Width is %d: must be 64 or 128", c.Width)
	case c.FingerprintBits < 1 || c.FingerprintBits > 32:
		return shape.Shape{}, fmt.Errorf("FingerprintBits is %d: must be from 1 to 32", c.FingerprintBits)
	}
	if err := tooMany(c.Keys); err != nil {
		return shape.Shape{}, err
	}
	return sizing.Check(c.shapeOf(c.Keys))
}

// shapeOf returns the geometry for so many keys: 1 + (4 + f/4) / w slots each, in whole
// words, and one ribbon more.
func (c RibbonConfig) shapeOf(keys uint64) shape.Shape {
	overhead := (4 + float64(c.FingerprintBits)/4) / float64(c.Width)
	slots := uint64(math.Ceil(float64(keys)*(1+overhead))) + uint64(c.Width) - 1
	slots = (slots + 63) &^ 63
	return shape.Shape{Family: "ribbon", Bits: slots * uint64(c.FingerprintBits), Cells: slots, BlockBits: c.Width, FingerprintBits: c.FingerprintBits}
}

// Ribbon is a homogeneous ribbon filter: a key is a row of w random bits that begins at a
// random slot, and the table has a number of f bits in each slot such that those that the
// row picks add up, by exclusive or, to 0. Such a table always exists and no build fails:
// the keys are equations without a right hand side. What they leave free is random, so that
// an absent key meets 0 by chance, 2^-f, unless its row is a sum of keys' rows, which the
// overhead makes rare.
//
// The table is kept in blocks of 64 slots, one word for each of the f columns.
//
// Source: Dillinger, Hübschle-Schneider, Sanders and Walzer, "Fast succinct retrieval and
// approximate membership using ribbon", SEA 2022, with its choice of the overhead.
type Ribbon struct {
	collector
	words    []uint64
	starts   uint64 // slots at which a row may begin
	columns  int
	config   RibbonConfig
	prefetch batch.Prefetcher
}

var (
	_ variants.Builder = (*Ribbon)(nil)
	_ variants.Batcher = (*Ribbon)(nil)
	_ variants.Trier   = (*Ribbon)(nil)
)

// NewRibbon makes a filter that collects keys. Its error says which field is wrong.
func NewRibbon(c RibbonConfig) (*Ribbon, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	c = c.withDefaults()
	return &Ribbon{collector: collector{shape: s, keys: make([]uint64, 0, c.Keys)}, columns: c.FingerprintBits, config: c}, nil
}

// row is w bits of the table from a slot on; the first is set.
type row struct{ low, high uint64 }

// rowOf returns the row of a mixed hash and the slot at which it begins.
func (c RibbonConfig) rowOf(h, starts uint64) (start uint64, r row) {
	r.low = hashing.Mix(h+hashing.Golden) | 1
	if c.Width == 128 {
		r.high = hashing.Mix(r.low + hashing.Golden)
	}
	return hashing.Reduce(h, starts), r
}

// add subtracts another row, which is the same as to add it.
func (r *row) add(x row) { r.low, r.high = r.low^x.low, r.high^x.high }

// skip drops the zeros at the beginning of a row that is not zero, and returns how many.
func (r *row) skip() (n uint64) {
	if r.low == 0 {
		r.low, r.high, n = r.high, 0, 64
	}
	z := uint64(bits.TrailingZeros64(r.low))
	r.low, r.high = r.low>>z|r.high<<(64-z), r.high>>z // a shift by 64 is 0
	return n + z
}

// echelon is a set of rows, one at most for each slot at which one begins.
type echelon []row

// reduce subtracts rows of the set from one. It returns what is left and where that begins;
// zero if the row is a sum of rows of the set.
func (e echelon) reduce(start uint64, r row) (uint64, row) {
	for {
		held := e[start]
		if held.low == 0 {
			return start, r
		}
		if r.add(held); r == (row{}) {
			return start, r
		}
		start += r.skip()
	}
}

// Build implements [variants.Builder]. It never fails; copies of keys do no harm.
func (f *Ribbon) Build() error {
	if f.built {
		return nil
	}
	if err := tooMany(uint64(len(f.keys))); err != nil {
		return err
	}
	s := f.config.shapeOf(uint64(len(f.keys)))
	f.starts = s.Cells - uint64(f.config.Width) + 1
	mixed, rows := make([]uint64, len(f.keys)), make(echelon, s.Cells)
	scatter(f.keys, mixed, hashing.Mix)
	for _, h := range mixed {
		if start, r := rows.reduce(f.config.rowOf(h, f.starts)); r.low != 0 {
			rows[start] = r
		}
	}
	f.words = bitpack.Words(s.Bits)
	f.solve(rows)
	f.attempts = 1
	f.finish(s)
	if len(mixed) == 0 {
		f.starts = 0
	}
	if batch.Far(8 * len(f.words)) {
		f.prefetch = f.prefetchBlocks
	}
	return nil
}

// solve writes the table from its end: free slots at random, the others so that their rows
// add up to 0.
func (f *Ribbon) solve(rows echelon) {
	window := make([]row, f.columns) // of a column, the slots behind the present one
	for slot := len(rows) - 1; slot >= 0; slot-- {
		r := rows[slot]
		free := hashing.Mix(f.config.Seed + uint64(slot)*hashing.Golden)
		word := f.words[slot/64*f.columns:][:f.columns]
		for c := range window {
			w := &window[c]
			w.high = w.high<<1 | w.low>>63
			w.low <<= 1
			bit := free >> c & 1
			if r.low != 0 {
				bit = uint64(bits.OnesCount64(w.low&r.low^w.high&r.high)) & 1
			}
			w.low |= bit
			word[c] |= bit << (slot & 63)
		}
	}
}

// Contains implements [variants.Filter]. It is false for every key until the filter is built
// from at least one.
func (f *Ribbon) Contains(hash uint64) bool {
	if f.starts == 0 {
		return false
	}
	start, r := f.config.rowOf(hashing.Mix(hash), f.starts)
	shift, columns := start&63, f.columns
	// The row as whole words of the table: a shift by 64 is 0.
	a, b, c := r.low<<shift, r.high<<shift|r.low>>(64-shift), r.high>>(64-shift)
	words := f.words[start/64*uint64(columns):]
	words = words[:min(len(words), 3*columns)]
	for i := range columns {
		x := words[i] & a
		if b != 0 {
			x ^= words[columns+i] & b
		}
		if c != 0 {
			x ^= words[2*columns+i] & c
		}
		if bits.OnesCount64(x)&1 != 0 {
			return false
		}
	}
	return true
}

// ContainsBatch implements [variants.Batcher].
func (f *Ribbon) ContainsBatch(hashes []uint64, found []bool) int {
	return containsBatch(f.prefetch, hashes, found, f.Contains)
}

// prefetchBlocks prefetches the first and the last line that the columns of keys may be in.
func (f *Ribbon) prefetchBlocks(hashes []uint64) {
	var at [2 * batch.Group]uint64
	n := 0
	for _, h := range hashes[:min(batch.Group, len(hashes))] {
		first := hashing.Reduce(hashing.Mix(h), f.starts) / 64 * uint64(f.columns)
		at[n], at[n+1] = 8*first, 8*min(first+uint64(2*f.columns)-1, uint64(len(f.words))-1)
		n += 2
	}
	simd.Prefetch(f.words, at[:n])
}
