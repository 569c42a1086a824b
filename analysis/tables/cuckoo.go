package tables

import (
	"fmt"

	"filterbench/internal/digits"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

func cuckooTables() []Table { return []Table{rates(), groups()} }

// rates sets the formulas for a cuckoo filter's rate side by side.
func rates() Table {
	const buckets = 1 << 20
	t := Table{
		Name: "cuckoo", Title: "Cuckoo filter: rate by bucket and fingerprint",
		Note: "b slots per bucket, f bits of fingerprint, 2^20 buckets at the load in the third column. The bound counts every slot of both buckets as taken. The usual formula puts the load into its exponent. The exact rate is that of fingerprints 1 to 2^f-1; where 0 is turned into 1, fingerprint 1 is twice as frequent, and the rate is the one in the last column.",
		Head: []string{"b", "f", "load", "bound", "usual formula", "exact", "exact, 0 turned into 1"},
	}
	for _, b := range []int{2, 4, 8} {
		for _, f := range []int{8, 12, 16} {
			load := families.UsualLoad(b)
			keys := uint64(load * buckets * float64(b))
			t.Rows = append(t.Rows, []string{
				whole(b), whole(f), share(load), share(theory.CuckooUnionBoundFPR(b, f)), share(theory.CuckooLoadFPR(b, f, load)),
				share(theory.CuckooFPR(buckets, keys, f)), share(theory.CuckooRemappedFPR(buckets, keys, f)),
			})
		}
	}
	return t
}

// groups is how short a fingerprint may be before it limits the load.
func groups() Table {
	limits := []float64{1, 0.1, 0.01}
	sizes := []int{10, 15, 20, 25, 30}
	t := Table{
		Name: "fingerprints", Title: "Cuckoo filter: shortest fingerprint that fills a table",
		Note: "More than 2b keys with one fingerprint and one pair of buckets make an insert fail, whatever the kicks. The smallest f with fewer than 1 / 0.1 / 0.01 such groups expected, by the number of buckets.",
		Head: []string{"b"},
	}
	for _, log := range sizes {
		t.Head = append(t.Head, power(log))
	}
	for _, b := range []int{1, 2, 4, 8} {
		row := []string{whole(b)}
		for _, log := range sizes {
			cell := ""
			for i, limit := range limits {
				if i > 0 {
					cell += " / "
				}
				cell += whole(fewestBits(1<<log, b, limit))
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func fewestBits(buckets uint64, slots int, limit float64) int {
	for f := 1; ; f++ {
		if theory.CuckooCrowdedGroups(buckets, slots, f, families.UsualLoad(slots)) < limit {
			return f
		}
	}
}

// loadTables are about how full tables get.
func loadTables() []Table { return []Table{thresholds(), peeling(), bins()} }

func thresholds() Table {
	t := Table{
		Name: "thresholds", Title: "Hash tables: load thresholds",
		Note: "The load up to which keys with d choices of buckets with k slots can all be placed in a large table, computed from its definition. Walks with a bound on kicks stop earlier.",
		Head: []string{"k", "d = 2", "d = 3", "d = 4", "d = 5"},
	}
	for k := 1; k <= 8; k++ {
		row := []string{whole(k)}
		for d := 2; d <= 5; d++ {
			row = append(row, fmt.Sprintf("%.6f", theory.LoadThreshold(d, k)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func peeling() Table {
	t := Table{
		Name: "peeling", Title: "Static filters: peeling thresholds",
		Note: "The load up to which a random d-uniform hypergraph can be peeled: what an xor filter with d independent probes can fill, and the slots per key that it needs.",
		Head: []string{"d", "load", "slots per key"},
	}
	for d := 3; d <= 5; d++ {
		load := theory.PeelingThreshold(d)
		t.Rows = append(t.Rows, []string{whole(d), fmt.Sprintf("%.5f", load), fmt.Sprintf("%.4f", 1/load)})
	}
	return t
}

func bins() Table {
	t := Table{
		Name: "bins", Title: "Balls in bins: the fullest bin",
		Note: "n balls in n bins. With one choice, the median of the fullest bin; ln n / ln ln n, the leading term that is often quoted, is far too low at any size. With two choices (the less full of two bins gets the ball), the most balls that a bin among n is expected to have, by the fluid limit.",
		Head: []string{"n", "one choice", "ln n / ln ln n", "two choices"},
	}
	for _, e := range []int{4, 5, 6, 7, 8} {
		n := uint64(1)
		for range e {
			n *= 10
		}
		t.Rows = append(t.Rows, []string{
			fmt.Sprintf("10^%d", e), whole(theory.MaxLoadOneChoice(n, n)), digits.Significant(leading(float64(n)), 3), whole(fullest(n)),
		})
	}
	return t
}

// fullest is the last i for which a bin with i balls is expected.
func fullest(bins uint64) int {
	for i := 1; ; i++ {
		if theory.TwoChoiceTail(1, i)*float64(bins) < 1 {
			return i - 1
		}
	}
}
