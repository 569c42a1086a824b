package catalog

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/families"
)

// singleNames are the filters whose single calls have a kernel, with any number of probes or
// bits of a fingerprint.
func singleNames() []string {
	names := []string{"splitblock(bpk=10)"}
	for f := 4; f <= 16; f++ {
		for _, name := range []string{"cuckoo(b=4,f=%d)", "cuckoo(b=2,f=%d)", "cuckoo(b=8,f=%d)", "cuckoo(b=4,f=%d,buckets=any)", "windowed(f=%d)", "binaryfuse(k=3,f=%d)", "binaryfuse(k=4,f=%d)"} {
			names = append(names, fmt.Sprintf(name, f))
		}
	}
	for k := 1; k <= 20; k++ {
		names = append(names, fmt.Sprintf("bloom(bpk=10,k=%d)", k))
	}
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
		if got, want := fast.Insert(h), plain.Insert(h); got != want {
			t.Fatalf("%s: an insert gives %v with kernels, %v in plain code", name, got, want)
		}
		if i%16 == 0 && !slices.Equal(filtertest.Contents(fast), filtertest.Contents(plain)) {
			t.Fatalf("%s: the tables differ after the insert of %#x", name, h)
		}
	}
	if b, ok := fast.(variants.Builder); ok {
		if err := errors.Join(b.Build(), plain.(variants.Builder).Build()); err != nil {
			t.Fatalf("%s: %v", name, err)
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
	eachLevel(t, func(t *testing.T) {
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
	})
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
