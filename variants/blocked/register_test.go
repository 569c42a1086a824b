package blocked

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

var registerCases = []struct {
	name string
	keys uint64
}{
	{"register(bpk=10,w=64)", 20000},
	{"register(bpk=10,w=32)", 20000},
	{"register(bpk=4,w=64,k=1)", 20000},
	{"register(bpk=16,w=64,k=10)", 20000}, // all positions of one mixed word
	{"register(bpk=16,w=64,k=11)", 20000},
	{"register(bpk=16,w=32,k=12)", 20000},
	{"register(bpk=16,w=32,k=13)", 20000},
	{"register(bpk=24,w=32)", 20000},
	{"register(bpk=40,w=64,k=32)", 5000},
	{"register(bpk=10,w=64,k=3)", 6}, // one block
	{"register(fpr=0.02,w=32)", 5000},
}

// eachBlock returns the bits of each block.
func (f *Register) eachBlock() (blocks []uint64) {
	for _, word := range f.words {
		if f.log == 6 {
			blocks = append(blocks, word)
		} else {
			blocks = append(blocks, word&math.MaxUint32, word>>32)
		}
	}
	return blocks
}

// registerRate returns the rate at which a built filter answers true to absent
// keys, if their bits are independent: the mean over blocks of fill to the power k.
func registerRate(f *Register) float64 {
	sum := 0.0
	for _, block := range f.eachBlock() {
		fill := float64(bits.OnesCount64(block)) / float64(f.shape.BlockBits)
		sum += math.Pow(fill, float64(f.probes))
	}
	return sum / float64(f.blocks)
}

// TestRegisterRateGivenFill: of a built filter the rate is the one that its bits
// give to independent probes.
func TestRegisterRateGivenFill(t *testing.T) {
	const queries = 500000
	for i, c := range registerCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(17, uint64(i)))
			f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Register)
			insertRandom(t, f, int(c.keys), r)
			stattest.Rate(t, hits(f, queries, r), queries, registerRate(f), alarm)
		})
	}
}

// TestRegisterRate: over many filters that rate is the one of exact occupancy.
func TestRegisterRate(t *testing.T) {
	for i, c := range registerCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(18, uint64(i)))
			var rates []float64
			for range 40 {
				f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Register)
				insertRandom(t, f, int(c.keys), r)
				rates = append(rates, registerRate(f))
			}
			s := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).Shape()
			want := theory.BlockedFPR(s.Cells/uint64(s.BlockBits), c.keys, s.Probes, s.BlockBits)
			stattest.Mean(t, rates, want, alarm)
		})
	}
}

// TestRegisterBits: a key sets bits of one block only, k at most, and with many
// keys every bit of every block.
func TestRegisterBits(t *testing.T) {
	for _, width := range []int{32, 64} {
		r := rand.New(rand.NewPCG(19, 1))
		f := mustNew(t, fmt.Sprintf("register(bpk=10,w=%d,k=20)", width), variants.Size{Keys: 500}, 0).(*Register)
		for range 1000 {
			clear(f.words)
			f.Insert(r.Uint64())
			touched, set := 0, 0
			for _, block := range f.eachBlock() {
				if block != 0 {
					touched++
					set += bits.OnesCount64(block)
				}
			}
			if touched != 1 || set > 20 {
				t.Fatalf("a key set %d bits of %d blocks", set, touched)
			}
		}
		insertRandom(t, f, 10000, r)
		for at, word := range f.words {
			if word != math.MaxUint64 {
				t.Errorf("word %d has bits that no key of 10000 reached: %#x", at, ^word)
			}
		}
	}
}
