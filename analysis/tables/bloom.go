package tables

import (
	"fmt"
	"math"

	"filterbench/internal/digits"
	"filterbench/variants/theory"
)

func bloomTables() []Table { return []Table{classic(), small(), overload(), counters(), scalable()} }

// classic is the table that every article on Bloom filters prints.
func classic() Table {
	t := Table{
		Name: "bloom", Title: "Bloom filter: rate by bits per key",
		Note: "The best whole number of probes k for c bits per key, the rate at it, and the rate if k could be a fraction, 0.6185^c. Large filters.",
		Head: []string{"c", "k", "rate", "0.6185^c"},
	}
	for _, c := range []float64{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 32} {
		k := theory.BloomOptimalProbes(c)
		t.Rows = append(t.Rows, []string{
			whole(int(c)), whole(k), share(theory.BloomAsymptoticFPR(c, k)), share(math.Exp2(-c * math.Ln2)),
		})
	}
	return t
}

// small is where the classic formula and the exact rate part.
func small() Table {
	t := Table{
		Name: "small", Title: "Bloom filter: small filters",
		Note: "m bits, n keys, k probes: the classic (1-(1-1/m)^(kn))^k, the exact rate by occupancy (Bose et al. 2008, Christensen et al. 2010), and how far the classic formula is too low.",
		Head: []string{"m", "n", "k", "classic", "exact", "too low by"},
	}
	for _, c := range []struct {
		m, n uint64
		k    int
	}{{32, 4, 5}, {64, 8, 5}, {64, 6, 7}, {512, 51, 7}, {4096, 410, 7}, {65536, 6554, 7}} {
		usual, exact := theory.BloomFPR(c.m, c.n, c.k), theory.BloomExactFPR(c.m, c.n, c.k)
		t.Rows = append(t.Rows, []string{whole(c.m), whole(c.n), whole(c.k), share(usual), share(exact), share(1 - usual/exact)})
	}
	return t
}

// overload is what becomes of a filter that gets more keys than it was made for.
func overload() Table {
	t := Table{
		Name: "overload", Title: "Bloom filter: more keys than planned",
		Note: "The rate at t times the keys of the design, (1-0.5^t)^k with the number of probes of the design. It supposes half the bits set at t = 1, which a whole number of probes only comes near.",
		Head: []string{"k", "t = 0.5", "t = 1", "t = 1.5", "t = 2", "t = 3", "t = 4"},
	}
	for _, k := range []int{3, 7, 10, 13} {
		row := []string{whole(k)}
		for _, fill := range []float64{0.5, 1, 1.5, 2, 3, 4} {
			row = append(row, share(theory.BloomOverloadFPR(k, fill)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// counters is how often counters of a width do not suffice.
func counters() Table {
	const cells, probes = 1 << 20, 7
	keys := uint64(math.Round(cells * math.Ln2 / probes))
	t := Table{
		Name: "counters", Title: "Counting Bloom filter: counters that do not suffice",
		Note: fmt.Sprintf("The chance that a counter of w bits is asked to count to 2^w or beyond, at half the counters above zero (m = 2^20, k = %d), and counters expected to stand at their largest value of a million.", probes),
		Head: []string{"w", "asked for 2^w or more", "at their largest value, in a million"},
	}
	for _, w := range []int{2, 3, 4, 8} {
		t.Rows = append(t.Rows, []string{
			whole(w), tiny(theory.CounterTail(cells, keys, probes, 1<<w)),
			millionth(theory.CounterOverflows(cells, keys, probes, w) / cells),
		})
	}
	return t
}

// millionth writes a share in parts of a million.
func millionth(x float64) string {
	if x < 1e-9 {
		return tiny(1e6 * x)
	}
	return digits.Significant(1e6*x, 3)
}

// scalable is what the layers of a scalable filter add up to.
func scalable() Table {
	t := Table{
		Name: "scalable", Title: "Scalable Bloom filter: what layers add up to",
		Note: "If the first layer errs at the rate that was asked for and each further one at r times the rate of the one before, all together err at up to 1 - prod(1 - P r^i), and not at P. Implementations that give the first layer the whole rate miss their target by this factor; those that give it P (1-r) keep it.",
		Head: []string{"P", "r = 0.5", "r = 0.8", "r = 0.9", "factor at r = 0.8"},
	}
	for _, p := range []float64{0.1, 0.01, 0.001} {
		row := []string{share(p)}
		for _, r := range []float64{0.5, 0.8, 0.9} {
			row = append(row, share(compounded(p, r)))
		}
		t.Rows = append(t.Rows, append(row, digits.Significant(compounded(p, 0.8)/p, 3)))
	}
	return t
}

// compounded is the rate of endless layers of rates p, pr, pr^2 and so on.
func compounded(p, r float64) float64 {
	none := 0.0
	for rate := p; rate > 1e-18; rate *= r {
		none += math.Log1p(-rate)
	}
	return -math.Expm1(none)
}
