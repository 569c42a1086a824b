package theory

// CuckooHashedShare returns the share of keys of a cuckoo filter whose two buckets
// are one, when the second is i1 xor hash(fingerprint) modulo m,
//
//	P(i1 = i2) = 1/m
//
// with m >= 1 buckets, a power of two. That the hash is not 0 does not help: its
// remainder is. It is exact in the mean over hash functions. A filter has one, and
// its share is a multiple of 1/T, with T = 2^f - 1 fingerprints, that scatters about
// 1/m as a binomial of T draws: where m is far above T it is 0 more often than not.
//
// Source: derived here.
func CuckooHashedShare(buckets uint64) float64 {
	checkBuckets(buckets)
	return 1 / float64(buckets)
}

// CuckooPlainShare is CuckooHashedShare for the second bucket i1 xor fingerprint,
//
//	P(i1 = i2) = floor(T/m) / T,   T = 2^f - 1
//
// the multiples of m among the fingerprints 1..T, 1 <= f <= 63. It is exact for
// fingerprints that are uniform on 1..T, and 0 from m = 2^f on.
//
// Source: derived here.
func CuckooPlainShare(buckets uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	values := uint64(1)<<fingerprintBits - 1
	return float64(values/buckets) / float64(values)
}
