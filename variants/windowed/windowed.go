// Package windowed holds a cuckoo filter whose buckets overlap.
package windowed

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

// Families returns the family of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("windowed", func(v spec.Values, n variants.Size, seed uint64) Config {
			c := Config{Keys: n.Keys, Slots: n.Slots, SlotBits: v.Int("f"), Kicks: v.Int("kicks"), Load: v.Float("load"), Seed: seed}
			if c.Kicks == 0 {
				c.Kicks = -1
			}
			return c
		}, New),
	}
}

// Config says how large a windowed cuckoo filter is. Give Keys or Slots; neither asks for
// the smallest filter. Other fields that are 0 have the default of the family.
type Config struct {
	_ struct{}

	Keys     uint64  // the filter is sized for this many keys
	Slots    uint64  // the table has at least this many slots
	SlotBits int     // from 4 to 16
	Kicks    int     // entries that an insert may move before it gives up; negative for none
	Load     float64 // share of slots that Keys fill at most, above 0 and at most 1
	Seed     uint64  // of the random walk of evictions
}

const (
	minSlots = 3       // two windows
	maxSlots = 1 << 32 // more would need hash bits that make the fingerprint
	codeBits = 16      // room for what a slot holds
)

// Shape implements [variants.Config]. The number of slots is odd.
func (c Config) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	switch {
	case c.Keys != 0 && c.Slots != 0:
		return shape.Shape{}, fmt.Errorf("field Keys is %d and Slots %d: give one", c.Keys, c.Slots)
	case c.SlotBits < 4 || c.SlotBits > 16:
		return shape.Shape{}, fmt.Errorf("SlotBits is %d: must be from 4 to 16", c.SlotBits)
	}
	slots := c.Slots
	if slots == 0 {
		var err error
		if slots, err = sizing.SlotsForKeys(c.Keys, c.Load); err != nil {
			return shape.Shape{}, err
		}
	}
	slots = max(minSlots, slots|1)
	if c.Keys != 0 && !sizing.Holds(slots, c.Keys, c.Load, 1) {
		slots += 2
	}
	if slots > maxSlots {
		return shape.Shape{}, fmt.Errorf("%d slots are more than 2^32, the most that a 64-bit hash can address beside a fingerprint", slots)
	}
	return sizing.Check(shape.Shape{Family: "windowed", Bits: slots * uint64(c.SlotBits), Cells: slots, BucketSlots: window, FingerprintBits: c.SlotBits})
}

func (c Config) withDefaults() Config {
	if c.SlotBits == 0 {
		c.SlotBits = int(families.Default("windowed", "f"))
	}
	if c.Kicks == 0 {
		c.Kicks = int(families.Default("windowed", "kicks"))
	}
	if c.Load == 0 {
		c.Load = families.Default("windowed", "load")
	}
	return c
}

// window is the number of slots of a window.
const window = 2

