package cuckoo

import (
	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// chained is a cuckoo filter in which copies move on: a pair of buckets holds d of a
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
type chained struct {
	//lint:ignore U1000 its method is what counts, which hides one of the cuckoo filter
	notAtOnce
	*cuckoo
	most  int    // d
	links uint64 // L
	width uint   // f, below the number of the link
}

var (
	_ variants.Filter  = (*chained)(nil)
	_ variants.Deleter = (*chained)(nil)
	_ variants.Counter = (*chained)(nil)
	_ variants.Kicker  = (*chained)(nil)
	_ variants.Batcher = (*chained)(nil)
)

func chainedShape(v spec.Values, size variants.Size) (theory.Shape, error) {
	b, f, links := v.Int("b"), v.Int("f"), v.Int("links")
	buckets, err := cuckooBuckets(v, b, size)
	buckets = max(buckets, 2*uint64(links))
	slots := buckets * uint64(b)
	return theory.Shape{
		Bits: slots * uint64(f+families.LinkBits(links)), Cells: slots,
		BucketSlots: b, FingerprintBits: f, PairCopies: v.Int("d"), Links: links,
	}, err
}

func newChained(v spec.Values, shape theory.Shape, seed uint64) variants.Filter {
	b, f := shape.BucketSlots, shape.FingerprintBits
	table := bitpack.NewBuckets(shape.Cells/uint64(b), b, f+families.LinkBits(shape.Links))
	return &chained{
		cuckoo: cuckooOn(&table, v, shape, seed),
		most:   shape.PairCopies,
		links:  uint64(shape.Links),
		width:  uint(f),
	}
}

// chain is the way of a fingerprint through the table.
type chain struct {
	tag, i uint64 // the fingerprint and a bucket of its first pair
	across uint64 // what leads to the other bucket of any of its pairs
	stride uint64 // odd, where the links are
}

// follow returns the chain of a hash.
func (f *chained) follow(hash uint64) chain {
	i, tag := f.locate(hash)
	return chain{tag: tag, i: i, across: i ^ f.other(i, tag), stride: hashing.Mix(tag) | 1}
}

// link returns the two buckets of a link of a chain, and what is stored there. Moves
// by exclusive ors that differ in more than across lead to different pairs. So the
// multiples of stride, which differ from each other in the bits that the buckets have but
// one, are spread around the lowest bit of across, which they do not have.
func (f *chained) link(c chain, n uint64) (i, j, entry uint64) {
	if n == 0 {
		return c.i, c.i ^ c.across, c.tag
	}
	half := uint64(1)<<(63-f.shift) - 1 // all but one of the bits of a bucket
	move := n * c.stride & half
	low := c.across&-c.across - 1 // below the lowest bit of across
	move = move&low | move&^low<<1
	return c.i ^ move, c.i ^ move ^ c.across, c.tag | n<<f.width
}

// tally returns how many copies a link holds.
func (f *chained) tally(i, j, entry uint64) int {
	return f.table.Tally(i, entry) + f.table.Tally(j, entry)
}

// Insert implements [variants.Filter]. When both buckets of the link are full it moves entries
// as [cuckoo] does, each inside its link.
func (f *chained) Insert(hash uint64) error {
	c := f.follow(hash)
	f.kicks = 0
	for n := range f.links {
		i, j, entry := f.link(c, n)
		if f.tally(i, j, entry) >= f.most {
			continue
		}
		if f.table.Replace(i, 0, entry) || f.table.Replace(j, 0, entry) {
			f.used++
			return nil
		}
		return f.evict(i, entry)
	}
	return variants.ErrFull
}

// Delete implements [variants.Deleter]: it removes one entry from the last link that has any.
// If it came from another key of the group, nobody can tell them apart, then or later.
func (f *chained) Delete(hash uint64) bool {
	c := f.follow(hash)
	i, j, entry := f.link(c, 0)
	held := f.tally(i, j, entry)
	for n := uint64(1); held == f.most && n < f.links; n++ {
		i2, j2, entry2 := f.link(c, n)
		if held = f.tally(i2, j2, entry2); held > 0 {
			i, j, entry = i2, j2, entry2
		}
	}
	if f.table.Replace(i, entry, 0) || f.table.Replace(j, entry, 0) {
		f.used--
		return true
	}
	return false
}

// Count implements [variants.Counter]: the copies in all links of the key's chain.
func (f *chained) Count(hash uint64) (n uint64) {
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
func (f *chained) Places(dst []uint64, hash uint64) []uint64 {
	c := f.follow(hash)
	for n := range f.links {
		i, j, _ := f.link(c, n)
		dst = append(dst, i, j)
	}
	return dst
}

// InsertBatch implements [variants.Batcher].
func (f *chained) InsertBatch(hashes []uint64) (int, error) {
	return f.prefetch.Insert(hashes, func(hashes []uint64) (int, error) {
		return batch.Insert(hashes, func(hash uint64) error { return f.Insert(hash) })
	})
}
