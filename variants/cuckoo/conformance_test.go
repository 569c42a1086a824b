package cuckoo

import (
	"slices"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(),
		"hashtable(d=2,b=1)", "hashtable(d=2,b=4)", "hashtable(d=3,b=1)", "hashtable(d=4,b=2)", "hashtable(d=5,b=8)",
		"hashtable(d=2,b=2,kicks=0)", "hashtable(d=3,b=3,kicks=7)",
		"cuckoo(b=2,f=8)", "cuckoo(b=2,f=12)", "cuckoo(b=2,f=16)",
		"cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)",
		"cuckoo(b=8,f=8)", "cuckoo(b=8,f=12)", "cuckoo(b=8,f=16)",
		"cuckoo(b=1,f=8)", "cuckoo(b=1,f=16)",
		"cuckoo(b=1,f=2)", "cuckoo(b=2,f=2)", "cuckoo(b=4,f=2)", "cuckoo(b=8,f=2)",
		"cuckoo(b=1,f=11)", "cuckoo(b=2,f=13)", // slots begin at any bit of a byte
		"cuckoo(b=4,f=5)", "cuckoo(b=4,f=7)", "cuckoo(b=4,f=9)", "cuckoo(b=4,f=15)",
		"cuckoo(b=8,f=3)", "cuckoo(b=8,f=7)", "cuckoo(b=8,f=9)", "cuckoo(b=8,f=15)",
		"cuckoo(b=4,f=12,kicks=0)", "cuckoo(b=4,f=12,kicks=1)", "cuckoo(b=2,f=8,kicks=3)",
		"cuckoo(b=4,f=12,load=0.5)",
		"cuckoo(b=4,f=12,refuse=early)", "cuckoo(b=2,f=2,refuse=early)", "cuckoo(b=1,f=8,refuse=early,kicks=3)", "cuckoo(b=2,f=8,alt=hashed,refuse=early)", "cuckoo(b=4,f=8,buckets=any,refuse=early)",
		"cuckoo(b=4,f=12,kernel=scalar)", "cuckoo(b=4,f=12,kernel=swar)", "cuckoo(b=4,f=12,kernel=simd)", "cuckoo(b=8,f=16,kernel=scalar)", "cuckoo(b=8,f=16,kernel=simd)", "cuckoo(b=2,f=13,buckets=any,kernel=scalar)",
		"cuckoo(b=4,f=12,buckets=any)", "cuckoo(b=2,f=8,buckets=any)", "cuckoo(b=8,f=16,buckets=any)",
		"cuckoo(b=1,f=2,buckets=any)", "cuckoo(b=8,f=3,buckets=any)", "cuckoo(b=4,f=7,buckets=any,kicks=1)",
		"cuckoo(b=4,f=12,alt=hashed)", "cuckoo(b=1,f=2,alt=hashed)", "cuckoo(b=2,f=8,alt=hashed,kicks=3)",
		"cuckoo(b=4,f=12,alt=plain)", "cuckoo(b=1,f=2,alt=plain)", "cuckoo(b=8,f=5,alt=plain,kicks=20)",
		"semisort(f=13)", "semisort(f=9)", "semisort(f=12)", "semisort(f=17)",
		"semisort(f=6)", "semisort(f=7)", "semisort(f=8)", // slots begin at any nibble
		"semisort(f=13,kicks=0)", "semisort(f=7,kicks=1)", "semisort(f=10,kicks=3,load=0.5)",
		"semisort(f=13,buckets=any)", "semisort(f=16,buckets=any)", "semisort(f=6,buckets=any,kicks=7)",
		"cuckooset(b=4,f=12)", "cuckooset(b=2,f=8)", "cuckooset(b=8,f=16)", "cuckooset(b=1,f=9)",
		"cuckooset(b=2,f=2)", "cuckooset(b=1,f=3,kicks=7)", // most keys share their trace
		"cuckooset(b=1,f=5,kicks=0)", "cuckooset(b=4,f=7,buckets=any)",
		"countingcuckoo(b=4,f=12,w=4)", "countingcuckoo(b=2,f=8,w=2)", "countingcuckoo(b=8,f=16,w=8)", "countingcuckoo(b=4,f=12,w=8)",
		"countingcuckoo(b=1,f=2,w=2)", "countingcuckoo(b=1,f=7,w=4)", // counters move often, and are full often
		"countingcuckoo(b=8,f=9,w=2)", "countingcuckoo(b=4,f=5,w=2,kicks=0)", "countingcuckoo(b=2,f=3,w=2,kicks=3)",
		"countingcuckoo(b=4,f=13,w=4,buckets=any)",
		"tallycuckoo(b=4,f=12)", "tallycuckoo(b=8,f=16)", "tallycuckoo(b=8,f=8)", "tallycuckoo(b=4,f=7)",
		"tallycuckoo(b=4,f=4)", "tallycuckoo(b=8,f=4)", "tallycuckoo(b=4,f=5,kicks=0)", "tallycuckoo(b=4,f=6,kicks=3)", // tallies overflow, or stand in the way
		"tallycuckoo(b=4,f=13,buckets=any)", "tallycuckoo(b=4,f=4,buckets=any,kicks=9)",
		"stash(b=4,f=12,stash=8)", "stash(b=2,f=8,stash=1)", "stash(b=8,f=16,stash=3)", "stash(b=4,f=12,stash=64)",
		"stash(b=1,f=2,stash=5)", "stash(b=1,f=7,stash=20)", "stash(b=4,f=5,stash=8,kicks=0)", "stash(b=2,f=3,stash=2,kicks=3)",
		"stash(b=4,f=9,stash=9,buckets=any)",
		"sidecuckoo(b=4,f=12)", "sidecuckoo(b=2,f=8)", "sidecuckoo(b=8,f=16)", "sidecuckoo(b=1,f=9)",
		"sidecuckoo(b=2,f=2)", "sidecuckoo(b=1,f=3,kicks=7)", // most keys are in the dictionary
		"sidecuckoo(b=1,f=5,kicks=0)", "sidecuckoo(b=4,f=7,buckets=any)",
		"chained(b=4,f=12,d=4)", "chained(b=2,f=8,d=2)", "chained(b=8,f=12,d=3,links=16)", "chained(b=4,f=13,d=1)",
		"chained(b=1,f=2,d=1,links=16)", "chained(b=1,f=5,d=2,links=2)", "chained(b=4,f=7,d=8,links=4)", // a link fills its buckets
		"chained(b=4,f=12,d=4,kicks=0)", "chained(b=2,f=3,d=4,links=4,kicks=3)",
		"layered(b=4,f=12)", "layered(b=2,f=8)", "layered(b=8,f=16)", "layered(b=1,f=9)",
		"layered(b=4,f=12,layers=2)", "layered(b=1,f=2,layers=3)", "layered(b=2,f=3,layers=2,kicks=0)",
		"layered(b=4,f=7,layers=3,buckets=any,kicks=3)",
	)
}

