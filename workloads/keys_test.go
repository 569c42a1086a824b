package workloads

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"filterbench/internal/hashing"
)

// positions picks what to look at of a stream: a long prefix, the last
// positions, and some anywhere between.
func positions(limit uint64, seed uint64) []uint64 {
	const prefix, elsewhere = 100_000, 2000
	var list []uint64
	for i := range min(prefix, limit) {
		list = append(list, i)
	}
	if limit <= prefix {
		return list
	}
	random := rand.NewPCG(seed, 0)
	for i := range min(elsewhere, limit-prefix) {
		list = append(list, limit-1-i, prefix+hashing.Reduce(random.Uint64(), limit-prefix))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestStreamsAreInjectiveAndDisjoint is the promise of the package: numbers of
// keys are equal if and only if the keys are, absent keys are distinct, and none
// is ever inserted.
func TestStreamsAreInjectiveAndDisjoint(t *testing.T) {
	for _, name := range allExamples() {
		for seed := range uint64(2) {
			checkStreams(t, name, seed)
		}
	}
}

func checkStreams(t *testing.T, name string, seed uint64) {
	k := open(t, name, seed)
	members, numbers := map[string]uint64{}, map[uint64]bool{}
	inserted := positions(k.Inserts(), seed)
	for _, i := range inserted {
		key, number := string(k.AppendInsert(nil, i)), k.KeyOf(i)
		if other, known := members[key]; known && other != number {
			t.Fatalf("%s: insert position %d: key %q has numbers %d and %d", name, i, key, number, other)
		}
		members[key], numbers[number] = number, true
	}
	if len(numbers) != len(members) {
		t.Errorf("%s: %d numbers, but %d keys", name, len(numbers), len(members))
	}
	if repeated := len(numbers) < len(inserted); repeated != k.Repeats() {
		t.Errorf("%s: Repeats() = %v, but %d of %d keys are distinct", name, k.Repeats(), len(numbers), len(inserted))
	}
	absent := map[string]uint64{}
	for _, i := range positions(k.Absents(), seed) {
		key := string(k.AppendAbsent(nil, i))
		if _, inserted := members[key]; inserted {
			t.Fatalf("%s: absent key %d, %q, is inserted too", name, i, key)
		}
		if other, known := absent[key]; known {
			t.Fatalf("%s: absent keys %d and %d are both %q", name, other, i, key)
		}
		absent[key] = i
	}
}

// TestHashesAreOfTheKeys compares the hashes made in blocks with hashes of the
// keys one by one, across the ends of blocks.
func TestHashesAreOfTheKeys(t *testing.T) {
	const seed = 99
	for _, name := range allExamples() {
		k := open(t, name, 3)
		insert, absent, isInteger := k.Integers()
		one := func(text []byte, integer func(uint64) uint64, i uint64) uint64 {
			if isInteger {
				return hashing.Uint64(integer(i), seed)
			}
			return hashing.Bytes(text, seed)
		}
		for _, n := range []int{0, 1, blockLen - 1, blockLen, blockLen + 1, 3*blockLen - 7} {
			for _, from := range []uint64{0, 5, 509} {
				dst := make([]uint64, n)
				if from+uint64(n) <= k.Inserts() {
					k.HashInserts(dst, from, seed)
					for j, h := range dst {
						i := from + uint64(j)
						if want := one(k.AppendInsert(nil, i), insert, i); h != want {
							t.Fatalf("%s: hash %d of %d inserts from %d is %x, want %x", name, j, n, from, h, want)
						}
					}
				}
				k.HashAbsents(dst, from, seed)
				for j, h := range dst {
					i := from + uint64(j)
					if want := one(k.AppendAbsent(nil, i), absent, i); h != want {
						t.Fatalf("%s: hash %d of %d absent keys from %d is %x, want %x", name, j, n, from, h, want)
					}
				}
			}
		}
	}
}

// TestSeeds: a seed fixes the keys, and another one changes them.
func TestSeeds(t *testing.T) {
	for _, name := range allExamples() {
		first, fixed := open(t, name, 1), strings.Contains(name, "start=") // leaves nothing to the seed
		n, m := min(1000, first.Inserts()), min(1000, first.Absents())
		inserts, absents := digest(first.HashInserts, n), digest(first.HashAbsents, m)
		if again := open(t, name, 1); digest(again.HashInserts, n) != inserts || digest(again.HashAbsents, m) != absents {
			t.Errorf("%s: the same seed gives other keys", name)
		}
		other := open(t, name, 2)
		if same := digest(other.HashInserts, n) == inserts; same != fixed {
			t.Errorf("%s: seeds 1 and 2 give equal inserts: %v", name, same)
		}
		if same := digest(other.HashAbsents, m) == absents; same != fixed {
			t.Errorf("%s: seeds 1 and 2 give equal absent keys: %v", name, same)
		}
	}
}

func TestPositionsBeyondTheEndPanic(t *testing.T) {
	for _, name := range allExamples() {
		k := open(t, name, 1)
		n, m := k.Inserts(), k.Absents()
		one, two := make([]uint64, 1), make([]uint64, 2)
		k.HashInserts(one, n-1, 0)
		k.HashAbsents(one, m-1, 0)
		mustPanic(t, name+": HashInserts across the end", func() { k.HashInserts(two, n-1, 0) })
		mustPanic(t, name+": HashInserts far beyond", func() { k.HashInserts(one, 1<<64-1, 0) })
		mustPanic(t, name+": HashAbsents across the end", func() { k.HashAbsents(two, m-1, 0) })
		mustPanic(t, name+": KeyOf", func() { k.KeyOf(n) })
		mustPanic(t, name+": AppendInsert", func() { k.AppendInsert(nil, n) })
		mustPanic(t, name+": AppendAbsent", func() { k.AppendAbsent(nil, m) })
		if insert, absent, ok := k.Integers(); ok {
			mustPanic(t, name+": integer insert", func() { insert(n) })
			mustPanic(t, name+": integer absent", func() { absent(m) })
		}
	}
}

func TestHashingDoesNotAllocate(t *testing.T) {
	for _, name := range allExamples() {
		k := open(t, name, 1)
		dst := make([]uint64, min(2000, k.Inserts()))
		mix := Mix{Hits: 0.5, Members: k.Inserts(), Seed: 1}
		allocations := testing.AllocsPerRun(3, func() {
			k.HashInserts(dst, 0, 1)
			k.HashAbsents(dst, 0, 1)
			k.HashLookups(dst, mix, 1)
		})
		if allocations != 0 {
			t.Errorf("%s: %v allocations", name, allocations)
		}
	}
}

// TestKeysAreSafeForConcurrentReaders lets the race detector look.
func TestKeysAreSafeForConcurrentReaders(t *testing.T) {
	for _, name := range allExamples() {
		k := open(t, name, 1)
		n := min(2000, k.Inserts())
		want := digest(k.HashInserts, n)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				if digest(k.HashInserts, n) != want {
					t.Errorf("%s: concurrent readers see different keys", name)
				}
				digest(k.HashAbsents, 1000)
			})
		}
		wait.Wait()
	}
}
