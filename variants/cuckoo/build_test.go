package cuckoo

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
)

// buildable are filters of every layout: one group of slots or two, slots at any bit of a
// byte, other numbers of buckets than powers of two, and buckets that may coincide.
var buildable = []string{
	"cuckoo(b=4,f=12)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=16)", "cuckoo(b=4,f=7)", "cuckoo(b=2,f=13)", "cuckoo(b=8,f=8)",
	"cuckoo(b=8,f=9)", "cuckoo(b=8,f=16)", "cuckoo(b=4,f=12,buckets=any)", "cuckoo(b=8,f=15,buckets=any)", "cuckoo(b=4,f=12,alt=plain)",
	"cuckoo(b=4,f=12,kernel=swar)", "semisort(f=13)",
}

func someHashes(r *rand.Rand, n uint64) []uint64 {
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	return hashes
}

// Built at the load that it is sized for, a filter is as full as one that was filled key
// by key, and refuses nothing.
func TestBuildAtCapacity(t *testing.T) {
	for _, name := range buildable {
		for seed := range uint64(5) {
			const keys = 15500
			f := mustNew(t, name, variants.Size{Keys: keys}, seed).(*Filter)
			hashes := someHashes(rand.New(rand.NewPCG(seed, 1)), keys)
			if err := f.InsertAll(hashes); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			if taken := f.taken(); f.used != keys || taken != keys {
				t.Errorf("%s, seed %d: %d keys, %d slots taken, %d said to be", name, seed, keys, taken, f.used)
			}
			for i, h := range hashes {
				if !f.Contains(h) {
					t.Fatalf("%s, seed %d: key %d is missing", name, seed, i)
				}
			}
		}
	}
}

// taken counts the slots that are not empty.
func (f *Filter) taken() (n uint64) {
	for i := range f.buckets() {
		n += uint64(f.slots - f.table.Tally(i, 0))
	}
	return n
}

// The SIMD kernel places keys as plain Go does: the tables are the same bit for bit, for
// every number of keys around the sizes of groups.
func TestBuildTwins(t *testing.T) {
	needSIMD(t)
	for _, shape := range []string{"b=4,f=12", "b=4,f=8", "b=4,f=16", "b=4,f=7", "b=2,f=13", "b=8,f=8", "b=1,f=9", "b=2,f=5"} {
		for _, keys := range []uint64{0, 1, 7, 8, 9, 31, 32, 33, 100, placeChunk - 1, placeChunk, placeChunk + 9, 15500} {
			var tables [2][]byte
			for i, kernel := range []string{"", ",kernel=swar"} {
				f := mustNew(t, "cuckoo("+shape+kernel+")", variants.Size{Keys: max(keys, 1)}, 7).(*Filter)
				if err := f.InsertAll(someHashes(rand.New(rand.NewPCG(keys, 2)), keys)); err != nil {
					t.Fatal(shape, keys, err)
				}
				tables[i] = f.table.Bytes()
			}
			if !bytes.Equal(tables[0], tables[1]) {
				t.Errorf("%s: %d keys make two tables", shape, keys)
			}
		}
	}
}

// A refused build leaves the filter as it was made, its random walk included.
func TestBuildRefused(t *testing.T) {
	for _, name := range append(buildable, "cuckoo(b=4,f=12,kicks=0)", "cuckoo(b=2,f=8,kicks=2)") {
		for _, beyond := range []int{-3, 1} { // nearly all slots, which no walk finds, and too many keys
			f, fresh := newCuckooSlots(t, name, 4096, 3), newCuckooSlots(t, name, 4096, 3)
			r := rand.New(rand.NewPCG(4, 4))
			if err := f.InsertAll(someHashes(r, f.shape.Cells+uint64(beyond))); err != variants.ErrFull {
				t.Fatalf("%s: %d keys into %d slots: %v", name, int(f.shape.Cells)+beyond, f.shape.Cells, err)
			}
			for _, h := range someHashes(r, f.shape.Cells) {
				if a, b := f.Insert(h), fresh.Insert(h); a != b || f.used != fresh.used || f.kicks != fresh.kicks {
					t.Fatalf("%s: after a refused build Insert says %v, in a new filter %v", name, a, b)
				}
			}
			if !bytes.Equal(f.table.Bytes(), fresh.table.Bytes()) {
				t.Errorf("%s: a refused build leaves something behind", name)
			}
		}
	}
}

