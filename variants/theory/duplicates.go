package theory

import (
	"math"

	"filterbench/internal/prob"
)

// Copies of one key in a cuckoo filter of m buckets with b slots each, in which n
// other keys are held, with T = 2^f - 1 fingerprints. As elsewhere, a class is the
// keys that the filter cannot tell apart: one fingerprint, one pair of buckets.
// There are m T / 2 of them.

// CopiesOdds returns the distribution of the number of copies of one more key that
// the filter takes before it refuses one: the i-th element, i = 0..2b, is the
// probability of i copies,
//
//	P(i) = P(B = 2b-i),  B binomial (n, q),  q = 2/m (1/T + (1 - 1/T)/(m-1))
//
// for m >= 2 and the rest in i = 0. Two buckets have 2b slots, and an entry in them
// that has another bucket to go to can be moved there. The entries that cannot are
// those whose two buckets are the same two: of the same class, chance 2/(m T), or of
// another fingerprint with the same distance between its buckets, chance 2/(m (m-1)).
//
// It is exact for a search that finds a way whenever there is one, as long as the
// rest of the table has room; the walk of a real filter gives up earlier where the
// table is nearly full, and then takes fewer copies. So its mean is an upper bound
// there.
//
// Source: derived here.
func CopiesOdds(buckets, keys uint64, bucketSlots, fingerprintBits int) []float64 {
	checkBuckets(buckets)
	checkBucket(bucketSlots)
	checkFingerprint(fingerprintBits)
	if buckets < 2 {
		panic("theory: a pair needs two buckets")
	}
	m, values := float64(buckets), tags(fingerprintBits)
	q := 2 / m * (1/values + (1-1/values)/(m-1))
	if buckets == 2 {
		q = 1
	}
	odds := make([]float64, 2*bucketSlots+1)
	rest := 1.0
	for stuck := 0; stuck < 2*bucketSlots; stuck++ {
		p := prob.BinomialPMF(uint64(stuck), keys, q)
		odds[2*bucketSlots-stuck] = p
		rest -= p
	}
	odds[0] = math.Max(0, rest)
	return odds
}

// MeanOf returns the mean of a distribution over 0, 1, 2, ...
func MeanOf(odds []float64) float64 {
	mean := 0.0
	for i, p := range odds {
		mean += float64(i) * p
	}
	return mean
}

// SameBucketShare returns the share of keys whose two buckets coincide where the
// second is the first xor a uniform hash of the fingerprint, reduced to m buckets, m a
// power of two, and nothing forces the hash away from 0,
//
//	1/m
//
// in the mean over hash functions: of T fingerprints a binomial (T, 1/m) number have
// it. Such a key is held at most b times. The filters of this project have none.
//
// Source: arithmetic.
func SameBucketShare(buckets uint64) float64 {
	checkBuckets(buckets)
	return 1 / float64(buckets)
}

// classLoad is the mean number of n keys in one class.
func classLoad(buckets, keys uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	return float64(keys) * pairShare(buckets) / tags(fingerprintBits)
}

// LostPerWrongDelete returns how many keys a filter comes to deny, on average, when
// the delete of a key that was never inserted succeeds,
//
//	l e^-l / (1 - e^-l),   l = 2n/(m T)
//
// in a filter that stores every key: one is lost if its class holds it alone, and
// none at once if there are others, whose fingerprints stay. Deletes of keys never
// inserted succeed at the false positive rate, [CuckooFPR].
//
// It takes the keys of a class as Poisson, and wrong deletes as few.
//
// Source: derived here.
func LostPerWrongDelete(buckets, keys uint64, fingerprintBits int) float64 {
	l := classLoad(buckets, keys, fingerprintBits)
	if l == 0 {
		return 1
	}
	return l * math.Exp(-l) / -math.Expm1(-l)
}

// AbsorbedKeys returns how many of n distinct keys are not stored, on average, by a
// filter that inserts a key only if it answers false for it,
//
//	n - C (1 - (1 - 1/C)^n),   C = m T / 2
//
// for m >= 2: the keys less the classes that they occupy. It is the sum of the false
// positive rate over the filling, and exact for uniform hashes as long as nothing is
// refused.
//
// Source: derived here; the occupancy of n balls in C bins.
func AbsorbedKeys(buckets, keys uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	share := pairShare(buckets) / tags(fingerprintBits)
	n := float64(keys)
	if n*share < 1e-4 { // the difference below would cancel
		return share * n * (n - 1) / 2 * (1 - share*(n-2)/3)
	}
	return n - atLeastOne(n, share)/share
}

// SlidingLoss returns the share of live keys that a filter denies when a window of n
// distinct keys has slid through it at least once, if it inserts a key only where it
// answers false, and deletes every key that leaves,
//
//	1/2 (1 - (1 - e^-2l) / (2l)),   l = 2n/(m T)
//
// which is l/2 for small l: half of the false positive rate, and no more after any
// number of turnovers. A class is stored after an arrival and not after a departure.
// Within the time that a live key of age a, uniform over the window, is there, its
// class sees other arrivals and departures in two independent Poisson streams of
// equal rate; the key is denied if there was one and the last was a departure.
//
// It is exact for Poisson classes and as long as nothing is refused.
//
// Source: derived here.
func SlidingLoss(buckets, keys uint64, fingerprintBits int) float64 {
	l := classLoad(buckets, keys, fingerprintBits)
	if l < 1e-5 {
		return l / 2 * (1 - 2*l/3)
	}
	return (1 + math.Expm1(-2*l)/(2*l)) / 2
}

// ClearedLoss returns the share of the remaining keys that a Bloom filter denies
// after deletes of x keys that clear their k bits,
//
//	1 - sum_d P(d) (1 - d/m)^(kx)
//
// with P(d) the probability that k probes name d different bits of m >= 1: a key
// stays if none of its bits was cleared. It is exact for uniform, independent probes.
//
// Source: derived here.
func ClearedLoss(cells, deleted uint64, probes int) float64 {
	checkTable(cells, probes)
	if deleted == 0 {
		return 0
	}
	kept := 0.0
	throws := float64(deleted) * float64(probes)
	for d, p := range distinctProbes(cells, probes) {
		if p > 0 {
			kept += p * math.Exp(throws*math.Log1p(-float64(d)/float64(cells)))
		}
	}
	return 1 - kept
}
