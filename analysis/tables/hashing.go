package tables

import (
	"math"

	"filterbench/internal/digits"
	"filterbench/variants/theory"
)

func hashingTables() []Table { return []Table{doubleHashing(), narrowHash()} }

// doubleHashing is what deriving all probes from two hashes costs in a small circle.
func doubleHashing() Table {
	t := Table{
		Name: "double-hashing", Title: "Double hashing inside blocks",
		Note: "Rate over that of independent probes, at the number of probes k that is best for these; blocks of B bits, c bits per key, many blocks. Steps are any number below B, odd, or even, which is a mistake. By inclusion and exclusion.",
		Head: []string{"B", "c", "k", "independent", "any step", "odd", "even"},
	}
	for _, block := range []int{512, 64} {
		for _, c := range []float64{8, 10, 12, 16, 20} {
			k := theory.BlockedOptimalProbes(c, block)
			plain := theory.BlockedLimitFPR(c, k, block)
			row := []string{whole(block), whole(int(c)), whole(k), share(plain)}
			for _, steps := range []theory.Steps{theory.AnyStep, theory.OddStep, theory.EvenStep} {
				row = append(row, digits.Significant(theory.BlockedDoubleFPR(c, k, block, steps)/plain, 4))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// narrowHash is what 2^31 positions cost in large tables.
func narrowHash() Table {
	t := Table{
		Name: "narrow-hash", Title: "Guava's strategy of 32 bits in large tables",
		Note: "Rate over the classic one in a table of m bits, filled to the rate of the column by design. The strategy folds its probes to 2^31 positions and takes them modulo m: where m does not divide 2^31, some bits are hit more often, and beyond 2^31 some never.",
		Head: []string{"m", "bytes", "3 %", "1 %", "0.1 %"},
	}
	for _, m := range []struct {
		name string
		bits uint64
	}{{"1.5 * 2^26", 3 << 25}, {"1.5 * 2^28", 3 << 27}, {"1.5 * 2^29", 3 << 28}, {"1.5 * 2^30", 3 << 29}, {"2^31", 1 << 31}, {"1.5 * 2^31", 3 << 30}, {"2^32", 1 << 32}} {
		row := []string{m.name, whole(int(m.bits / 8))}
		for _, rate := range []float64{0.03, 0.01, 0.001} {
			keys := uint64(float64(m.bits) * math.Ln2 * math.Ln2 / -math.Log(rate))
			k := int(math.Round(-math.Log2(rate)))
			row = append(row, digits.Significant(theory.FoldedFPR(1<<31, m.bits, keys, k)/theory.BloomFPR(m.bits, keys, k), 4))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
