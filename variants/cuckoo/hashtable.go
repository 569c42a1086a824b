package cuckoo

import (
	"fmt"

	"filterbench/internal/batch"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/theory"
)

// HashTable is a cuckoo hash table: the ancestor of the cuckoo filter, which keeps
// whole 64-bit hashes and so makes no false positives. A key has d buckets of b
// slots, chosen by d independent hashes of it, and may lie in any of them. It is
// here for the loads that such tables reach, against which filters are measured,
// and as the price of an exact answer.
//
// The slots of a bucket are filled from the first, so a count of entries tells
// which are in use. Any number of buckets will do.
//
// The table is a multiset, like the filter: copies of a key take slots of their own.
//
// Source: Pagh and Rodler (2001) for d=2, b=1; Fotakis et al. (2005) for more
// hashes; Dietzfelbinger and Weidling (2007) for buckets.
type HashTable struct {
	keys    []uint64 // b slots a bucket
	filled  []uint8  // entries in each bucket, at most b
	choices int      // d
	slots   int      // b
	used    uint64
	walk    uint64   // state of the random walk
	path    []uint64 // slots that the last walk swapped, for the way back
	kicks   int      // moves made by the last Insert; at most len(path)
	shape   shape.Shape
}

var (
	_ variants.Filter  = (*HashTable)(nil)
	_ variants.Deleter = (*HashTable)(nil)
	_ variants.Counter = (*HashTable)(nil)
	_ variants.Kicker  = (*HashTable)(nil)
	_ variants.Placer  = (*HashTable)(nil)
	_ variants.Batcher = (*HashTable)(nil)
)

// hashtableMargin is the share of the load threshold to which a table is sized.
const hashtableMargin = 0.92

// HashTableConfig says how a cuckoo hash table is built.
type HashTableConfig struct {
	_ struct{}

	// Give one of these, or neither for the smallest table.
	Keys  uint64 // the table holds this many keys at 92 % of its load threshold
	Slots uint64 // the table has at least this many slots

	Choices     int    // d, buckets that a key may lie in, from 2 to 5; 0 for 2
	BucketSlots int    // b, from 1 to 8; 0 for 4
	Kicks       int    // as in [Config]
	Seed        uint64 // of the random walk that kicks take
}

// complete fills in what is usual, and reports what is wrong.
func (c HashTableConfig) complete() (HashTableConfig, error) {
	if c.Choices == 0 {
		c.Choices = 2
	}
	if c.BucketSlots == 0 {
		c.BucketSlots = 4
	}
	if c.Kicks == 0 {
		c.Kicks = usualKicks
	}
	switch {
	case c.Keys != 0 && c.Slots != 0:
		return c, fmt.Errorf("field Keys %d and Slots %d: give one of them", c.Keys, c.Slots)
	case c.Choices < 2 || c.Choices > 5:
		return c, fmt.Errorf("field Choices %d: must be from 2 to 5", c.Choices)
	case c.BucketSlots < 1 || c.BucketSlots > 8:
		return c, fmt.Errorf("BucketSlots %d: must be from 1 to 8", c.BucketSlots)
	case c.Kicks < NoKicks:
		return c, fmt.Errorf("field Kicks %d: must be above 0, 0 for %d, or NoKicks", c.Kicks, usualKicks)
	}
	c.Kicks = max(c.Kicks, 0)
	return c, nil
}

// Shape implements [variants.Config].
func (c HashTableConfig) Shape() (shape.Shape, error) {
	c, err := c.complete()
	if err != nil {
		return shape.Shape{}, err
	}
	d, b := c.Choices, c.BucketSlots
	slots, err := sizing.Whole(max(float64(c.Slots), float64(c.Keys)/(hashtableMargin*theory.LoadThreshold(d, b))))
	if err != nil {
		return shape.Shape{}, err
	}
	buckets := max(2, (slots+uint64(b)-1)/uint64(b))
	return sizing.Check(shape.Shape{Family: "hashtable", Bits: buckets * uint64(64*b+8), Cells: buckets * uint64(b), Probes: d, BucketSlots: b})
}

// NewHashTable makes an empty table. Its error says which field of the configuration is
// wrong.
func NewHashTable(c HashTableConfig) (*HashTable, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	if c, err = c.complete(); err != nil {
		return nil, err
	}
	return &HashTable{
		keys: make([]uint64, s.Cells), filled: make([]uint8, s.Cells/uint64(s.BucketSlots)),
		choices: s.Probes, slots: s.BucketSlots,
		walk: c.Seed, path: make([]uint64, c.Kicks), shape: s,
	}, nil
}

