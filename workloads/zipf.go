package workloads

import (
	"math"

	"filterbench/internal/hashing"
)

// zipf is an order in which each insert position draws a number below n on its
// own, number r-1 with a probability proportional to r^-s. So keys repeat, a few
// of them very often. s = 0 draws all n alike.
//
// The method is rejection-inversion: with h(x) = x^-s and its integral H from 1
// to x, draw u uniformly from the interval between H(3/2)-h(1) and H(n+1/2),
// take the integer r nearest to the x with H(x) = u, and accept it if u lies in
// the last h(r) of its share, which ends at H(r+1/2). That stretch has the length
// wanted and fits, because h is convex. Few draws are rejected and no table is needed.
//
// Source: Hörmann and Derflinger, "Rejection-inversion to generate variates from
// monotone discrete distributions" (1996).
type zipf struct {
	seed  uint64
	n     float64 // keys
	s     float64
	low   float64 // H(3/2) - h(1)
	high  float64 // H(n+1/2)
	sure  float64 // x this little below r is accepted without a further look
	exp1  float64 // 1 - s
	reach float64 // high - low
}

func newZipf(s float64, keys, seed uint64) *zipf {
	z := &zipf{seed: derive(seed, "zipf"), n: float64(keys), s: s, exp1: 1 - s}
	z.low = z.integral(1.5) - 1
	z.high = z.integral(z.n + 0.5)
	z.reach = z.high - z.low
	// The stretch accepted reaches the further below r, the larger r is; so what
	// holds for r = 2 holds for all above, and r = 1 is always accepted.
	z.sure = 2 - z.inverse(z.integral(2.5)-z.weight(2))
	return z
}

// weight is h(x).
func (z *zipf) weight(x float64) float64 { return exp(float64(-z.s * log(x))) }

// integral is H(x) = (x^(1-s) - 1) / (1-s), and log x for s = 1.
func (z *zipf) integral(x float64) float64 {
	l := log(x)
	return float64(l * expm1Over(float64(z.exp1*l)))
}

// inverse is the x with H(x) = u.
func (z *zipf) inverse(u float64) float64 {
	return exp(float64(u * log1pOver(max(float64(z.exp1*u), -1+0x1p-53))))
}

func (z *zipf) number(position uint64) uint64 {
	random := hashing.Mix(z.seed + position*hashing.Golden)
	for {
		u := z.low + float64(float64(random>>11)*0x1p-53*z.reach)
		x := z.inverse(u)
		r := min(max(math.Floor(x+0.5), 1), z.n)
		if r-x <= z.sure || u >= z.integral(r+0.5)-z.weight(r) {
			return uint64(r) - 1
		}
		random = hashing.Mix(random + hashing.Golden)
	}
}

func (z *zipf) numbers(block []uint64, from uint64) {
	for j := range block {
		block[j] = z.number(from + uint64(j))
	}
}
