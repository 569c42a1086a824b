package theory

import "math"

// hashBits is the width of the hashes by which filters know keys.
const hashBits = 64

// Prediction is what theory expects of a filter.
type Prediction struct {
	FPR   float64 // expected rate of false positives
	Model string  // in two or three words, what FPR was computed from
	Bound float64 // a published upper bound on the rate, 0 if there is none
}

// Predict returns the expected false positive rate of a filter of shape s that
// holds a number of distinct keys. It returns false if no formula here fits: an
// unknown family, or a shape that lacks what its family has.
//
// Rates of Bloom families include the collisions of 64-bit hashes. Those of cuckoo
// families include them by themselves, and "exact", the oracle, is 0 by
// definition. A prediction takes microseconds, that of
// scalable about a millisecond.
func Predict(s Shape, keys uint64) (Prediction, bool) {
	switch s.Family {
	case "null", "floor":
		return Prediction{FPR: 1, Model: "always true"}, true
	case "exact", "set", "chains", "hashtable":
		return Prediction{FPR: 0, Model: "no error"}, true
	case "bloom", "counting", "naivebloom", "boom-bloom", "boom-counting", "bab-bloom", "holiman-bloom", "ipfs-bloom", "ristretto-bloom":
		return predictBloom(s, keys)
	case "blocked", "register":
		return predictBlocked(s, keys)
	case "splitblock":
		return predictSplitBlock(s, keys)
	case "scalable":
		return predictScalable(s, keys)
	case "guava":
		return predictGuava(s, keys)
	case "xor", "fuse":
		return predictStatic(s, keys)
	case "cuckoo", "semisort", "cuckooset", "countingcuckoo", "sidecuckoo", "chained", "seiflotfy-cuckoo":
		return predictCuckoo(s, keys)
	case "stash": // the bound is for two buckets and no stash
		p, ok := predictCuckoo(s, keys)
		p.Bound = 0
		return p, ok
	case "layered":
		return predictLayered(s, keys)
	case "quotient":
		return predictQuotient(s, keys)
	}
	return Prediction{}, false
}

func predictBloom(s Shape, keys uint64) (Prediction, bool) {
	if s.Cells == 0 || s.Probes < 1 {
		return Prediction{}, false
	}
	rate := BloomExactFPR(s.Cells, keys, s.Probes)
	return Prediction{FPR: orCollision(rate, keys), Model: s.model("exact occupancy")}, true
}

// predictGuava takes probes for independent, which in a large filter they are as good
// as, and for as many different ones as the strategy has.
func predictGuava(s Shape, keys uint64) (Prediction, bool) {
	if s.Cells == 0 || s.Probes < 1 {
		return Prediction{}, false
	}
	if s.Positions == 0 {
		return predictBloom(s, keys)
	}
	return Prediction{FPR: orCollision(FoldedFPR(s.Positions, s.Cells, keys, s.Probes), keys), Model: "folded positions"}, true
}

func predictBlocked(s Shape, keys uint64) (Prediction, bool) {
	if s.BlockBits < 1 || s.Cells < uint64(s.BlockBits) || s.Probes < 1 {
		return Prediction{}, false
	}
	rate := BlockedFPR(s.Cells/uint64(s.BlockBits), keys, s.Probes, s.BlockBits)
	return Prediction{FPR: orCollision(rate, keys), Model: s.model("exact block occupancy")}, true
}

// model names a formula. Filters that derive their probes otherwise get that of
// independent probes, for what they are to be held against.
func (s Shape) model(exact string) string {
	if s.Probing != "" {
		return "independent probes"
	}
	return exact
}

func predictSplitBlock(s Shape, keys uint64) (Prediction, bool) {
	if s.Probes < 1 || s.BlockBits < s.Probes || s.Cells < uint64(s.BlockBits) {
		return Prediction{}, false
	}
	rate := SplitBlockFPR(s.Cells/uint64(s.BlockBits), keys, s.Probes, s.BlockBits/s.Probes)
	return Prediction{FPR: orCollision(rate, keys), Model: "exact word occupancy"}, true
}

// predictScalable goes by the rule of growth, not by the layers that are there: the
// shape of a filter yet to be filled predicts as well.
func predictScalable(s Shape, keys uint64) (Prediction, bool) {
	if !s.Growth.valid() {
		return Prediction{}, false
	}
	return Prediction{
		FPR:   orCollision(ScalableFPR(s.Growth, keys), keys),
		Model: "compounded layers",
	}, true
}

func predictCuckoo(s Shape, keys uint64) (Prediction, bool) {
	if s.BucketSlots < 1 || s.Cells < uint64(s.BucketSlots) || s.FingerprintBits < 1 || s.FingerprintBits > 63 {
		return Prediction{}, false
	}
	return Prediction{
		FPR:   CuckooFPR(s.Cells/uint64(s.BucketSlots), keys, s.FingerprintBits),
		Model: "exact pair match",
		Bound: CuckooUnionBoundFPR(s.BucketSlots, s.FingerprintBits),
	}, true
}

// predictStatic is exact: whatever the keys, an absent one meets a fingerprint of its
// own by chance.
func predictStatic(s Shape, keys uint64) (Prediction, bool) {
	if s.FingerprintBits < 1 || s.FingerprintBits > 63 {
		return Prediction{}, false
	}
	return Prediction{FPR: orCollision(math.Exp2(-float64(s.FingerprintBits)), keys), Model: "random fingerprint"}, true
}

// predictLayered goes by the size of a layer, which is that of all, and not by how
// many there are.
func predictLayered(s Shape, keys uint64) (Prediction, bool) {
	if s.Layers < 1 {
		return Prediction{}, false
	}
	bound := s.Layers
	s.Cells /= uint64(s.Layers)
	p, ok := predictCuckoo(s, keys)
	if !ok {
		return p, false
	}
	p.Bound = CuckooLayersBoundFPR(s.BucketSlots, s.FingerprintBits, bound)
	return p, true
}

func predictQuotient(s Shape, keys uint64) (Prediction, bool) {
	if s.Cells == 0 || s.FingerprintBits < 1 || s.FingerprintBits > 63 {
		return Prediction{}, false
	}
	return Prediction{
		FPR:   QuotientFPR(s.Cells, keys, s.FingerprintBits),
		Model: "exact remainder match",
		Bound: math.Ldexp(1, -s.FingerprintBits),
	}, true
}

// orCollision returns the chance of a false positive or a hash collision.
func orCollision(rate float64, keys uint64) float64 {
	return rate + (1-rate)*HashCollisionFPR(keys, hashBits)
}
