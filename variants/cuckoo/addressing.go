package cuckoo

import (
	"math/bits"

	"filterbench/internal/hashing"
	"filterbench/variants/families"
)

// addressing says where in a cuckoo filter a key may lie: which fingerprint and
// first bucket a hash has, and how the two buckets of a fingerprint yield each
// other. There are two kinds.
//
// With a power of two of buckets, the second is
//
//	i2 = i1 xor alt(fingerprint),   alt in 1..m-1
//
// With any other number m an exclusive or may lead out of the table. Then
//
//	i2 = (s(fingerprint) - i1) mod m,   m even, s odd
//
// which leads back, s - (s - i) = i, for every m and s. A bucket is its own
// partner where 2i = s modulo m: in one bucket of every odd m, and in two of an
// even m if s is even. One key in m then has b places in place of 2b, so that half
// as many copies of it can be held, its rate of false positives is half of the
// others', and a walk that takes it wastes a kick. With m even and s odd it never
// happens, as 2i is even modulo m. So the number of buckets is rounded up to an
// even one, by b slots at most; i1 and i2 have different parities, which makes two
// tables of m/2 buckets of it, as in cuckoo hashing's first form. As with powers
// of two, a fingerprint divides the buckets into m/2 pairs, and the rate of false
// positives has the same formula.
//
// This is the i2 = -(i1 + h) mod m of Lang et al. (2019), with s = -h, which needs
// care: it is an involution among the residues modulo m, and none if -(i1 + h) is
// computed in words of w bits that wrap before the remainder is taken, unless m
// divides 2^w. Here all is reduced to below m first, and wraps around m.
//
// Two other ways with a power of two of buckets are here because they are common,
// and to show what they cost:
//
//	alt=hashed   i2 = i1 xor hash(fingerprint) mod m,   which is 0 for one fingerprint in m
//	alt=plain    i2 = i1 xor fingerprint mod m,         which is 0 for the multiples of m
//
// Both lead back, and nothing else of the filter depends on it. A key whose buckets
// are one has b places, and half of the others' rate of false positives, which the
// formula for filters that keep them apart does not know.
type addressing struct {
	shift       uint   // with a power of two: 64 - log2(buckets), so that hash>>shift is the first bucket
	any         uint64 // with any number: how many buckets there are; 0 with a power of two
	steps       uint64 // how many ways there are from one bucket to another: buckets-1 with a power of two, half of buckets with any number
	least       uint64 // what a hash of a fingerprint, reduced to below steps, is added to: 1, or 0 for alt=hashed
	spread, mix uint64 // the multipliers that make a hash of a fingerprint
	tags        uint64 // 2^f-1, how many fingerprints there are
}

// newAddressing addresses that many buckets, a power of two above 1, or any even
// number if even is true, with fingerprints of f bits.
func newAddressing(buckets uint64, f int, even bool) addressing {
	tags := uint64(1)<<f - 1
	if even {
		return addressing{any: buckets, steps: buckets / 2, spread: hashing.Golden, mix: altMix, tags: tags}
	}
	shift := uint(64 - bits.TrailingZeros64(buckets))
	return addressing{shift: shift, steps: buckets - 1, least: 1, spread: hashing.Golden, mix: altMix, tags: tags}
}

// altMix is the second multiplier of a fingerprint's hash.
const altMix = 0xbf58476d1ce4e5b9

// addressingOf is newAddressing for a configuration.
func addressingOf(c Config, buckets uint64) addressing {
	a := newAddressing(buckets, c.FingerprintBits, c.AnyBuckets)
	switch c.Alternate {
	case families.AltHashed:
		a.steps, a.least = buckets, 0
	case families.AltPlain:
		// The low bits of the fingerprint come to stand where reducing to below
		// buckets takes them from. Of two multipliers, as in other, none is left,
		// and there is no other way to be chosen in every lookup.
		a.steps, a.least, a.spread, a.mix = buckets, 0, 1<<a.shift, 1
	}
	return a
}

// locate returns a key's first bucket and its fingerprint. With a power of two of
// buckets they come from the high and the low 32 bits of the hash. With any number
// the bucket is the whole part of hash*m/2^64, and the fingerprint is made of the
// rest, which is uniform whatever the bucket; low bits of the hash would not be,
// as the hashes of a bucket are not a whole number of their periods.
func (a *addressing) locate(hash uint64) (bucket, tag uint64) {
	if a.any != 0 {
		bucket, rest := bits.Mul64(hash, a.any)
		return bucket, 1 + hashing.Reduce(rest, a.tags)
	}
	return hash >> (a.shift & 63), 1 + uint64(uint32(hash))*a.tags>>32
}

// other returns the second bucket of an entry, given either and its fingerprint.
func (a *addressing) other(bucket, tag uint64) uint64 {
	// Two rounds of multiplication: after one, neighbouring fingerprints would
	// still lie on a lattice. With these numbers the first fifteen fingerprints
	// have steps of their own from 256 buckets on, which matters at f = 3 or 4:
	// where two steps are equal, the table takes a tenth less.
	x := tag * a.spread
	step := hashing.Reduce((x^x>>32)*a.mix, a.steps)
	if a.any == 0 {
		return bucket ^ (a.least + step)
	}
	j, below := bits.Sub64(2*step+1, bucket, 0)
	return j + a.any&-below // a branch here would go either way at random
}

// group returns one number for all that a cuckoo filter keeps of a key, wherever
// the fingerprint lies: the pair of buckets, named by the lower of them, and the
// fingerprint in the low 16 bits. Keys of one group are the same to the filter, and two
// groups have no slot's content in common.
func (a *addressing) group(hash uint64) uint64 {
	i, tag := a.locate(hash)
	return min(i, a.other(i, tag))<<groupTagBits | tag
}

// groupTagBits is the room for a fingerprint in a group. Buckets are at most 2^32.
const groupTagBits = 16
