package workloads

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
)

// TestCollector compares with a map under random adds, short keys so that many
// repeat, and long enough for the table to grow several times.
func TestCollector(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var c collector
	if _, found := c.find([]byte("a")); found {
		t.Error("an empty collector finds a key")
	}
	want := map[string]uint64{}
	for range 50_000 {
		key := fmt.Sprint(random.IntN(20_000))
		_, known := want[key]
		if added := c.add([]byte(key)); added == known {
			t.Fatalf("add(%q) = %v, but the key was there: %v", key, added, known)
		}
		if !known {
			want[key] = uint64(len(want))
		}
	}
	if c.len() != uint64(len(want)) || 2*len(want) > len(c.slots) {
		t.Fatalf("%d keys in %d slots, want %d keys and at most half the slots in use", c.len(), len(c.slots), len(want))
	}
	for n := range 20_000 {
		key := fmt.Sprint(n)
		i, known := want[key]
		if at, found := c.find([]byte(key)); found != known || found && (at != i || string(c.key(at)) != key) {
			t.Fatalf("find(%q) = %d, %v; want %d, %v", key, at, found, i, known)
		}
	}
}

// TestShuffle: each of the 24 orders of four keys comes up equally often. For
// another range of seeds it fails with probability 1e-6.
func TestShuffle(t *testing.T) {
	const trials = 24_000
	var c collector
	for _, key := range []string{"a", "b", "c", "d"} {
		c.add([]byte(key))
	}
	seen := map[[4]uint32]uint64{}
	for seed := range uint64(trials) {
		seen[[4]uint32(c.shuffled(seed))]++
	}
	if len(seen) != 24 {
		t.Fatalf("%d orders, want 24", len(seen))
	}
	for _, times := range seen {
		stattest.Rate(t, times, trials, 1./24, 1e-6/24)
	}
}
