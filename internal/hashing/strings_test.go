package hashing

import (
	"math/rand/v2"
	"testing"
)

// wantTexts holds the hashes of many keys against those of each alone, in whole groups of eight
// and beside them, and that nothing else is written.
func wantTexts(t *testing.T, keys []string, seed uint64) {
	t.Helper()
	const guard = 0x5ca1ab1e
	slices := make([][]byte, len(keys))
	for i, key := range keys {
		slices[i] = []byte(key)
	}
	a, b := make([]uint64, len(keys)+1), make([]uint64, len(keys)+1)
	a[len(keys)], b[len(keys)] = guard, guard
	Strings(a[:len(keys)], keys, seed)
	Slices(b[:len(keys)], slices, seed)
	for i, key := range keys {
		if want := String(key, seed); a[i] != want || b[i] != want {
			t.Fatalf("key %d of %d, %q, seed %#x: %#x, as a slice %#x; alone %#x", i, len(keys), key, seed, a[i], b[i], want)
		}
	}
	if a[len(keys)] != guard || b[len(keys)] != guard {
		t.Fatalf("%d keys: more is written than their hashes", len(keys))
	}
}

// TestTextsAreStrings: keys of all lengths to 140 bytes, of one length and mixed, get the
// hashes that each gets alone.
func TestTextsAreStrings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	text := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return string(b)
	}
	for n := range 141 {
		var same, mixed []string
		for range 19 {
			same, mixed = append(same, text(n)), append(mixed, text(r.IntN(n+1)))
		}
		for _, seed := range []uint64{0, r.Uint64()} {
			wantTexts(t, same, seed)
			wantTexts(t, mixed, seed)
		}
	}
	for n := range 20 {
		wantTexts(t, make([]string, n), 7)
	}
}

// TestTextsWantKeys: too few keys are a mistake of the caller.
func TestTextsWantKeys(t *testing.T) {
	for name, call := range map[string]func(){
		"strings": func() { Strings(make([]uint64, 8), make([]string, 7, 8), 1) },
		"slices":  func() { Slices(make([]uint64, 8), make([][]byte, 7, 8), 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: 8 hashes of 7 keys; want a panic", name)
				}
			}()
			call()
		}()
	}
}

// FuzzTexts cuts a text into keys, wherever it says.
func FuzzTexts(f *testing.F) {
	f.Add(uint64(1), "https://example.org/a?b=c some words of different lengths and more of them and more", []byte("\x20\x05\x01\x08\x00\x10\x09\x07\x3f"))
	f.Fuzz(func(t *testing.T, seed uint64, text string, cuts []byte) {
		var keys []string
		for _, c := range cuts {
			n := min(int(c)%150, len(text))
			keys = append(keys, text[:n])
			text = text[n:] + text[:n]
		}
		wantTexts(t, keys, seed)
	})
}

// BenchmarkTexts hashes keys of 8 to 128 bytes, 512 at a time and one by one.
func BenchmarkTexts(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 9))
	long := make([]byte, 1<<20)
	for i := range long {
		long[i] = byte(r.Uint32())
	}
	keys, dst := make([]string, 1<<13), make([]uint64, 512)
	for i := range keys {
		at := r.IntN(len(long) - 200)
		keys[i] = string(long[at : at+8+r.IntN(121)])
	}
	for name, hash := range map[string]func(dst []uint64, keys []string){
		"together": func(dst []uint64, keys []string) { Strings(dst, keys, 1) },
		"alone": func(dst []uint64, keys []string) {
			for i := range dst {
				dst[i] = String(keys[i], 1)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := 0; i < len(keys); i += len(dst) {
					hash(dst, keys[i:])
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(keys)), "ns/key")
		})
	}
}
