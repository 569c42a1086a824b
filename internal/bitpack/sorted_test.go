package bitpack

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRanksExhaustive: all 16^4 tuples of nibbles come back sorted from their rank,
// and the ranks of all multisets are 0 to 3875, each of one.
func TestRanksExhaustive(t *testing.T) {
	seen := map[uint64]uint16{}
	for tuple := range uint64(1) << 16 {
		s := []uint64{tuple & 15, tuple >> 4 & 15, tuple >> 8 & 15, tuple >> 12}
		slices.Sort(s)
		word := uint16(s[0] | s[1]<<4 | s[2]<<8 | s[3]<<12)
		rank := ranks.rank(s[0], s[1], s[2], s[3])
		if rank >= 3876 || ranks.of[rank] != word {
			t.Fatalf("%x has rank %d, which is of %x", word, rank, ranks.of[rank&rankMask])
		}
		if other, taken := seen[rank]; taken && other != word {
			t.Fatalf("%x and %x have rank %d", word, other, rank)
		}
		seen[rank] = word
	}
	if len(seen) != 3876 || seen[0] != 0 {
		t.Errorf("there are %d ranks, and rank 0 is %x; want 3876, and four zeros", len(seen), seen[0])
	}
	for rank := 3876; rank <= rankMask; rank++ {
		if ranks.of[rank] != 0 {
			t.Errorf("rank %d, of no multiset, is %x", rank, ranks.of[rank])
		}
	}
}

// wantSorted holds every bit of a sorted table against the model, read one by one.
func wantSorted(t *testing.T, table *SortedBuckets, m *model, width int, after string) {
	t.Helper()
	data, stride, rest := table.Bytes(), 4*(width-1), width-4
	for i := range len(m.tags) / 4 {
		bucket := m.bucket(uint64(i))
		slices.Sort(bucket)
		nibbles := ranks.of[bitsAt(data, i*stride, 12)]
		for k, want := range bucket {
			got := uint64(nibbles)>>(4*k)&15<<rest | bitsAt(data, i*stride+12+k*rest, rest)
			if got != want {
				t.Fatalf("width %d, after %s: place %d of bucket %d is %#x, want %#x", width, after, k, i, got, want)
			}
		}
	}
	for bit := len(m.tags) / 4 * stride; bit < 8*len(data); bit++ {
		if bitsAt(data, bit, 1) != 0 {
			t.Fatalf("width %d, after %s: bit %d beyond the last bucket is set", width, after, bit)
		}
	}
}

// TestSortedModel does random operations on a table and on the model, which is
// sorted after each. Tags are drawn from few values, so that they repeat, from the
// largest, so that a write that spills over is seen, and from those that differ in
// the nibble or in the rest alone.
func TestSortedModel(t *testing.T) {
	for width := 6; width <= 17; width++ {
		r := rand.New(rand.NewPCG(4, uint64(width)))
		top, low := uint64(1)<<width-1, uint64(1)<<(width-4)
		tag := func() uint64 {
			return []uint64{0, 0, 1, low, 5 * low, 5*low + 1, top, top - 1, r.Uint64() & top}[r.IntN(9)]
		}
		for _, n := range []uint64{1, 2, 3, 9} {
			table, m := NewSortedBuckets(n, width), &model{4, make([]uint64, 4*n)}
			if got, want := len(table.Bytes()), (int(n)*4*(width-1)+7)/8+slack; got != want {
				t.Errorf("%d buckets of width %d take %d bytes, want %d", n, width, got, want)
			}
			for range 400 {
				sortedStep(t, table, m, width, r, tag)
			}
		}
	}
}

// sortedStep does one random operation on both and compares all there is to see.
func sortedStep(t *testing.T, table *SortedBuckets, m *model, width int, r *rand.Rand, tag func() uint64) {
	t.Helper()
	n := uint64(len(m.tags) / 4)
	i, j, old, fresh := r.Uint64N(n), r.Uint64N(n), tag(), tag()
	if r.IntN(3) > 0 {
		if got, want := table.Replace(i, old, fresh), m.replace(i, old, fresh); got != want {
			t.Fatalf("width %d: Replace(%d, %#x, %#x) is %v, want %v", width, i, old, fresh, got, want)
		}
	} else {
		slot := r.Uint64N(4 * n)
		before, old := bytes.Clone(table.Bytes()), m.tags[slot]
		got, at := table.Swap(slot, fresh)
		if got != old || at/4 != slot/4 {
			t.Fatalf("width %d: Swap(%d, %#x) is %#x from slot %d, want %#x", width, slot, fresh, got, at, old)
		}
		if back, _ := table.Swap(at, old); back != fresh || !bytes.Equal(before, table.Bytes()) {
			t.Fatalf("width %d: Swap(%d, %#x), undone in slot %d, gives %#x and another table", width, slot, fresh, at, back)
		}
		table.Swap(slot, fresh)
		m.tags[slot] = fresh
	}
	wantSorted(t, table, m, width, "an operation")
	ask := tag()
	if got, want := table.Tally(i, ask), m.tally(i, ask); got != want {
		t.Fatalf("width %d: Tally(%d, %#x) is %d, want %d", width, i, ask, got, want)
	}
	if got, want := table.Has(i, j, ask), m.tally(i, ask)+m.tally(j, ask) > 0; got != want {
		t.Fatalf("width %d: Has(%d, %d, %#x) is %v, want %v", width, i, j, ask, got, want)
	}
}

func TestBadSortedBucketsPanic(t *testing.T) {
	for _, width := range []int{-1, 0, 4, 5, 18} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewSortedBuckets(1, %d) did not panic", width)
				}
			}()
			NewSortedBuckets(1, width)
		}()
	}
}
