package bitpack

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// lanesOf takes a word apart the slow way.
func lanesOf(l Lanes, word uint64) []uint64 {
	lanes := make([]uint64, l.Count)
	for i := range lanes {
		for j := range l.Width {
			lanes[i] |= word >> (i*l.Width + j) & 1 << j
		}
	}
	return lanes
}

// checkLanes holds the flags of a word against its lanes.
func checkLanes(t *testing.T, l Lanes, word uint64) {
	t.Helper()
	zeros, first := uint64(0), -1
	for i, lane := range lanesOf(l, word) {
		if lane == 0 {
			zeros |= 1 << (i*l.Width + l.Width - 1)
			if first < 0 {
				first = i
			}
		}
	}
	if got := l.Zeros(word); got != zeros {
		t.Fatalf("%d lanes of %d: Zeros(%#x) = %#x, want %#x", l.Count, l.Width, word, got, zeros)
	}
	flags := l.FirstZero(word)
	if first < 0 {
		if flags != 0 {
			t.Fatalf("%d lanes of %d: FirstZero(%#x) = %#x, but no lane is 0", l.Count, l.Width, word, flags)
		}
		return
	}
	if flags == 0 || l.Shift(flags) != first*l.Width {
		t.Fatalf("%d lanes of %d: FirstZero(%#x) = %#x, but lane %d is the first 0", l.Count, l.Width, word, flags, first)
	}
}

// TestLanesExhaustive goes through every content of lanes up to 12 bits together,
// with nothing, everything and something else above them.
func TestLanesExhaustive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for width := 2; width <= 12; width++ {
		for count := 1; count*width <= 12; count++ {
			l := NewLanes(count, width)
			for word := range uint64(1) << (count * width) {
				for _, above := range []uint64{0, ^uint64(0), r.Uint64()} {
					checkLanes(t, l, above<<(count*width)|word)
				}
			}
		}
	}
}

// TestLanesRandom goes through lanes that fill words, where most lanes are 0, 1
// or the largest value: those make the carries.
func TestLanesRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for width := 2; width <= 32; width++ {
		for count := 1; count*width <= 64; count++ {
			l := NewLanes(count, width)
			for range 100 {
				word := r.Uint64()
				for i := range count {
					value := []uint64{0, 1, 1<<width - 1, 1 << (width - 1), word & (1<<width - 1)}[r.IntN(5)]
					word = word&^((1<<width-1)<<(i*width)) | value<<(i*width)
				}
				checkLanes(t, l, word)
			}
		}
	}
}

func TestSpread(t *testing.T) {
	l := NewLanes(5, 12)
	for value := range uint64(1) << 12 {
		for i, lane := range lanesOf(l, l.Spread(value)) {
			if lane != value {
				t.Fatalf("Spread(%#x) has %#x in lane %d", value, lane, i)
			}
		}
		if bits.Len64(l.Spread(value)) > 60 {
			t.Fatalf("Spread(%#x) leaves its lanes", value)
		}
	}
}

func TestBadLanesPanic(t *testing.T) {
	for _, bad := range [][2]int{{0, 4}, {4, 1}, {5, 13}, {1, 65}, {-1, 4}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewLanes(%d, %d) did not panic", bad[0], bad[1])
				}
			}()
			NewLanes(bad[0], bad[1])
		}()
	}
}
