package shared

import (
	"slices"
	"sync"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/catalog"
)

const keys = 40_000

func hashOf(i uint64) uint64 { return hashing.Uint64(i, 0x5eed) }

func made(t *testing.T, guard, variant string) variants.Filter {
	t.Helper()
	v, err := catalog.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(guard, v, variants.Size{Keys: keys}, 7)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// together runs several goroutines and waits for them.
func together(n int, work func(g int)) {
	var group sync.WaitGroup
	for g := range n {
		group.Go(func() { work(g) })
	}
	group.Wait()
}

// TestBitsIsBloom: the atomic filter answers as the plain one does, to members and to
// absent keys, its false positives included.
func TestBitsIsBloom(t *testing.T) {
	plain := made(t, Mutex, "bloom(bpk=8)")
	for _, guard := range []string{Atomic, Torn} {
		f := made(t, guard, "bloom(bpk=8)")
		positives := 0
		for i := range uint64(keys) {
			f.Insert(hashOf(i))
			plain.Insert(hashOf(i))
		}
		for i := range uint64(4 * keys) {
			got, want := f.Contains(hashOf(i)), plain.Contains(hashOf(i))
			if got != want {
				t.Fatalf("%s: key %d is %v, of the plain filter %v", guard, i, got, want)
			}
			if got {
				positives++
			}
		}
		if positives <= keys || f.Shape() != plain.Shape() {
			t.Errorf("%s: %d positives, so the test saw no false one; shape %+v, want %+v", guard, positives, f.Shape(), plain.Shape())
		}
	}
}

// TestNothingIsLost: inserts of several goroutines, and lookups of what was inserted
// beside them, lose nothing. With -race it also shows that the accesses are ordered.
func TestNothingIsLost(t *testing.T) {
	for _, c := range [][2]string{
		{Atomic, "bloom(bpk=12)"}, {Mutex, "bloom(bpk=12)"}, {Sharded, "bloom(bpk=12)"},
		{Mutex, "cuckoo(b=4,f=12)"}, {Sharded, "cuckoo(b=4,f=12,buckets=any)"},
		{Atomic, "register(bpk=12)"}, {Atomic, "register(bpk=12,w=32)"},
	} {
		const workers = 4
		f := made(t, c[0], c[1])
		var missing, refused [workers]int
		together(workers, func(g int) {
			for i := uint64(g); i < keys; i += workers {
				if f.Insert(hashOf(i)) != nil {
					refused[g]++
				} else if !f.Contains(hashOf(i)) {
					missing[g]++
				}
			}
		})
		for i := range uint64(keys) {
			if !f.Contains(hashOf(i)) {
				missing[0]++
			}
		}
		if missing != [workers]int{} || refused != [workers]int{} {
			t.Errorf("%s %s: %v lookups of accepted keys were denied and %v inserts refused", c[0], c[1], missing, refused)
		}
		if f, ok := f.(*Bits); ok {
			alone := made(t, Atomic, c[1]).(*Bits)
			for i := range uint64(keys) {
				alone.Insert(hashOf(i))
			}
			if lost, extra := f.Against(alone); lost != 0 || extra != 0 || f.Count() != alone.Count() {
				t.Errorf("%s %s: %d bits are lost and %d are too many", c[0], c[1], lost, extra)
			}
		}
	}
}

// TestManyAtOnce: several goroutines that insert many keys at a time lose none that was not
// refused, and each key that is refused is named by who brought it.
func TestManyAtOnce(t *testing.T) {
	for _, c := range [][2]string{
		{Mutex, "bloom(bpk=12)"}, {Sharded, "bloom(bpk=12)"}, {Mutex, "cuckoo(b=4,f=12,kicks=20)"}, {Sharded, "cuckoo(b=4,f=12,kicks=20,buckets=any)"}, {Sharded, "exact"},
	} {
		const workers, all = 4, keys * 7 / 4
		f := made(t, c[0], c[1])
		var refused [workers][]uint64
		together(workers, func(g int) {
			var mine []uint64
			for i := uint64(g); i < all; i += workers {
				mine = append(mine, hashOf(i))
			}
			refused[g] = f.(Many).InsertMany(mine, nil)
		})
		no := map[uint64]bool{}
		for _, h := range slices.Concat(refused[:]...) {
			no[h] = true
		}
		if full := c[1][0] == 'c'; full != (len(no) > 0) {
			t.Errorf("%s %s: %d keys are refused", c[0], c[1], len(no))
		}
		for i := range uint64(all) {
			if h := hashOf(i); !no[h] && !f.Contains(h) {
				t.Fatalf("%s %s: key %d was accepted and is denied", c[0], c[1], i)
			}
		}
	}
}

// TestWordsIsRegister: the atomic filter answers as the plain one does.
func TestWordsIsRegister(t *testing.T) {
	for _, name := range []string{"register(bpk=8)", "register(bpk=8,w=32)"} {
		plain, f, positives := made(t, Mutex, name), made(t, Atomic, name), 0
		for i := range uint64(keys) {
			f.Insert(hashOf(i))
			plain.Insert(hashOf(i))
		}
		for i := range uint64(4 * keys) {
			got, want := f.Contains(hashOf(i)), plain.Contains(hashOf(i))
			if got != want {
				t.Fatalf("%s: key %d is %v, of the plain filter %v", name, i, got, want)
			}
			if got {
				positives++
			}
		}
		if positives <= keys || f.Shape() != plain.Shape() {
			t.Errorf("%s: %d positives, so the test saw no false one", name, positives)
		}
	}
}

// TestAgainst counts the bits that differ in both directions.
func TestAgainst(t *testing.T) {
	a, b := made(t, Atomic, "bloom(bpk=12,k=1)").(*Bits), made(t, Atomic, "bloom(bpk=12,k=1)").(*Bits)
	bits := map[uint64]bool{}
	for i := range uint64(10) {
		bits[hashing.Probes(hashOf(i)).Of(a.Shape().Cells)] = true
		a.Insert(hashOf(i))
		if i < 7 {
			b.Insert(hashOf(i))
		}
	}
	b.Insert(hashOf(99))
	lost, extra := b.Against(a)
	if len(bits) != 10 || a.Count() != 10 || lost != 3 || extra != 1 {
		t.Errorf("%d bits, counted %d; lost %d, want 3; extra %d, want 1", len(bits), a.Count(), lost, extra)
	}
}

// TestSuits: guards refuse what they cannot keep.
func TestSuits(t *testing.T) {
	for _, c := range []struct {
		guard, variant string
		ok             bool
	}{
		{Atomic, "bloom(bpk=12)", true}, {Torn, "bloom(bpk=12)", true}, {Atomic, "blocked(bpk=12)", false}, {Atomic, "register(bpk=12)", true}, {Torn, "register(bpk=12)", false}, {Atomic, "cuckoo(b=4,f=12)", false},
		{Mutex, "cuckoo(b=4,f=12)", true}, {Sharded, "null", false}, {"hope", "bloom(bpk=12)", false},
	} {
		v, err := catalog.Parse(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		if got := Suits(c.guard, v); (got == nil) != c.ok {
			t.Errorf("%s around %s: %v", c.guard, c.variant, got)
		}
	}
}
