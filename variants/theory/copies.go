package theory

import "math"

// Copies says what becomes of copies of one key in a filter that holds no other
// key.
type Copies struct {
	// Held is how many the filter tells apart: after as many inserts, the key is
	// found until it was deleted as often, and no longer. math.MaxUint64 stands for
	// any number.
	Held uint64
	// Refuses says that further copies are refused. If it is false and Held is not
	// any number, they are accepted and not kept count of.
	Refuses bool
}

// HighestMultiplicity returns how many copies of one key a filter of shape s holds.
// It returns false for families without deletion, for which the question means
// nothing, for those where it is no single number, and for unknown ones.
//
//	exact, sidecuckoo   any number
//	quotient            any number, in 1 slot and those of [QuotientSlots] beyond
//	cuckoo, semisort    2b, the slots of both buckets, then refuses
//	stash               2b + S, with S entries in the stash, then refuses
//	countingcuckoo      2b 2^w, as a slot with a counter of w bits holds 1 to 2^w, then refuses
//	tallycuckoo         2 (b + (2^f-2)^d - 1), as d slots of each bucket become digits, then refuses
//	chained             d L, in L pairs of buckets, d in each, then refuses
//	layered             2b l, in as many layers l as there may be, then refuses
//	redis-cf            2b (l - 1) + 1: with the first copy in its last layer it is closed
//	cuckooset, redis-cfnx  1; the others are absorbed
//	counting            2^w - 2; one more and the key's counters are stuck
//
// Exact in a table of two buckets or more that yield each other and differ. Other
// keys make it smaller: those of the same buckets take slots, those of the same
// fingerprint and buckets, or of the same counters, take copies.
func HighestMultiplicity(s Shape) (Copies, bool) {
	pair := 2 * uint64(max(0, s.BucketSlots))
	switch s.Family {
	case "exact", "sidecuckoo", "quotient":
		return Copies{Held: math.MaxUint64}, true
	case "cuckoo", "semisort":
		return Copies{Held: pair, Refuses: true}, pair > 0
	case "stash":
		return Copies{Held: pair + uint64(max(0, s.Stash)), Refuses: true}, pair > 0
	case "countingcuckoo":
		return Copies{Held: pair << (s.CounterBits & 63), Refuses: true}, pair > 0 && s.CounterBits > 0
	case "tallycuckoo":
		if s.BucketSlots < 4 || s.FingerprintBits < 4 {
			return Copies{}, false
		}
		_, most := TallyDigits(s.BucketSlots, s.FingerprintBits)
		return Copies{Held: pair + 2*most, Refuses: true}, true
	case "chained":
		n := uint64(max(0, s.PairCopies)) * uint64(max(0, s.Links))
		return Copies{Held: n, Refuses: true}, n > 0
	case "layered":
		n := pair * uint64(max(0, s.LayersMost))
		return Copies{Held: n, Refuses: true}, n > 0
	case "redis-cf":
		n := pair * uint64(max(0, s.LayersMost-1))
		return Copies{Held: n + 1, Refuses: true}, n > 0
	case "cuckooset", "redis-cfnx":
		return Copies{Held: 1}, true
	case "counting":
		return Copies{Held: 1<<(s.CounterBits&63) - 2}, s.CounterBits > 0
	}
	return Copies{}, false
}

// TallyDigits returns how many slots of a bucket of a tallycuckoo filter become digits, of
// 2^f-2 values each, and the largest number that they make: of the bucketSlots-2, as
// many as take 48 bits at most. bucketSlots is at least 4, fingerprintBits 4 to 16.
//
// Source: the rule of that filter.
func TallyDigits(bucketSlots, fingerprintBits int) (digits int, most uint64) {
	digits = min(bucketSlots-2, 48/fingerprintBits)
	most = 1
	for range digits {
		most *= 1<<fingerprintBits - 2
	}
	return digits, most - 1
}
