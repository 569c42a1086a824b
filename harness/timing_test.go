package harness

import (
	"slices"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/theory"
)

// recorder is a filter that notes what it is asked, and how many at a time.
type recorder struct {
	asked  []uint64
	groups []int
}

func (r *recorder) Insert(uint64) error { return nil }
func (r *recorder) Contains(h uint64) bool {
	r.asked = append(r.asked, h)
	return h%3 == 0
}
func (r *recorder) Shape() theory.Shape { return theory.Shape{} }
func (r *recorder) InsertBatch(h []uint64) (int, error) {
	r.groups = append(r.groups, len(h))
	return len(h), nil
}
func (r *recorder) ContainsBatch(h []uint64, found []bool) (hits int) {
	r.groups = append(r.groups, len(h))
	for i := range h {
		if found[i] = r.Contains(h[i]); found[i] {
			hits++
		}
	}
	return hits
}

// TestCallsAskTheSame: however a loop calls, it asks for the same hashes in the same
// order and counts the same answers.
func TestCallsAskTheSame(t *testing.T) {
	keys := make([]uint64, 1300)
	for i := range keys {
		keys[i] = uint64(i * i)
	}
	var want recorder
	plain := looper[uint64]{seed: 5, single: true, hashTo: hashing.Uint64s}
	hits := plain.contains(&want, keys)
	if hits == 0 || hits == len(keys) || len(want.groups) != 0 {
		t.Fatalf("%d of %d hits in %d groups: nothing to compare", hits, len(keys), len(want.groups))
	}
	for _, c := range []struct {
		name   string
		loop   looper[uint64]
		groups []int
	}{
		{"chain", looper[uint64]{seed: 5, single: true, chain: true, hashTo: hashing.Uint64s}, nil},
		{"batch", looper[uint64]{seed: 5, hashTo: hashing.Uint64s}, []int{512, 512, 276}},
		{"depth 500", looper[uint64]{seed: 5, depth: 500, hashTo: hashing.Uint64s}, []int{500, 500, 300}},
		{"depth 1", looper[uint64]{seed: 5, depth: 1, hashTo: hashing.Uint64s}, slices.Repeat([]int{1}, len(keys))},
	} {
		var got recorder
		if n := c.loop.contains(&got, keys); n != hits || !slices.Equal(got.asked, want.asked) || !slices.Equal(got.groups, c.groups) {
			t.Errorf("%s: %d hits of %d lookups in groups %v; want %d of %d in %v", c.name, n, len(got.asked), got.groups, hits, len(want.asked), c.groups)
		}
	}
	var inserted recorder
	loop := looper[uint64]{seed: 5, depth: 500, hashTo: hashing.Uint64s}
	if n := loop.insert(&inserted, keys); n != len(keys) || !slices.Equal(inserted.groups, []int{500, 500, 300}) {
		t.Errorf("%d inserts in groups %v", n, inserted.groups)
	}
	texts := []string{"", "a", "some other key"}
	var batch, chain recorder
	(&looper[string]{seed: 5, hashTo: hashStrings}).contains(&batch, texts)
	(&looper[string]{seed: 5, single: true, chain: true, hashTo: hashStrings}).contains(&chain, texts)
	if len(batch.asked) != len(texts) || !slices.Equal(chain.asked, batch.asked) {
		t.Errorf("texts in a chain ask for %x; want %x", chain.asked, batch.asked)
	}
}

// TestPagesKeepAnswers: advice about its memory changes no answer of a filter, and
// what is recorded adds up; memory that was given back is there again, as zeros.
func TestPagesKeepAnswers(t *testing.T) {
	v, err := catalog.Parse("blocked(bpk=16)")
	if err != nil {
		t.Fatal(err)
	}
	const keys = 1 << 22 // 8 MiB
	f, err := v.New(variants.Size{Keys: keys}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{record.PagesSmall, record.PagesHuge, record.PagesSmall} {
		for h := range uint64(1000) {
			f.Insert(h * 0x9e3779b97f4a7c15)
		}
		p := askForPages(f, kind)
		if p.bytes() != f.Shape().Bits/8 || p.huge() > p.bytes() {
			t.Errorf("%s pages: %d bytes, %d of them huge; the table has %d", kind, p.bytes(), p.huge(), f.Shape().Bits/8)
		}
		if kind == record.PagesSmall && p.huge() > 0 {
			t.Errorf("%d bytes are huge where small pages were asked for", p.huge())
		}
		t.Logf("%s: %d of %d bytes on huge pages", kind, p.huge(), p.bytes())
		for h := range uint64(1000) {
			if !f.Contains(h * 0x9e3779b97f4a7c15) {
				t.Fatalf("%s pages: key %d is lost", kind, h)
			}
		}
		p.giveBack()
		if f.Contains(1) {
			t.Errorf("%s pages: the table that was given back has something in it", kind)
		}
	}
	if null, _ := catalog.Parse("null"); true {
		f, _ := null.New(variants.Size{Keys: 10}, 1)
		if p := askForPages(f, record.PagesHuge); p.bytes() != 0 || p.huge() != 0 {
			t.Errorf("a filter without a table has %d bytes, %d of them huge", p.bytes(), p.huge())
		}
	}
}

// TestForgetfulFiltersAreTimed: a library that denies keys, as its documentation says,
// is timed like others.
func TestForgetfulFiltersAreTimed(t *testing.T) {
	r := measure(t, record.Trial{
		Kind: record.KindTime, Variant: "boom-stable(bpk=2,fpr=0.01)", Workload: "uniform", Capacity: 5000, Fill: 1, Seed: 4,
		Call: record.CallBatch, Ops: []string{"hit"}, Lookups: 20_000,
	})
	if r.Failed != "" || r.Time() == nil || len(r.Time().Samples) != 1 {
		t.Errorf("the record is %+v", r)
	}
}
