package harness

import (
	"slices"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

// TestHashApart: null alone, in batches, is asked for its hash apart, and the loops of
// both operations come with it.
func TestHashApart(t *testing.T) {
	for _, c := range []struct {
		variant, call string
		want          []string
	}{
		{"null", record.CallBatch, []string{"hit", "hash", "hash-lookup", "hash-insert", "miss"}},
		{"null", record.CallSingle, []string{"hit", "miss"}},
		{"bloom(bpk=8)", record.CallBatch, []string{"hit", "miss"}},
	} {
		r := measure(t, record.Trial{Kind: record.KindTime, Variant: c.variant, Capacity: 1000, Fill: 1, Call: c.call,
			Ops: []string{"hit", record.OpHash, "miss"}, Lookups: 2*hashSlice + 100}).Time()
		var got []string
		for _, s := range r.Samples {
			got = append(got, s.Op)
			if s.Ops != 2*hashSlice+100 || s.NS() <= 0 {
				t.Errorf("%s: %+v", c.variant, s)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s %s: samples %v; want %v", c.variant, c.call, got, c.want)
		}
	}
}

// TestHashAllHashesAll: the loop that only hashes makes the hashes that lookups get, in
// the same groups.
func TestHashAllHashesAll(t *testing.T) {
	keys := make([]uint64, 1300)
	for i := range keys {
		keys[i] = uint64(i * i)
	}
	var groups []int
	var made []uint64
	loop := looper[uint64]{seed: 5, depth: 500, hashTo: func(dst, keys []uint64, seed uint64) {
		hashing.Uint64s(dst, keys, seed)
		groups, made = append(groups, len(dst)), append(made, dst...)
	}}
	loop.hashAll(keys)
	if !slices.Equal(groups, []int{500, 500, 300}) || len(made) != len(keys) || made[1299] != hashing.Uint64(keys[1299], 5) {
		t.Errorf("%d hashes in groups %v", len(made), groups)
	}
}
