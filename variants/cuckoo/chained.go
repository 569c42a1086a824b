package cuckoo

import (
	"errors"
	"fmt"

	"filterbench/internal/batch"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

// Chained is a cuckoo filter in which copies move on: a pair of buckets holds d of a
// fingerprint at most. The next d copies go to a further pair, which the fingerprint
// and the pair decide, and so on along a chain of L links. No key fills its buckets, so others
// have room beside a hot one, and L d copies fit in place of 2b.
//
// A lookup asks the first link alone, as it is never empty while the others are not.
// An insert takes the first link with fewer than d copies. A delete takes from the
// last that is not empty. Kicks move entries inside a link, between its two buckets.
//
// Why nothing is lost. Call keys with the same fingerprint and first pair a group. Its
// chain is its own: a slot holds, above the f bits of the fingerprint, the number of
// the link, so copies of different links are different entries; and the pairs of
// link j are those of link 0 moved by one exclusive or, which is different for every
// fingerprint and link, yet the same for all pairs, and so leads two pairs to two. A pair
// of buckets, a fingerprint and a link thus belong to one group. Of a group of n keys, link
// 0 has d copies, link 1 has d, and so on until n are spent: that holds when n is 0,
// an insert and a delete keep it as they add and take at its end, and kicks do not change
// how many copies of an entry are in a pair. So the first link is empty only if n is 0.
//
// The number of the link costs log2 L bits a slot. Without it, as published, deletes
// cannot be right, whatever they do. Let two groups of one fingerprint have pairs P and Q, where
// Q is the next of P, and d = 1. Two keys of P leave one copy in P and one in Q. A key of
// P and one of Q leave the same. Now delete a key of P: in the first case the copy in P must
// stay, as the other key looks there; in the second that in Q must. The table is
// the same, and so is the call; one answer is wrong. Inserts, lookups and counts from above
// are safe there, deletes are not, and the paper does not say they are.
//
// The pairs of a chain differ from each other, for which there must be 2L buckets
// or more. An insert that finds all L links with d copies is refused at once,
// without a kick. There must be a power of two of buckets: with another number,
// no L moves lead pairs to pairs.
//
// Source: Ting and Cole, "Conditional cuckoo filters" (2021), for chains; numbered
// links and their deletes are made here.
type Chained struct {
	filter *Filter
	most   int    // d
	links  uint64 // L
	width  uint   // f, below the number of the link
}

var (
	_ variants.Filter  = (*Chained)(nil)
	_ variants.Deleter = (*Chained)(nil)
	_ variants.Counter = (*Chained)(nil)
	_ variants.Kicker  = (*Chained)(nil)
	_ variants.Batcher = (*Chained)(nil)
)

// ChainedConfig says how a chained cuckoo filter is built. The number of a link and the
// fingerprint have at most 16 bits together.
type ChainedConfig struct {
	Config         // without AnyBuckets, Alternate, RefuseEarly and Kernel
	PairCopies int // d, copies of a fingerprint in a pair of buckets, 2b at most; 0 for 2
	Links      int // L, pairs of buckets in a chain: 2, 4, 8 or 16; 0 for 8
}

func (c ChainedConfig) geometry() (Config, shape.Shape, error) {
	if c.PairCopies == 0 {
		c.PairCopies = 2
	}
	if c.Links == 0 {
		c.Links = 8
	}
	if l := c.Links; l != 2 && l != 4 && l != 8 && l != 16 {
		return Config{}, shape.Shape{}, fmt.Errorf("field Links %d: must be 2, 4, 8 or 16", l)
	}
	if c.AnyBuckets {
		return Config{}, shape.Shape{}, errors.New("AnyBuckets: chains need a power of two of buckets")
	}
	bits := families.LinkBits(c.Links)
	base, s, err := c.Config.plainGeometry("chained", maxFingerprint-bits, bits, 2*uint64(c.Links))
	if err != nil {
		return base, shape.Shape{}, err
	}
	if most := 2 * base.BucketSlots; c.PairCopies < 1 || c.PairCopies > most {
		return base, shape.Shape{}, fmt.Errorf("PairCopies %d: must be from 1 to %d, the slots of a pair of buckets", c.PairCopies, most)
	}
	s.PairCopies, s.Links = c.PairCopies, c.Links
	return base, s, err
}

// Shape implements [variants.Config].
func (c ChainedConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// NewChained makes an empty filter. Its error says which field of the configuration is
// wrong.
func NewChained(c ChainedConfig) (*Chained, error) {
	base, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	return &Chained{
		filter: newFlat(base, s, s.FingerprintBits+families.LinkBits(s.Links)),
		most:   s.PairCopies,
		links:  uint64(s.Links),
		width:  uint(s.FingerprintBits),
	}, nil
}

// chain is the way of a fingerprint through the table.
type chain struct {
	tag, i uint64 // the fingerprint and a bucket of its first pair
	across uint64 // what leads to the other bucket of any of its pairs
	stride uint64 // odd, where the links are
}

// follow returns the chain of a hash.
func (f *Chained) follow(hash uint64) chain {
	i, tag := f.filter.locate(hash)
	return chain{tag: tag, i: i, across: i ^ f.filter.other(i, tag), stride: hashing.Mix(tag) | 1}
}

// link returns the two buckets of a link of a chain, and what is stored there. Moves
// by exclusive ors that differ in more than across lead to different pairs. So the
// multiples of stride, which differ from each other in the bits that the buckets have but
// one, are spread around the lowest bit of across, which they do not have.
func (f *Chained) link(c chain, n uint64) (i, j, entry uint64) {
	if n == 0 {
		return c.i, c.i ^ c.across, c.tag
	}
	half := uint64(1)<<(63-f.filter.shift) - 1 // all but one of the bits of a bucket
	move := n * c.stride & half
	low := c.across&-c.across - 1 // below the lowest bit of across
	move = move&low | move&^low<<1
	return c.i ^ move, c.i ^ move ^ c.across, c.tag | n<<f.width
}

// tally returns how many copies a link holds.
func (f *Chained) tally(i, j, entry uint64) int {
	return f.filter.table.Tally(i, entry) + f.filter.table.Tally(j, entry)
}

// Insert implements [variants.Filter]. When both buckets of the link are full it moves entries
// as [Filter] does, each inside its link.
func (f *Chained) Insert(hash uint64) error {
	c := f.follow(hash)
	f.filter.kicks = 0
	for n := range f.links {
		i, j, entry := f.link(c, n)
		if f.tally(i, j, entry) >= f.most {
			continue
		}
		if f.filter.table.Replace(i, 0, entry) || f.filter.table.Replace(j, 0, entry) {
			f.filter.used++
			return nil
		}
		f.filter.walk += hashing.Golden
		return f.filter.evict(i, entry)
	}
	return variants.ErrFull
}

// Delete implements [variants.Deleter]: it removes one entry from the last link that has any.
// If it came from another key of the group, nobody can tell them apart, then or later.
func (f *Chained) Delete(hash uint64) bool {
	c := f.follow(hash)
	i, j, entry := f.link(c, 0)
	held := f.tally(i, j, entry)
	for n := uint64(1); held == f.most && n < f.links; n++ {
		i2, j2, entry2 := f.link(c, n)
		if held = f.tally(i2, j2, entry2); held > 0 {
			i, j, entry = i2, j2, entry2
		}
	}
	if f.filter.table.Replace(i, entry, 0) || f.filter.table.Replace(j, entry, 0) {
		f.filter.used--
		return true
	}
	return false
}

// Count implements [variants.Counter]: the copies in all links of the key's chain.
func (f *Chained) Count(hash uint64) (n uint64) {
	c := f.follow(hash)
	for at := range f.links {
		held := f.tally(f.link(c, at))
		n += uint64(held)
		if held < f.most {
			break
		}
	}
	return n
}

// Places implements [variants.Placer]: the two buckets of every link, in their order.
func (f *Chained) Places(dst []uint64, hash uint64) []uint64 {
	c := f.follow(hash)
	for n := range f.links {
		i, j, _ := f.link(c, n)
		dst = append(dst, i, j)
	}
	return dst
}

// InsertBatch implements [variants.Batcher].
func (f *Chained) InsertBatch(hashes []uint64) (int, error) {
	return f.filter.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}

// Contains implements [variants.Filter].
func (f *Chained) Contains(hash uint64) bool { return f.filter.Contains(hash) }

// LastKicks implements [variants.Kicker].
func (f *Chained) LastKicks() int { return f.filter.kicks }

// Used implements [variants.Kicker].
func (f *Chained) Used() uint64 { return f.filter.used }

// Shape implements [variants.Filter].
func (f *Chained) Shape() shape.Shape { return f.filter.shape }

// Tables implements [variants.Tabler].
func (f *Chained) Tables() [][]byte { return f.filter.Tables() }

// ContainsBatch implements [variants.Batcher].
func (f *Chained) ContainsBatch(hashes []uint64, found []bool) int {
	return f.filter.ContainsBatch(hashes, found)
}
