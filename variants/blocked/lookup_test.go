package blocked

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/simd"
)

// wantLookupsAgree looks keys up in batches by every kernel that there is and one bit after the
// other, in a table of any bits, and wants the same answers.
func wantLookupsAgree(t *testing.T, f *Filter, hashes []uint64) (hits int) {
	t.Helper()
	want := make([]bool, len(hashes))
	for i, h := range hashes {
		if want[i] = f.containsEach(h); want[i] {
			hits++
		}
	}
	look := func(kernel string) {
		found := make([]bool, len(hashes))
		if got := f.ContainsBatch(hashes, found); got != hits || !slices.Equal(found, want) {
			t.Errorf("%d probes, %d blocks, %d keys: the kernel of %s counts %d hits and not %d, or gives other answers", f.probes, f.blocks, len(hashes), kernel, got, hits)
		}
	}
	look("this processor")
	defer simd.NoMatrices()()
	for _, level := range []simd.Level{simd.Plain, simd.AVX2, simd.AVX512} {
		restore := simd.Limit(level)
		look(level.String())
		restore()
	}
	return hits
}

// looked is a filter of so many blocks and probes, whose bits are set at random with a chance
// of 1-2^-rare.
func looked(t *testing.T, blocks, probes, rare int, r *rand.Rand) *Filter {
	t.Helper()
	f, err := New(Config{Keys: uint64(blocks), BitsPerKey: blockBits, Probes: probes})
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.words {
		for range rare {
			f.words[i] |= r.Uint64()
		}
	}
	return f
}

// TestLookupKernelsAgree: for every number of probes, in tables in which some keys lack one bit
// and some none.
func TestLookupKernelsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for probes := 1; probes <= 32; probes++ {
		hits, keys := 0, 0
		for _, blocks := range []int{1, 3, 200} {
			for range 10 {
				f, hashes := looked(t, blocks, probes, 1+r.IntN(6), r), make([]uint64, r.IntN(300))
				for i := range hashes {
					hashes[i] = r.Uint64()
				}
				hits += wantLookupsAgree(t, f, hashes)
				keys += len(hashes)
			}
		}
		if hits == 0 || hits == keys {
			t.Errorf("%d probes: %d of %d keys are found, which tells nothing", probes, hits, keys)
		}
	}
}

// FuzzLookupKernels is the same on keys that are found.
func FuzzLookupKernels(f *testing.F) {
	f.Add(uint64(1), uint64(0x9e3779b97f4a7c15), uint8(8), uint8(3))
	f.Fuzz(func(t *testing.T, first, step uint64, probes, blocks uint8) {
		hashes := make([]uint64, 67)
		for i := range hashes {
			hashes[i] = first + uint64(i)*step
		}
		wantLookupsAgree(t, looked(t, 1+int(blocks), 1+int(probes)%32, 3, rand.New(rand.NewPCG(first, 7))), hashes)
	})
}
