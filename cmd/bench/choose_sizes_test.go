package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
)

// TestAdviserSizes: the adviser's rules give the bits that filters have, to the bit, and its
// formulas the rates that theory predicts, for random keys and every candidate. It builds
// nothing: the sizes are those that constructors would choose.
func TestAdviserSizes(t *testing.T) {
	model, err := choose.Reference()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(14, 1))
	designs := 0
	for range 150 {
		need := advise.Need{
			Keys:   math.Floor(math.Exp2(7 + 29*random.Float64())),
			Rate:   math.Pow(10, -0.4-5*random.Float64()),
			Static: random.IntN(2) == 0,
		}
		ranking, err := advise.Rank(need, model)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range ranking.Answers {
			v, err := catalog.Parse(a.Variant)
			if a.Family == "none" {
				continue
			}
			if a.Why == "has no table for so many keys" {
				if err != nil {
					continue // a parameter for so many is beyond its range
				}
				if s, err := v.Shape(variants.Size{Keys: uint64(a.Keys)}); err == nil {
					t.Errorf("%s for %.0f keys has %d bits, and the adviser says it has no such table", a.Variant, need.Keys, s.Bits)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", a.Variant, err)
			}
			if !a.Feasible && a.Why != "cannot delete" {
				continue
			}
			designs++
			s, err := v.Shape(variants.Size{Keys: uint64(a.Keys)})
			if err != nil {
				t.Fatalf("%s: %v", a.Variant, err)
			}
			if got := float64((s.Bits + 7) / 8); got != a.Bytes-a.Side {
				t.Errorf("%s for %.0f keys: %.0f bytes promised, %.0f are taken", a.Variant, need.Keys, a.Bytes-a.Side, got)
			}
			if v.String() != a.Variant {
				t.Errorf("%s is spelt %s", a.Variant, v)
			}
			p, ok := families.Predict(s, uint64(need.Keys))
			if !ok || need.Keys < 10_000 {
				continue // small filters err a little otherwise than large ones
			}
			if off := math.Abs(math.Log(p.FPR / a.Rate)); p.FPR > 0 && off > 0.01 {
				t.Errorf("%s for %.0f keys: a rate of %.4g promised, theory says %.4g", a.Variant, need.Keys, a.Rate, p.FPR)
			}
		}
	}
	if designs < 3000 {
		t.Errorf("only %d designs", designs)
	}
}
