package theory

import (
	"math"

	"filterbench/internal/prob"
)

// MaxLoadOneChoice returns the median of the largest number of balls in a bin when
// each ball goes to one bin at random: the smallest c with
//
//	P(Poisson(n/m) <= c)^m >= 1/2
//
// for n balls and m > 0 bins. It takes the bins as independent, which they are but
// for the sum of their balls; the error is far below the step from one c to the
// next except where two values of c are nearly as likely. The leading term
// ln n / ln ln n that is often quoted for n = m is too low by half at any size that
// fits into a computer.
//
// Source: Raab and Steger (1998) for the regime; the form here by Poissonisation.
func MaxLoadOneChoice(balls, bins uint64) uint64 {
	if bins == 0 {
		panic("theory: balls need bins")
	}
	mean := float64(balls) / float64(bins)
	for c := uint64(0); ; c++ {
		// (1-t)^m >= 1/2 with t the tail beyond c, which may be tiny.
		if float64(bins)*math.Log1p(-prob.PoissonTail(c+1, mean)) >= -math.Ln2 {
			return c
		}
	}
}

// TwoChoiceTail returns the share of bins that hold at least i balls after load
// balls per bin, each of which goes to the less full of two random bins: the
// solution of
//
//	ds_i/dt = s_(i-1)^2 - s_i^2,  s_0 = 1,  s_i(0) = 0
//
// at t = load, load >= 0, i >= 0. It is the limit for many bins, and already good
// for some thousands; the largest number of balls is about the last i for which
// the share times the number of bins is above one.
//
// Source: Mitzenmacher (1996), "The Power of Two Choices in Randomized Load
// Balancing", the fluid limit; integrated here by the classical Runge-Kutta method
// in steps of 1/1000, which leaves an error below 1e-9.
func TwoChoiceTail(load float64, i int) float64 { return ChoicesTail(2, load, i) }

// ChoicesTail is [TwoChoiceTail] for the least full of d >= 1 random bins,
//
//	ds_i/dt = s_(i-1)^d - s_i^d
//
// With d = 1 it is the Poisson tail P(Poisson(load) >= i), which it then returns.
//
// Source: as [TwoChoiceTail].
func ChoicesTail(choices int, load float64, i int) float64 {
	if choices < 1 {
		panic("theory: a ball needs at least one bin to choose")
	}
	if !(load >= 0) || i < 0 {
		panic("theory: a load and a number of balls cannot be negative")
	}
	if i == 0 {
		return 1
	}
	if choices == 1 {
		return prob.PoissonTail(uint64(i), load)
	}
	const step = 1e-3
	steps := int(math.Ceil(load / step))
	s := make([]float64, i+1)
	s[0] = 1
	for n := range steps {
		rungeKutta(s, float64(choices), min(step, load-float64(n)*step))
	}
	return s[i]
}

// MeanLongest returns the mean of the largest number of balls in a bin, when each of
// n balls goes to the least full of d >= 1 of m > 0 random bins,
//
//	sum over c >= 0 of  1 - exp(-m s_(c+1)),   s = [ChoicesTail] at load n/m
//
// It takes bins as independent and their number beyond c as Poisson, like
// [MaxLoadOneChoice], of which it is the mean in place of the median. Within 2 % of
// simulations from a thousand bins on, and closer the more there are.
//
// Source: derived here.
func MeanLongest(choices int, balls, bins uint64) float64 {
	if bins == 0 {
		panic("theory: balls need bins")
	}
	mean, m := 0.0, float64(bins)
	for c := 0; ; c++ {
		beyond := -math.Expm1(-m * ChoicesTail(choices, float64(balls)/m, c+1))
		mean += beyond
		if beyond < 1e-9 {
			return mean
		}
	}
}

// rungeKutta moves s on by h.
func rungeKutta(s []float64, d, h float64) {
	slope := func(at []float64) []float64 {
		ds := make([]float64, len(at))
		for i := 1; i < len(at); i++ {
			ds[i] = math.Pow(at[i-1], d) - math.Pow(at[i], d)
		}
		return ds
	}
	ahead := func(slope []float64, h float64) []float64 {
		at := make([]float64, len(s))
		for i := range s {
			at[i] = s[i] + h*slope[i]
		}
		return at
	}
	k1 := slope(s)
	k2 := slope(ahead(k1, h/2))
	k3 := slope(ahead(k2, h/2))
	k4 := slope(ahead(k3, h))
	for i := range s {
		s[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
	}
}

// PeelingThreshold returns the number of keys per cell below which a large random
// system, in which each key owns d cells, can be peeled: emptied by repeatedly
// taking a key that owns a cell alone,
//
//	min over x > 0 of  x / (d (1-e^-x)^(d-1))
//
// for d >= 3. It bounds the static filters that are built by peeling, such as xor
// filters: they need 1/threshold cells per key.
//
// Source: Majewski, Wormald, Havas and Czech (1996); Molloy (2005).
func PeelingThreshold(choices int) float64 {
	if choices < 3 {
		panic("theory: peeling needs at least 3 cells a key")
	}
	d := float64(choices)
	f := func(x float64) float64 { return x / (d * math.Pow(-math.Expm1(-x), d-1)) }
	// f falls to its only minimum and rises after it: where its slope is not negative.
	const h = 1e-6
	x := bisect(0.1, 2*d, func(x float64) bool { return f(x+h) >= f(x-h) })
	return f(x)
}
