package measure

import (
	"fmt"
	"math"

	"filterbench/variants/theory"
)

// Bits per key, and what they are over those of others at an equal rate. The bits of
// filters of several sizes at a rate between theirs are read off the line between its
// neighbours in the logarithm of the rate, in every repetition; NaN beyond them.
var (
	BitsEach  = Statistic{Name: "bits per key", Of: func(w Row) float64 { return bitsPerDistinct(w.Of[0]) }}
	BitsRatio = Statistic{Name: "bits per key over those of the other", Of: func(w Row) float64 { return bitsPerDistinct(w.Of[0]) / bitsPerDistinct(w.Over[0]) }}
	// Saving is the share of the bits of the filters of With that one of Of saves at its rate.
	Saving = Statistic{Name: "share of bits saved at an equal rate", Of: func(w Row) float64 {
		return 1 - bitsPerDistinct(w.Of[0])/curveOf(w.With).at(-math.Log2(rate(w.Of[0])))
	}}
	// Dearer is how many times its bits the filters of With take at the rate of one of Of.
	Dearer = Statistic{Name: "bits of the others at its rate over its own", Of: func(w Row) float64 {
		return curveOf(w.With).at(-math.Log2(rate(w.Of[0]))) / bitsPerDistinct(w.Of[0])
	}}
	// Costlier is how many times the bits of the filters of With one of Of takes at its rate.
	Costlier = Statistic{Name: "bits over those of the others at its rate", Of: func(w Row) float64 {
		return bitsPerDistinct(w.Of[0]) / curveOf(w.With).at(-math.Log2(rate(w.Of[0])))
	}}
	// SavedBits is how many bits a key fewer one of Of takes than the filters of With at its rate.
	SavedBits = Statistic{Name: "bits per key less than the others at its rate", Of: func(w Row) float64 {
		return curveOf(w.With).at(-math.Log2(rate(w.Of[0]))) - bitsPerDistinct(w.Of[0])
	}}
	// OverWindows is the bits of a windowed cuckoo filter over those of its source.
	OverWindows = Statistic{Name: "bits per key over 1.06 (log2(1/e)+2)", Of: func(w Row) float64 {
		return bitsPerDistinct(w.Of[0]) / theory.WindowedBitsPerKey(rate(w.Of[0]), 1/1.06)
	}}
	// SlotSaving reads the bits of a plain slot off theory's rates for whole numbers of bits,
	// which has no error of its own: those of measured tables would.
	SlotSaving = Statistic{Name: "bits that a slot saves over a plain one of the same rate and load, by theory", Of: func(w Row) float64 {
		r := w.Of[0]
		var plain curve
		for f := max(2, r.Shape.FingerprintBits-3); f <= r.Shape.FingerprintBits+3; f++ {
			plain = append(plain, point{-math.Log2(theory.CuckooFPR(Buckets(r.Shape), r.FPR().Distinct, f)), float64(f)})
		}
		return plain.at(-math.Log2(rate(r))) - float64(r.Shape.Bits)/float64(r.Shape.Cells)
	}}
	Crossing      = CrossingAt(1)
	LargestOver   = Statistic{Name: "largest ratio of bits at an equal rate", Of: func(w Row) float64 { return largestRatio(curveOf(w.Of), curveOf(w.With)) }}
	OverPublished = Statistic{Name: "bits per key over (log2(1/e)+log2(2b))/a", Of: func(w Row) float64 {
		r := w.Of[0]
		load := float64(r.FPR().Accepted) / float64(r.Shape.Cells)
		return bitsPerDistinct(r) / theory.CuckooBitsPerKey(rate(r), r.Shape.BucketSlots, load)
	}}
	// MeanCrossing and MeanLeast compare filters of several sizes, averaged over them.
	MeanCrossing = Statistic{Name: "rate at which the mean bits over sizes cross those of the others", Scale: ByLog, Of: func(w Row) float64 {
		return math.Exp2(-crossing(bySize(w.Of), curveOf(w.With)))
	}}
	MeanLeast = Statistic{Name: "least ratio of mean bits over sizes to those of the others", Of: func(w Row) float64 {
		b, least := curveOf(w.With), math.NaN()
		for _, p := range bySize(w.Of) {
			if x := p.bits / b.at(p.information); !math.IsNaN(x) && !(x >= least) {
				least = x
			}
		}
		return least
	}}
	// Rounding sets filters of several sizes against others of the same sizes, in their order.
	Rounding = Statistic{Name: "bits over those of the others, mean over sizes", Of: func(w Row) float64 {
		sum := 0.0
		for i := range w.Of {
			sum += bitsPerDistinct(w.Of[i]) / bitsPerDistinct(w.With[i])
		}
		return sum / float64(len(w.Of))
	}}
)

// CrossingAt is the rate below which the filters of Of, dearer above, take fewer than so
// many times the bits of those of With; with a factor below 1, the other way round.
func CrossingAt(factor float64) Statistic {
	return Statistic{Name: "rate at which the bits cross", Scale: ByLog, Of: func(w Row) float64 {
		return math.Exp2(-crossing(curveOf(w.Of).times(factor), curveOf(w.With)))
	}}
}

// BitsAt is the bits that so many keys take at a rate.
func BitsAt(target float64, keys float64) Statistic {
	return Statistic{Name: fmt.Sprintf("bits at a rate of %g", target), Of: func(w Row) float64 { return keys * curveOf(w.Of).at(-math.Log2(target)) }}
}

// RateAt is the rate that some bits per key buy.
func RateAt(bits float64) Statistic {
	return Statistic{Name: fmt.Sprintf("rate that %g bits per key buy", bits), Scale: ByLog, Of: func(w Row) float64 { return curveOf(w.Of).rateAt(bits) }}
}

// DearerAt is how many times the bits of Of those of With are at a rate.
func DearerAt(target float64) Statistic {
	return Statistic{Name: fmt.Sprintf("bits of the others over theirs at a rate of %g", target), Of: func(w Row) float64 {
		at := -math.Log2(target)
		return curveOf(w.With).at(at) / curveOf(w.Of).at(at)
	}}
}

// DearerThan is DearerAt the rate that some bits per key buy in Of.
func DearerThan(bits float64) Statistic {
	return Statistic{Name: fmt.Sprintf("bits of the others at the rate that %g bits buy, over these", bits), Of: func(w Row) float64 {
		return curveOf(w.With).at(-math.Log2(curveOf(w.Of).rateAt(bits))) / bits
	}}
}

// RoundingAt is what filters of several sizes take, on average over them, over others at
// an equal rate.
func RoundingAt(target float64) Statistic {
	return Statistic{Name: fmt.Sprintf("mean bits over sizes at a rate of %g over those of the others", target), Of: func(w Row) float64 {
		at := -math.Log2(target)
		return bySize(w.Of).at(at) / curveOf(w.With).at(at)
	}}
}

// BitsAtOver is the bits at one rate over those at another.
func BitsAtOver(target, other float64) Statistic {
	return Statistic{Name: fmt.Sprintf("bits at a rate of %g over those at %g", target, other), Of: func(w Row) float64 {
		c := curveOf(w.Of)
		return c.at(-math.Log2(target)) / c.at(-math.Log2(other))
	}}
}
