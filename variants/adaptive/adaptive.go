// Package adaptive holds a cuckoo filter that repairs its false positives.
package adaptive

import (
	"fmt"
	"math/bits"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/spec"
)

// Families returns the family of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("adaptive", func(v spec.Values, n variants.Size, seed uint64) Config {
			c := Config{Keys: n.Keys, Slots: n.Slots, FingerprintBits: v.Int("f"), Kicks: v.Int("kicks"), Load: v.Float("load"), Seed: seed}
			if c.Kicks == 0 {
				c.Kicks = -1
			}
			return c
		}, New),
	}
}

// Config says how large an adaptive cuckoo filter is. Give Keys or Slots; neither asks for the
// smallest filter. Other fields that are 0 have the default of the family.
type Config struct {
	_ struct{}

	Keys            uint64  // the filter is sized for this many keys
	Slots           uint64  // the table has at least this many slots
	FingerprintBits int     // from 2 to 14
	Kicks           int     // entries that an insert may move before it gives up; negative for none
	Load            float64 // share of slots that Keys fill at most, above 0 and at most 1
	Seed            uint64  // of the random walk of evictions
}

// Slots of a bucket, and fingerprints that an entry may have one after the other.
const (
	bucketSlots = 4
	selectors   = 4
	selectorAt  = 14      // bit of a tag at which its selector begins
	slotBits    = 16 + 64 // of a tag and a hash
	maxSlots    = 1 << 34
)

func (c Config) withDefaults() Config {
	if c.FingerprintBits == 0 {
		c.FingerprintBits = int(families.Default("adaptive", "f"))
	}
	if c.Kicks == 0 {
		c.Kicks = int(families.Default("adaptive", "kicks"))
	}
	if c.Load == 0 {
		c.Load = families.Default("adaptive", "load")
	}
	return c
}

// Shape implements [variants.Config]. The number of buckets is even.
func (c Config) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	switch {
	case c.Keys != 0 && c.Slots != 0:
		return shape.Shape{}, fmt.Errorf("field Keys is %d and Slots %d: give one", c.Keys, c.Slots)
	case c.FingerprintBits < 2 || c.FingerprintBits > selectorAt:
		return shape.Shape{}, fmt.Errorf("FingerprintBits is %d: must be from 2 to %d", c.FingerprintBits, selectorAt)
	}
	slots := c.Slots
	if slots == 0 {
		var err error
		if slots, err = sizing.SlotsForKeys(c.Keys, c.Load); err != nil {
			return shape.Shape{}, err
		}
	}
	if slots > maxSlots {
		return shape.Shape{}, fmt.Errorf("%d slots are more than 2^34", slots)
	}
	buckets := max(2, (slots+bucketSlots-1)/bucketSlots+1) &^ 1
	slots = buckets * bucketSlots
	return sizing.Check(shape.Shape{Family: "adaptive", Bits: slots * slotBits, Cells: slots, BucketSlots: bucketSlots, FingerprintBits: c.FingerprintBits})
}

// Filter is a cuckoo filter with buckets of four that keeps, beside each fingerprint, the hash
// of its key, which stands for the store that the filter guards, and two bits that select
// which of four hash functions made the fingerprint. Who finds that a key was a false positive
// calls [Filter.Adapt]: every entry that answered for it gets the fingerprint of the
// next function, so that the same key is a false positive again with the chance of a new one
// only. The bits of the shape count the hashes.
//
// Where an entry may lie follows from its first fingerprint, whatever the present one is. So
// before the first repair the filter answers exactly as a cuckoo filter does, and an entry can be
// moved with its present one. A delete finds its key by the hash and takes no other.
//
// Source: Mitzenmacher, Pontarelli and Reviriego, "Adaptive cuckoo filters", JEA 25 (2020),
// whose entries take the function by the slot that they lie in, or by a selector of the bucket.
type Filter struct {
	tags    []uint16 // of each slot: fingerprint and selector; 0 is an empty slot
	hashes  []uint64
	buckets uint64 // even
	prints  uint64 // fingerprints that there are: 1 to prints
	used    uint64
	walk    uint64
	path    []uint64 // slots of the last walk; as long as a walk may be
	kicks   int
	shape   shape.Shape
}

var (
	_ variants.Filter  = (*Filter)(nil)
	_ variants.Deleter = (*Filter)(nil)
	_ variants.Counter = (*Filter)(nil)
	_ variants.Kicker  = (*Filter)(nil)
	_ variants.Adapter = (*Filter)(nil)
)

// New makes an empty filter. Its error says which field is wrong.
func New(c Config) (*Filter, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	c = c.withDefaults()
	return &Filter{
		tags: make([]uint16, s.Cells), hashes: make([]uint64, s.Cells), buckets: s.Cells / bucketSlots, prints: 1<<c.FingerprintBits - 1,
		walk: c.Seed, path: make([]uint64, max(0, c.Kicks)), shape: s,
	}, nil
}

