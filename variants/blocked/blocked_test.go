package blocked

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

var blockedCases = []struct {
	name string
	keys uint64
}{
	{"blocked(bpk=10)", 20000},
	{"blocked(bpk=4,k=1)", 20000},
	{"blocked(bpk=8,k=7)", 20000}, // all positions of one mixed word
	{"blocked(bpk=12,k=8)", 20000},
	{"blocked(bpk=20,k=11)", 20000}, // eleven times theory, were it double hashing
	{"blocked(bpk=2,k=3)", 20000},
	{"blocked(bpk=40,k=32)", 2000},
	{"blocked(bpk=10,k=7)", 30}, // one block
}

// blockRate returns the rate at which a built filter answers true to absent keys,
// if their bits are independent: the mean over blocks of fill to the power k.
func blockRate(f *Filter) float64 {
	sum := 0.0
	for at := 0; at < len(f.words); at += blockWords {
		ones := 0
		for _, word := range f.words[at : at+blockWords] {
			ones += bits.OnesCount64(word)
		}
		sum += math.Pow(float64(ones)/blockBits, float64(f.probes))
	}
	return sum / float64(f.blocks)
}

// TestBlockedRateGivenFill: of a built filter the rate is the one that its bits
// give to independent probes.
func TestBlockedRateGivenFill(t *testing.T) {
	const queries = 500000
	for i, c := range blockedCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(4, uint64(i)))
			f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Filter)
			insertRandom(t, f, int(c.keys), r)
			stattest.Rate(t, hits(f, queries, r), queries, blockRate(f), alarm)
		})
	}
}

// TestBlockedRate: over many filters that rate is the one of exact occupancy.
func TestBlockedRate(t *testing.T) {
	for i, c := range blockedCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, uint64(i)))
			var rates []float64
			for range 40 {
				f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Filter)
				insertRandom(t, f, int(c.keys), r)
				rates = append(rates, blockRate(f))
			}
			s := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).Shape()
			want := theory.BlockedFPR(s.Cells/blockBits, c.keys, s.Probes, blockBits)
			stattest.Mean(t, rates, want, alarm)
		})
	}
}

// TestBlockedAlignment: a block is one cache line.
func TestBlockedAlignment(t *testing.T) {
	for _, keys := range []uint64{0, 1, 60, 1000, 100000} {
		f := mustNew(t, "blocked(bpk=10)", variants.Size{Keys: keys}, 0).(*Filter)
		if at := reflect.ValueOf(f.words).Pointer(); at%64 != 0 {
			t.Errorf("for %d keys the blocks begin at %#x", keys, at)
		}
	}
}

// TestBlockedBits: a key sets bits of one block only, k at most, and with many
// keys every bit of every block.
func TestBlockedBits(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	f := mustNew(t, "blocked(bpk=10,k=20)", variants.Size{Keys: 500}, 0).(*Filter)
	for range 1000 {
		clear(f.words)
		f.Insert(r.Uint64())
		inBlock := map[int]int{}
		for at, word := range f.words {
			if word != 0 {
				inBlock[at/blockWords] += bits.OnesCount64(word)
			}
		}
		for block, n := range inBlock {
			if len(inBlock) != 1 || n > 20 {
				t.Fatalf("a key set %d bits of block %d, and bits of %d blocks", n, block, len(inBlock))
			}
		}
	}
	insertRandom(t, f, 10000, r)
	for at, word := range f.words {
		if word != math.MaxUint64 {
			t.Errorf("word %d has bits that no key of 10000 reached: %#x", at, ^word)
		}
	}
}
