package workloads

import (
	"testing"

	"filterbench/internal/hashing"
)

// TestHashedIsTheSameKeys: with MetroHash64 handed in as a value, every workload
// gives the hashes that it gives without, so the two ways see the same bytes; and
// with another function it gives others.
func TestHashedIsTheSameKeys(t *testing.T) {
	metro, err := hashing.FunctionOf("metro")
	if err != nil {
		t.Fatal(err)
	}
	other, err := hashing.FunctionOf("siphash")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range examples {
		k := open(t, name, 3)
		n := min(1000, k.Inserts(), k.Absents())
		want, got, changed := make([]uint64, n), make([]uint64, n), make([]uint64, n)
		for _, stream := range []struct {
			name string
			hash func(k *Keys, dst []uint64)
		}{
			{"insert", func(k *Keys, dst []uint64) { k.HashInserts(dst, 0, 42) }},
			{"absent", func(k *Keys, dst []uint64) { k.HashAbsents(dst, 0, 42) }},
		} {
			stream.hash(k, want)
			stream.hash(k.Hashed(metro), got)
			stream.hash(k.Hashed(other), changed)
			for i := range want {
				if got[i] != want[i] || changed[i] == want[i] {
					t.Fatalf("%s, %s %d: %#x under metro as a value, %#x under siphash; want %#x and another", name, stream.name, i, got[i], changed[i], want[i])
				}
			}
		}
	}
}
