package filtertest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/variants"
)

// Pin is the digest of the contents of a small filter.
type Pin struct {
	Name   string // of the variant
	Copies bool   // whether every fourth key is inserted up to seven times
	Digest string // six bytes of SHA-256, in hexadecimal digits
}

// Pins holds the bits of small filters to what they were when records began
// to be kept, and fails for a family of the table without a pin. A change here means that
// old counts can no longer be reproduced: if it is intended, say so in the commit and
// measure the reference run again. contents returns what a filter holds, the same on every
// machine.
func Pins(t *testing.T, table []variants.Family, contents func(f variants.Filter) []byte, pins ...Pin) {
	t.Helper()
	for _, p := range pins {
		f := New(t, table, p.Name, variants.Size{Keys: 200}, 5)
		r := rand.New(rand.NewPCG(42, 42))
		for i := range 400 { // beyond what a table of slots takes
			h := r.Uint64()
			f.Insert(h)
			if p.Copies && i%4 == 0 {
				for range i % 7 {
					f.Insert(h)
				}
			}
			if d, ok := f.(variants.Deleter); ok && i%8 == 0 && f.Contains(h) {
				d.Delete(h)
			}
		}
		sum := sha256.Sum256(contents(f))
		if got := hex.EncodeToString(sum[:6]); got != p.Digest {
			t.Errorf("%s: digest %s, was %s", p.Name, got, p.Digest)
		}
	}
	for _, family := range table {
		if !slices.ContainsFunc(pins, func(p Pin) bool { return Parse(t, table, p.Name).Name == family.Name }) {
			t.Errorf("family %s has no pin", family.Name)
		}
	}
}

// Words returns words as bytes, the same on every machine.
func Words(lists ...[]uint64) (out []byte) {
	for _, words := range lists {
		for _, w := range words {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
	}
	return out
}

// Parse reads the name of a variant of a table of families.
func Parse(t testing.TB, table []variants.Family, name string) variants.Variant {
	t.Helper()
	v, err := variants.ParseIn(table, name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// New builds an empty filter of a table of families.
func New(t testing.TB, table []variants.Family, name string, size variants.Size, seed uint64) variants.Filter {
	t.Helper()
	f, err := Parse(t, table, name).New(size, seed)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Alarm is the probability with which a statistical test of a filter may fail although
// nothing is wrong, were its seed drawn anew.
const Alarm = 1e-6

// InsertRandom inserts n random keys and fails the test if one is refused.
func InsertRandom(t testing.TB, f variants.Filter, n int, r *rand.Rand) {
	t.Helper()
	for range n {
		if err := f.Insert(r.Uint64()); err != nil {
			t.Fatal(err)
		}
	}
}

// Hits asks for n random keys and returns how many are answered true.
func Hits(f variants.Filter, n int, r *rand.Rand) (found uint64) {
	for range n {
		if f.Contains(r.Uint64()) {
			found++
		}
	}
	return found
}
