package cuckoo

import (
	"slices"
	"testing"

	"filterbench/internal/batch"
	"filterbench/internal/hashing"
)

// TestScouted: with scouts ahead, a full table is bit for bit what it is without, key by key, up
// to the first refusal and after it, and every insert makes as many kicks.
func TestScouted(t *testing.T) {
	defer batch.AlwaysFar()()
	for _, c := range []Config{
		{Slots: 1 << 12, BucketSlots: 4, FingerprintBits: 12}, {Slots: 1 << 12, BucketSlots: 2, FingerprintBits: 8, Kicks: 20},
		{Slots: 1 << 12, BucketSlots: 8, FingerprintBits: 16}, {Slots: 3000, BucketSlots: 4, FingerprintBits: 7, AnyBuckets: true},
		{Slots: 1 << 12, BucketSlots: 4, FingerprintBits: 12, RefuseEarly: true},
	} {
		c.Seed = 7
		together, single := mustMake(t, c), mustMake(t, c)
		hashes := make([]uint64, 1<<12+300)
		for i := range hashes {
			hashes[i] = hashing.Uint64(uint64(i), 3)
		}
		refusals, scouted := 0, false
		for rest := hashes; len(rest) > 0; {
			some := rest[:min(1+len(rest)%200, len(rest))]
			scouted = scouted || together.scouting(together.flat)
			n, err := together.InsertBatch(some)
			for i, h := range some[:min(n+1, len(some))] {
				if refused := single.Insert(h) != nil; refused != (i == n) {
					t.Fatalf("%+v: key %d of %d: refused alone %v, accepted together %d, %v", c, i, len(some), refused, n, err)
				}
			}
			if together.kicks != single.kicks || together.used != single.used || !slices.Equal(together.table.Bytes(), single.table.Bytes()) {
				t.Fatalf("%+v: %d and %d keys, %d and %d kicks, or the tables differ", c, together.used, single.used, together.kicks, single.kicks)
			}
			if err != nil {
				refusals++
				n++
			}
			rest = rest[n:]
		}
		if refusals < 10 || !scouted {
			t.Errorf("%+v: %d refusals, scouts %v: too little is tested", c, refusals, scouted)
		}
	}
}

func mustMake(t *testing.T, c Config) *Filter {
	t.Helper()
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestScoutsForetell: a scout goes where the walk goes that begins at once, and ends where it
// ends.
func TestScoutsForetell(t *testing.T) {
	f := mustMake(t, Config{Slots: 1 << 12, BucketSlots: 4, FingerprintBits: 12, Seed: 7})
	walks := 0
	for i := range uint64(4000) {
		hash := hashing.Uint64(i, 3)
		var c candidates
		var s scouts
		c.locate(&f.addressing, []uint64{hash})
		var way []uint64
		f.sendOut(&s, f.flat, &c, 1, f.walk)
		for s.n > 0 && len(way) < len(f.path) {
			way = append(way, s.bucket[0])
			f.stepAhead(&s, f.flat)
		}
		err := f.Insert(hash)
		if slices.Sort(way); len(slices.Compact(way)) < len(way) {
			continue // the walk came to a bucket that it had changed
		}
		if f.kicks != len(way) {
			t.Fatalf("key %d: %d kicks (%v), its scout took %d steps", i, f.kicks, err, len(way))
		}
		for _, slot := range f.path[min(1, f.kicks):f.kicks] { // the first is in the key's own bucket
			if !slices.Contains(way, slot/uint64(f.slots)) {
				t.Fatalf("key %d: a kick in bucket %d, where its scout was not", i, slot/uint64(f.slots))
			}
		}
		if f.kicks > 1 {
			walks++
		}
	}
	if walks < 100 {
		t.Errorf("%d walks of two kicks or more: too few", walks)
	}
}
