package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
)

// kernelNames are filters that take the parameter kernel, which goes before the last
// parenthesis: buckets that fill a word, begin inside a byte or are two words, and
// words of positions that are whole and not.
var kernelNames = []string{
	"cuckoo(b=1,f=2)", "cuckoo(b=2,f=13)", "cuckoo(b=4,f=5)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)",
	"cuckoo(b=8,f=7)", "cuckoo(b=8,f=9)", "cuckoo(b=8,f=16)", "cuckoo(b=4,f=12,buckets=any)", "cuckoo(b=8,f=11,buckets=any)", "cuckoo(b=4,f=12,alt=hashed)", "cuckoo(b=4,f=12,alt=plain)",
	"blocked(bpk=10,k=1)", "blocked(bpk=10,k=7)", "blocked(bpk=12,k=8)", "blocked(bpk=40,k=32)",
}

// withKernels returns the filters of one name with each kernel, that without one first.
func withKernels(t testing.TB, name string, size variants.Size) []variants.Filter {
	kernels := []string{families.KernelScalar, families.KernelSWAR, families.KernelSIMD}
	if strings.HasPrefix(name, "blocked") {
		needSIMD(t) // the kernel that there is without it is that of no kernel
		kernels = []string{families.KernelScalar, families.KernelSIMD}
	}
	filters := []variants.Filter{mustNew(t, name, size, 1)}
	for _, kernel := range kernels {
		filters = append(filters, mustNew(t, name[:len(name)-1]+",kernel="+kernel+")", size, 1))
	}
	return filters
}

// TestKernelsAnswerAlike: whatever the kernel, the table is the same and so is every
// answer, false positives included, together and one by one.
func TestKernelsAnswerAlike(t *testing.T) {
	for _, name := range kernelNames {
		for _, keys := range []uint64{1, 20, 3000} {
			r := rand.New(rand.NewPCG(keys, 5))
			hashes := make([]uint64, 9*keys+500)
			for i := range hashes {
				hashes[i] = r.Uint64()
			}
			t.Run(fmt.Sprintf("%s/%d", name, keys), func(t *testing.T) { compareKernels(t, name, keys, hashes) })
		}
	}
}

// FuzzKernels holds the kernels against each other on hashes that are few, equal or
// differ in single bits.
func FuzzKernels(f *testing.F) {
	f.Add(byte(4), byte(3), []byte("\x00\x01\x02\x80\xff\xfe\x01\x00\x00\x07"))
	f.Add(byte(14), byte(0), []byte("seven bytes and more of them"))
	f.Fuzz(func(t *testing.T, which, keys byte, program []byte) {
		hashes := make([]uint64, min(len(program), 500))
		for i := range hashes {
			hashes[i] = uint64(program[i]) * 0x0101010101010101 << (program[i] % 64) // in both halves of a hash
		}
		compareKernels(t, kernelNames[int(which)%len(kernelNames)], uint64(keys), hashes)
	})
}

// compareKernels inserts the first tenth of the hashes and looks all of them up.
func compareKernels(t *testing.T, name string, keys uint64, hashes []uint64) {
	t.Helper()
	filters := withKernels(t, name, variants.Size{Keys: keys})
	for _, f := range filters {
		done, err := f.(variants.Batcher).InsertBatch(hashes[:len(hashes)/10])
		if done < len(hashes)/10 && err != variants.ErrFull {
			t.Fatalf("%s: %d keys inserted, %v", name, done, err)
		}
	}
	plain, found := filters[0], make([]bool, len(hashes))
	for i, f := range filters {
		if !slices.Equal(filtertest.Contents(f), filtertest.Contents(plain)) {
			t.Fatalf("%s: the tables of kernel %d differ", name, i)
		}
		hits := f.(variants.Batcher).ContainsBatch(hashes, found)
		for n, h := range hashes {
			if f.Contains(h) != found[n] || plain.Contains(h) != found[n] {
				t.Fatalf("%s, kernel %d: %#x is %v together, %v alone, %v without a kernel", name, i, h, found[n], f.Contains(h), plain.Contains(h))
			}
			if found[n] {
				hits--
			}
		}
		if hits != 0 {
			t.Fatalf("%s, kernel %d: the count of hits is off by %d", name, i, hits)
		}
	}
}

// TestKernelInShape: a shape names the kernel that runs, where one is asked for and
// only there; SIMD gives way where the processor has no instructions for it or the two buckets
// of a key can be one.
func TestKernelInShape(t *testing.T) {
	for _, level := range append(simd.Levels(), simd.Plain) {
		t.Run(level.String(), func(t *testing.T) {
			defer simd.Limit(level)()
			checkKernelInShape(t)
		})
	}
	for _, name := range []string{"blocked(bpk=12,block=256,kernel=simd)", "blocked(bpk=12,probing=odd,kernel=simd)", "blocked(bpk=12,kernel=swar)"} {
		if _, err := Parse(name); err == nil {
			t.Errorf("%s parses", name)
		}
	}
}

func checkKernelInShape(t *testing.T) {
	simple, others, blocks := families.KernelSWAR, families.KernelSWAR, families.KernelScalar
	if simd.HasCuckoo(true) {
		simple, blocks = families.KernelSIMD, families.KernelSIMD
	}
	if simd.HasCuckoo(false) {
		others = families.KernelSIMD
	}
	for name, want := range map[string]string{
		"cuckoo(b=4,f=12)": "", "cuckoo(b=4,f=12,kernel=scalar)": families.KernelScalar, "cuckoo(b=4,f=12,kernel=swar)": families.KernelSWAR,
		"cuckoo(b=4,f=12,kernel=simd)": simple, "cuckoo(b=8,f=8,kernel=simd)": simple, "cuckoo(b=8,f=16,kernel=simd)": others,
		"cuckoo(b=4,f=12,buckets=any,kernel=simd)": others, "cuckoo(b=4,f=12,alt=plain,kernel=simd)": families.KernelSWAR,
		"blocked(bpk=12)": "", "blocked(bpk=12,kernel=scalar)": families.KernelScalar, "blocked(bpk=12,kernel=simd)": blocks,
	} {
		f := mustNew(t, name, variants.Size{Keys: 100}, 1)
		if got := f.Shape().Kernel; got != want {
			t.Errorf("%s: kernel %q, want %q", name, got, want)
		}
	}
}
