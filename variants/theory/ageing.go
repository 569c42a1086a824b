package theory

import "math"

// Filters that age.

// RingFPR returns the rate of g+1 Bloom filters in a ring, each of m cells and k probes, of
// which g hold n keys each and one a part of them, from 0 to 1:
//
//	1 - (1-f(n))^g * (1-f(part*n))
//
// with [BloomExactFPR] for f.
func RingFPR(cells, keys uint64, probes, generations int, part float64) float64 {
	full := math.Log1p(-BloomExactFPR(cells, keys, probes))
	newest := math.Log1p(-BloomExactFPR(cells, uint64(math.Round(part*float64(keys))), probes))
	return -math.Expm1(float64(generations)*full + newest)
}

// AgePartitionedFPR returns the rate of an age-partitioned Bloom filter of k+l slices, the
// most that it comes to, just before the youngest slice makes way for another:
//
//	F(a, i) = 1 if a = k, 0 if i > l+a, else r_i F(a+1, i+1) + (1-r_i) F(0, i+1),   F(0, 0)
//
// where a slice of age i has had i+1 of its k generations and is filled to
//
//	r_i = 1 - 2^(-(i+1)/k), at most 1/2
//
// Source: Shtul, Baquero and Almeida (2020), who take (i+1)/2k for r_i, which is less.
func AgePartitionedFPR(k, l int) float64 { return agePartitioned(k, l, false) }

// agePartitioned takes r_i as above or, linear, as the authors do, for whose numbers the tests need it.
func agePartitioned(k, l int, linear bool) float64 {
	fill := func(i int) float64 {
		switch age := float64(i + 1); {
		case i >= k:
			return 0.5
		case linear:
			return age / float64(2*k)
		default:
			return -math.Expm1(-age / float64(k) * math.Ln2)
		}
	}
	odds := make([]float64, k+1) // at slice i, of each number of bits in a row before it
	odds[0] = 1
	found := 0.0
	for i := range k + l {
		next := make([]float64, k+1)
		for a := range k {
			next[a+1] += odds[a] * fill(i)
			next[0] += odds[a] * (1 - fill(i))
		}
		found += next[k]
		next[k] = 0
		odds = next
	}
	return found
}

// StableLosses returns how many cells an insert into a stable Bloom filter must take one from
// so that its rate settles at fpr,
//
//	P = 1 / ((1/(1-fpr^(1/k))^(1/top) - 1) (1/k - 1/m))
//
// with m cells of values up to top, of which a key sets k.
//
// Source: Deng and Rafiei (2006).
func StableLosses(cells uint64, probes, top int, fpr float64) float64 {
	checkTable(cells, probes)
	empty := 1 - math.Pow(fpr, 1/float64(probes))
	return 1 / ((math.Pow(empty, -1/float64(top)) - 1) * (1/float64(probes) - 1/float64(cells)))
}
