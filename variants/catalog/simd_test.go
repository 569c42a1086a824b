package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/simd"
	"filterbench/variants"
)

// simdNames are filters with loops for many keys at a time, at parameters at which
// such a loop turns: whole words of positions and parts of them, counters of each
// width, buckets that fill a word or two, that begin inside a byte and whose second half does.
var simdNames = []string{
	"bloom(bpk=10,k=1)", "bloom(bpk=10,k=2)", "bloom(bpk=10,k=3)", "bloom(bpk=16)", "bloom(bpk=46,k=32)", "bloom(bpk=47,k=33)",
	"blocked(bpk=10,k=1)", "blocked(bpk=10,k=6)", "blocked(bpk=10,k=7)", "blocked(bpk=12,k=8)", "blocked(bpk=20,k=14)",
	"blocked(bpk=20,k=15)", "blocked(bpk=40,k=28)", "blocked(bpk=40,k=32)",
	"splitblock(bpk=10)", "register(bpk=10)", "register(bpk=10,k=1)", "register(bpk=20,k=10)", "register(bpk=20,k=11)", "register(bpk=10,w=32)",
	"counting(bpk=20,w=2)", "counting(bpk=40,w=4)", "counting(bpk=80,w=8)", "counting(bpk=4,w=4,k=1)",
	"cuckoo(b=1,f=2)", "cuckoo(b=2,f=13)", "cuckoo(b=4,f=5)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)",
	"cuckoo(b=8,f=7)", "cuckoo(b=8,f=8)", "cuckoo(b=8,f=9)", "cuckoo(b=4,f=12,alt=hashed)", "cuckoo(b=4,f=12,alt=plain)", "cuckoo(b=4,f=12,buckets=any)",
	"cuckoo(b=8,f=12)", "cuckoo(b=8,f=16)", "cuckoo(b=1,f=2,buckets=any)", "cuckoo(b=2,f=13,buckets=any)", "cuckoo(b=8,f=15,buckets=any)", "cuckoo(b=8,f=16,buckets=any)", "semisort(f=13)", "semisort(f=8)", "semisort(f=16)", "semisort(f=17)", "semisort(f=9,buckets=any)", "semisort(f=7)",
}

// families that have kernels of the levels below AVX-512, which has one for each of simdNames but the
// last.
var levelFamilies = map[simd.Level][]string{
	simd.AVX2: {"bloom", "counting", "blocked", "splitblock", "register", "cuckoo"},
	simd.NEON: {"blocked", "splitblock", "cuckoo"},
}

// needSIMD skips a test that would compare plain code with itself.
func needSIMD(t testing.TB) {
	t.Helper()
	if simd.Now() == simd.Plain {
		t.Skip("nothing to compare: no SIMD kernel runs on this processor or in this build")
	}
}

// eachLevel runs a test with the kernels of each level that the processor has.
func eachLevel(t *testing.T, run func(t *testing.T)) {
	for _, level := range simd.Levels() {
		t.Run(level.String(), func(t *testing.T) {
			defer simd.Limit(level)()
			run(t)
		})
	}
}

// plainTwin returns a filter without SIMD kernels in its single calls.
func plainTwin(t testing.TB, name string, size variants.Size) variants.Filter {
	t.Helper()
	defer simd.Limit(simd.Plain)()
	return mustNew(t, name, size, 1)
}

// TestSIMDAnswersAlike: many keys at a time get the answers, and leave the table, that
// one key after the other does in plain code, for any number of keys, in tables from a few lines to
// more than the second-level cache.
func TestSIMDAnswersAlike(t *testing.T) {
	needSIMD(t)
	eachLevel(t, func(t *testing.T) {
		for _, name := range simdNames {
			if families, some := levelFamilies[simd.Now()]; some && !slices.Contains(families, mustParse(t, name).Name) {
				continue // plain Go
			}
			for _, keys := range []uint64{1, 20, 3000, 300_000} {
				t.Run(fmt.Sprintf("%s/%d", name, keys), func(t *testing.T) { compareBatch(t, name, keys) })
			}
		}
	})
}

func compareBatch(t *testing.T, name string, keys uint64) {
	r := rand.New(rand.NewPCG(keys, 3))
	together, single := mustNew(t, name, variants.Size{Keys: keys}, 1), plainTwin(t, name, variants.Size{Keys: keys})
	members := make([]uint64, keys)
	for i := range members {
		members[i] = r.Uint64()
	}
	for rest := members; len(rest) > 0; {
		n := min(len(rest), 1+r.IntN(200))
		if done, err := together.(variants.Batcher).InsertBatch(rest[:n]); done < n && err != variants.ErrFull {
			t.Fatalf("%d of %d keys inserted, %v", done, n, err)
		}
		for _, h := range rest[:n] {
			if single.Insert(h) != nil {
				break // as the batch does
			}
		}
		rest = rest[n:]
	}
	if !slices.Equal(filtertest.Contents(together), filtertest.Contents(single)) {
		t.Fatal("the tables differ after inserts together and one by one")
	}
	probes := make([]uint64, 700)
	for i := range probes {
		probes[i] = r.Uint64()
		if i%3 == 0 {
			probes[i] = members[r.Uint64N(keys)]
		}
	}
	found := make([]bool, len(probes))
	for n := 0; n <= len(probes); n += 1 + n/3 {
		for i := range found {
			found[i] = i%2 == 0 // left from before
		}
		hits, want := together.(variants.Batcher).ContainsBatch(probes[:n], found), 0
		for i, h := range probes[:n] {
			if single.Contains(h) {
				want++
			}
			if found[i] != single.Contains(h) {
				t.Fatalf("%d keys together: answer %d is %v, alone %v", n, i, found[i], !found[i])
			}
		}
		if hits != want {
			t.Fatalf("%d keys together: %d are counted as found, alone %d", n, hits, want)
		}
		for i := n; i < len(found); i++ {
			if found[i] != (i%2 == 0) {
				t.Fatalf("%d keys together: answer %d was written", n, i)
			}
		}
	}
}

// TestPlainAnswersAlike is the tests of batch operations for the plain loops, which
// prefetch here although another processor would run them.
func TestPlainAnswersAlike(t *testing.T) {
	needSIMD(t) // else the tests by themselves are of the plain loops
	t.Cleanup(simd.Limit(simd.Plain))
	t.Run("alike", TestBatchAnswersAlike)
	t.Run("allocations", TestBatchAllocatesNothing)
}
