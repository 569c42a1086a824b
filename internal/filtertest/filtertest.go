// Package filtertest is the suite that every filter passes before anybody
// measures it. [Run] takes names of variants and tests the contract that package
// variants states, by operations alone: it does not look inside a filter, so a
// new one needs no test code of its own to be held to it.
//
//	filtertest.Run(t, bloom.Families(), "bloom(bpk=10)", "bloom(fpr=0.001,k=3)")
//
// The reference is the variant exact, run beside the filter under test; exact
// itself is tested against a plain map where it lives. What needs a look inside
// (rates given the bits that are set, the layout of a table) is tested beside
// each filter.
//
// Inputs are random but fixed. The environment variable FILTERBENCH_SEED, a
// number, chooses others; a failure names the seed.
package filtertest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"filterbench/variants"
	"filterbench/variants/families"
)

// Run tests each of the variants that are named, of a table of families.
func Run(t *testing.T, table []variants.Family, names ...string) {
	seed := seedFor(t)
	for _, name := range names {
		v, err := variants.ParseIn(table, name)
		if err != nil {
			t.Fatal(err)
		}
		run(t, v, table, seed)
	}
}

func run(t *testing.T, v variants.Variant, families []variants.Family, seed uint64) {
	t.Run(v.String(), func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.check(&subject{t, v, families, seed}) })
		}
	})
}

// cases is the suite.
var cases = []struct {
	name  string
	check func(s *subject)
}{
	{"name", checkName},
	{"capabilities", checkCapabilities},
	{"size", checkSize},
	{"shape", checkShape},
	{"operations", checkOperations},
	{"degenerate hashes", checkDegenerate},
	{"tiny", checkTiny},
	{"delete restores", checkDeleteRestores},
	{"delete all", checkDeleteAll},
	{"full", checkFull},
	{"copies", checkCopies},
	{"side", checkSide},
	{"places", checkPlaces},
	{"chains", checkChains},
	{"batch", checkBatch},
	{"readers", checkReaders},
	{"reports", checkReports},
	{"saved", checkSaved},
	{"all at once", checkAll},
	{"order", checkOrder},
	{"reproducible", checkReproducible},
	{"allocations", checkAllocations},
}

// subject is a variant under test.
type subject struct {
	testing.TB
	variant  variants.Variant
	families []variants.Family // the table that the variant is in
	seed     uint64
}

// seedFor returns the seed of all inputs, and has it printed if the test fails.
func seedFor(t *testing.T) uint64 {
	seed := uint64(1)
	if text := os.Getenv("FILTERBENCH_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			t.Fatalf("FILTERBENCH_SEED=%s: must be a 64-bit number", text)
		}
		seed = n
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("inputs were made with FILTERBENCH_SEED=%#x", seed)
		}
	})
	return seed
}

// build returns an empty filter for that many keys.
func (s *subject) build(keys uint64) variants.Filter {
	s.Helper()
	return s.buildSeeded(keys, s.seed)
}

// buildSeeded is build with a seed for the filter's own random choices.
func (s *subject) buildSeeded(keys, seed uint64) variants.Filter {
	s.Helper()
	f, err := s.variant.New(variants.Size{Keys: keys}, seed)
	if err != nil {
		s.Fatal(err)
	}
	return f
}

// random returns the stream of random numbers for a purpose.
func (s *subject) random(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(s.seed, purpose))
}

// randomHashes returns n hashes.
func randomHashes(r *rand.Rand, n int) []uint64 {
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	return hashes
}

// fill inserts hashes and returns those that were accepted.
func (s *subject) fill(f variants.Filter, hashes []uint64) (accepted []uint64) {
	s.Helper()
	for _, h := range hashes {
		switch err := f.Insert(h); {
		case err == nil:
			accepted = append(accepted, h)
		case !refused(err): // not errors.Is: the contract is the error itself
			s.Fatalf("Insert returned %v, want ErrFull or ErrKeyFull unwrapped", err)
		case !s.variant.HasAny(families.Kicks | families.Refuses):
			s.Fatalf("Insert refused %#x, but the family has no slots to run out of", h)
		}
	}
	return accepted
}

// answers returns what f says of each hash.
func answers(f variants.Filter, hashes []uint64) []bool {
	found := make([]bool, len(hashes))
	for i, h := range hashes {
		found[i] = f.Contains(h)
	}
	return found
}

// firstDifference returns where two lists of answers differ, and false if they do not.
func firstDifference(a, b []bool) (int, bool) {
	for i := range a {
		if a[i] != b[i] {
			return i, true
		}
	}
	return 0, false
}

// wantSame fails the test if f's answers to hashes are not as before.
func (s *subject) wantSame(f variants.Filter, hashes []uint64, before []bool, what string, args ...any) {
	s.Helper()
	if i, differ := firstDifference(before, answers(f, hashes)); differ {
		s.Fatalf("%s: Contains(%#x) was %v, is %v", fmt.Sprintf(what, args...), hashes[i], before[i], !before[i])
	}
}
