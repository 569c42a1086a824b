package catalog

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"filterbench/variants"
	"filterbench/variants/families"
)

// The benchmarks below time the batch operations, which have no call per key. The
// names are made for benchstat:
//
//	go test -bench . -count 10 ./variants/catalog > new.txt
//	benchstat -row /filter -col /op,/n new.txt
//
// n is the number of keys, or of slots for filters with buckets, which are filled to
// the load that they are sized for. An op is one key.
var (
	benchFilters = []string{
		"null", "exact", "bloom(bpk=10)", "bloom(bpk=16)", "blocked(bpk=10)", "blocked(bpk=16)", "splitblock(bpk=10)", "register(bpk=10,w=64)", "register(bpk=10,w=32)",
		"counting(bpk=40,w=4)",
		"cuckoo(b=2,f=12)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)", "cuckoo(b=8,f=12)",
		"cuckoo(b=4,f=12,buckets=any)", "semisort(f=13)", "semisort(f=13,buckets=any)",
		"cuckooset(b=4,f=12)", "countingcuckoo(b=4,f=12,w=4)", "stash(b=4,f=12,stash=8)", "sidecuckoo(b=4,f=12)",
		"chained(b=4,f=12,d=4)", "quotient(r=9)", "layered(b=4,f=12)",
	}
	benchSizes = []struct {
		name string
		n    uint64
	}{{"16Ki", 16 << 10}, {"1Mi", 1 << 20}}
)

// bench is a filter to be timed, with the keys that fill it.
type bench struct {
	*testing.B
	variant variants.Variant
	size    variants.Size
	members []uint64
}

// eachBench runs a benchmark for every filter and size.
func eachBench(b *testing.B, op string, run func(b *bench)) {
	for _, name := range benchFilters {
		v, err := Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		for _, size := range benchSizes {
			if op == "delete" && !v.Has(families.Deletes) {
				continue
			}
			b.Run(fmt.Sprintf("filter=%s/op=%s/n=%s", name, op, size.name), func(b *testing.B) {
				run(newBench(b, v, size.n))
			})
		}
	}
}

func newBench(b *testing.B, v variants.Variant, n uint64) *bench {
	size, keys := variants.Size{Keys: n}, n
	bySlots := variants.Size{Slots: n}
	if s, err := v.Shape(bySlots); err == nil && s.BucketSlots > 0 {
		size, keys = bySlots, uint64(families.UsualLoad(s.BucketSlots)*float64(n))
	}
	return &bench{b, v, size, randomHashes(1, int(keys))}
}

func randomHashes(seed uint64, n int) []uint64 {
	r := rand.New(rand.NewPCG(seed, 0))
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	return hashes
}

// build returns an empty filter.
func (b *bench) build() variants.Filter {
	f, err := b.variant.New(b.size, 1)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// filled returns a filter that holds the members.
func (b *bench) filled() variants.Filter {
	f := b.build()
	if n, err := f.(variants.Batcher).InsertBatch(b.members); err != nil {
		b.Fatalf("key %d of %d: %v", n, len(b.members), err)
	}
	return f
}

// rounds calls do with parts of keys, as often as it takes to come to N keys in
// all, and reset, untimed, before it starts on the keys anew.
func (b *bench) rounds(keys []uint64, reset func(), do func(part []uint64)) {
	b.ReportAllocs()
	b.ResetTimer()
	for left := b.N; left > 0; {
		if reset != nil {
			b.StopTimer()
			reset()
			b.StartTimer()
		}
		part := keys[:min(left, len(keys))]
		do(part)
		left -= len(part)
	}
}

// BenchmarkInsert fills fresh filters.
func BenchmarkInsert(b *testing.B) {
	eachBench(b, "insert", func(b *bench) {
		var f variants.Batcher
		b.rounds(b.members,
			func() { f = b.build().(variants.Batcher) },
			func(part []uint64) {
				if _, err := f.InsertBatch(part); err != nil {
					b.Fatal(err)
				}
			})
	})
}

// BenchmarkLookup asks a full filter for members, for others, and for both in
// random order. There are a million keys to ask for, which no branch predictor
// learns by heart.
func BenchmarkLookup(b *testing.B) {
	const asked = 1 << 20
	for _, hitRate := range []struct {
		op   string
		rate float64
	}{{"miss", 0}, {"hit", 1}, {"mix50", 0.5}} {
		eachBench(b, hitRate.op, func(b *bench) {
			f := b.filled().(variants.Batcher)
			keys, r := randomHashes(2, asked), rand.New(rand.NewPCG(3, 0))
			for i := range keys {
				if r.Float64() < hitRate.rate {
					keys[i] = b.members[r.IntN(len(b.members))]
				}
			}
			found := make([]bool, len(keys))
			b.rounds(keys, nil, func(part []uint64) { f.ContainsBatch(part, found) })
		})
	}
}

// BenchmarkDelete empties full filters that delete, one call through the interface per key:
// there is no batch operation.
func BenchmarkDelete(b *testing.B) {
	eachBench(b, "delete", func(b *bench) {
		var f variants.Deleter
		b.rounds(b.members,
			func() { f = b.filled().(variants.Deleter) },
			func(part []uint64) {
				for _, h := range part {
					f.Delete(h)
				}
			})
	})
}
