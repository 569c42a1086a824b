package workloads

import (
	"slices"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/stattest"
)

// asked tells which key each lookup asks for: the position of a member or, from
// absentBase, of an absent key.
const absentBase = 1 << 40

func asked(t *testing.T, k *Keys, n int, m Mix) []uint64 {
	t.Helper()
	insert, absent, _ := k.Integers()
	where := map[uint64]uint64{}
	for i := range m.Members {
		where[insert(i)] = i
	}
	for i := range uint64(n) {
		where[absent(m.From+i)] = absentBase + m.From + i
	}
	keys := make([]uint64, n)
	hits := k.IntegerLookups(keys, m)
	for j, key := range keys {
		position, known := where[key]
		if !known {
			t.Fatalf("lookup %d asks for %d, which is neither among the members nor the absent keys", j, key)
		}
		keys[j] = position
		if position < absentBase {
			hits--
		}
	}
	if hits != 0 {
		t.Fatalf("%+v: the number of hits returned is %d more than there are", m, hits)
	}
	return keys
}

func TestLookups(t *testing.T) {
	for _, name := range []string{"uniform", "repeat(r=4)", "zipf(s=0.5)"} {
		checkLookups(t, open(t, name, 1))
	}
}

func checkLookups(t *testing.T, k *Keys) {
	for _, c := range []struct {
		n, hits int
		share   float64
	}{{0, 0, 0.5}, {1, 0, 0}, {1, 1, 1}, {1000, 0, 0}, {1000, 1000, 1}, {1000, 50, 0.05}, {999, 949, 0.95}, {3, 2, 0.5}} {
		m := Mix{Hits: c.share, Members: 100, From: 20, Seed: 1}
		hits, absent := 0, uint64(20)
		for _, position := range asked(t, k, c.n, m) {
			if position < absentBase {
				hits++
			} else if position != absentBase+absent {
				t.Fatalf("%+v: asks for absent key %d instead of %d", m, position-absentBase, absent)
			} else {
				absent++
			}
		}
		if hits != c.hits {
			t.Errorf("%d lookups with share %v: %d hits, want %d", c.n, c.share, hits, c.hits)
		}
	}
}

// TestLookupsAreArrangedAtRandom: each place is a hit with the same probability,
// and so is each pair of neighbours; members are drawn alike. 10 + 9 + 20
// assertions, together 1e-6.
func TestLookupsAreArrangedAtRandom(t *testing.T) {
	const places, trials, members, alarm = 10, 20_000, 20, 1e-6 / 39
	k := open(t, "uniform", 1)
	var hit, both [places]uint64
	var drawn [members]uint64
	m := Mix{Hits: 0.3, Members: members}
	insert, _, _ := k.Integers()
	number := map[uint64]int{}
	for i := range uint64(members) {
		number[insert(i)] = int(i)
	}
	keys := make([]uint64, places)
	for m.Seed = range trials {
		k.IntegerLookups(keys, m)
		previous := false
		for j, key := range keys {
			i, isHit := number[key]
			if isHit {
				hit[j]++
				drawn[i]++
			}
			if isHit && previous {
				both[j]++
			}
			previous = isHit
		}
	}
	for j := range places {
		stattest.Rate(t, hit[j], trials, 0.3, alarm)
		if j > 0 {
			stattest.Rate(t, both[j], trials, 3./10*2/9, alarm)
		}
	}
	for _, times := range drawn {
		stattest.Rate(t, times, 3*trials, 1./members, alarm)
	}
}

func TestHashLookupsAreIntegerLookupsHashed(t *testing.T) {
	for _, name := range []string{"uniform", "zipf(s=1.1)", "repeat(r=4)"} {
		k := open(t, name, 1)
		m := Mix{Hits: 0.5, Members: 1000, From: 7, Seed: 3}
		hashes, keys := make([]uint64, 3000), make([]uint64, 3000)
		if a, b := k.HashLookups(hashes, m, 42), k.IntegerLookups(keys, m); a != 1500 || b != 1500 {
			t.Errorf("%s: %d and %d hits, want 1500", name, a, b)
		}
		for j, key := range keys {
			if hashes[j] != hashing.Uint64(key, 42) {
				t.Fatalf("%s: lookup %d is of another key", name, j)
			}
		}
	}
}

// TestLookupsOfTexts looks hashes of words up among those of members and absent keys.
func TestLookupsOfTexts(t *testing.T) {
	k := open(t, "english", 1)
	members, absent, found := make([]uint64, 1000), make([]uint64, 500), make([]uint64, 1000)
	k.HashInserts(members, 0, 42)
	k.HashAbsents(absent, 60_000, 42)
	if hits := k.HashLookups(found, Mix{Hits: 0.5, Members: 1000, From: 60_000, Seed: 9}, 42); hits != 500 {
		t.Errorf("%d hits, want 500", hits)
	}
	hits := 0
	for _, h := range found {
		if slices.Contains(members, h) {
			hits++
		} else if h != absent[0] {
			t.Fatalf("hash %x is not that of the next absent key", h)
		} else {
			absent = absent[1:]
		}
	}
	if hits != 500 {
		t.Errorf("%d lookups ask for members, want 500", hits)
	}
}

func TestLookupsPanic(t *testing.T) {
	k, dst := open(t, "strided(stride=281474976710656)", 1), make([]uint64, 10)
	for what, m := range map[string]Mix{
		"a negative share":        {Hits: -0.1, Members: 1},
		"a share above one":       {Hits: 1.1, Members: 1},
		"hits without members":    {Hits: 0.5},
		"more members than keys":  {Hits: 0.5, Members: k.Inserts() + 1},
		"absent keys that end":    {Hits: 0.5, Members: 1, From: k.Absents() - 4},
		"absent keys beyond them": {Hits: 0, From: k.Absents() + 1},
	} {
		mustPanic(t, what, func() { k.HashLookups(dst, m, 1) })
	}
	k.HashLookups(dst, Mix{Hits: 0.5, Members: k.Inserts(), From: k.Absents() - 5}, 1)
	mustPanic(t, "integers of words", func() { open(t, "words", 1).IntegerLookups(dst, Mix{}) })
}

// TestTextLookupsAreTheHashedOnes: the keys as text and the keys as hashes are the
// same keys in the same order.
func TestTextLookupsAreTheHashedOnes(t *testing.T) {
	k := open(t, "words", 3)
	m := Mix{Hits: 0.4, Members: 500, From: 7, Seed: 9}
	texts, hashes := make([]string, 1000), make([]uint64, 1000)
	if a, b := k.TextLookups(texts, m), k.HashLookups(hashes, m, 5); a != b || a != 400 {
		t.Fatalf("%d and %d hits; want 400", a, b)
	}
	for j, text := range texts {
		if hashing.String(text, 5) != hashes[j] {
			t.Fatalf("lookup %d: %q does not have the hash of the same lookup", j, text)
		}
	}
}
