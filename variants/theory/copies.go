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
