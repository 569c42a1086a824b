package variants

import (
	"fmt"
	"math"
	"testing"

	"filterbench/variants/families"
	"filterbench/variants/theory"
)

var (
	someKeys = []uint64{0, 1, 2, 3, 7, 10, 33, 100, 999, 1000, 65536, 1000003, 100000000}
	someFPRs = []float64{0.9, 0.5, 0.2, 0.1, 0.05, 0.03, 0.01, 0.004, 1e-3, 1e-4, 3e-6, 1e-9, 1e-12}
)

// TestShapes: every parameter arrives where it should. The numbers are worked out
// by hand from the definitions.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name string
		size Size
		want theory.Shape
	}{
		{"null", Size{Keys: 1000}, theory.Shape{Family: "null"}},
		{"exact", Size{Keys: 14}, theory.Shape{Family: "exact", Bits: 16 * 17 * 8}},
		{"exact", Size{Keys: 15}, theory.Shape{Family: "exact", Bits: 32 * 17 * 8}},
		{"bloom(bpk=9.5)", Size{Keys: 1001}, theory.Shape{Family: "bloom", Bits: 9510, Cells: 9510, Probes: 7}},
		{"bloom(bpk=9.5,k=3)", Size{Keys: 1001}, theory.Shape{Family: "bloom", Bits: 9510, Cells: 9510, Probes: 3}},
		{"bloom(bpk=10)", Size{}, theory.Shape{Family: "bloom", Bits: 64, Cells: 64, Probes: 7}},
		{"bloom(fpr=0.5)", Size{Keys: 100}, theory.Shape{Family: "bloom", Bits: 145, Cells: 145, Probes: 1}}, // 100/ln 2 is 144.3
		{"blocked(bpk=10)", Size{Keys: 1000}, theory.Shape{Family: "blocked", Bits: 20 * 512, Cells: 20 * 512, Probes: 6, BlockBits: 512}},
		{"blocked(bpk=10,k=9)", Size{Keys: 1}, theory.Shape{Family: "blocked", Bits: 512, Cells: 512, Probes: 9, BlockBits: 512}},
		{"splitblock(bpk=10)", Size{Keys: 1000}, theory.Shape{Family: "splitblock", Bits: 40 * 256, Cells: 40 * 256, Probes: 8, BlockBits: 256}},
		{"splitblock(fpr=0.5)", Size{}, theory.Shape{Family: "splitblock", Bits: 256, Cells: 256, Probes: 8, BlockBits: 256}},
		{"register(bpk=10)", Size{Keys: 1000}, theory.Shape{Family: "register", Bits: 157 * 64, Cells: 157 * 64, Probes: 5, BlockBits: 64}},
		{"register(bpk=10,w=32)", Size{Keys: 1000}, theory.Shape{Family: "register", Bits: 314 * 32, Cells: 314 * 32, Probes: 4, BlockBits: 32}}, // 313 blocks, and half a word
		{"register(bpk=10,w=32,k=7)", Size{}, theory.Shape{Family: "register", Bits: 64, Cells: 64, Probes: 7, BlockBits: 32}},
		{"scalable", Size{Keys: 1000}, theory.Shape{Family: "scalable", Bits: 1104, Cells: 1104, Layers: 1, Growth: theory.Growth{First: 100, Factor: 2, FPR: 0.01, Tighten: 0.5}}},
		{"scalable(fpr=0.5,first=1,growth=3,tighten=0.1)", Size{}, theory.Shape{Family: "scalable", Bits: 64, Cells: 64, Layers: 1, Growth: theory.Growth{First: 1, Factor: 3, FPR: 0.5, Tighten: 0.1}}},
		{"counting(bpk=40)", Size{Keys: 1000}, theory.Shape{Family: "counting", Bits: 40000, Cells: 10000, Probes: 7, CounterBits: 4}},
		{"counting(bpk=10,w=8)", Size{Keys: 1000}, theory.Shape{Family: "counting", Bits: 10000, Cells: 1250, Probes: 1, CounterBits: 8}},
		{"counting(bpk=10,w=2,k=2)", Size{}, theory.Shape{Family: "counting", Bits: 64, Cells: 32, Probes: 2, CounterBits: 2}},
		{"counting(fpr=0.5,w=2)", Size{Keys: 100}, theory.Shape{Family: "counting", Bits: 290, Cells: 145, Probes: 1, CounterBits: 2}},
		{"cuckoo", Size{Keys: 972}, theory.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}}, // 0.95*1024 is 972.8
		{"cuckoo", Size{Keys: 973}, theory.Shape{Family: "cuckoo", Bits: 24576, Cells: 2048, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckoo(load=0.5)", Size{Keys: 512}, theory.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckoo(load=0.5)", Size{Keys: 513}, theory.Shape{Family: "cuckoo", Bits: 24576, Cells: 2048, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckoo(b=8,f=9)", Size{Slots: 1000}, theory.Shape{Family: "cuckoo", Bits: 9216, Cells: 1024, BucketSlots: 8, FingerprintBits: 9}},
		{"cuckooset", Size{Keys: 972}, theory.Shape{Family: "cuckooset", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckooset(b=2,f=9)", Size{Slots: 1025}, theory.Shape{Family: "cuckooset", Bits: 2048 * 9, Cells: 2048, BucketSlots: 2, FingerprintBits: 9}},
		{"countingcuckoo", Size{Keys: 972}, theory.Shape{Family: "countingcuckoo", Bits: 1024 * 16, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, CounterBits: 4}},
		{"countingcuckoo(b=8,f=9,w=2)", Size{Slots: 1000}, theory.Shape{Family: "countingcuckoo", Bits: 1024 * 11, Cells: 1024, BucketSlots: 8, FingerprintBits: 9, CounterBits: 2}},
		{"stash", Size{Keys: 973}, theory.Shape{Family: "stash", Bits: 24576 + 8*64, Cells: 2048, BucketSlots: 4, FingerprintBits: 12, Stash: 8}},
		{"stash(b=2,f=8,stash=1)", Size{Slots: 64}, theory.Shape{Family: "stash", Bits: 64*8 + 64, Cells: 64, BucketSlots: 2, FingerprintBits: 8, Stash: 1}},
		{"sidecuckoo(load=0.5)", Size{Keys: 512}, theory.Shape{Family: "sidecuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}},
		{"chained(d=4)", Size{Keys: 972}, theory.Shape{Family: "chained", Bits: 15360, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, PairCopies: 4, Links: 8}},
		{"chained(b=1,f=2,d=1,links=16)", Size{}, theory.Shape{Family: "chained", Bits: 192, Cells: 32, BucketSlots: 1, FingerprintBits: 2, PairCopies: 1, Links: 16}},
		{"quotient", Size{}, theory.Shape{Family: "quotient", Bits: 768, Cells: 64, FingerprintBits: 9}},
		{"quotient", Size{Keys: 60}, theory.Shape{Family: "quotient", Bits: 768, Cells: 64, FingerprintBits: 9}}, // 0.95*64 is 60.8
		{"quotient", Size{Keys: 61}, theory.Shape{Family: "quotient", Bits: 1536, Cells: 128, FingerprintBits: 9}},
		{"quotient(r=5)", Size{Slots: 129}, theory.Shape{Family: "quotient", Bits: 192 * 8, Cells: 192, FingerprintBits: 5}},
		{"layered(layers=5)", Size{Keys: 973}, theory.Shape{Family: "layered", Bits: 24576, Cells: 2048, BucketSlots: 4, FingerprintBits: 12, Layers: 1, LayersMost: 5}},
		{"cuckoo(b=1,f=2)", Size{}, theory.Shape{Family: "cuckoo", Bits: 4, Cells: 2, BucketSlots: 1, FingerprintBits: 2}},
	} {
		if got, err := mustParse(t, c.name).Shape(c.size); got != c.want || err != nil {
			t.Errorf("%s for %+v is %+v, %v; want %+v", c.name, c.size, got, err, c.want)
		}
	}
}

func TestCells(t *testing.T) {
	for _, keys := range someKeys {
		for _, perKey := range []float64{0.125, 0.9, 1, 1.5, 9.585, 10, 64} {
			got, err := Cells(keys, perKey)
			if err != nil {
				t.Fatal(err)
			}
			if need := perKey * float64(keys); float64(got) < need || float64(got) >= need+1 {
				t.Errorf("Cells(%d, %g) = %d, want %g rounded up", keys, perKey, got, need)
			}
		}
	}
	for _, perKey := range []float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300} {
		if got, err := Cells(1000, perKey); err == nil {
			t.Errorf("Cells(1000, %g) = %d", perKey, got)
		}
	}
}

// TestBloomCells: the cells suffice, and one fewer does not.
func TestBloomCells(t *testing.T) {
	for _, keys := range someKeys {
		for _, fpr := range someFPRs {
			for probes := 1; probes <= 64; probes++ {
				m, err := BloomCells(keys, fpr, probes)
				if err != nil {
					if low := theory.BloomFPR(maxBits, keys, probes); low <= fpr {
						t.Errorf("%d keys, %g, k=%d: %v, but the largest table has %g", keys, fpr, probes, err, low)
					}
					continue
				}
				if theory.BloomFPR(m, keys, probes) > fpr {
					t.Errorf("%d keys, %g, k=%d: %d cells have %g", keys, fpr, probes, m, theory.BloomFPR(m, keys, probes))
				}
				if m > 1 && theory.BloomFPR(m-1, keys, probes) <= fpr {
					t.Errorf("%d keys, %g, k=%d: %d cells, but one fewer has %g", keys, fpr, probes, m, theory.BloomFPR(m-1, keys, probes))
				}
			}
		}
	}
}

// TestBloomBest: no number of probes from 1 to 64 makes do with fewer cells.
func TestBloomBest(t *testing.T) {
	for _, keys := range someKeys {
		for _, fpr := range someFPRs {
			cells, probes, err := BloomBest(keys, fpr)
			if err != nil {
				t.Fatal(err)
			}
			if m, err := BloomCells(keys, fpr, probes); m != cells || err != nil {
				t.Errorf("%d keys, %g: %d cells with %d probes, which take %d, %v", keys, fpr, cells, probes, m, err)
			}
			for k := 1; k <= families.MaxProbes; k++ {
				if m, err := BloomCells(keys, fpr, k); err == nil && m < cells {
					t.Errorf("%d keys, %g: %d cells with %d probes, but %d cells do with %d", keys, fpr, cells, probes, m, k)
				}
			}
		}
	}
}

// TestBloomProbes: when k is absent, no k from 1 to 64 has a lower rate.
func TestBloomProbes(t *testing.T) {
	for _, c := range []struct {
		format string
		width  float64
	}{{"bloom(bpk=%g)", 1}, {"counting(bpk=%g)", 4}, {"counting(bpk=%g,w=2)", 2}} {
		for perKey := 1.0; perKey <= 64; perKey += 0.37 {
			s, err := mustParse(t, fmt.Sprintf(c.format, perKey)).Shape(Size{Keys: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			best := theory.BloomAsymptoticFPR(perKey/c.width, s.Probes)
			for k := 1; k <= families.MaxProbes; k++ {
				if rate := theory.BloomAsymptoticFPR(perKey/c.width, k); rate < best {
					t.Errorf(c.format+": k=%d has rate %g, k=%d has %g", perKey, s.Probes, best, k, rate)
				}
			}
		}
	}
}

// TestBlockedProbes: the same inside blocks.
func TestBlockedProbes(t *testing.T) {
	for _, perKey := range []float64{1, 2, 3.3, 5, 8, 10, 12, 16, 20, 24, 32, 45, 64} {
		s, err := mustParse(t, fmt.Sprintf("blocked(bpk=%g)", perKey)).Shape(Size{Keys: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		best := theory.BlockedLimitFPR(perKey, s.Probes, blockBits)
		for k := 1; k <= families.MaxInBlock; k++ {
			if rate := theory.BlockedLimitFPR(perKey, k, blockBits); rate < best {
				t.Errorf("%g bits per key: k=%d has rate %g, k=%d has %g", perKey, s.Probes, best, k, rate)
			}
		}
	}
}

// TestBlockedBest: no fewer blocks reach the rate with any number of probes, and
// in these no other number of probes has a lower rate. All blocks and all probes
// are tried.
func TestBlockedBest(t *testing.T) {
	for _, keys := range []uint64{0, 1, 30, 100, 700} {
		for _, fpr := range []float64{0.5, 0.03, 1e-3, 1e-6} {
			blocks, probes, err := BlockedBest(keys, fpr, 0, blockBits)
			if err != nil {
				t.Fatal(err)
			}
			want := uint64(1)
			k, rate := bruteBlock(want, keys)
			for rate > fpr {
				want++
				k, rate = bruteBlock(want, keys)
			}
			if blocks != want || probes != k {
				t.Errorf("%d keys, %g: %d blocks with %d probes, want %d with %d", keys, fpr, blocks, probes, want, k)
			}
		}
	}
	for _, k := range []int{1, 6, 32} {
		blocks, probes, err := BlockedBest(5000, 0.02, k, blockBits)
		if err != nil || probes != k {
			t.Fatalf("asked for %d probes, got %d, %v", k, probes, err)
		}
		if theory.BlockedFPR(blocks, 5000, k, blockBits) > 0.02 || theory.BlockedFPR(blocks-1, 5000, k, blockBits) <= 0.02 {
			t.Errorf("with %d probes %d blocks are not the fewest", k, blocks)
		}
	}
}

// bruteBlock finds the best number of probes by trying all.
func bruteBlock(blocks, keys uint64) (best int, lowest float64) {
	lowest = math.Inf(1)
	for k := 1; k <= families.MaxInBlock; k++ {
		if rate := theory.BlockedFPR(blocks, keys, k, blockBits); rate < lowest {
			best, lowest = k, rate
		}
	}
	return best, lowest
}