// Filter is a cuckoo filter with windows in place of buckets: window i is slots i and i+1
// of the table, so neighbouring windows share a slot, and tables fill to 96.5 % where buckets
// of two slots reach 89.7 %. A key's entry lies in one of two windows, and either of them
// with the entry yields the other:
//
//	w = whole part of hash * W / 2^64        w' = (s(fingerprint) - w) mod W,   W even, s odd
//
// with W windows, one fewer than slots: the number of slots is odd, and otherwise any. A
// window is never its own partner, since one of the two is odd.
//
// A slot holds a fingerprint and one bit that says whether the slot is the first or the
// second of the entry's window; 0 is an empty slot. So an entry tells its windows although
// its key is not known, and the bit is not lost for the rate: it must match as well. A lookup
// compares four slots with f bits each, where a cuckoo filter with buckets of four compares
// eight, and the rate is half of that one's at the same f: the filter needs a bit less.
//
// The price is paid by inserts into nearly full tables: to reach the same distance from the
// threshold a walk takes several times the kicks that buckets of four need.
//
// Nothing is lost: an entry is moved between the slots of its two windows only, a refused
// insert is undone slot by slot, and keys that share fingerprint and windows are one to the
// filter, which holds four copies of such a key, or three if its windows are neighbours.
//
// Source: Lehman and Panigrahy, "3.5-way cuckoo hashing for the price of 2-and-a-bit", ESA
// 2009, for windows; Schmitz, Zentgraf and Rahmann, arXiv 2505.05847, 2025, for the filter;
// that the bit counts as one of the fingerprint, and the two windows, are decided here.
type Filter struct {
	table    bitpack.Buckets // one slot each
	windows  uint64          // W, even
	tags     uint64          // fingerprints that there are: 1 to tags
	width    uint            // f
	used     uint64
	walk     uint64   // state of the random walk
	path     []uint64 // of the last walk, for the way back: slots, and below them what was there; as long as a walk may be
	kicks    int      // moves made by the last Insert
	look     simd.WindowLook
	prefetch batch.Prefetcher
	shape    shape.Shape
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Deleter = (*Filter)(nil)
	_ variants.Counter = (*Filter)(nil)
	_ variants.Kicker  = (*Filter)(nil)
	_ variants.Batcher = (*Filter)(nil)
	_ variants.Typed   = (*Filter)(nil)
	_ variants.Tabler  = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field of the configuration is wrong.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Filter{
		table:   bitpack.NewBuckets(s.Cells, 1, s.FingerprintBits),
		windows: s.Cells - 1,
		tags:    1<<(s.FingerprintBits-1) - 1,
		width:   uint(s.FingerprintBits),
		walk:    c.Seed,
		path:    make([]uint64, max(0, c.withDefaults().Kicks)),
		shape:   s,
	}
	f.look.Else = f.contains
	if simd.Now() >= simd.AVX2 {
		lanes := bitpack.NewLanes(window, s.FingerprintBits)
		f.look = simd.WindowLook{
			Table: &f.table.Bytes()[0], Windows: f.windows, Half: f.windows / 2, Tags: f.tags, Width: uint64(f.width),
			Spread: 2 * lanes.Lows, Odd: 1 << f.width, Lows: lanes.Lows, Highs: lanes.Highs, Else: f.contains,
		}
	}
	if batch.Far(len(f.table.Bytes())) {
		f.prefetch = f.prefetchWindows
	}
	return f, nil
}

// locate returns a key's first window and its fingerprint.
func (f *Filter) locate(hash uint64) (w, tag uint64) {
	w, rest := bits.Mul64(hash, f.windows)
	return w, 1 + hashing.Reduce(rest, f.tags)
}

// other returns the second window of an entry, given either and its fingerprint.
func (f *Filter) other(w, tag uint64) uint64 {
	step := hashing.Reduce(hashing.Mix(tag*hashing.Golden), f.windows/2)
	j, below := bits.Sub64(2*step+1, w, 0)
	return j + f.windows&-below
}

// want returns what the two slots of a window hold if both have the fingerprint.
func (f *Filter) want(tag uint64) uint64 { return tag<<1 | (tag<<1|1)<<(f.width&31) }

// zeros returns, of two slots, those that are 0: bit 0 for the first, bit 1 for the second.
func (f *Filter) zeros(word uint64) uint64 {
	low := uint64(1)<<(f.width&31) - 1
	return (word&low-1)>>63 | (word>>(f.width&31)&low-1)>>63<<1
}

// put puts an entry into a free slot of a window.
func (f *Filter) put(w, tag uint64) bool {
	free := f.zeros(f.table.From(w))
	if free == 0 {
		return false
	}
	at := free&1 ^ 1 // the first if that is free
	f.table.Swap(w+at, tag<<1|at)
	f.used++
	return true
}

