package filtertest

import (
	"math/rand/v2"
	"testing"

	"filterbench/variants"
	"filterbench/variants/catalog"
)

// set is a filter that absorbs, with one thing wrong.
type set struct {
	variants.Filter
	insert func(f variants.Filter, hash uint64) error
	delete func(f variants.Filter, hash uint64) bool
}

func (s *set) Insert(hash uint64) error {
	if s.insert != nil {
		return s.insert(s.Filter, hash)
	}
	return s.Filter.Insert(hash)
}

func (s *set) Delete(hash uint64) bool {
	if s.delete != nil {
		return s.delete(s.Filter, hash)
	}
	return s.Filter.(variants.Deleter).Delete(hash)
}

func newSet(t *testing.T) variants.Filter {
	t.Helper()
	v, err := catalog.Parse("cuckooset(b=4,f=3)")
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Slots: 128}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPlayFindsFlawsOfSets: a filter that absorbs is let off what it must lose, and
// nothing else. Every delete of the test is followed by another of the same key: a
// flaw shows in either.
func TestPlayFindsFlawsOfSets(t *testing.T) {
	another := randomHashes(rand.New(rand.NewPCG(1, 1)), 1)[0] // of those that playFails draws
	for first := range 2 {
		calls := 0
		sometimes := func() bool { calls++; return calls%100 == first }
		for name, f := range map[string]*set{
			"forgets a key": {insert: func(f variants.Filter, h uint64) error {
				if sometimes() {
					return nil
				}
				return f.Insert(h)
			}},
			"deletes another key too": {delete: func(f variants.Filter, h uint64) bool {
				ok := f.(variants.Deleter).Delete(h)
				if sometimes() {
					f.(variants.Deleter).Delete(another)
				}
				return ok
			}},
			"only claims to delete": {delete: func(f variants.Filter, h uint64) bool {
				return f.Contains(h) && (sometimes() || f.(variants.Deleter).Delete(h))
			}},
			"denies a delete": {delete: func(f variants.Filter, h uint64) bool {
				return f.(variants.Deleter).Delete(h) && !sometimes()
			}},
		} {
			calls, f.Filter = 0, newSet(t)
			if !playFails(t, f) {
				t.Errorf("a set that %s passes, call %d", name, first)
			}
		}
	}
	if playFails(t, &set{Filter: newSet(t)}) {
		t.Error("a set without a flaw fails")
	}
}
