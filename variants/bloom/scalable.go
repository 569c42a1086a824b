package bloom

import (
	"fmt"
	"slices"

	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/theory"
)

// ScalableConfig is the rule by which a scalable Bloom filter grows. A field that is 0
// has the default of the family.
type ScalableConfig struct {
	_ struct{}

	FPR     float64 // rate that all layers together stay below, above 0 and below 1
	First   uint64  // keys of the first layer
	Growth  int     // keys of a layer over those of the one before, 2 at least
	Tighten float64 // rate of a layer over that of the one before, above 0 and below 1
}

// Shape implements [variants.Config]: that of the filter before the first key.
func (c ScalableConfig) Shape() (shape.Shape, error) {
	g := shape.Growth{First: c.First, Factor: c.Growth, FPR: c.FPR, Tighten: c.Tighten}
	if g.FPR == 0 {
		g.FPR = families.Default("scalable", "fpr")
	}
	if g.First == 0 {
		g.First = uint64(families.Default("scalable", "first"))
	}
	if g.Factor == 0 {
		g.Factor = int(families.Default("scalable", "growth"))
	}
	if g.Tighten == 0 {
		g.Tighten = families.Default("scalable", "tighten")
	}
	switch {
	case !(g.FPR > 0 && g.FPR < 1):
		return shape.Shape{}, fmt.Errorf("FPR is %g: must be above 0 and below 1", g.FPR)
	case g.Factor < 2:
		return shape.Shape{}, fmt.Errorf("field Growth is %d: must be 2 or more", g.Factor)
	case !(g.Tighten > 0 && g.Tighten < 1):
		return shape.Shape{}, fmt.Errorf("field Tighten is %g: must be above 0 and below 1", g.Tighten)
	}
	cells, _, _ := theory.ScalableLayer(g, 0)
	return shape.Shape{Family: "scalable", Bits: cells, Cells: cells, Layers: 1, Growth: g}, nil
}

// Scalable is a Bloom filter that need not know how many keys will come. It begins
// with a small one; when that holds the keys it was made for, a larger one with a
// lower rate is put on top, and so on. A key is in one layer, so a lookup of an
// absent key asks them all, and space and time are the price of not knowing.
//
// Insert does not look for the key first, so a copy takes room like any key. Layers share
// a key's probe sequence: they hold different keys, so what one of them answers says
// nothing about another.
type Scalable struct {
	layers []*Filter // >= 1, the newest last
	room   uint64    // keys that the newest still takes
	shape  shape.Shape
}

var (
	_ variants.Filter  = (*Scalable)(nil)
	_ variants.Batcher = (*Scalable)(nil)
)

// NewScalable makes an empty filter. Its error says which field of the configuration is
// wrong.
func NewScalable(c ScalableConfig) (*Scalable, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	s.Bits, s.Cells, s.Layers = 0, 0, 0
	f := &Scalable{shape: s}
	f.grow()
	return f, nil
}

// grow puts a layer on top.
func (f *Scalable) grow() {
	cells, keys, probes := theory.ScalableLayer(f.shape.Growth, f.shape.Layers)
	f.layers = append(f.layers, newFilter(shape.Shape{Bits: cells, Cells: cells, Probes: probes}))
	f.room = keys
	f.shape.Bits += cells
	f.shape.Cells += cells
	f.shape.Layers++
}

// Insert implements [variants.Filter]. It never refuses; now and then it allocates a layer.
func (f *Scalable) Insert(hash uint64) error {
	if f.room == 0 {
		f.grow()
	}
	f.room--
	return f.layers[len(f.layers)-1].Insert(hash)
}

// Contains implements [variants.Filter]. It asks the newest layer first, which has the most
// keys.
func (f *Scalable) Contains(hash uint64) bool {
	for i := len(f.layers) - 1; i >= 0; i-- {
		if f.layers[i].Contains(hash) {
			return true
		}
	}
	return false
}

// Shape implements [variants.Filter]. It is that of the layers so far.
func (f *Scalable) Shape() shape.Shape { return f.shape }

// InsertBatch implements [variants.Batcher].
func (f *Scalable) InsertBatch(hashes []uint64) (int, error) {
	for done := 0; done < len(hashes); {
		if f.room == 0 {
			f.grow()
		}
		n := int(min(f.room, uint64(len(hashes)-done)))
		f.room -= uint64(n)
		f.layers[len(f.layers)-1].InsertBatch(hashes[done : done+n])
		done += n
	}
	return len(hashes), nil
}

// ContainsBatch implements [variants.Batcher].
func (f *Scalable) ContainsBatch(hashes []uint64, found []bool) int {
	found = found[:len(hashes)]
	newest := len(f.layers) - 1
	hits := f.layers[newest].ContainsBatch(hashes, found)
	if newest == 0 {
		return hits
	}
	for at := 0; at < len(hashes); at += batch.MaxPending {
		end := min(at+batch.MaxPending, len(hashes))
		var p batch.Pending
		p.Start(hashes[at:end], found[at:end])
		for _, layer := range slices.Backward(f.layers[:newest]) {
			if p.Len() == 0 {
				break
			}
			layer.ContainsBatch(p.Keys())
			hits += p.Settle(found[at:end])
		}
	}
	return hits
}
