package theory

import (
	"math"

	"filterbench/internal/prob"
)

// The geometry of a prefix filter's bins.
const (
	PrefixBin    = 25                            // entries of a bin
	PrefixPrints = PrefixBin * (1 << PrefixRest) // fingerprints that there are
	PrefixRest   = 8                             // bits of a remainder
)

// PrefixOverflow returns the mean and the mean square of how many keys more than it holds
// come to a bin that is sent a mean of them,
//
//	E[max(0, X-25)^i],   X Poisson with that mean
//
// which the spare of the filter has to take.
func PrefixOverflow(mean float64) (first, second float64) {
	for x := uint64(PrefixBin + 1); ; x++ {
		p := prob.PoissonPMF(x, mean)
		over := float64(x - PrefixBin)
		first, second = first+p*over, second+p*over*over
		if float64(x) > mean && p*over*over < 1e-12 {
			return first, second
		}
	}
}

// PrefixFPR returns the false positive rate of a prefix filter,
//
//	a + (1-a) s q,   a = 1 - (1 - 1/(6400 m))^n,   q = E[1 - 25/(X+1); X > 25],   X Poisson with mean n/m
//
// with m bins of 25 entries, fingerprints of 25 * 256 values, n distinct keys, and a spare
// that errs at a rate s. An absent key is a false positive if a key of its bin has its
// fingerprint, wherever that key's entry is. Else it asks the spare if it is larger than the
// 25 smallest of more keys than that, q. That entries may be equal is left out of q.
//
// Source: derived here, for the filter of Even, Even and Morrison, PVLDB 15(7), 2022, who
// bound it.
func PrefixFPR(bins, keys uint64, spare float64) float64 {
	checkBuckets(bins)
	a := atLeastOne(float64(keys), 1/(PrefixPrints*float64(bins)))
	mean, asks := float64(keys)/float64(bins), 0.0
	for x := uint64(PrefixBin + 1); ; x++ {
		p := prob.PoissonPMF(x, mean)
		asks += p * (1 - PrefixBin/float64(x+1))
		if float64(x) > mean && p < 1e-15 {
			break
		}
	}
	return a + (1-a)*asks*spare
}

// predictPrefix takes the spare, a quotient filter with the same remainders whose slots are
// the shape's Stash, to have what bins of a Poisson number of keys leave to it.
func predictPrefix(s Shape, keys uint64) (Prediction, bool) {
	if s.Cells < PrefixBin || s.Stash < 1 || s.FingerprintBits != PrefixRest {
		return Prediction{}, false
	}
	bins := s.Cells / PrefixBin
	over, _ := PrefixOverflow(float64(keys) / float64(bins))
	spare := QuotientFPR(uint64(s.Stash), uint64(math.Round(over*float64(bins))), PrefixRest)
	return Prediction{FPR: PrefixFPR(bins, keys, spare), Model: "exact bin match, and its spare"}, true
}
