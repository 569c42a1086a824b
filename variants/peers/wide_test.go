package peers_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/peers"
)

// TestCountsOnEveryMachine: 5000 keys and 15,000 others give the counts of a machine of 64 bits
// on every machine, but on one of 32 bits those of libraries that have the trait: they give others
// there.
func TestCountsOnEveryMachine(t *testing.T) {
	positives := map[string]int{
		"bab-bloom(fpr=0.01)": 150, "badger-bloom(fpr=0.01)": 569, "boom-bloom(fpr=0.01)": 140, "boom-counting(fpr=0.01,w=4)": 140,
		"boom-scalable(fpr=0.01,hint=5000)": 118, "btcutil-bloom(fpr=0.01)": 145, "btcutil-gcs(p=6)": 130, "fuse(f=8)": 63,
		"goleveldb-bloom(bpk=6)": 914, "holiman-bloom(fpr=0.01)": 142, "ipfs-bloom(fpr=0.01)": 44, "parquet-splitblock(bpk=10)": 167,
		"ristretto-bloom(fpr=0.01)": 30, "xor": 48,
	}
	table := peers.Families()
	for name, want := range positives {
		r := rand.New(rand.NewPCG(1, 2))
		f := filtertest.New(t, table, name, variants.Size{Keys: 5000}, 1)
		for range 5000 {
			if err := f.Insert(r.Uint64()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if b, is := f.(variants.Builder); is {
			if err := b.Build(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		got := 0
		for range 15_000 {
			if f.Contains(r.Uint64()) {
				got++
			}
		}
		alike := strconv.IntSize == 64 || !families.Named(families.NameOf(name)).Traits.Has(families.Wide)
		if (got == want) != alike {
			t.Errorf("%s: %d positives, %d on a machine of 64 bits, alike as its traits say: %v", name, got, want, alike)
		}
	}
}
