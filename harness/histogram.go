package harness

import (
	"maps"
	"slices"

	"filterbench/internal/record"
)

// tally counts events by size.
type tally map[uint64]uint64

// histogram returns the tally in the form that records keep, by increasing size.
func (t tally) histogram() record.Histogram {
	h := record.Histogram{}
	for _, size := range slices.Sorted(maps.Keys(t)) {
		h = append(h, [2]uint64{size, t[size]})
	}
	return h
}
