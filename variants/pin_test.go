package variants

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// table returns the contents of a filter's table, the same on every machine.
func table(t *testing.T, f Filter) []byte {
	t.Helper()
	words := func(words []uint64) (out []byte) {
		for _, w := range words {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
		return out
	}
	switch f := f.(type) {
	case null:
		return nil
	case *exact:
		var out []uint64
		for h, n := range f.count {
			out = append(out, h, n)
		}
		slices.Sort(out)
		return words(out)
	case *floor:
		return words(f.words)
	case hashSet:
		return words(slices.Sorted(maps.Keys(f.keys)))
	case stringSet:
		return []byte(strings.Join(slices.Sorted(maps.Keys(f.keys)), ""))
	case *bloom:
		return words(f.words)
	case *blocked:
		return words(f.words)
	case *halfBlocked:
		return words(f.words)
	case *splitblock:
		return words(f.words)
	case *register:
		return words(f.words)
	case *scalable:
		var out []uint64
		for _, layer := range f.layers {
			out = append(out, layer.words...)
		}
		return words(out)
	case *counting:
		return words(f.counters.Words())
	case *chains:
		return words(slices.Concat(f.keys, widened(f.first), widened(f.length), widened(f.next)))
	case *hashtable:
		return append(words(f.keys), f.filled...)
	case *cuckoo:
		return f.table.Bytes()
	case *cuckooset:
		return f.of.table.Bytes()
	case *countingcuckoo:
		return append(slices.Clone(f.table.Bytes()), words(f.counted.counters.Words())...)
	case *stash:
		return append(slices.Clone(f.table.Bytes()), words(f.kept)...)
	case *sidecuckoo:
		out := slices.Clone(f.table.Bytes())
		for _, p := range f.places {
			if p.copies != 0 {
				out = append(out, words([]uint64{p.hash, p.copies})...)
			}
		}
		return out
	}
	t.Fatalf("no table known of %T: add it here, and a pin", f)
	return nil
}

// widened turns the links of chains into words.
func widened(list []uint32) (out []uint64) {
	for _, n := range list {
		out = append(out, uint64(n))
	}
	return out
}

// pins are digests of the tables that TestPins fills.
var pins = []pin{
	{"null", "e3b0c44298fc"},
	{"floor(bpk=12,lines=1)", "7b6436b0c98f"},
	{"exact", "6e208978473b"},
	{"set(of=hash)", "958105fdcea8"},
	{"set(of=string,start=empty)", "62f767417573"},
	{"bloom(bpk=10)", "e80aec331ed0"},
	{"bloom(fpr=0.001)", "64ad708ca107"},
	{"blocked(bpk=10)", "19ff936c2869"},
	{"blocked(bpk=16,k=9)", "61281402db77"},
	{"blocked(bpk=10,block=256)", "b5983d2e7793"},
	{"splitblock(bpk=10)", "876a3dc4b80c"},
	{"register(bpk=10,w=64)", "d00dc199cc12"},
	{"register(bpk=16,w=64,k=11)", "68f90dce235e"},
	{"register(bpk=10,w=32)", "52453485936b"},
	{"scalable(fpr=0.01)", "1776cb3195a1"},
	{"scalable(fpr=0.001,first=7,growth=3,tighten=0.1)", "b7e5726b7aea"},
	{"counting(bpk=40,w=4)", "7844903e3411"},
	{"counting(bpk=16,w=2)", "1056917e488f"},
	{"counting(bpk=80,w=8)", "112c8cee84e1"},
	{"chains(d=1)", "749ef10cebd1"},
	{"chains(d=3)", "64946a4daa2f"},
	{"cuckoo(b=4,f=12,alt=hashed)", "302731daa754"},
	{"cuckoo(b=4,f=12,alt=plain)", "958eaea2bde2"},
	{"hashtable(d=2,b=4)", "37facf802a9e"},
	{"hashtable(d=3,b=1)", "d2b03c626054"},
	{"cuckoo(b=4,f=12)", "fe3a1bccc433"},
	{"cuckoo(b=2,f=8)", "885cb47ce711"},
	{"cuckoo(b=8,f=16)", "f710df795ec4"},
	{"cuckoo(b=1,f=7)", "b07914692a30"},
	{"cuckoo(b=8,f=5,kicks=20)", "edd366de3142"},
	{"cuckoo(b=4,f=12,buckets=any)", "1785b4b05b8a"},
	{"cuckoo(b=1,f=7,buckets=any)", "cd5e3caccb04"},
	{"semisort(f=13)", "0a4d856625f0"},
	{"semisort(f=6,kicks=20)", "1d860501c48d"},
	{"semisort(f=17,buckets=any)", "fcb7eb3cd1de"},
}

// copyPins are such digests of filters that treat copies of their own way. Every
// fourth key is inserted up to seven times.
var copyPins = []pin{
	{"cuckooset(b=4,f=12)", "fe3a1bccc433"},
	{"cuckooset(b=2,f=5,buckets=any)", "ba1d33c4c933"},
	{"countingcuckoo(b=4,f=12,w=4)", "a18d51094044"},
	{"countingcuckoo(b=2,f=7,w=2)", "48575e28adae"},
	{"countingcuckoo(b=8,f=16,w=8,buckets=any)", "b56203c81ef7"},
	{"stash(b=4,f=12,stash=8)", "fcb50917a8d9"},
	{"stash(b=1,f=7,stash=40)", "040189c369c0"},
	{"sidecuckoo(b=4,f=12)", "746861c8a2e0"},
	{"sidecuckoo(b=2,f=5,buckets=any)", "42976fe1de40"},
}

type pin struct{ name, digest string }

// TestPins holds the bits of small filters to what they were when records began
// to be kept. A change here means that old counts can no longer be reproduced:
// if it is intended, say so in the commit and measure the reference run again.
func TestPins(t *testing.T) {
	for i, p := range slices.Concat(pins, copyPins) {
		copies := i >= len(pins)
		f := mustNew(t, p.name, Size{Keys: 200}, 5)
		r := rand.New(rand.NewPCG(42, 42))
		for i := range 400 { // beyond what a table of slots takes
			h := r.Uint64()
			f.Insert(h)
			if copies && i%4 == 0 {
				for range i % 7 {
					f.Insert(h)
				}
			}
			if d, ok := f.(Deleter); ok && i%8 == 0 && f.Contains(h) {
				d.Delete(h)
			}
		}
		sum := sha256.Sum256(table(t, f))
		if got := hex.EncodeToString(sum[:6]); got != p.digest {
			t.Errorf("%s: digest %s, was %s", p.name, got, p.digest)
		}
	}
}

// TestEveryFamilyIsPinned sees to it that a new row of the table has a pin.
func TestEveryFamilyIsPinned(t *testing.T) {
	for _, family := range Names() {
		if !slices.ContainsFunc(slices.Concat(pins, copyPins), func(p pin) bool { return mustParse(t, p.name).Name == family }) {
			t.Errorf("family %s has no pin", family)
		}
	}
}

func mustParse(t testing.TB, name string) Variant {
	t.Helper()
	v, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
