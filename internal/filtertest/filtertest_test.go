package filtertest

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"

	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/theory"
)

// flawed is the exact filter with one thing wrong.
type flawed struct {
	variants.Filter
	insert   func(f variants.Filter, hash uint64) error
	contains func(f variants.Filter, hash uint64) bool
	delete   func(f variants.Filter, hash uint64) bool
	count    func(f variants.Filter, hash uint64) uint64
}

func (b *flawed) Insert(hash uint64) error {
	if b.insert != nil {
		return b.insert(b.Filter, hash)
	}
	return b.Filter.Insert(hash)
}

func (b *flawed) Contains(hash uint64) bool {
	if b.contains != nil {
		return b.contains(b.Filter, hash)
	}
	return b.Filter.Contains(hash)
}

func (b *flawed) Delete(hash uint64) bool {
	if b.delete != nil {
		return b.delete(b.Filter, hash)
	}
	return b.Filter.(variants.Deleter).Delete(hash)
}

func (b *flawed) Count(hash uint64) uint64 {
	if b.count != nil {
		return b.count(b.Filter, hash)
	}
	return b.Filter.(variants.Counter).Count(hash)
}

// Shape hides the family: a few false positives are no flaw.
func (b *flawed) Shape() theory.Shape { return theory.Shape{Family: "flawed"} }

// verdict is a testing.TB that notes a failure and goes on elsewhere.
type verdict struct {
	testing.TB
	failed bool
}

func (v *verdict) Helper() {}

func (v *verdict) Fatalf(string, ...any) {
	v.failed = true
	runtime.Goexit()
}

// playFails reports whether Play objects to a filter.
func playFails(t *testing.T, f variants.Filter) bool {
	r := rand.New(rand.NewPCG(1, 1))
	ops := randomOps(r, 2000, randomHashes(r, 50))
	v := &verdict{TB: t}
	done := make(chan bool)
	go func() {
		defer close(done)
		Play(v, f, ops)
	}()
	<-done
	return v.failed
}

// TestPlayFindsFlaws: each way of breaking the contract is noticed, and a filter
// that keeps it passes.
func TestPlayFindsFlaws(t *testing.T) {
	calls := 0
	sometimes := func() bool { calls++; return calls%100 == 0 }
	for name, f := range map[string]*flawed{
		"forgets an insert": {insert: func(f variants.Filter, h uint64) error {
			if sometimes() {
				return nil
			}
			return f.Insert(h)
		}},
		"wraps its refusal": {insert: func(f variants.Filter, h uint64) error {
			if sometimes() {
				return errors.Join(variants.ErrFull)
			}
			return f.Insert(h)
		}},
		"keeps a refused key": {insert: func(f variants.Filter, h uint64) error {
			if f.Insert(h); sometimes() {
				return variants.ErrFull
			}
			return nil
		}},
		"misses a member": {contains: func(f variants.Filter, h uint64) bool {
			return f.Contains(h) && !sometimes()
		}},
		"deletes twice": {delete: func(f variants.Filter, h uint64) bool {
			ok := f.(variants.Deleter).Delete(h)
			f.(variants.Deleter).Delete(h)
			return ok
		}},
		"deletes another": {delete: func(f variants.Filter, h uint64) bool {
			if sometimes() {
				h = randomHashes(rand.New(rand.NewPCG(1, 1)), 1)[0]
			}
			return f.(variants.Deleter).Delete(h)
		}},
		"denies a delete": {delete: func(f variants.Filter, h uint64) bool {
			return f.(variants.Deleter).Delete(h) && !sometimes()
		}},
		"claims a delete": {delete: func(f variants.Filter, h uint64) bool {
			return f.(variants.Deleter).Delete(h) || sometimes()
		}},
		"counts one less": {count: func(f variants.Filter, h uint64) uint64 {
			n := f.(variants.Counter).Count(h)
			return n - min(n, 1)
		}},
	} {
		f.Filter = newExact(t)
		if !playFails(t, f) {
			t.Errorf("a filter that %s passes", name)
		}
	}
	if playFails(t, &flawed{Filter: newExact(t)}) {
		t.Error("a filter without a flaw fails")
	}
}

func newExact(t *testing.T) variants.Filter {
	t.Helper()
	v, err := catalog.Parse("exact")
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: 100}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRandomOpsKeepTheirMix: kinds are drawn as often as weighed.
func TestRandomOpsKeepTheirMix(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	const n = 90000
	ops := randomOps(r, n, []uint64{7})
	for part, mix := range mixes {
		var got opMix
		for _, op := range ops[part*n/len(mixes) : (part+1)*n/len(mixes)] {
			got[op.Kind]++
		}
		sum := 0
		for _, weight := range mix {
			sum += weight
		}
		for kind, weight := range mix {
			// Ten standard deviations of 30000 draws are below 870.
			if want := n / len(mixes) * weight / sum; got[kind] < want-870 || got[kind] > want+870 {
				t.Errorf("part %d: kind %d was drawn %d times, want about %d", part, kind, got[kind], want)
			}
		}
	}
}
