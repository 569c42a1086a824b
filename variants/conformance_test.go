package variants_test

import (
	"slices"
	"strings"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/families"
)

// conforming are the variants that go through the suite: the parameters people
// use, and those at which an implementation would break first.
var conforming = []string{
	"null",
	"floor(bpk=12)", "floor(bpk=12,lines=2)",
	"exact",
	"set(of=hash)", "set(of=string)", "set(of=digest)", "set(of=hash,start=empty)",

	"bloom(bpk=10)",
	"bloom(bpk=10,k=1)",
	"bloom(bpk=1.3,k=64)",
	"bloom(bpk=64)",
	"bloom(fpr=0.001)",
	"bloom(fpr=0.001,k=3)",

	"blocked(bpk=10)",
	"blocked(bpk=10,k=1)",
	"blocked(bpk=10,k=7)", // the last position of the first mixed word
	"blocked(bpk=10,k=8)", // the first of the second
	"blocked(bpk=2,k=32)",
	"blocked(fpr=0.01)",
	"blocked(bpk=10,block=256)", "blocked(bpk=10,block=256,k=8)", "blocked(bpk=10,block=256,k=9)", // the first of the second mixed word
	"blocked(fpr=0.01,block=256)",

	"splitblock(bpk=10)",
	"splitblock(bpk=1)",
	"splitblock(fpr=0.01)",

	"register(bpk=10,w=64)", "register(bpk=10,w=32)",
	"register(bpk=10,w=64,k=1)", "register(bpk=10,w=32,k=1)",
	"register(bpk=20,w=64,k=10)", "register(bpk=20,w=32,k=12)", // the last position of the first mixed word
	"register(bpk=20,w=64,k=11)", "register(bpk=20,w=32,k=13)", // the first of the second
	"register(bpk=2,w=64,k=32)",
	"register(fpr=0.05,w=32)",

	"scalable(fpr=0.01)",
	"scalable(fpr=0.9,first=1,growth=16)",
	"scalable(fpr=0.001,first=7,growth=3,tighten=0.1)", // a layer full after every few keys
	"scalable(fpr=0.05,first=10000,tighten=0.9)",

	"counting(bpk=40,w=4)",
	"counting(bpk=16,w=2)", // counters stick
	"counting(bpk=80,w=8)",
	"counting(bpk=4,w=4,k=8)", // crowded
	"counting(fpr=0.02,w=2)",

	"chains(d=1)", "chains(d=2)", "chains(d=3)", "chains(d=5)",

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
	"blocked(bpk=10,kernel=scalar)", "blocked(bpk=10,kernel=simd)",
	"cuckoo(b=4,f=12,buckets=any)", "cuckoo(b=2,f=8,buckets=any)", "cuckoo(b=8,f=16,buckets=any)",
	"cuckoo(b=1,f=2,buckets=any)", "cuckoo(b=8,f=3,buckets=any)", "cuckoo(b=4,f=7,buckets=any,kicks=1)",

	"cuckoo(b=4,f=12,alt=hashed)", "cuckoo(b=1,f=2,alt=hashed)", "cuckoo(b=2,f=8,alt=hashed,kicks=3)",
	"cuckoo(b=4,f=12,alt=plain)", "cuckoo(b=1,f=2,alt=plain)", "cuckoo(b=8,f=5,alt=plain,kicks=20)",

	"semisort(f=13)", "semisort(f=9)", "semisort(f=12)", "semisort(f=17)",
	"semisort(f=6)", "semisort(f=7)", "semisort(f=8)", // slots begin at any nibble
	"semisort(f=13,kicks=0)", "semisort(f=7,kicks=1)", "semisort(f=10,kicks=3,load=0.5)",
	"bloom(bpk=10,probing=independent)", "bloom(bpk=3,k=17,probing=double)", "bloom(fpr=0.01,probing=enhanced)",
	"bloom(bpk=10,probing=triple)", "bloom(bpk=10,probing=same)", "bloom(bpk=10,probing=odd)",
	"blocked(bpk=10,probing=double)", "blocked(bpk=10,probing=triple)", "blocked(fpr=0.01,k=9,probing=even)",
	"register(bpk=10,w=64,probing=enhanced)", "register(bpk=10,w=32,probing=odd)",
	"semisort(f=13,buckets=any)", "semisort(f=16,buckets=any)", "semisort(f=6,buckets=any,kicks=7)",

	"cuckooset(b=4,f=12)", "cuckooset(b=2,f=8)", "cuckooset(b=8,f=16)", "cuckooset(b=1,f=9)",
	"cuckooset(b=2,f=2)", "cuckooset(b=1,f=3,kicks=7)", // most keys share their trace
	"cuckooset(b=1,f=5,kicks=0)", "cuckooset(b=4,f=7,buckets=any)",

	"countingcuckoo(b=4,f=12,w=4)", "countingcuckoo(b=2,f=8,w=2)", "countingcuckoo(b=8,f=16,w=8)", "countingcuckoo(b=4,f=12,w=8)",
	"countingcuckoo(b=1,f=2,w=2)", "countingcuckoo(b=1,f=7,w=4)", // counters move often, and are full often
	"countingcuckoo(b=8,f=9,w=2)", "countingcuckoo(b=4,f=5,w=2,kicks=0)", "countingcuckoo(b=2,f=3,w=2,kicks=3)",
	"countingcuckoo(b=4,f=13,w=4,buckets=any)",

	"stash(b=4,f=12,stash=8)", "stash(b=2,f=8,stash=1)", "stash(b=8,f=16,stash=3)", "stash(b=4,f=12,stash=64)",
	"stash(b=1,f=2,stash=5)", "stash(b=1,f=7,stash=20)", "stash(b=4,f=5,stash=8,kicks=0)", "stash(b=2,f=3,stash=2,kicks=3)",
	"stash(b=4,f=9,stash=9,buckets=any)",

	"sidecuckoo(b=4,f=12)", "sidecuckoo(b=2,f=8)", "sidecuckoo(b=8,f=16)", "sidecuckoo(b=1,f=9)",
	"sidecuckoo(b=2,f=2)", "sidecuckoo(b=1,f=3,kicks=7)", // most keys are in the dictionary
	"sidecuckoo(b=1,f=5,kicks=0)", "sidecuckoo(b=4,f=7,buckets=any)",

	"chained(b=4,f=12,d=4)", "chained(b=2,f=8,d=2)", "chained(b=8,f=12,d=3,links=16)", "chained(b=4,f=13,d=1)",
	"chained(b=1,f=2,d=1,links=16)", "chained(b=1,f=5,d=2,links=2)", "chained(b=4,f=7,d=8,links=4)", // a link fills its buckets
	"chained(b=4,f=12,d=4,kicks=0)", "chained(b=2,f=3,d=4,links=4,kicks=3)",

	"quotient(r=9)", "quotient(r=2)", "quotient(r=3,load=0.98)", "quotient(r=32)", "quotient(r=13,load=0.5)", // slots begin at any bit of a word

	"layered(b=4,f=12)", "layered(b=2,f=8)", "layered(b=8,f=16)", "layered(b=1,f=9)",
	"layered(b=4,f=12,layers=2)", "layered(b=1,f=2,layers=3)", "layered(b=2,f=3,layers=2,kicks=0)",
	"layered(b=4,f=7,layers=3,buckets=any,kicks=3)",
}

// In short mode two variants of each family go through it.
func TestConformance(t *testing.T) {
	list := conforming
	if testing.Short() {
		seen := map[string]int{}
		list = slices.DeleteFunc(slices.Clone(list), func(name string) bool {
			family, _, _ := strings.Cut(name, "(")
			seen[family]++
			return seen[family] > 2
		})
	}
	filtertest.Run(t, list...)
}

// TestEveryFamilyConforms sees to it that a new row of the table is in the list.
func TestEveryFamilyConforms(t *testing.T) {
	for i := range variants.Families {
		family := variants.Families[i].Name
		if !variants.Families[i].Has(families.Unsound) && !slices.ContainsFunc(conforming, func(name string) bool {
			return name == family || strings.HasPrefix(name, family+"(")
		}) {
			t.Errorf("family %s is in no conformance test", family)
		}
	}
}
