package bitpack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// entry is a remainder of a home.
type entry struct{ home, rest uint64 }

// digitsOf returns how many slots n copies take: one, and the digits of n-1 in the
// bijective system of base b.
func digitsOf(n, b uint64) (slots uint64) {
	if n == 0 {
		return 0
	}
	slots = 1
	for n--; n > 0; n = (n - 1) / b {
		slots++
	}
	return slots
}

// build returns a table that was filled in order of home and remainder, each all its
// copies at once.
func buildRuns(blocks uint64, width int, held map[entry]uint64) Runs {
	t := NewRuns(blocks, width)
	var order []entry
	for e := range held {
		order = append(order, e)
	}
	slices.SortFunc(order, func(a, b entry) int {
		if a.home != b.home {
			return int(a.home) - int(b.home)
		}
		return int(a.rest) - int(b.rest)
	})
	for _, e := range order {
		for range held[e] {
			t.Add(e.home, e.rest, true)
		}
	}
	return t
}

// TestRunsAgainstModel: random additions and removals, up to one empty slot, against a
// map. Slots are as many as the counts need, what is refused changes nothing, and the
// table is that of any other order bit for bit.
func TestRunsAgainstModel(t *testing.T) {
	for i, c := range []struct {
		blocks uint64
		width  int
		homes  uint64 // drawn from the top of the table, so that runs go round it
		rests  uint64
	}{
		{1, 2, 64, 4}, {1, 3, 1, 8}, {1, 32, 64, 1 << 32}, {1, 2, 3, 1}, {2, 5, 128, 32}, {3, 7, 192, 128}, {3, 2, 20, 4},
		{2, 13, 5, 3}, {4, 31, 256, 40}, {2, 16, 128, 1 << 16},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			r := rand.New(rand.NewPCG(31, uint64(i)))
			table, held, used := NewRuns(c.blocks, c.width), map[entry]uint64{}, uint64(0)
			for step := range 3000 {
				e := entry{(c.blocks<<6 - 1 - r.Uint64N(c.homes) + 3) % (c.blocks << 6), r.Uint64N(c.rests)}
				n, base := held[e], uint64(1)<<c.width
				room := used < c.blocks<<6-1
				before := slices.Clone(table.Words())
				if r.Uint64N(9) < 5-4*uint64(step/500%2) { // fill, then drain
					slot, ok := table.Add(e.home, e.rest, room)
					more := digitsOf(n+1, base) - digitsOf(n, base)
					if ok != (room || more == 0) || slot != (ok && more == 1) {
						t.Fatalf("step %d: Add of copy %d is %v, %v", step, n+1, slot, ok)
					}
					if ok {
						held[e]++
						used += more
					} else if !slices.Equal(before, table.Words()) {
						t.Fatalf("step %d: a refused Add changed the table", step)
					}
				} else {
					slot, ok := table.Remove(e.home, e.rest)
					if ok != (n > 0) || slot != (n > 0 && digitsOf(n, base) > digitsOf(n-1, base)) {
						t.Fatalf("step %d: Remove of copy %d is %v, %v", step, n, slot, ok)
					}
					if ok {
						if held[e]--; n == 1 {
							delete(held, e)
						}
						used -= digitsOf(n, base) - digitsOf(n-1, base)
					}
				}
				checkRuns(t, &table, held, e)
				if step%100 == 0 {
					if other := buildRuns(c.blocks, c.width, held); !slices.Equal(other.Words(), table.Words()) {
						t.Fatalf("step %d: the table is another than of the same entries in order", step)
					}
				}
			}
		})
	}
}

// checkRuns looks up an entry and some neighbours.
func checkRuns(t *testing.T, table *Runs, held map[entry]uint64, e entry) {
	t.Helper()
	for _, ask := range []entry{e, {e.home, e.rest + 1}, {e.home, e.rest - 1}, {table.after(e.home), e.rest}} {
		if n := held[ask]; table.Has(ask.home, ask.rest) != (n > 0) || table.Tally(ask.home, ask.rest) != n {
			t.Fatalf("%+v: Has %v, Tally %d, want %d", ask, table.Has(ask.home, ask.rest), table.Tally(ask.home, ask.rest), n)
		}
	}
}

// TestRunsSlots: n copies take 1 slot and the digits of n-1: one more at 2, at B+2, at
// B^2+B+2.
func TestRunsSlots(t *testing.T) {
	table, used := NewRuns(1, 2), uint64(0)
	more := []uint64{1, 2, 6, 22, 86, 342, 1366}
	for n := uint64(1); n < 3000; n++ {
		slot, _ := table.Add(5, 1, true)
		if slot != slices.Contains(more, n) {
			t.Errorf("copy %d took a slot: %v", n, slot)
		}
		if slot {
			used++
		}
		if got := table.Tally(5, 1); got != n {
			t.Fatalf("Tally of %d copies is %d", n, got)
		}
	}
}

func TestSelect(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	for range 2000 {
		word, n := r.Uint64()&r.Uint64()|r.Uint64()<<r.UintN(64), 0
		for at := range uint64(64) {
			if word>>at&1 != 0 {
				if got := Select(word, n); got != at {
					t.Fatalf("set bit %d of %#x is %d, want %d", n, word, got, at)
				}
				n++
			}
		}
	}
}