// Insert implements [variants.Filter]. When all buckets of the key are full it moves entries
// along a random walk, never straight back, until one finds room. A walk that has
// made its allowance of kicks is walked back, and the table is what it was.
func (t *HashTable) Insert(hash uint64) error {
	t.kicks = 0
	if t.place(hash) {
		return nil
	}
	i := t.bucket(hash, int(t.random(uint64(t.choices))))
	for n := range t.path {
		slot := i*uint64(t.slots) + t.random(uint64(t.slots))
		t.keys[slot], hash = hash, t.keys[slot]
		t.path[n] = slot
		if t.place(hash) {
			t.kicks = n + 1
			return nil
		}
		i = t.elsewhere(hash, i)
	}
	for n := len(t.path) - 1; n >= 0; n-- {
		slot := t.path[n]
		t.keys[slot], hash = hash, t.keys[slot]
	}
	t.kicks = len(t.path)
	return variants.ErrFull
}

// place puts a hash into the first of its buckets that has room.
func (t *HashTable) place(hash uint64) bool {
	for c := range t.choices {
		i := t.bucket(hash, c)
		if n := t.filled[i]; int(n) < t.slots {
			t.keys[i*uint64(t.slots)+uint64(n)] = hash
			t.filled[i]++
			t.used++
			return true
		}
	}
	return false
}

// elsewhere returns a bucket of the hash other than from, at random, or from if
// there is no other.
func (t *HashTable) elsewhere(hash, from uint64) uint64 {
	start := int(t.random(uint64(t.choices)))
	for c := range t.choices {
		if i := t.bucket(hash, (start+c)%t.choices); i != from {
			return i
		}
	}
	return from
}

// Contains implements [variants.Filter].
func (t *HashTable) Contains(hash uint64) bool {
	_, ok := t.find(hash)
	return ok
}

// find returns a slot that holds the hash.
func (t *HashTable) find(hash uint64) (slot uint64, ok bool) {
	for c := range t.choices {
		i := t.bucket(hash, c)
		first := i * uint64(t.slots)
		for s, key := range t.keys[first : first+uint64(t.filled[i])] {
			if key == hash {
				return first + uint64(s), true
			}
		}
	}
	return 0, false
}

// Delete implements [variants.Deleter]: the last entry of the bucket takes the place.
func (t *HashTable) Delete(hash uint64) bool {
	slot, ok := t.find(hash)
	if !ok {
		return false
	}
	i := slot / uint64(t.slots)
	t.filled[i]--
	t.keys[slot] = t.keys[i*uint64(t.slots)+uint64(t.filled[i])]
	t.used--
	return true
}

// Count implements [variants.Counter]. Choices that coincide are counted once.
func (t *HashTable) Count(hash uint64) (n uint64) {
	var seen [5]uint64
	for c := range t.choices {
		i := t.bucket(hash, c)
		again := false
		for _, earlier := range seen[:c] {
			again = again || earlier == i
		}
		seen[c] = i
		if again {
			continue
		}
		first := i * uint64(t.slots)
		for _, key := range t.keys[first : first+uint64(t.filled[i])] {
			if key == hash {
				n++
			}
		}
	}
	return n
}

// bucket returns the bucket of a choice.
func (t *HashTable) bucket(hash uint64, choice int) uint64 {
	return hashing.Reduce(hashing.Mix(hash+uint64(choice)*hashing.Golden), uint64(len(t.filled)))
}

// Places implements [variants.Placer].
func (t *HashTable) Places(dst []uint64, hash uint64) []uint64 {
	for c := range t.choices {
		dst = append(dst, t.bucket(hash, c))
	}
	return dst
}

// random returns the next number of the walk, below n.
func (t *HashTable) random(n uint64) uint64 {
	t.walk += hashing.Golden
	return hashing.Reduce(hashing.Mix(t.walk), n)
}

// LastKicks implements [variants.Kicker].
func (t *HashTable) LastKicks() int { return t.kicks }

// Used implements [variants.Kicker].
func (t *HashTable) Used() uint64 { return t.used }

// Shape implements [variants.Filter].
func (t *HashTable) Shape() shape.Shape { return t.shape }

// InsertBatch implements [variants.Batcher].
func (t *HashTable) InsertBatch(hashes []uint64) (int, error) {
	return batch.Insert(hashes, func(hash uint64) error { return t.Insert(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (t *HashTable) ContainsBatch(hashes []uint64, found []bool) int {
	return batch.Contains(hashes, found, func(hash uint64) bool { return t.Contains(hash) })
}
