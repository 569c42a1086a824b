package variants

import (
	"math/bits"

	"filterbench/internal/hashing"
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
type addressing struct {
	shift uint   // with a power of two: 64 - log2(buckets), so that hash>>shift is the first bucket
	any   uint64 // with any number: how many buckets there are; 0 with a power of two
	steps uint64 // how many ways there are from one bucket to another: buckets-1 with a power of two, half of buckets with any number
	tags  uint64 // 2^f-1, how many fingerprints there are
}

// newAddressing addresses that many buckets, a power of two above 1, or any even
// number if even is true, with fingerprints of f bits.
func newAddressing(buckets uint64, f int, even bool) addressing {
	tags := uint64(1)<<f - 1
	if even {
		return addressing{any: buckets, steps: buckets / 2, tags: tags}
	}
	return addressing{shift: uint(64 - bits.TrailingZeros64(buckets)), steps: buckets - 1, tags: tags}
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
	x := tag * hashing.Golden
	step := hashing.Reduce((x^x>>32)*0xbf58476d1ce4e5b9, a.steps)
	if a.any == 0 {
		return bucket ^ (1 + step)
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
