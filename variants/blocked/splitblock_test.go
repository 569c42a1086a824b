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

var splitblockCases = []struct {
	name string
	keys uint64
}{
	{"splitblock(bpk=10)", 20000},
	{"splitblock(bpk=4)", 20000},
	{"splitblock(bpk=20)", 20000},
	{"splitblock(bpk=8)", 30}, // one block
	{"splitblock(fpr=0.001)", 5000},
}

// splitRate returns the rate at which a built filter answers true to absent keys,
// if their bits are independent: the mean over blocks of the product of the fills
// of its eight words.
func splitRate(f *Split) float64 {
	sum := 0.0
	for at := 0; at < len(f.words); at += splitWords {
		product := 1.0
		for _, word := range f.words[at : at+splitWords] {
			low, high := bits.OnesCount32(uint32(word)), bits.OnesCount32(uint32(word>>32))
			product *= float64(low) / 32 * float64(high) / 32
		}
		sum += product
	}
	return sum / float64(f.blocks)
}

// TestSplitblockRateGivenFill: of a built filter the rate is the one that its bits
// give to independent probes.
func TestSplitblockRateGivenFill(t *testing.T) {
	const queries = 500000
	for i, c := range splitblockCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(14, uint64(i)))
			f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Split)
			insertRandom(t, f, int(c.keys), r)
			stattest.Rate(t, hits(f, queries, r), queries, splitRate(f), alarm)
		})
	}
}

// TestSplitblockRate: over many filters that rate is the one of theory.
func TestSplitblockRate(t *testing.T) {
	for i, c := range splitblockCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(15, uint64(i)))
			var rates []float64
			for range 40 {
				f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Split)
				insertRandom(t, f, int(c.keys), r)
				rates = append(rates, splitRate(f))
			}
			blocks := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Split).blocks
			stattest.Mean(t, rates, theory.SplitBlockFPR(blocks, c.keys, 8, 32), alarm)
		})
	}
}

// TestSplitblockBits: a key sets one bit in each 32-bit word of one block, and many
// keys every bit.
func TestSplitblockBits(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 1))
	f := mustNew(t, "splitblock(bpk=10)", variants.Size{Keys: 500}, 0).(*Split)
	for range 1000 {
		clear(f.words)
		f.Insert(r.Uint64())
		touched := map[int]bool{}
		for at, word := range f.words {
			if word == 0 {
				continue
			}
			touched[at/splitWords] = true
			if low, high := bits.OnesCount32(uint32(word)), bits.OnesCount32(uint32(word>>32)); low != 1 || high != 1 {
				t.Fatalf("a key set %d and %d bits of the halves of word %d", low, high, at)
			}
		}
		if len(touched) != 1 {
			t.Fatalf("a key set bits of %d blocks", len(touched))
		}
	}
	insertRandom(t, f, 20000, r)
	for at, word := range f.words {
		if word != math.MaxUint64 {
			t.Errorf("word %d has bits that no key of 20000 reached: %#x", at, ^word)
		}
	}
}

// TestSplitblockAlignment: a block does not cross a cache line.
func TestSplitblockAlignment(t *testing.T) {
	for _, keys := range []uint64{0, 1, 60, 1000, 100000} {
		f := mustNew(t, "splitblock(bpk=10)", variants.Size{Keys: keys}, 0).(*Split)
		if at := reflect.ValueOf(f.words).Pointer(); at%32 != 0 {
			t.Errorf("for %d keys the blocks begin at %#x", keys, at)
		}
	}
}

// TestSplitMaskIsIndependent: of the forty bits that name the positions any two
// agree for half of the hashes. A bit shared by two positions would cost too few
// false positives for the tests of the rate to see.
func TestSplitMaskIsIndependent(t *testing.T) {
	const hashes = 5000
	r := rand.New(rand.NewPCG(16, 2))
	var agree [40][40]uint64
	for range hashes {
		var named uint64
		a, b, c, d := splitMask(r.Uint64())
		for at, word := range []uint64{a, b, c, d} {
			low, high := bits.TrailingZeros32(uint32(word)), bits.TrailingZeros32(uint32(word>>32))
			named |= uint64(low|high<<5) << (10 * at)
		}
		for i := range 40 {
			for j := range i {
				agree[i][j] += 1 &^ (named>>i ^ named>>j)
			}
		}
	}
	for i := range 40 {
		for j := range i {
			stattest.Rate(t, agree[i][j], hashes, 0.5, alarm/(40*39/2))
		}
	}
}
