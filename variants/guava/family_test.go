package guava_test

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/guava"
)

func TestConformance(t *testing.T) {
	filtertest.Run(t, guava.Families(),
		"guava(strategy=mitz64,fpr=0.03)", "guava(strategy=mitz32,fpr=0.03)", "guava(strategy=mitz64,fpr=0.5)",
		"guava(strategy=mitz32,fpr=1e-09)", "guava(strategy=mitz64,fpr=0.03,funnel=int)")
}

// The family has the very filter of this package: same bits, same answers, for longs
// and for ints.
func TestFamilyIsTheFilter(t *testing.T) {
	for name, key := range map[string]func(uint64) guava.Hash{
		"guava(strategy=mitz64,fpr=0.01)":            func(n uint64) guava.Hash { return guava.Int64(int64(n)) },
		"guava(strategy=mitz32,fpr=0.01)":            func(n uint64) guava.Hash { return guava.Int64(int64(n)) },
		"guava(strategy=mitz64,fpr=0.01,funnel=int)": func(n uint64) guava.Hash { return guava.Int32(int32(n)) },
	} {
		v, err := variants.ParseIn(guava.Families(), name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := v.New(variants.Size{Keys: 500}, 0)
		if err != nil {
			t.Fatal(err)
		}
		strategy := guava.Mitz64
		if v.Values.Text("strategy") == "mitz32" {
			strategy = guava.Mitz32
		}
		own, err := guava.New(strategy, 500, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 500))
		for range 500 {
			n := r.Uint64()
			own.Put(key(n))
			if f.Insert(n) != nil || !f.Contains(n) {
				t.Fatalf("%s does not hold %d", name, n)
			}
		}
		positives := 0
		for range 20_000 {
			n := r.Uint64()
			if own.MightContain(key(n)) {
				positives++
			}
			if f.Contains(n) != own.MightContain(key(n)) {
				t.Fatalf("%s answers otherwise on %d", name, n)
			}
		}
		if shape := f.Shape(); positives == 0 || shape.Bits != own.Bits() || shape.Probes != own.Probes() || (shape.Positions > 0) != (strategy == guava.Mitz32) {
			t.Errorf("%s: %d positives, shape %+v, want %d bits and %d probes", name, positives, shape, own.Bits(), own.Probes())
		}
	}
}
