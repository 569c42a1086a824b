package bitpack

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// layouts are slots and widths of buckets of one group and of two.
var layouts = [][2]int{{1, 9}, {2, 13}, {2, 5}, {4, 2}, {4, 7}, {4, 12}, {4, 16}, {8, 8}, {8, 3}, {8, 9}, {8, 16}}

// TestTakeEither holds TakeEither against the two replacements that it stands for, in
// tables with few tags and some slots empty.
func TestTakeEither(t *testing.T) {
	for _, l := range layouts {
		r := rand.New(rand.NewPCG(1, uint64(l[0]*100+l[1])))
		const n = 64
		a, b := NewBuckets(n, l[0], l[1]), NewBuckets(n, l[0], l[1])
		for slot := range uint64(n * l[0]) {
			tag := r.Uint64N(4)
			a.Swap(slot, tag)
			b.Swap(slot, tag)
		}
		for range 500 {
			i, j, tag := r.Uint64N(n), r.Uint64N(n), 1+r.Uint64N(3)
			if got, want := a.TakeEither(i, j, tag), b.Replace(i, tag, 0) || b.Replace(j, tag, 0); got != want {
				t.Fatalf("%d slots of %d bits: %v, want %v", l[0], l[1], got, want)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%d slots of %d bits: other slots were emptied", l[0], l[1])
		}
	}
}

// TestPut holds Put against a look at every slot of a bucket.
func TestPut(t *testing.T) {
	for _, l := range layouts {
		r := rand.New(rand.NewPCG(2, uint64(l[0]*100+l[1])))
		const n = 64
		slots := uint64(l[0])
		a, b := NewBuckets(n, l[0], l[1]), NewBuckets(n, l[0], l[1])
		put := func(i, tag, pick uint64) uint64 {
			for slot := range slots {
				if b.Places(i, 0)>>slot&1 == 1 {
					pick = slot
					break
				}
			}
			old, _ := b.Swap(i*slots+pick, tag)
			return old
		}
		for range 3 * n * slots {
			i, tag, pick := r.Uint64N(n), 1+r.Uint64N(3), r.Uint64N(slots)
			if got, want := a.Put(i, tag, pick), put(i, tag, pick); got != want {
				t.Fatalf("%d slots of %d bits: %d came out, want %d", l[0], l[1], got, want)
			}
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%d slots of %d bits: Put changed other slots", l[0], l[1])
		}
	}
}

// TestPutEmptier holds PutEmptier against the choice of the bucket with more free slots.
func TestPutEmptier(t *testing.T) {
	for _, l := range layouts {
		r := rand.New(rand.NewPCG(3, uint64(l[0]*100+l[1])))
		const n = 64
		a, b := NewBuckets(n, l[0], l[1]), NewBuckets(n, l[0], l[1])
		for range n * l[0] / 8 {
			var first, second, tags [16]uint64
			var left [16]int32
			var want []int32
			for k := range tags {
				first[k], second[k], tags[k] = r.Uint64N(n), r.Uint64N(n), 1+r.Uint64N(3)
				i := first[k]
				if b.Tally(second[k], 0) > b.Tally(i, 0) {
					i = second[k]
				}
				if !b.Replace(i, 0, tags[k]) {
					want = append(want, int32(k))
				}
			}
			got := left[:a.PutEmptier(first[:], second[:], tags[:], left[:])]
			if len(got) != len(want) || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Fatalf("%d slots of %d bits: %v are left, want %v", l[0], l[1], got, want)
			}
		}
	}
}
