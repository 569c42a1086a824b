package ageing

import (
	"fmt"

	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/bloom"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// TimingConfig says for which window the cells are made.
type TimingConfig struct {
	_ struct{}

	Window uint64  // units of time, and keys that come in it
	FPR    float64 // with a window and its slack in it, the most that there is
	Width  int     // bits of a cell, 4 or 8
}

// stampsOf returns how many times a cell can tell apart, beside being empty, how many
// generations a window has, and in how many the whole table is swept once. Between the end of
// a key's life and the return of its stamp lie as many generations as the sweep takes, and one.
func stampsOf(width int) (stamps, generations, sweep uint64) {
	stamps = 1<<width - 1
	generations = stamps / 2
	return stamps, generations, stamps - generations - 2
}

// Shape implements [variants.Config].
func (c TimingConfig) Shape() (shape.Shape, error) {
	if c.Width != 4 && c.Width != 8 {
		return shape.Shape{}, fmt.Errorf("field Width is %d: must be 4 or 8", c.Width)
	}
	window := max(1, c.Window)
	_, generations, _ := stampsOf(c.Width)
	s, err := bloom.Config{Keys: window + newEpochs(window, int(generations)).every, FPR: c.FPR}.Shape()
	if err != nil {
		return shape.Shape{}, err
	}
	return sizing.Check(shape.Shape{Family: "timing", Bits: s.Cells * uint64(c.Width), Cells: s.Cells, Probes: s.Probes, CounterBits: c.Width})
}

// Timing is a Bloom filter whose cells hold in which generation they were last set, in place
// of a bit. A key is answered true if all of its cells were set within a window. Times come
// again when their few bits run out, so that each generation a part of the table is swept,
// and cells that are too old are emptied. A key is forgotten at most a generation late, which
// is a seventh of a window with cells of four bits.
type Timing struct {
	epochs
	cells bitpack.Counters // 0 is empty, else 1 + the generation modulo the stamps
	n     uint64
	shape shape.Shape

	stamps, generations, sweep uint64
}

var (
	_ variants.Filter = (*Timing)(nil)
	_ variants.Ager   = (*Timing)(nil)
	_ variants.Tabler = (*Timing)(nil)
)

// NewTiming makes an empty filter at time 0. Its error says which field is wrong.
func NewTiming(c TimingConfig) (*Timing, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	f := &Timing{n: s.Cells, cells: bitpack.NewCounters(s.Cells, c.Width), shape: s}
	f.stamps, f.generations, f.sweep = stampsOf(c.Width)
	f.epochs = newEpochs(c.Window, int(f.generations))
	return f, nil
}

// Advance implements [variants.Ager].
func (f *Timing) Advance(now uint64) {
	if now/f.every > f.now+f.stamps { // nothing is young enough to stay
		clear(f.cells.Words())
	}
	f.advance(now, int(f.stamps), f.sweepPart)
}

// sweepPart empties the cells of a part of the table that are too old.
func (f *Timing) sweepPart(epoch uint64) (bytes uint64) {
	part := epoch % f.sweep
	from, to := f.n*part/f.sweep, f.n*(part+1)/f.sweep
	for i := from; i < to; i++ {
		if v := f.cells.Get(i); v != 0 && !f.lives(v, epoch) {
			f.cells.Set(i, 0)
		}
	}
	return (to - from) << f.cells.Width() / 8
}

// lives reports whether a cell that is not empty was set within the window.
func (f *Timing) lives(v, epoch uint64) bool {
	return (epoch%f.stamps+f.stamps-(v-1))%f.stamps <= f.generations
}

// Insert implements [variants.Filter]. It never refuses.
func (f *Timing) Insert(hash uint64) error {
	p := hashing.Probes(hash)
	for range f.shape.Probes {
		f.cells.Set(p.Of(f.n), 1+f.now%f.stamps)
		p = p.Next()
	}
	return nil
}

// Contains implements [variants.Filter].
func (f *Timing) Contains(hash uint64) bool {
	p := hashing.Probes(hash)
	for range f.shape.Probes {
		if v := f.cells.Get(p.Of(f.n)); v == 0 || !f.lives(v, f.now) {
			return false
		}
		p = p.Next()
	}
	return true
}

// Shape implements [variants.Filter].
func (f *Timing) Shape() shape.Shape { return f.shape }

// Tables implements [variants.Tabler].
func (f *Timing) Tables() [][]byte { return raws(f.cells.Words()) }
