package batch_test

import (
	"errors"
	"slices"
	"testing"

	"filterbench/internal/batch"
)

var errFull = errors.New("full")

// numbers returns 0 to n-1.
func numbers(n int) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = uint64(i)
	}
	return list
}

// sizes are numbers of keys around whole groups.
var sizes = []int{0, 1, batch.Group - 1, batch.Group, batch.Group + 1, 2*batch.Group - 1, 2 * batch.Group, 5*batch.Group + 3}

// recorder prefetches nothing and writes down for which keys it was asked.
type recorder struct{ prefetched []uint64 }

func (r *recorder) prefetch(hashes []uint64) { r.prefetched = append(r.prefetched, hashes...) }

// TestInsertInOrder: keys are inserted in their order, each prefetched once and before it
// is inserted, a group ahead of it at most; a refusal ends it.
func TestInsertInOrder(t *testing.T) {
	for _, n := range sizes {
		for refuse := range n + 1 {
			for _, near := range []bool{false, true} {
				r, prefetch := &recorder{}, batch.Prefetcher(nil)
				if !near {
					prefetch = r.prefetch
				}
				var inserted []uint64
				done, err := prefetch.Insert(numbers(n), func(hashes []uint64) (int, error) {
					return batch.Insert(hashes, func(hash uint64) error {
						if !near && (len(r.prefetched) <= int(hash) || len(r.prefetched) > int(hash)/batch.Group*batch.Group+2*batch.Group) {
							t.Fatalf("%d keys are prefetched when key %d of %d is inserted", len(r.prefetched), hash, n)
						}
						if int(hash) == refuse {
							return errFull
						}
						inserted = append(inserted, hash)
						return nil
					})
				})
				if done != min(refuse, n) || !slices.Equal(inserted, numbers(done)) || (err == errFull) != (refuse < n) {
					t.Fatalf("%d keys, key %d refused: %d done, %v, %v", n, refuse, done, inserted, err)
				}
				if want := numbers(n)[:len(r.prefetched)]; !slices.Equal(r.prefetched, want) {
					t.Fatalf("prefetched are %v", r.prefetched)
				}
			}
		}
	}
}

// TestContainsInOrder: answers are where their keys are, and hits are counted.
func TestContainsInOrder(t *testing.T) {
	for _, n := range sizes {
		for _, near := range []bool{false, true} {
			r, prefetch := &recorder{}, batch.Prefetcher(nil)
			if !near {
				prefetch = r.prefetch
			}
			found := make([]bool, n+3)
			hits := prefetch.Contains(numbers(n), found, func(hashes []uint64, found []bool) int {
				return batch.Contains(hashes, found, func(hash uint64) bool { return hash%3 == 0 })
			})
			for i, ok := range found {
				if ok != (i < n && i%3 == 0) {
					t.Fatalf("%d keys: answer %d is %v", n, i, ok)
				}
			}
			if hits != (n+2)/3 {
				t.Errorf("%d keys: %d hits", n, hits)
			}
			if !near && !slices.Equal(r.prefetched, numbers(n)) {
				t.Errorf("prefetched are %v", r.prefetched)
			}
		}
	}
}

// TestProbesGiveAll: all probes of all keys come, those of a key together and in order.
func TestProbesGiveAll(t *testing.T) {
	for _, probes := range []int{1, 3, 7, 64} {
		for _, n := range sizes {
			var one, all []uint64
			for _, h := range numbers(n) {
				var p batch.Probes
				one = append(one, p.Start(nil, 1000, probes, 0, []uint64{h})...)
				if len(p.Next()) != 0 {
					t.Fatal("a second group of one key")
				}
			}
			var p batch.Probes
			for cells := p.Start(nil, 1000, probes, 0, numbers(n)); len(cells) > 0; cells = p.Next() {
				all = append(all, cells...)
			}
			if !slices.Equal(one, all) || len(all) != n*probes {
				t.Errorf("%d keys of %d probes: %d probes, want %d", n, probes, len(all), len(one))
			}
		}
	}
}

// TestPending: keys go to the next layer until one has them, and answers find their way back.
func TestPending(t *testing.T) {
	found := make([]bool, batch.MaxPending)
	found[5] = true // by an earlier layer
	var p batch.Pending
	p.Start(numbers(len(found)), found)
	hits := 0
	for layer := uint64(2); layer < 5; layer++ { // a layer has the multiples of its number
		hashes, answers := p.Keys()
		if len(hashes) != p.Len() || slices.Contains(hashes, 5) {
			t.Fatalf("layer %d is given %v", layer, hashes)
		}
		for i, h := range hashes {
			answers[i] = h%layer == 0
		}
		hits += p.Settle(found)
	}
	want := 0
	for i, ok := range found {
		if ok != (i == 5 || i%2 == 0 || i%3 == 0) {
			t.Errorf("key %d is found: %v", i, ok)
		}
		if ok && i != 5 {
			want++
		}
	}
	if hits != want {
		t.Errorf("%d hits, want %d", hits, want)
	}
}

// TestFar: the switch of tests is put back.
func TestFar(t *testing.T) {
	if batch.Far(0) || !batch.Far(1<<30) {
		t.Error("the threshold is not between nothing and a gigabyte")
	}
	restore := batch.AlwaysFar()
	if !batch.Far(0) {
		t.Error("nothing is near")
	}
	if restore(); batch.Far(0) {
		t.Error("everything stays far")
	}
}
