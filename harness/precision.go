package harness

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A part of kind fpr says how well a rate is to be known in one of two ways. With
// positives, a formula predicts how many lookups give so many false positives, and
// the cap is taken where no formula does. With precision no formula is needed: each
// repetition looks up absent keys until its share of the false positives that the
// precision takes has come, or its share of the cap is spent.

// PositivesFor returns how many false positives a rate takes to be known with a
// relative half width of its 95 % interval,
//
//	(z/precision)^2,   z = 1.96
//
// rounded up: 38 415 for 1 %. It leaves out a factor of one less the rate, which
// only makes the interval narrower.
func PositivesFor(precision float64) uint64 {
	z := distuv.UnitNormal.Quantile(0.975) / precision
	return uint64(math.Ceil(z * z))
}

// target returns at how many false positives each of reps repetitions stops, and
// after how many lookups at the latest. A target is 2 at least, for with one the
// rate has no estimate without bias.
func (s *Settings) target() (target, limit uint64) {
	each := func(total uint64) uint64 { return (total + uint64(*s.Reps) - 1) / uint64(*s.Reps) }
	return max(2, each(PositivesFor(*s.Precision))), each(*s.MaxQueries)
}
