package theory

import "math"

// A Bloom filter answers true to an absent key when its k probes all land on
// occupied cells. Looked at from the probes, that is a question about few cells:
// the probes name d distinct cells, and each of those must have been hit by at
// least one of the t throws that the stored keys made. While throws are uniform
// and independent, the number r of named cells still unhit is a Markov chain,
//
//	r -> r-1 with probability r/m,    r -> r otherwise,
//
// so P(all hit) follows from k+1 numbers however large the table is. It is the
// same quantity as E[(X/m)^k] over the number X of occupied cells, in which the
// literature writes it, without Stirling numbers and without a cancelling sum.

// coverage holds hit[r], the probability that r given cells have all been hit, for
// r = 0..min(k, m).
type coverage struct {
	cells float64 // m
	hit   []float64
}

// newCoverage returns the coverage before the first throw.
func newCoverage(cells uint64, probes int) coverage {
	hit := make([]float64, min(uint64(probes), cells)+1)
	hit[0] = 1
	return coverage{float64(cells), hit}
}

// throw accounts for one uniform throw that comes before all others.
func (c coverage) throw() {
	for r := len(c.hit) - 1; r > 0; r-- {
		c.hit[r] += float64(r) / c.cells * (c.hit[r-1] - c.hit[r])
	}
}

// throws accounts for t throws at once, by the binary powers of the transition
// matrix: O(k^3 log t). All entries are sums of non-negative products. Those on
// the diagonal, P(no hit among r cells), are computed directly at every power:
// squared again and again, their rounding errors would double each time.
func (c coverage) throws(t uint64) {
	step := c.matrix()
	for s := 1.0; t > 0; t, s = t>>1, 2*s {
		if t&1 == 1 {
			step.apply(c.hit)
		}
		if t > 1 {
			step.square()
			for r := range step {
				step[r][r] = unhit(c.cells, r, 2*s)
			}
		}
	}
}

// unhit returns (1-r/m)^t, the probability that t > 0 throws spare r <= m given
// cells.
func unhit(cells float64, r int, t float64) float64 {
	return math.Exp(t * math.Log1p(-float64(r)/cells))
}

// triangle is the lower triangle of a matrix: row r has entries 0..r.
type triangle [][]float64

// matrix returns the transition probabilities of one throw from r unhit cells
// (row) to s (column).
func (c coverage) matrix() triangle {
	step := make(triangle, len(c.hit))
	for r := range step {
		step[r] = make([]float64, r+1)
		step[r][r] = unhit(c.cells, r, 1)
		if r > 0 {
			step[r][r-1] = float64(r) / c.cells
		}
	}
	return step
}

// apply replaces the column u by the product of the matrix with it.
func (a triangle) apply(u []float64) {
	for r := len(a) - 1; r >= 0; r-- {
		sum := 0.0
		for s, p := range a[r] {
			sum += p * u[s]
		}
		u[r] = sum
	}
}

// square replaces the matrix by its product with itself. Rows from below and,
// within a row, columns from the left use only entries not yet replaced.
func (a triangle) square() {
	for r := len(a) - 1; r >= 0; r-- {
		for s := range a[r] {
			sum := 0.0
			for l := s; l <= r; l++ {
				sum += a[r][l] * a[l][s]
			}
			a[r][s] = sum
		}
	}
}

// distinctProbes returns P(d) for d = 0..min(k, m), the probability that k uniform,
// independent probes name d distinct cells of m.
func distinctProbes(cells uint64, probes int) []float64 {
	p := make([]float64, min(uint64(probes), cells)+1)
	p[0] = 1
	for range probes {
		for d := len(p) - 1; d > 0; d-- {
			p[d] = (p[d]*float64(d) + p[d-1]*float64(cells-uint64(d-1))) / float64(cells)
		}
		p[0] = 0
	}
	return p
}

// mix returns the expected coverage over the number of distinct probes.
func (c coverage) mix(distinct []float64) float64 {
	sum := 0.0
	for d, p := range distinct {
		sum += p * c.hit[d]
	}
	return math.Min(1, sum)
}