// Insert implements [variants.Filter]. When both windows of the key are full it moves
// entries along a random walk, each to another slot of its own two windows, until one finds
// a free slot. When the walk has made its allowance of kicks it is walked back.
func (f *Filter) Insert(hash uint64) error {
	w, tag := f.locate(hash)
	f.kicks = 0
	if f.put(w, tag) || f.put(f.other(w, tag), tag) {
		return nil
	}
	if f.random(2) == 1 {
		w = f.other(w, tag)
	}
	at := f.random(window)
	for n := range f.path {
		slot := w + at
		old, _ := f.table.Swap(slot, tag<<1|at)
		f.path[n] = slot<<codeBits | old
		w, tag = slot-old&1, old>>1
		partner := f.other(w, tag)
		if f.put(w, tag) || f.put(partner, tag) {
			f.kicks = n + 1
			return nil
		}
		if next := f.random(3); next < window {
			w, at = partner, next
		} else {
			at = old&1 ^ 1 // the other slot of its window
		}
	}
	for n := len(f.path) - 1; n >= 0; n-- {
		f.table.Swap(f.path[n]>>codeBits, f.path[n]&(1<<codeBits-1))
	}
	f.kicks = len(f.path)
	return variants.ErrFull
}

// random returns the next number of the walk, below n.
func (f *Filter) random(n uint64) uint64 {
	f.walk += hashing.Golden
	return hashing.Reduce(hashing.Mix(f.walk), n)
}

// Contains implements [variants.Filter]. Both windows are always read, without a branch.
func (f *Filter) Contains(hash uint64) bool { return simd.LookWindow(&f.look, hash) }

// contains is Contains in plain Go.
func (f *Filter) contains(hash uint64) bool {
	w, tag := f.locate(hash)
	want := f.want(tag)
	return f.zeros(f.table.From(w)^want)|f.zeros(f.table.From(f.other(w, tag))^want) != 0
}

// Delete implements [variants.Deleter]: it removes one entry that equals the key's.
func (f *Filter) Delete(hash uint64) bool {
	w, tag := f.locate(hash)
	for range 2 {
		if held := f.zeros(f.table.From(w) ^ f.want(tag)); held != 0 {
			f.table.Swap(w+(held&1^1), 0)
			f.used--
			return true
		}
		w = f.other(w, tag)
	}
	return false
}

// Count implements [variants.Counter]: the slots of both windows that hold the key's entry.
func (f *Filter) Count(hash uint64) uint64 {
	w, tag := f.locate(hash)
	want := f.want(tag)
	return uint64(bits.OnesCount64(f.zeros(f.table.From(w)^want)) + bits.OnesCount64(f.zeros(f.table.From(f.other(w, tag))^want)))
}

// LastKicks implements [variants.Kicker].
func (f *Filter) LastKicks() int { return f.kicks }

// Used implements [variants.Kicker].
func (f *Filter) Used() uint64 { return f.used }

// Shape implements [variants.Filter]: its buckets are windows, of which there are as many as
// slots but one.
func (f *Filter) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Filter) Tables() [][]byte { return [][]byte{f.table.Bytes()} }

// prefetchWindows prefetches the lines in which the windows of keys begin.
func (f *Filter) prefetchWindows(hashes []uint64) {
	var at [2 * batch.Group]uint64
	hashes = hashes[:min(batch.Group, len(hashes))]
	for n, h := range hashes {
		w, tag := f.locate(h)
		at[2*n], at[2*n+1] = f.table.Byte(w), f.table.Byte(f.other(w, tag))
	}
	simd.Prefetch(f.table.Bytes(), at[:2*len(hashes)])
}

// InsertBatch implements [variants.Batcher].
func (f *Filter) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// ContainsEach implements [variants.Typed].
func (f *Filter) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Filter) ContainsBatch(hashes []uint64, found []bool) int {
	return f.prefetch.Contains(hashes, found, func(hashes []uint64, found []bool) int {
		return batch.Contains(hashes, found, func(hash uint64) bool { return f.Contains(hash) })
	})
}
