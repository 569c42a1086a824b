package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/families"
)

// singleNames are the filters whose single calls have a SIMD kernel, with any number
// of probes.
func singleNames() []string {
	names := []string{"splitblock(bpk=10)"}
	for k := 1; k <= families.MaxInBlock; k++ {
		for _, name := range []string{"blocked(bpk=12,k=%d)", "register(bpk=12,k=%d)", "register(bpk=12,w=32,k=%d)"} {
			names = append(names, fmt.Sprintf(name, k))
		}
	}
	return names
}

// compareSingle inserts the first half of the hashes one by one into both and looks
// all of them up, and neighbours that differ in one bit.
func compareSingle(t *testing.T, name string, keys uint64, hashes []uint64) {
	t.Helper()
	fast, plain := mustNew(t, name, variants.Size{Keys: keys}, 1), plainTwin(t, name, variants.Size{Keys: keys})
	for i, h := range hashes[:len(hashes)/2] {
		if fast.Insert(h) != nil || plain.Insert(h) != nil {
			t.Fatalf("%s: an insert is refused", name)
		}
		if i%16 == 0 && !slices.Equal(filtertest.Contents(fast), filtertest.Contents(plain)) {
			t.Fatalf("%s: the tables differ after the insert of %#x", name, h)
		}
	}
	if !slices.Equal(filtertest.Contents(fast), filtertest.Contents(plain)) {
		t.Fatalf("%s: the tables differ", name)
	}
	for i, h := range hashes {
		for _, h := range []uint64{h, h ^ 1<<(i%64)} {
			if got, want := fast.Contains(h), plain.Contains(h); got != want {
				t.Fatalf("%s: %#x is %v with SIMD, %v in plain code", name, h, got, want)
			}
		}
	}
}

// TestSingleAnswersAlike: one key at a time, the SIMD kernels leave the table and give
// the answers that plain code does, whatever the number of probes.
func TestSingleAnswersAlike(t *testing.T) {
	needSIMD(t)
	for _, name := range singleNames() {
		for _, keys := range []uint64{1, 20, 1000} {
			r := rand.New(rand.NewPCG(keys, 7))
			hashes := []uint64{0, ^uint64(0), 1, 1 << 63}
			for range 2*keys + 200 {
				hashes = append(hashes, r.Uint64())
			}
			compareSingle(t, name, keys, hashes)
		}
	}
}

// FuzzSingle holds single calls with and without SIMD against each
// other on hashes that are few, equal or differ in single bits.
func FuzzSingle(f *testing.F) {
	f.Add(byte(0), byte(3), []byte("\x00\x01\x02\x80\xff\xfe\x01\x00\x00\x07"))
	f.Add(byte(22), byte(0), []byte("seven bytes and more of them"))
	names := singleNames()
	needSIMD(f)
	f.Fuzz(func(t *testing.T, which, keys byte, program []byte) {
		hashes := make([]uint64, min(len(program), 500))
		for i := range hashes {
			hashes[i] = uint64(program[i]) * 0x0101010101010101 << (program[i] % 64) // in both halves of a hash
		}
		compareSingle(t, names[int(which)%len(names)], uint64(keys), hashes)
	})
}