// Copies of a key are held as often as its buckets have slots, and one more is refused.
func TestBuildCopies(t *testing.T) {
	for _, name := range []string{"cuckoo(b=4,f=12)", "cuckoo(b=8,f=16)", "cuckoo(b=2,f=8,buckets=any)"} {
		f := newCuckooSlots(t, name, 1<<16, 1)
		copies := make([]uint64, 2*f.slots)
		for i := range copies {
			copies[i] = 0x123456789abcdef0
		}
		if err := f.InsertAll(copies); err != nil || f.Count(copies[0]) != uint64(len(copies)) {
			t.Errorf("%s: %d copies: %v, %d held", name, len(copies), err, f.Count(copies[0]))
		}
		for range copies {
			if !f.Delete(copies[0]) {
				t.Errorf("%s: a copy cannot be deleted", name)
			}
		}
		if err := f.InsertAll(append(copies, copies[0])); err != variants.ErrFull || f.used != 0 || f.Contains(copies[0]) {
			t.Errorf("%s: %d copies: %v, %d held", name, len(copies)+1, err, f.used)
		}
	}
}

// The rate of false positives is that of filters filled key by key: over pairs of
// filters with the same keys the exact rates differ by 0 on average. The slots in use
// are as many, so that only their distribution over the buckets could make a difference.
// False alarms: 1e-6 a layout.
func TestBuildRate(t *testing.T) {
	for _, name := range []string{"cuckoo(b=4,f=7)", "cuckoo(b=8,f=9)", "cuckoo(b=4,f=6,buckets=any)"} {
		t.Run(name, func(t *testing.T) {
			differences := make([]float64, 30)
			for i := range differences {
				all, each := newCuckooSlots(t, name, 1<<11, uint64(i)), newCuckooSlots(t, name, 1<<11, uint64(i))
				hashes := someHashes(rand.New(rand.NewPCG(uint64(i), 5)), all.shape.Cells*9/10)
				if err := all.InsertAll(hashes); err != nil {
					t.Fatal(err)
				}
				for _, h := range hashes {
					if err := each.Insert(h); err != nil {
						t.Fatal(err)
					}
				}
				differences[i] = positiveShare(t, all) - positiveShare(t, each)
			}
			stattest.Mean(t, differences, 0, 1e-6)
		})
	}
}

// Only filters whose table is all that they keep are built at once.
func TestWhoIsBuiltAtOnce(t *testing.T) {
	for _, name := range []string{"stash(b=4,f=12,stash=8)", "countingcuckoo(b=4,f=12,w=4)", "sidecuckoo(b=4,f=12)", "chained(b=4,f=12,d=4)", "cuckooset(b=4,f=12)", "layered(b=4,f=12)"} {
		if _, ok := mustNew(t, name, variants.Size{Keys: 100}, 1).(variants.AllInserter); ok {
			t.Errorf("%s has the InsertAll of a cuckoo filter", name)
		}
	}
}

// A build is a pure function of the seed and the keys.
func TestBuildReproducible(t *testing.T) {
	var seen []string
	for _, seed := range []uint64{1, 1, 2} {
		f := newCuckooSlots(t, "cuckoo(b=4,f=12)", 1<<12, seed)
		if err := f.InsertAll(someHashes(rand.New(rand.NewPCG(1, 1)), 3890)); err != nil {
			t.Fatal(err)
		}
		seen = append(seen, fmt.Sprintf("%x", f.table.Bytes()))
	}
	if seen[0] != seen[1] || seen[0] == seen[2] {
		t.Error("equal seeds must give equal tables and others not")
	}
}
