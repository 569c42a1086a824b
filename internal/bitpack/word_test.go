package bitpack

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWords64 holds the accesses, checked or not, against the standard library's
// at every alignment.
func TestWords64(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	data := make([]byte, 40)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for at := range uint64(len(data) - 7) {
		if got, want := load64(data, at), binary.LittleEndian.Uint64(data[at:]); got != want {
			t.Errorf("load64 at %d = %#x, want %#x", at, got, want)
		}
		got, want, word := slices.Clone(data), slices.Clone(data), r.Uint64()
		store64(got, at, word)
		binary.LittleEndian.PutUint64(want[at:], word)
		if !slices.Equal(got, want) {
			t.Errorf("store64 at %d left %x, want %x", at, got, want)
		}
	}
}