// print returns a key's fingerprint by one of the functions.
func (f *Filter) print(hash, selector uint64) uint16 {
	_, low := bits.Mul64(hash, f.buckets)
	if selector > 0 {
		low = hashing.Mix(hash + selector*(hashing.Golden>>1))
	}
	return uint16(1+hashing.Reduce(low, f.prints)) | uint16(selector<<selectorAt)
}

// places returns the two buckets of a key, which differ.
func (f *Filter) places(hash uint64) (i, j uint64) {
	i = hashing.Reduce(hash, f.buckets)
	step := hashing.Reduce(hashing.Mix(uint64(f.print(hash, 0))*hashing.Golden), f.buckets/2)
	j, below := bits.Sub64(2*step+1, i, 0)
	return i, j + f.buckets&-below
}

// put puts an entry into a free slot of a bucket.
func (f *Filter) put(bucket, hash uint64, tag uint16) bool {
	for slot := bucket * bucketSlots; slot < (bucket+1)*bucketSlots; slot++ {
		if f.tags[slot] == 0 {
			f.tags[slot], f.hashes[slot] = tag, hash
			f.used++
			return true
		}
	}
	return false
}

// Insert implements [variants.Filter], by a random walk as in other cuckoo filters.
func (f *Filter) Insert(hash uint64) error {
	i, j := f.places(hash)
	tag := f.print(hash, 0)
	f.kicks = 0
	if f.put(i, hash, tag) || f.put(j, hash, tag) {
		return nil
	}
	if f.random(2) == 1 {
		i = j
	}
	for n := range f.path {
		slot := i*bucketSlots + f.random(bucketSlots)
		f.path[n] = slot
		f.swap(slot, &hash, &tag)
		a, b := f.places(hash)
		if i = a ^ b ^ i; f.put(i, hash, tag) { // the other one
			f.kicks = n + 1
			return nil
		}
	}
	for n := len(f.path) - 1; n >= 0; n-- {
		f.swap(f.path[n], &hash, &tag)
	}
	f.kicks = len(f.path)
	return variants.ErrFull
}

func (f *Filter) swap(slot uint64, hash *uint64, tag *uint16) {
	f.hashes[slot], *hash = *hash, f.hashes[slot]
	f.tags[slot], *tag = *tag, f.tags[slot]
}

// random returns the next number of the walk, below n.
func (f *Filter) random(n uint64) uint64 {
	f.walk += hashing.Golden
	return hashing.Reduce(hashing.Mix(f.walk), n)
}

// each calls visit with the slots of both buckets of a key whose entry has its fingerprint,
// until it returns false.
func (f *Filter) each(hash uint64, visit func(slot uint64) bool) {
	var tags [selectors]uint16
	for s := range tags {
		tags[s] = f.print(hash, uint64(s))
	}
	i, j := f.places(hash)
	for _, bucket := range [2]uint64{i, j} {
		for slot := bucket * bucketSlots; slot < (bucket+1)*bucketSlots; slot++ {
			if tag := f.tags[slot]; tag != 0 && tag == tags[tag>>selectorAt] && !visit(slot) {
				return
			}
		}
	}
}

// Contains implements [variants.Filter].
func (f *Filter) Contains(hash uint64) (found bool) {
	f.each(hash, func(uint64) bool { found = true; return false })
	return found
}

// Adapt implements [variants.Adapter].
func (f *Filter) Adapt(hash uint64) (changed int) {
	f.each(hash, func(slot uint64) bool {
		if held := f.hashes[slot]; held != hash {
			f.tags[slot] = f.print(held, uint64(f.tags[slot]>>selectorAt+1)%selectors)
			changed++
		}
		return true
	})
	return changed
}

// Delete implements [variants.Deleter].
func (f *Filter) Delete(hash uint64) (found bool) {
	f.each(hash, func(slot uint64) bool {
		if found = f.hashes[slot] == hash; found {
			f.tags[slot], f.hashes[slot] = 0, 0
			f.used--
		}
		return !found
	})
	return found
}

// Count implements [variants.Counter]: the entries that answer for the key.
func (f *Filter) Count(hash uint64) (n uint64) {
	f.each(hash, func(uint64) bool { n++; return true })
	return n
}

// LastKicks implements [variants.Kicker].
func (f *Filter) LastKicks() int { return f.kicks }

// Used implements [variants.Kicker].
func (f *Filter) Used() uint64 { return f.used }

// Shape implements [variants.Filter].
func (f *Filter) Shape() shape.Shape { return f.shape }
