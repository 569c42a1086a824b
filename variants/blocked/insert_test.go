package blocked

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/simd"
)

// wantKernelsAgree inserts keys in batches by every kernel that there is and one bit after
// the other, and wants the same bits.
func wantKernelsAgree(t *testing.T, probes, blocks int, hashes []uint64) {
	t.Helper()
	fresh := func() *Filter {
		f, err := New(Config{Keys: uint64(blocks), BitsPerKey: blockBits, Probes: probes})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	want := fresh()
	for _, h := range hashes {
		gather(want.block(h), h, want.probes)
	}
	got := fresh()
	got.InsertBatch(hashes)
	if !slices.Equal(got.words, want.words) {
		t.Errorf("%d probes, %d blocks, %d keys: the kernel that is chosen sets other bits", probes, blocks, len(hashes))
	}
	defer simd.NoMatrices()()
	for _, level := range append(simd.Levels(), simd.Plain) {
		restore := simd.Limit(level)
		got := fresh()
		got.InsertBatch(hashes)
		restore()
		if !slices.Equal(got.words, want.words) {
			t.Errorf("%d probes, %d blocks, %d keys: the kernel of %s sets other bits", probes, blocks, len(hashes), level)
		}
	}
}

// TestInsertKernelsAgree: for every number of probes, on keys of which one in twenty has two
// equal positions in a mixed word, in one block that all share and in many.
func TestInsertKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for probes := 1; probes <= 32; probes++ {
		for _, blocks := range []int{1, 3, 200} {
			for range 20 {
				hashes := make([]uint64, r.IntN(100))
				for i := range hashes {
					hashes[i] = r.Uint64()
				}
				wantKernelsAgree(t, probes, blocks, hashes)
			}
		}
	}
}

// FuzzInsertKernels is the same on keys that are found.
func FuzzInsertKernels(f *testing.F) {
	f.Add(uint64(1), uint64(0x9e3779b97f4a7c15), uint8(8), uint8(3))
	f.Fuzz(func(t *testing.T, first, step uint64, probes, blocks uint8) {
		hashes := make([]uint64, 67)
		for i := range hashes {
			hashes[i] = first + uint64(i)*step
		}
		wantKernelsAgree(t, 1+int(probes)%32, 1+int(blocks), hashes)
	})
}
