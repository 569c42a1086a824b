package bloom

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/bitpack"
	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

var scalableCases = []struct {
	name string
	keys int
}{
	{"scalable(fpr=0.01)", 30000}, // nine layers, the last not full
	{"scalable(fpr=0.2,first=50,growth=4,tighten=0.8)", 20000},
	{"scalable(fpr=0.1,first=1000,growth=16,tighten=0.3)", 17000}, // two layers, just full
	{"scalable(fpr=0.05,first=3000)", 2000},                       // one
}

// layersRate returns the rate at which a built filter answers true to absent keys,
// if their bits are independent: any layer may, at its fill to the power k.
func layersRate(f *Scalable) float64 {
	none := 1.0
	for _, layer := range f.layers {
		fill := float64(bitpack.Ones(layer.words)) / float64(layer.cells)
		none *= 1 - math.Pow(fill, float64(layer.probes))
	}
	return 1 - none
}

// TestScalableRateGivenFill: of a built filter the rate is the one that its bits
// give to independent probes, layer by layer.
func TestScalableRateGivenFill(t *testing.T) {
	const queries = 500000
	for i, c := range scalableCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(20, uint64(i)))
			f := mustNew(t, c.name, variants.Size{}, 0).(*Scalable)
			insertRandom(t, f, c.keys, r)
			stattest.Rate(t, hits(f, queries, r), queries, layersRate(f), alarm)
		})
	}
}

// TestScalableRate: over many filters that rate is the one of theory.
func TestScalableRate(t *testing.T) {
	for i, c := range scalableCases {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, uint64(i)))
			var rates []float64
			for range 40 {
				f := mustNew(t, c.name, variants.Size{}, 0).(*Scalable)
				insertRandom(t, f, c.keys, r)
				rates = append(rates, layersRate(f))
			}
			growth := mustNew(t, c.name, variants.Size{}, 0).Shape().Growth
			stattest.Mean(t, rates, theory.ScalableFPR(growth, uint64(c.keys)), alarm)
		})
	}
}

// TestScalableGrows: a layer comes with the first key beyond what those before take,
// and the shape says what there is.
func TestScalableGrows(t *testing.T) {
	f := mustNew(t, "scalable(fpr=0.01,first=5,growth=3)", variants.Size{Keys: 1000}, 0).(*Scalable)
	r := rand.New(rand.NewPCG(22, 1))
	layers := []int{1, 1, 1, 1, 1, 1} // after 0, 1, ... keys
	for range 15 {
		layers = append(layers, 2)
	}
	layers = append(layers, 3, 3)
	for n, want := range layers {
		if n > 0 {
			insertRandom(t, f, 1, r)
		}
		s, bits := f.Shape(), uint64(0)
		for i := range want {
			cells, _, _ := theory.ScalableLayer(s.Growth, i)
			bits += cells
		}
		if s.Layers != want || len(f.layers) != want || s.Bits != bits || s.Cells != bits {
			t.Fatalf("after %d keys the shape is %+v with %d layers; want %d layers of %d bits", n, s, len(f.layers), want, bits)
		}
	}
	for i, layer := range f.layers {
		if cells, _, probes := theory.ScalableLayer(f.shape.Growth, i); layer.cells != cells || layer.probes != probes {
			t.Errorf("layer %d has %d cells and %d probes, want %d and %d", i, layer.cells, layer.probes, cells, probes)
		}
	}
}
