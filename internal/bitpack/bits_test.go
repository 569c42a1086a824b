package bitpack

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestBits sets bits one after another and looks at all of them each time.
func TestBits(t *testing.T) {
	const n = 200
	words := make([]uint64, WordsFor(n))
	for count, i := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		if Bit(words, uint64(i)) {
			t.Fatalf("bit %d is set before its time", i)
		}
		SetBit(words, uint64(i))
		SetBit(words, uint64(i)) // again, to no effect
		if !Bit(words, uint64(i)) || words[i/64]>>(i%64)&1 != 1 {
			t.Fatalf("bit %d is not where it should be", i)
		}
		if got := Ones(words); got != uint64(count+1) {
			t.Fatalf("%d bits are set, want %d", got, count+1)
		}
	}
}

func TestWordsFor(t *testing.T) {
	for n, want := range map[uint64]uint64{
		0: 0, 1: 1, 63: 1, 64: 1, 65: 2, 128: 2, 129: 3, math.MaxUint64: 1 << 58, math.MaxUint64 - 63: 1<<58 - 1,
	} {
		if got := WordsFor(n); got != want {
			t.Errorf("WordsFor(%d) = %d, want %d", n, got, want)
		}
	}
}

// TestAllocation: memory is zero, of the length asked for with nothing after it,
// and words start at a cache line.
func TestAllocation(t *testing.T) {
	for _, n := range []uint64{0, 1, 2, 7, 8, 9, 63, 100, 511, 512, 513, 100000} {
		words, bytes := Words(n), Bytes(n)
		if uint64(len(words)) != n || uint64(cap(words)) != n || uint64(len(bytes)) != n {
			t.Errorf("asked for %d, got %d words (capacity %d) and %d bytes", n, len(words), cap(words), len(bytes))
		}
		if at := reflect.ValueOf(words).Pointer(); n > 0 && at%64 != 0 {
			t.Errorf("%d words start at %#x, inside a cache line", n, at)
		}
		if Ones(words) != 0 {
			t.Errorf("%d words are not all 0", n)
		}
	}
}

func TestClearBit(t *testing.T) {
	words := []uint64{^uint64(0), ^uint64(0)}
	ClearBit(words, 65)
	ClearBit(words, 65) // again, to no effect
	ClearBit(words, 0)
	if words[0] != ^uint64(1) || words[1] != ^uint64(2) {
		t.Errorf("words are %x", words)
	}
}
