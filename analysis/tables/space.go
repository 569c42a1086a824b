package tables

import (
	"fmt"
	"math"

	"filterbench/internal/digits"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

func spaceTables() []Table { return []Table{bitsFor(), crossings()} }

func leading(n float64) float64 { return math.Log(n) / math.Log(math.Log(n)) }

// cuckooBits is the space of a cuckoo filter by the rate at its load: fingerprints of a
// fraction of bits, the rate taken as 2b load/2^f.
func cuckooBits(rate float64, slots int, saved float64) float64 {
	load := families.UsualLoad(slots)
	return theory.CuckooBitsPerKey(rate, slots, load) + (math.Log2(load)-saved)/load
}

// bitsFor is what a rate costs.
func bitsFor() Table {
	t := Table{
		Name: "space", Title: "Bits per key for a rate",
		Note: fmt.Sprintf("Cuckoo filters at loads %v (b = 2) and %v (b = 4, semi-sorted too) with fingerprints of a fraction of bits and no rounding of the number of buckets; static filters at their limits for millions of keys; quotient filters at their highest load. Bound: what no filter can pass.", families.UsualLoad(2), families.UsualLoad(4)),
		Head: []string{"rate", "bound", "Bloom", "split block", "cuckoo b=2", "cuckoo b=4", "semi-sorted", "xor", "fuse, 3 probes", "fuse, 4 probes", "counting quotient", "vector quotient"},
	}
	for _, rate := range []float64{0.1, 0.03, 0.01, 0.001, 1e-4, 1e-5, 1e-6} {
		row := []string{share(rate)}
		for _, bits := range []float64{
			theory.InformationBound(rate), theory.BloomIdealBitsPerKey(rate), splitBits(rate),
			cuckooBits(rate, 2, 0), cuckooBits(rate, 4, 0), cuckooBits(rate, 4, 1),
			theory.XorBitsPerKey(rate), theory.FuseBitsPerKey(rate, 3), theory.FuseBitsPerKey(rate, 4),
			theory.QuotientBitsPerKey(rate), theory.VectorQuotientBitsPerKey(rate),
		} {
			row = append(row, digits.Significant(bits, 4))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// splitBits is the space at which a split block filter has a rate.
func splitBits(rate float64) float64 {
	low, high := 1.0, 200.0
	for high-low > 1e-4 {
		middle := (low + high) / 2
		if theory.SplitBlockLimitFPR(middle, splitWords, splitWidth) > rate {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// crossings is below which rate a filter is smaller than a Bloom filter.
func crossings() Table {
	t := Table{
		Name: "crossings", Title: "Where filters become smaller than a Bloom filter",
		Note: "Below this rate the filter takes fewer bits per key than an ideal Bloom filter: by the rate at the load, and by the bound 2b/2^f, which is what most texts quote. That a cuckoo filter is smaller below 3 % holds for the semi-sorted one alone.",
		Head: []string{"filter", "load", "crosses at, by the rate at the load", "by the bound"},
	}
	for _, c := range []struct {
		name  string
		slots int
		saved float64
	}{{"cuckoo b=2", 2, 0}, {"cuckoo b=4", 4, 0}, {"cuckoo b=8", 8, 0}, {"semi-sorted b=4", 4, 1}} {
		load := families.UsualLoad(c.slots)
		atLoad := crossing(func(rate float64) float64 { return cuckooBits(rate, c.slots, c.saved) })
		bound := crossing(func(rate float64) float64 { return theory.CuckooBitsPerKey(rate, c.slots, load) - c.saved/load })
		t.Rows = append(t.Rows, []string{c.name, share(load), share(atLoad), share(bound)})
	}
	for _, c := range []struct {
		name string
		bits func(float64) float64
	}{{"counting quotient", theory.QuotientBitsPerKey}, {"vector quotient", theory.VectorQuotientBitsPerKey}} {
		t.Rows = append(t.Rows, []string{c.name, "highest", share(crossing(c.bits)), "-"})
	}
	return t
}

// crossing bisects for the rate at which a filter takes the bits of a Bloom filter.
func crossing(bits func(rate float64) float64) float64 {
	low, high := 1e-9, 0.5
	for range 100 {
		rate := math.Sqrt(low * high)
		if bits(rate) < theory.BloomIdealBitsPerKey(rate) {
			low = rate
		} else {
			high = rate
		}
	}
	return low
}
