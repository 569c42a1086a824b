package measure

import (
	"fmt"
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// HeapUse is what the structures of one cell take of the live heap, averaged over the
// repetitions.
type HeapUse struct {
	Keys    uint64  // that each was given
	Bytes   float64 // live heap
	Lo, Hi  float64 // the least and the most bytes of a repetition
	Nominal float64 // bytes by its shape, with those of the keys where it keeps them; 0 if the shape says nothing
	Objects float64
	Drift   float64 // the largest difference between two readings of one repetition, in bytes
}

// PerKey returns bytes for each key, NaN if there were none.
func (h HeapUse) PerKey(bytes float64) float64 {
	if h.Keys == 0 {
		return math.NaN()
	}
	return bytes / float64(h.Keys)
}

// KeepsKeys reports whether a variant holds the texts that it is given, which its
// shape does not count.
func KeepsKeys(variant string) bool { return strings.HasPrefix(variant, "set(of=string") }

// Heap summarises a cell of kind heap. The error names the cell if it is of
// another kind.
func Heap(c analysis.Cell) (HeapUse, error) {
	h := HeapUse{Lo: math.Inf(1), Hi: math.Inf(-1)}
	n := float64(len(c.Records))
	for _, r := range c.Records {
		if r.Heap() == nil {
			return HeapUse{}, fmt.Errorf("%s: no heap recorded", analysis.Describe(c.Trial))
		}
		bytes := float64(r.Heap().Bytes)
		h.Keys = r.Heap().Inserted
		h.Bytes += bytes / n
		h.Lo, h.Hi = math.Min(h.Lo, bytes), math.Max(h.Hi, bytes)
		h.Nominal += NominalBytes(r) / n
		h.Objects += float64(r.Heap().Objects) / n
		h.Drift = math.Max(h.Drift, math.Abs(float64(r.Heap().Again)-bytes))
	}
	return h, nil
}

// NominalBytes returns what a structure should take: the bits of its shape, and the
// bytes of the keys where it keeps them. It is 0 where the shape says nothing.
func NominalBytes(r *record.Record) float64 {
	bytes := float64(r.Shape.Bits) / 8
	if bytes > 0 && KeepsKeys(r.Variant) {
		bytes += float64(r.Heap().KeyBytes)
	}
	return bytes
}
