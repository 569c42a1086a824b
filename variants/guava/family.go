package guava

import (
	"bytes"
	"fmt"
	"math"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Families returns the one family of this package.
func Families() []variants.Family {
	return []variants.Family{variants.FromShape(*families.Named("guava"), shape, build)}
}

// strategyOf returns the strategy that a variant names.
func strategyOf(v spec.Values) Strategy {
	if v.Text("strategy") == "mitz32" {
		return Mitz32
	}
	return Mitz64
}

func shape(v spec.Values, room variants.Size) (theory.Shape, error) {
	if room.Keys > math.MaxInt64 {
		return theory.Shape{}, fmt.Errorf("the table is for %d keys; the limit is 2^63-1, so give fewer keys", room.Keys)
	}
	words, probes, err := size(int64(room.Keys), v.Float("fpr"))
	s := theory.Shape{Bits: wordBits * words, Cells: wordBits * words, Probes: probes}
	if strategyOf(v) == Mitz32 {
		s.Positions = mitz32Positions
	}
	return s, err
}

// adapter is a Filter of this package as one of package variants.
type adapter struct {
	*Filter
	ints  bool // keys are ints
	shape theory.Shape
}

var (
	_ variants.Filter  = (*adapter)(nil)
	_ variants.Batcher = (*adapter)(nil)

	_ variants.Reporter = (*adapter)(nil)
	_ variants.Saver    = (*adapter)(nil)
)

func build(v spec.Values, shape theory.Shape, _ uint64) variants.Filter {
	f := empty(strategyOf(v), shape.Bits/wordBits, shape.Probes)
	return &adapter{f, v.Text("funnel") == "int", shape}
}

func (a *adapter) hash(hash uint64) Hash {
	if a.ints {
		return Int32(int32(hash))
	}
	return Int64(int64(hash))
}

// Insert implements [variants.Filter]. It never refuses.
func (a *adapter) Insert(hash uint64) error {
	a.Put(a.hash(hash))
	return nil
}

// Add implements [variants.Reporter].
func (a *adapter) Add(hash uint64) (changed bool) { return a.Put(a.hash(hash)) }

// Save implements [variants.Saver].
func (a *adapter) Save() ([]byte, error) {
	var form bytes.Buffer
	_, err := a.WriteTo(&form)
	return form.Bytes(), err
}

// Load implements [variants.Saver].
func (a *adapter) Load(data []byte) (variants.Filter, error) {
	f, err := ReadFrom(bytes.NewReader(data))
	return &adapter{f, a.ints, a.shape}, err
}

// Contains implements [variants.Filter].
func (a *adapter) Contains(hash uint64) bool { return a.MightContain(a.hash(hash)) }

// Shape implements [variants.Filter].
func (a *adapter) Shape() theory.Shape { return a.shape }

// InsertBatch implements [variants.Batcher].
func (a *adapter) InsertBatch(hashes []uint64) (int, error) {
	for _, h := range hashes {
		a.Insert(h)
	}
	return len(hashes), nil
}

// ContainsBatch implements [variants.Batcher].
func (a *adapter) ContainsBatch(hashes []uint64, found []bool) int {
	found, hits := found[:len(hashes)], 0
	for i, h := range hashes {
		found[i] = a.Contains(h)
		if found[i] {
			hits++
		}
	}
	return hits
}
