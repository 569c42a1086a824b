package peers

import (
	"errors"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/variants"
)

func seiflotfyStack(t *testing.T) variants.Filter {
	v, err := variants.ParseIn(Families(), "seiflotfy-scalable")
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: 1000}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSeiflotfyScalableEndsBeforeMemory: a stream of copies ends with an error that says why,
// and as many distinct keys do not, however large the table.
func TestSeiflotfyScalableEndsBeforeMemory(t *testing.T) {
	for _, rare := range []int{1, 50} { // every so many keys, the hot one
		f := seiflotfyStack(t)
		var err error
		for i := 0; err == nil && i < 100_000; i++ {
			key := uint64(0)
			if i%rare > 0 {
				key = uint64(i)
			}
			err = f.Insert(hashing.Uint64(key, 7))
		}
		if bytes := f.Shape().Bits / 8; err == nil || errors.Is(err, variants.ErrFull) || bytes > 2*fairRoom {
			t.Errorf("one key in %d is a copy of one: error %v with %d bytes", rare, err, bytes)
		}
	}
	f := seiflotfyStack(t)
	for i := range uint64(16_000_000) {
		if err := f.Insert(hashing.Uint64(i, 7)); err != nil {
			t.Fatalf("after %d distinct keys: %v", i, err)
		}
	}
	if slots := f.Shape().Cells; slots <= fairRoom/2 {
		t.Errorf("%d slots: too few to tell", slots)
	}
}
