package cuckoo

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// TestAddressingUniform: with any number of buckets, buckets and fingerprints are
// uniform and independent, and so are the sums that lead to second buckets.
func TestAddressingUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1))
	for _, buckets := range []uint64{2, 6, 42, 100} {
		a := newAddressing(buckets, 5, true)
		joint := make([]uint64, buckets*a.tags)
		for range 500_000 {
			i, tag := a.locate(r.Uint64())
			joint[i*a.tags+tag-1]++
		}
		uniform(t, joint, "bucket and fingerprint")
	}
	a := newAddressing(702, 16, true)
	sums := make([]uint64, 351)
	for tag := uint64(1); tag <= a.tags; tag++ {
		sums[a.other(0, tag)/2]++
	}
	uniform(t, sums, "sum of two buckets")
}

// TestAddressingHuge: in the largest tables buckets stay in range, nothing overflows,
// and the fingerprints of one bucket are uniform; the low 32 bits of its hashes are
// one and a half of their periods here, so that half the fingerprints made of them
// would be twice as frequent as others.
func TestAddressingHuge(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 2))
	for _, buckets := range []uint64{maxBuckets, maxBuckets - 2, maxBuckets / 3 * 2} {
		a := newAddressing(buckets, 4, true)
		counts := make([]uint64, a.tags)
		for _, hash := range []uint64{0, 1, math.MaxUint64, math.MaxUint64 - 1, 1 << 63} {
			wantInvolution(t, &a, hash, buckets)
		}
		width := math.MaxUint64 / buckets // hashes of a bucket, give or take one
		for range 100_000 {
			wantInvolution(t, &a, r.Uint64(), buckets)
			_, tag := a.locate(12345*width + r.Uint64N(width))
			counts[tag-1]++
		}
		uniform(t, counts, "fingerprint in one bucket")
	}
}

// wantInvolution: the buckets of a hash are two, in range, and yield each other.
func wantInvolution(t *testing.T, a *addressing, hash, buckets uint64) {
	t.Helper()
	i, tag := a.locate(hash)
	j := a.other(i, tag)
	if tag < 1 || tag > a.tags || i >= buckets || j >= buckets || (i+j)%2 != 1 || a.other(j, tag) != i {
		t.Fatalf("hash %#x of %d buckets: fingerprint %d, buckets %d and %d", hash, buckets, tag, i, j)
	}
}

// TestNegatedSum: i2 = -(i1 + h) modulo m leads back if it is computed among the
// residues, and not if the negative number wraps at 2^32 before the remainder is
// taken, except where m divides 2^32.
func TestNegatedSum(t *testing.T) {
	residues := func(i, h, m uint32) uint32 { return (2*m - i - h%m) % m }
	words := func(i, h, m uint32) uint32 { return -(i + h) % m }
	lost := func(other func(i, h, m uint32) uint32, m uint32) (n int) {
		for i := range m {
			for h := range m {
				if other(other(i, h, m), h, m) != i {
					n++
				}
			}
		}
		return n
	}
	for m := uint32(1); m <= 40; m++ {
		if n := lost(residues, m); n != 0 {
			t.Errorf("m = %d: %d of %d entries do not find back among residues", m, n, m*m)
		}
		if n, power := lost(words, m), m&(m-1) == 0; (n == 0) != power {
			t.Errorf("m = %d: %d of %d entries do not find back in words", m, n, m*m)
		}
	}
}

// TestCoincidingBuckets counts, over all fingerprints, those that lead from a bucket
// to itself, for each way of computing the second bucket. One that is kept apart
// never does. A plain one does at the multiples of the number of buckets. A hashed
// one does by chance, one in that many: two-sided, alarm rate 1e-6 a table, for
// fingerprints are few and their hashes as good as independent.
func TestCoincidingBuckets(t *testing.T) {
	const f = 16
	for log := 1; log <= 12; log++ {
		buckets := uint64(1) << log
		for alt, want := range map[string]float64{families.AltApart: 0, families.AltPlain: theory.CuckooPlainShare(buckets, f), families.AltHashed: theory.CuckooHashedShare(buckets)} {
			a := addressingOf(Config{FingerprintBits: f, Alternate: alt}, buckets)
			same := uint64(0)
			for tag := uint64(1); tag <= a.tags; tag++ {
				bucket := tag * 0x9e3779b97f4a7c15 >> a.shift
				other := a.other(bucket, tag)
				if back := a.other(other, tag); back != bucket || other >= buckets {
					t.Fatalf("%s: bucket %d of %d leads to %d, that to %d", alt, bucket, buckets, other, back)
				}
				if alt == families.AltPlain && other != bucket^tag%buckets {
					t.Fatalf("plain: fingerprint %d leads from %d to %d of %d", tag, bucket, other, buckets)
				}
				if other == bucket {
					same++
				}
			}
			if alt == families.AltHashed {
				stattest.Rate(t, same, a.tags, want, 1e-6)
			} else if got := float64(same) / float64(a.tags); math.Abs(got-want) > 1e-15 {
				t.Errorf("%s, %d buckets: a share of %v coincides; want %v", alt, buckets, got, want)
			}
		}
	}
}
