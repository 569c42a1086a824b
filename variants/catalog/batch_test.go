package catalog

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/batch"
	"filterbench/internal/filtertest"
	"filterbench/internal/simd"
	"filterbench/variants"
)

// batchNames are filters whose batch operations prefetch, in addition to
// those of simdNames: at parameters at which such a loop turns, as a group of keys with
// one probe or with more than there is room for.
var batchNames = []string{
	"bloom(bpk=64,k=64)", "counting(bpk=256,w=4,k=64)", "naivebloom(bpk=10)", "blocked(bpk=10,block=256)", "blocked(bpk=10,kernel=scalar)",
	"bloom(bpk=10,probing=double)", "bloom(bpk=10,k=1,probing=triple)", "bloom(bpk=64,k=64,probing=enhanced)", "blocked(bpk=10,probing=odd)", "register(bpk=10,w=32,probing=independent)",
	"cuckoo(b=4,f=12,kernel=scalar)", "cuckoo(b=4,f=12,kernel=swar)", "cuckoo(b=8,f=12)", "cuckoo(b=2,f=5,buckets=any)", "semisort(f=9,buckets=any)",
	"cuckooset(b=4,f=12)", "cuckooset(b=8,f=9,buckets=any)", "countingcuckoo(b=4,f=12,w=4)", "stash(b=4,f=12,stash=8)", "sidecuckoo(b=4,f=12)",
	"chained(b=4,f=12,d=4)", "quotient(r=9)", "quotient(r=2)", "quotient(r=32)", "layered(b=4,f=12)", "layered(b=2,f=6,kernel=scalar)", "scalable(fpr=0.01)", "scalable(fpr=0.2,first=7,growth=3)",
}

// alwaysFar has lines prefetched in the smallest of tables until the test ends.
func alwaysFar(t *testing.T) {
	t.Helper()
	t.Cleanup(batch.AlwaysFar())
}

// TestBatchAnswersAlike: two phases give the answers, and leave the table, that one key
// after the other does.
func TestBatchAnswersAlike(t *testing.T) {
	alwaysFar(t)
	for _, name := range append(batchNames, simdNames...) {
		for _, keys := range []uint64{1, 20, 3000} {
			t.Run(fmt.Sprintf("%s/%d", name, keys), func(t *testing.T) { compareBatch(t, name, keys) })
		}
	}
}

// TestBatchAllocatesNothing: neither phase does.
func TestBatchAllocatesNothing(t *testing.T) {
	alwaysFar(t)
	r := rand.New(rand.NewPCG(1, 9))
	hashes, found := make([]uint64, 700), make([]bool, 700)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	for _, name := range append(batchNames, simdNames...) {
		f := mustNew(t, name, variants.Size{Keys: 3000}, 1).(variants.Batcher)
		if n := testing.AllocsPerRun(1, func() { f.ContainsBatch(hashes, found) }); n != 0 {
			t.Errorf("%s: lookups together allocate %v times", name, n)
		}
		family := mustParse(t, name).Name
		if family == "scalable" || family == "layered" || family == "sidecuckoo" { // they grow
			continue
		}
		if n := testing.AllocsPerRun(1, func() { f.InsertBatch(hashes) }); n != 0 {
			t.Errorf("%s: inserts together allocate %v times", name, n)
		}
	}
}

// FuzzBatch holds two phases and SIMD kernels against plain code key by key on hashes that are few, equal or differ
// in single bits: the keys of a group meet in their buckets.
func FuzzBatch(f *testing.F) {
	f.Add(byte(3), byte(3), []byte("\x00\x01\x02\x80\xff\xfe\x01\x00\x00\x07"))
	f.Add(byte(16), byte(0), []byte("more than sixteen bytes, which are a group, and then some"))
	f.Add(byte(60), byte(9), []byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11"))
	f.Add(byte(24), byte(9), []byte("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"))
	f.Fuzz(func(t *testing.T, which, keys byte, program []byte) {
		alwaysFar(t)
		levels := append(simd.Levels(), simd.Plain)
		t.Cleanup(simd.Limit(levels[int(keys)%max(len(levels)-1, 1)])) // both, where there are two with kernels
		hashes := make([]uint64, min(len(program), 500))
		for i := range hashes {
			hashes[i] = uint64(program[i]) * 0x0101010101010101 << (program[i] % 64)
		}
		names := slices.Concat(batchNames, simdNames)
		name := names[int(which)%len(names)]
		together, single := mustNew(t, name, variants.Size{Keys: uint64(keys)}, 1), plainTwin(t, name, variants.Size{Keys: uint64(keys)})
		half := hashes[:len(hashes)/2]
		done, err := together.(variants.Batcher).InsertBatch(half)
		want := 0
		for want < len(half) && single.Insert(half[want]) == nil {
			want++
		}
		if done != want || errors.Is(err, variants.ErrFull) != (want < len(half)) {
			t.Fatalf("%s: %d keys together, %v; one by one %d", name, done, err, want)
		}
		if !slices.Equal(filtertest.Contents(together), filtertest.Contents(single)) {
			t.Fatalf("%s: the tables differ", name)
		}
		found := make([]bool, len(hashes))
		together.(variants.Batcher).ContainsBatch(hashes, found)
		for i, h := range hashes {
			if found[i] != single.Contains(h) {
				t.Fatalf("%s: %#x is %v together", name, h, found[i])
			}
		}
	})
}