func TestPins(t *testing.T) {
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "cuckoo(b=4,f=12,alt=hashed)", Digest: "1f10380af008"},
		filtertest.Pin{Name: "cuckoo(b=4,f=12,alt=plain)", Digest: "787cc3606410"},
		filtertest.Pin{Name: "hashtable(d=2,b=4)", Digest: "37facf802a9e"},
		filtertest.Pin{Name: "hashtable(d=3,b=1)", Digest: "d2b03c626054"},
		filtertest.Pin{Name: "cuckoo(b=4,f=12)", Digest: "56f1594cce44"},
		filtertest.Pin{Name: "cuckoo(b=2,f=8)", Digest: "4f1312d1b1d1"},
		filtertest.Pin{Name: "cuckoo(b=8,f=16)", Digest: "75b0ddbd58fb"},
		filtertest.Pin{Name: "cuckoo(b=1,f=7)", Digest: "7b801ed3475f"},
		filtertest.Pin{Name: "cuckoo(b=8,f=5,kicks=20)", Digest: "cab62211d888"},
		filtertest.Pin{Name: "cuckoo(b=4,f=12,buckets=any)", Digest: "b6604b399220"},
		filtertest.Pin{Name: "cuckoo(b=1,f=7,buckets=any)", Digest: "cd5e3caccb04"},
		filtertest.Pin{Name: "semisort(f=13)", Digest: "9dab91aa562e"},
		filtertest.Pin{Name: "semisort(f=6,kicks=20)", Digest: "bd3dae260ac2"},
		filtertest.Pin{Name: "semisort(f=17,buckets=any)", Digest: "2dcb1fe190ce"},
		filtertest.Pin{Name: "cuckooset(b=4,f=12)", Copies: true, Digest: "56f1594cce44"},
		filtertest.Pin{Name: "cuckooset(b=2,f=5,buckets=any)", Copies: true, Digest: "81e089d595c8"},
		filtertest.Pin{Name: "countingcuckoo(b=4,f=12,w=4)", Copies: true, Digest: "e9c4e99a4f43"},
		filtertest.Pin{Name: "countingcuckoo(b=2,f=7,w=2)", Copies: true, Digest: "f1b47e2cbb12"},
		filtertest.Pin{Name: "countingcuckoo(b=8,f=16,w=8,buckets=any)", Copies: true, Digest: "9a0606097cbb"},
		filtertest.Pin{Name: "tallycuckoo(b=4,f=12)", Copies: true, Digest: "8984f2971d51"},
		filtertest.Pin{Name: "tallycuckoo(b=4,f=4,buckets=any)", Copies: true, Digest: "5f2dc6787fd9"},
		filtertest.Pin{Name: "stash(b=4,f=12,stash=8)", Copies: true, Digest: "f115f37f2cb2"},
		filtertest.Pin{Name: "stash(b=1,f=7,stash=40)", Copies: true, Digest: "040189c369c0"},
		filtertest.Pin{Name: "sidecuckoo(b=4,f=12)", Copies: true, Digest: "0dbd4fee46c6"},
		filtertest.Pin{Name: "sidecuckoo(b=2,f=5,buckets=any)", Copies: true, Digest: "3077ed35f848"},
		filtertest.Pin{Name: "chained(b=4,f=12,d=4)", Copies: true, Digest: "85bff30196dc"},
		filtertest.Pin{Name: "chained(b=1,f=4,d=1,links=16)", Copies: true, Digest: "9ed91a07f744"},
		filtertest.Pin{Name: "layered(b=4,f=12)", Copies: true, Digest: "8cc1aa246891"},
		filtertest.Pin{Name: "layered(b=1,f=7,buckets=any)", Copies: true, Digest: "0069ef216072"},
	)
}

// contents returns what a filter holds, the same on every machine.
func contents(f variants.Filter) []byte {
	switch f := f.(type) {
	case *HashTable:
		return append(filtertest.Words(f.keys), f.filled...)
	case *Filter:
		return f.table.Bytes()
	case *Set:
		return f.filter.table.Bytes()
	case *Counting:
		return append(slices.Clone(f.filter.table.Bytes()), filtertest.Words(f.counted.counters.Words())...)
	case *Tally:
		return f.filter.table.Bytes()
	case *Stash:
		return append(slices.Clone(f.filter.table.Bytes()), filtertest.Words(f.kept)...)
	case *Side:
		out := slices.Clone(f.filter.table.Bytes())
		for i, n := range f.copies {
			if n != 0 {
				out = append(out, filtertest.Words([]uint64{f.hashes[i], uint64(n)})...)
			}
		}
		return out
	case *Chained:
		return f.filter.table.Bytes()
	case *Layered:
		var out []byte
		for _, layer := range f.layers {
			out = append(out, layer.table.Bytes()...)
		}
		return out
	}
	panic("contents of what?")
}
