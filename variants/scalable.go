package variants

import (
	"slices"

	"filterbench/internal/batch"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// scalable is a Bloom filter that need not know how many keys will come. It begins
// with a small one; when that holds the keys it was made for, a larger one with a
// lower rate is put on top, and so on. A key is in one layer, so a lookup of an
// absent key asks them all, and space and time are the price of not knowing.
//
// The number of keys that the filter is sized for is ignored: the first layer
// takes the keys that its parameter says. Insert does not look for the key first,
// so a copy takes room like any key. Layers share a key's probe sequence: they hold
// different keys, so what one of them answers says nothing about another.
type scalable struct {
	layers []*bloom // >= 1, the newest last
	room   uint64   // keys that the newest still takes
	shape  theory.Shape
}

var (
	_ Filter  = (*scalable)(nil)
	_ Batcher = (*scalable)(nil)
)

// scalableShape is that of the filter before the first key.
func scalableShape(v spec.Values, _ Size) (theory.Shape, error) {
	growth := theory.Growth{
		First:   uint64(v.Int("first")),
		Factor:  v.Int("growth"),
		FPR:     v.Float("fpr"),
		Tighten: v.Float("tighten"),
	}
	cells, _, _ := theory.ScalableLayer(growth, 0)
	return theory.Shape{Bits: cells, Cells: cells, Layers: 1, Growth: growth}, nil
}

func newScalable(_ spec.Values, shape theory.Shape, _ uint64) Filter {
	shape.Bits, shape.Cells, shape.Layers = 0, 0, 0
	f := &scalable{shape: shape}
	f.grow()
	return f
}

// grow puts a layer on top.
func (f *scalable) grow() {
	cells, keys, probes := theory.ScalableLayer(f.shape.Growth, f.shape.Layers)
	layer := newBloom(spec.Values{}, theory.Shape{Bits: cells, Cells: cells, Probes: probes}, 0)
	f.layers = append(f.layers, layer.(*bloom))
	f.room = keys
	f.shape.Bits += cells
	f.shape.Cells += cells
	f.shape.Layers++
}

// Insert implements [Filter]. It never refuses; now and then it allocates a layer.
func (f *scalable) Insert(hash uint64) error {
	if f.room == 0 {
		f.grow()
	}
	f.room--
	return f.layers[len(f.layers)-1].Insert(hash)
}

// Contains implements [Filter]. It asks the newest layer first, which has the most
// keys.
func (f *scalable) Contains(hash uint64) bool {
	for i := len(f.layers) - 1; i >= 0; i-- {
		if f.layers[i].Contains(hash) {
			return true
		}
	}
	return false
}

// Shape implements [Filter]. It is that of the layers so far.
func (f *scalable) Shape() theory.Shape { return f.shape }

// InsertBatch implements [Batcher].
func (f *scalable) InsertBatch(hashes []uint64) (int, error) {
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

// ContainsBatch implements [Batcher].
func (f *scalable) ContainsBatch(hashes []uint64, found []bool) int {
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
