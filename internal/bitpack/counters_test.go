package bitpack

import (
	"fmt"
	"testing"
)

// TestCountersExhaustive takes every counter of three words through all its
// values, up to where it sticks and beyond, and back down, between neighbours
// that are 0 and neighbours that are stuck; those must not move.
func TestCountersExhaustive(t *testing.T) {
	for _, width := range []int{2, 4, 8} {
		for _, stuck := range []bool{false, true} {
			t.Run(fmt.Sprintf("w=%d,stuck=%v", width, stuck), func(t *testing.T) {
				n := uint64(3 * 64 / width)
				for i := range n {
					oneCounter(t, n, i, width, stuck)
				}
			})
		}
	}
}

func oneCounter(t *testing.T, n, i uint64, width int, stuck bool) {
	t.Helper()
	c := NewCounters(n, width)
	around := uint64(0)
	if stuck {
		around = c.Max()
	}
	for j := range n {
		for range around {
			if j != i {
				c.Up(j)
			}
		}
	}
	want := func(value uint64, doing string) {
		t.Helper()
		for j := range n {
			w := around
			if j == i {
				w = value
			}
			if got := c.Get(j); got != w {
				t.Fatalf("%s counter %d: counter %d is %d, want %d", doing, i, j, got, w)
			}
		}
	}
	top := uint64(1)<<width - 1
	c.Down(i)
	want(0, "down at 0 of")
	for value := uint64(1); value < top; value++ {
		if c.Up(i) {
			t.Fatalf("counter %d claims to stick at %d", i, value)
		}
		want(value, "up of")
	}
	for value := top - 1; value > 0; value-- {
		c.Down(i)
		want(value-1, "down of")
	}
	for value := uint64(1); value <= top; value++ {
		if c.Up(i) != (value == top) {
			t.Fatalf("counter %d at %d: wrong about sticking", i, value)
		}
	}
	if c.Up(i) {
		t.Fatalf("counter %d sticks twice", i)
	}
	want(top, "up at the top of")
	c.Down(i)
	want(top, "down at the top of")
	for value := range top + 1 {
		c.Set(i, value)
		want(value, "set")
		c.Set(i, top-value)
		want(top-value, "set")
	}
}

func TestCountersSize(t *testing.T) {
	for _, width := range []int{2, 4, 8} {
		for n := range uint64(200) {
			c := NewCounters(n, width)
			if got, want := uint64(len(c.Words())), (n*uint64(width)+63)/64; got != want {
				t.Errorf("%d counters of %d bits take %d words, want %d", n, width, got, want)
			}
		}
	}
}

func TestBadCountersPanic(t *testing.T) {
	for _, width := range []int{0, 1, 3, 16} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("counters of %d bits did not panic", width)
				}
			}()
			NewCounters(1, width)
		}()
	}
}
