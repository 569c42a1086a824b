package theory

import (
	"math"

	"filterbench/internal/prob"
)

// LoadThreshold returns the load up to which a large cuckoo table with d choices
// of buckets of k slots can be filled, and beyond which it cannot,
//
//	x / (d k Q(x,k)^(d-1)),  where x solves  d k = x Q(x,k) / Q(x,k+1)
//
// with Q(x,y) = P(Poisson(x) >= y), d >= 2 and k >= 1. For d = 2, k = 1 it is 1/2.
// It is the limit for many buckets that are chosen independently and an insertion
// that finds a place if there is one. Small tables scatter about it, a bounded
// number of kicks stops short of it, and choices tied by a short fingerprint
// lower it.
//
// Source: d = 2: Cain, Sanders and Wormald (2007), Fernholz and Ramachandran
// (2007); in general: Fountoulakis, Khosla and Panagiotou (2011), Lelarge (2012).
func LoadThreshold(choices, slots int) float64 {
	if choices < 2 || slots < 1 {
		panic("theory: a threshold needs at least 2 choices and 1 slot")
	}
	if choices == 2 && slots == 1 {
		return 0.5 // x is 0 there, and the formula 0/0
	}
	total := float64(choices) * float64(slots)
	ratio := func(x float64) float64 {
		return x * prob.PoissonTail(uint64(slots), x) / prob.PoissonTail(uint64(slots)+1, x)
	}
	// The ratio rises from slots+1 at 0 and exceeds x, so x lies below total.
	x := bisect(0, total, func(x float64) bool { return ratio(x) >= total })
	return x / (total * math.Pow(prob.PoissonTail(uint64(slots), x), float64(choices-1)))
}

// bisect returns the smallest x in (low, high] for which reached is true, to the
// last digit. reached must be false up to some point and true from there on.
func bisect(low, high float64, reached func(float64) bool) float64 {
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return high
		}
		if reached(middle) {
			high = middle
		} else {
			low = middle
		}
	}
}
