package bloom

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// stuck counts the counters at their largest value.
func stuck(f *Counting) (n uint64) {
	for i := range f.cells {
		if f.counters.Get(i) == f.counters.Max() {
			n++
		}
	}
	return n
}

// TestCountingOverflows: Overflows is the number of counters that are stuck, and
// over many filters their mean is the one of independent throws that reach 2^w-1.
func TestCountingOverflows(t *testing.T) {
	for i, c := range []struct {
		name string
		keys uint64
	}{
		{"counting(bpk=20,w=2)", 3000},
		{"counting(bpk=8,w=2,k=4)", 3000},
		{"counting(bpk=4,w=4,k=5)", 3000},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(i)))
			var counts []float64
			var s theory.Shape
			for range 40 {
				f := mustNew(t, c.name, variants.Size{Keys: c.keys}, 0).(*Counting)
				insertRandom(t, f, int(c.keys), r)
				if got, want := f.Overflows(), stuck(f); got != want {
					t.Fatalf("Overflows is %d, but %d counters are stuck", got, want)
				}
				s = f.Shape()
				counts = append(counts, float64(f.Overflows()))
			}
			stattest.Mean(t, counts, theory.CounterOverflows(s.Cells, c.keys, s.Probes, s.CounterBits), alarm)
		})
	}
}

// TestCountingStuckStays: a stuck counter survives the deletion of all keys, and
// nothing else does.
func TestCountingStuckStays(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	f := mustNew(t, "counting(bpk=8,w=2,k=4)", variants.Size{Keys: 1000}, 0).(*Counting)
	keys := make([]uint64, 1000)
	for i := range keys {
		keys[i] = r.Uint64()
		f.Insert(keys[i])
	}
	before := f.Overflows()
	for _, h := range keys {
		if !f.Delete(h) {
			t.Fatalf("Delete(%#x) of a member is false", h)
		}
	}
	if before == 0 || f.Overflows() != before || stuck(f) != before || occupied(f) != before {
		t.Errorf("%d counters were stuck; now Overflows is %d, %d are stuck and %d not 0",
			before, f.Overflows(), stuck(f), occupied(f))
	}
}

// TestCountingProbesLikeBloom: with as many cells and probes it answers as bloom.
func TestCountingProbesLikeBloom(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	a := mustNew(t, "bloom(bpk=7,k=4)", variants.Size{Keys: 500}, 0)
	b := mustNew(t, "counting(bpk=28,w=4,k=4)", variants.Size{Keys: 500}, 0)
	if a.Shape().Cells != b.Shape().Cells {
		t.Fatalf("%d and %d cells", a.Shape().Cells, b.Shape().Cells)
	}
	for range 500 {
		h := r.Uint64()
		a.Insert(h)
		b.Insert(h)
	}
	for range 50000 {
		if h := r.Uint64(); a.Contains(h) != b.Contains(h) {
			t.Fatalf("bloom says %v of %#x, counting does not", a.Contains(h), h)
		}
	}
}

// TestCountingCount: a lone key's count is its number of copies up to where its
// counters stick.
func TestCountingCount(t *testing.T) {
	for _, c := range []struct {
		name string
		top  uint64
	}{
		{"counting(bpk=100,w=2,k=1)", 3},
		{"counting(bpk=100,w=4,k=1)", 15},
		{"counting(bpk=100,w=8,k=1)", 255},
	} {
		f := mustNew(t, c.name, variants.Size{Keys: 100}, 0).(*Counting)
		for n := range uint64(300) {
			if got := f.Count(42); got != min(n, c.top) {
				t.Fatalf("%s: Count of a key inserted %d times is %d", c.name, n, got)
			}
			f.Insert(42)
		}
	}
}
