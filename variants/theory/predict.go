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

// Model names a formula, or several that depend on the shape, by which the rate of false
// positives of a family is predicted.
type Model string

// The models. A family that shares a formula with others shares its model.
const (
	ModelAlwaysTrue  Model = "always true" // answers true to everything
	ModelNoError     Model = "no error"    // makes no false positives
	ModelBloom       Model = "bloom"       // probes anywhere in a table
	ModelBlocked     Model = "blocked"     // probes in one block
	ModelSplitBlock  Model = "split block" // one probe in each word of a block
	ModelScalable    Model = "scalable"    // Bloom filters in layers that grow
	ModelFolded      Model = "folded"      // probes that fall on few positions before they are reduced to cells
	ModelFingerprint Model = "fingerprint" // a fingerprint that every absent key meets by chance
	ModelCuckoo      Model = "cuckoo"      // fingerprints in pairs of buckets
	ModelTally       Model = "tally"       // the same, with a fingerprint less
	ModelStash       Model = "stash"       // the same, with some outside of the buckets
	ModelLayered     Model = "layered"     // the same, in layers of equal size
	ModelWindowed    Model = "windowed"    // fingerprints in pairs of overlapping windows
	ModelQuotient    Model = "quotient"    // remainders in the order of their quotients
	ModelPrefix      Model = "prefix"      // the smallest remainders of a bin, the others in a quotient filter
	ModelExpanding   Model = "expanding"   // the same, whose remainders shorten as the table doubles
)

// predictors is the table of models.
var predictors = map[Model]func(s Shape, keys uint64) (Prediction, bool){
	ModelAlwaysTrue:  always(Prediction{FPR: 1, Model: "always true"}),
	ModelNoError:     always(Prediction{FPR: 0, Model: "no error"}),
	ModelBloom:       predictBloom,
	ModelBlocked:     predictBlocked,
	ModelSplitBlock:  predictSplitBlock,
	ModelScalable:    predictScalable,
	ModelFolded:      predictFolded,
	ModelFingerprint: predictStatic,
	ModelCuckoo:      predictCuckoo,
	ModelTally:       predictTally,
	ModelStash:       predictStash,
	ModelLayered:     predictLayered,
	ModelWindowed:    predictWindowed,
	ModelQuotient:    predictQuotient,
	ModelExpanding:   predictExpanding,
	ModelPrefix:      predictPrefix,
}

// Predict returns the false positive rate that a model expects of a filter of shape s that
// holds a number of distinct keys. It returns false if no formula here fits: an
// unknown model, or a shape that lacks what the model needs.
//
// Rates of Bloom families include the collisions of 64-bit hashes. Those of cuckoo
// families include them by themselves, and an exact set, the oracle, is 0 by
// definition. A prediction takes microseconds, that of
// scalable about a millisecond.
func Predict(m Model, s Shape, keys uint64) (Prediction, bool) {
	predict, ok := predictors[m]
	if !ok {
		return Prediction{}, false
	}
	return predict(s, keys)
}

func always(p Prediction) func(Shape, uint64) (Prediction, bool) {
	return func(Shape, uint64) (Prediction, bool) { return p, true }
}

func predictBloom(s Shape, keys uint64) (Prediction, bool) {
	if s.Cells == 0 || s.Probes < 1 {
		return Prediction{}, false
	}
	rate := BloomExactFPR(s.Cells, keys, s.Probes)
	return Prediction{FPR: orCollision(rate, keys), Model: modelOf(s, "exact occupancy")}, true
}

// predictFolded takes probes for independent, which in a large filter they are as good
// as, and for as many different ones as the strategy has.
func predictFolded(s Shape, keys uint64) (Prediction, bool) {
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
	return Prediction{FPR: orCollision(rate, keys), Model: modelOf(s, "exact block occupancy")}, true
}

// modelOf names a formula. Filters that derive their probes otherwise get that of
// independent probes, for what they are to be held against.
func modelOf(s Shape, exact string) string {
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
	if !validGrowth(s.Growth) {
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

// predictTally has a fingerprint less, and no bound: the published one is for all of them.
func predictTally(s Shape, keys uint64) (Prediction, bool) {
	p, ok := predictCuckoo(s, keys)
	if !ok || s.FingerprintBits < 2 {
		return Prediction{}, false
	}
	p.FPR, p.Bound = CuckooTallyFPR(s.Cells/uint64(s.BucketSlots), keys, s.FingerprintBits), 0
	return p, true
}

// predictStash has no bound: the published one is for two buckets and no stash.
func predictStash(s Shape, keys uint64) (Prediction, bool) {
	p, ok := predictCuckoo(s, keys)
	p.Bound = 0
	return p, ok
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
