package theory

import "math"

// The formulas below are about cuckoo filters that insert a fingerprint only if it
// is not in one of the key's two buckets yet: as a set of fingerprints (cuckooset),
// or with the others counted elsewhere (sidecuckoo). They think of a fingerprint
// and a pair of buckets as a group, of which there are G = m T/2, T = 2^f - 1, and
// into which keys fall independently and with equal chances. A group holds one
// fingerprint or none, wherever it was moved. Refused inserts are left out: a key
// counts if it was accepted.

// groups returns G, the number of pairs of buckets times that of fingerprints.
func groups(buckets uint64, fingerprintBits int) float64 {
	checkBuckets(buckets)
	checkFingerprint(fingerprintBits)
	return tags(fingerprintBits) / pairShare(buckets)
}

// CuckooSetSlots returns the expected number of slots that n distinct keys take in
// a cuckoo filter that inserts a fingerprint only where it is absent,
//
//	G (1 - (1 - 1/G)^n),   G = m T/2,   T = 2^f - 1
//
// with m >= 1 buckets, f-bit fingerprints, 1 <= f <= 63: the groups that are not
// empty. It is G times [CuckooFPR], as an absent key is a false positive exactly if
// its group is among them. Exact under the assumptions of that formula.
//
// Source: derived here.
func CuckooSetSlots(buckets, keys uint64, fingerprintBits int) float64 {
	return groups(buckets, fingerprintBits) * CuckooFPR(buckets, keys, fingerprintBits)
}

// CuckooSetAbsorbed returns the expected number of n distinct keys that leave no
// trace of their own, because another key's fingerprint already answers for them,
//
//	n - G (1 - (1 - 1/G)^n)  =  sum over i < n of CuckooFPR(m, i, f)
//
// with m >= 1 buckets, f-bit fingerprints, 1 <= f <= 63, and G as in
// [CuckooSetSlots]: the rate of false positives, summed over the filling. Exact
// under the same assumptions; for n far below G it is about n(n-1)/2G and keeps
// fewer digits the smaller it is.
//
// Source: derived here.
func CuckooSetAbsorbed(buckets, keys uint64, fingerprintBits int) float64 {
	return math.Max(0, float64(keys)-CuckooSetSlots(buckets, keys, fingerprintBits))
}

// CuckooSetLost returns the chance that a key of a set of fingerprints is not found
// any more after d other keys were deleted and none was inserted,
//
//	1 - (1 - 1/G)^d
//
// with m >= 1 buckets, f-bit fingerprints, 1 <= f <= 63, and G as in
// [CuckooSetSlots]: one of the deleted keys shared its group, and took the one
// fingerprint that was there for both. It is the rate of false positives of a
// filter of those d keys. Exact under the assumptions of [CuckooFPR], with deleted
// keys chosen without regard to their hashes.
//
// Source: derived here.
func CuckooSetLost(buckets, deleted uint64, fingerprintBits int) float64 {
	return CuckooFPR(buckets, deleted, fingerprintBits)
}

// CuckooSetWindowLost returns the share of the live keys that a set of fingerprints
// does not find in the steady state of a sliding window, in which each step deletes
// the oldest of n distinct keys and then inserts a new one,
//
//	(1-p)/(2-p) (1 - (1-q^n) / (n (1-q))),   p = 1/G,   q = (1-p)^2
//
// with m >= 1 buckets, n >= 1 keys in the window, f-bit fingerprints, 1 <= f <= 63,
// and G as in [CuckooSetSlots]. It is reached after one turnover, n steps, and
// stays: the damage does not pile up. For n far below G it is about n/2G, half the
// rate of false positives.
//
// A key of age a has seen a inserts and a deletes of other keys. Its group is empty
// exactly if the last of these that fell into its group was a delete. Going
// backwards, each step has first an insert and then a delete, each of which falls
// into the group with chance p, and all are of different keys if a < n; so the
// chance is
//
//	sum over i < a of (1-p)^2i (1-p) p  =  (1-p)/(2-p) (1-q^a)
//
// whose mean over the ages 0 to n-1 is the formula. Exact under the assumptions of
// [CuckooFPR], if no insert is refused.
//
// Source: derived here.
func CuckooSetWindowLost(buckets, window uint64, fingerprintBits int) float64 {
	if window == 0 {
		panic("theory: a window holds at least one key")
	}
	g := groups(buckets, fingerprintBits)
	if g <= 1 { // the key that was just inserted stands for all
		return 0
	}
	p, n := 1/g, float64(window)
	log := 2 * math.Log1p(-p)                         // of q
	lost := 1 - math.Expm1(n*log)/(n*math.Expm1(log)) // the mean of 1-q^a
	return math.Max(0, (1-p)/(2-p)*lost)
}

// CuckooSetWindowFPR returns the false positive rate of a set of fingerprints in
// the steady state of the sliding window of [CuckooSetWindowLost],
//
//	(1 - q^n) / (2-p),   p = 1/G,   q = (1-p)^2
//
// with m >= 1 buckets, n >= 1 keys in the window, f-bit fingerprints, 1 <= f <= 63,
// and G as in [CuckooSetSlots]. It is lower than [CuckooFPR] of n keys, by about
// the share of keys that are lost, as their groups are empty. A group holds a
// fingerprint exactly if the last insert or delete that fell into it was an insert,
// and within the last n steps: what was inserted before has been deleted since.
// Exact under the same assumptions.
//
// Source: derived here.
func CuckooSetWindowFPR(buckets, window uint64, fingerprintBits int) float64 {
	if window == 0 {
		panic("theory: a window holds at least one key")
	}
	p := 1 / groups(buckets, fingerprintBits)
	return atLeastOne(2*float64(window), p) / (2 - p)
}

// SideEntries returns the expected number of places that n distinct keys take in
// the dictionary of a sidecuckoo filter, r <= n of which are inserted more than
// once,
//
//	r + (1 - r/n) A,   A = CuckooSetAbsorbed(m, n, f)
//
// with m >= 1 buckets, f-bit fingerprints, 1 <= f <= 63: all repeated keys, and of
// the others those that looked like a member when they came. Exact under the
// assumptions of [CuckooFPR] if which keys are repeated has nothing to do with the
// order in which they come first, and nothing was deleted or refused.
//
// Source: derived here.
func SideEntries(buckets, keys, repeated uint64, fingerprintBits int) float64 {
	if repeated > keys {
		panic("theory: more keys are repeated than there are")
	}
	r, absorbed := float64(repeated), CuckooSetAbsorbed(buckets, keys, fingerprintBits)
	return r + absorbed*(1-r/math.Max(1, float64(keys)))
}

// SideBytes returns the bytes of a sidecuckoo filter's dictionary that has grown to so
// many entries: [SidePlaceBytes] for each of [SidePlaces]. Exact.
//
// Source: the rule by which the dictionary grows.
func SideBytes(entries uint64) uint64 { return SidePlaceBytes * SidePlaces(entries) }

// SidePlaceBytes is what a place of that dictionary takes: a hash and a count.
const SidePlaceBytes = 12

// SidePlaces returns how many places it has with so many entries: none for none, else of
// 8, 16, 24, 32, 40, 50, 62 and so on, each a quarter more than the one before but 8 at least,
// as few as are filled to three quarters at most.
func SidePlaces(entries uint64) uint64 {
	if entries == 0 {
		return 0
	}
	places := uint64(8)
	for 4*entries > 3*places {
		places += max(8, places/4)
	}
	return places
}
