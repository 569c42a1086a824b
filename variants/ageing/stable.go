package ageing

import (
	"fmt"
	"math"
	"math/rand/v2"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/theory"
)

// StableConfig says how many cells there are and at which rate they settle.
type StableConfig struct {
	_ struct{}

	Window      uint64  // keys that come in a window
	CellsPerKey float64 // cells for each of these, above 0
	FPR         float64 // to which the rate settles, whatever the window
	Width       int     // bits of a cell, 2 or 4
	Seed        uint64  // of the cells that lose
}

// stableProbes is how many cells a key sets: as many as the authors use.
const stableProbes = 3

// Shape implements [variants.Config].
func (c StableConfig) Shape() (shape.Shape, error) {
	if c.Width != 2 && c.Width != 4 {
		return shape.Shape{}, fmt.Errorf("field Width is %d: must be 2 or 4", c.Width)
	}
	if !(c.FPR > 0) || c.FPR >= 1 || !(c.CellsPerKey > 0) {
		return shape.Shape{}, fmt.Errorf("fields FPR and CellsPerKey are %g and %g: must be a rate, and above 0", c.FPR, c.CellsPerKey)
	}
	cells := math.Max(64, math.Ceil(c.CellsPerKey*float64(max(1, c.Window))))
	if cells*float64(c.Width) > float64(sizing.MaxBits) {
		return shape.Shape{}, sizing.TooLarge(cells * float64(c.Width))
	}
	return sizing.Check(shape.Shape{Family: "stable", Bits: uint64(cells) * uint64(c.Width), Cells: uint64(cells), Probes: stableProbes, CounterBits: c.Width})
}

// Stable is a stable Bloom filter: each insert first takes one from each of some cells in a
// row, which begin anywhere, and then sets the cells of the key to the largest value. After
// some time as many cells become empty as are set, and the rate of false positives stays.
// Which keys are forgotten is left to chance, those that came a moment ago included.
type Stable struct {
	cells bitpack.Counters
	n     uint64
	lose  float64 // cells that an insert takes from, on average
	rng   *rand.Rand
	shape shape.Shape
}

var (
	_ variants.Filter = (*Stable)(nil)
	_ variants.Ager   = (*Stable)(nil)
	_ variants.Tabler = (*Stable)(nil)
)

// NewStable makes an empty filter. Its error says which field is wrong.
func NewStable(c StableConfig) (*Stable, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Stable{n: s.Cells, cells: bitpack.NewCounters(s.Cells, c.Width), rng: rand.New(rand.NewPCG(c.Seed, hashing.Golden)), shape: s}
	f.lose = math.Min(theory.StableLosses(s.Cells, stableProbes, int(f.cells.Max()), c.FPR), float64(s.Cells))
	return f, nil
}

// Advance implements [variants.Ager]: it does nothing, for only inserts make the filter older.
func (f *Stable) Advance(uint64) {}

// Swept implements [variants.Ager].
func (f *Stable) Swept() (total, most uint64) { return 0, 0 }

// Insert implements [variants.Filter]. It never refuses.
func (f *Stable) Insert(hash uint64) error {
	count, at := uint64(f.lose+f.rng.Float64()), f.rng.Uint64N(f.n)
	for range count {
		if v := f.cells.Get(at); v > 0 {
			f.cells.Set(at, v-1)
		}
		if at++; at == f.n {
			at = 0
		}
	}
	p := hashing.Probes(hash)
	for range stableProbes {
		f.cells.Set(p.Of(f.n), f.cells.Max())
		p = p.Next()
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Stable) Contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range stableProbes {
		if f.cells.Get(p.Of(f.n)) == 0 {
			return false
		}
		p = p.Next()
	}
	return true
}

// Shape implements [variants.Filter].
func (f *Stable) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Stable) Tables() [][]byte { return raws(f.cells.Words()) }
