package sample

import (
	"math"
	"strings"

	"filterbench/internal/record"
)

// Heap makes a cell of kind heap: nominal bytes times a factor, and a constant.
func (m *Maker) Heap(part, variant, workload string, capacity uint64, fill, factor, constant float64) {
	shape := Shape(variant, capacity, 0)
	t := record.Trial{
		Experiment: "memory", Part: part, Kind: record.KindHeap, Variant: variant, Workload: workload, Capacity: capacity, Fill: fill,
	}
	n := uint64(fill * float64(capacity))
	length := map[string]uint64{"urls": 54, "words": 10}[workload]
	if length == 0 {
		length = 8
	}
	m.add(t, shape, func(r *record.Record) {
		bytes := factor*float64(shape.Bits)/8 + constant
		if strings.HasPrefix(variant, "set(of=string") {
			bytes += float64(n * (length + 8))
		}
		bytes = math.Round(bytes)
		r.Outcome = &record.Heap{
			Inserted: n, Accepted: n, KeyBytes: n * length, Bytes: int64(bytes), Again: int64(bytes), Objects: 5,
		}
	})
}

// heapSizes are the numbers of keys of the made-up cells, the last being 100 million
// halved ten times.
var heapSizes = []uint64{10, 100, 1000, 10_000, 97_656}

// memory makes filters that take their nominal bits and maps that take what Go's do.
func (m *Maker) memory() {
	m.Integers(1.06, 300, 4500)
	m.Texts(1.06, 300)
	m.Octave(0.8125)
	m.Heap("large", "bloom(fpr=0.01)", "sequential", 4_480_000, 0, 1.001, 300)
}

// Integers makes sets and filters of integers: sets with a factor on the nominal
// bytes, cuckoo filters with a constant.
func (m *Maker) Integers(set, constant, cuckoo float64) {
	for _, n := range heapSizes {
		m.Heap("integers", "null", "sequential", n, 1, 1, 64)
		m.Heap("integers", "set(of=hash)", "sequential", n, 1, set, constant)
		m.Heap("integers", "bloom(fpr=0.01)", "sequential", n, 1, 1, constant)
		m.Heap("integers", "cuckoo(b=4,f=12)", "sequential", n, 1, 1, cuckoo)
	}
}

// Texts makes sets and filters of texts.
func (m *Maker) Texts(set, constant float64) {
	for _, workload := range []string{"urls", "words"} {
		for _, n := range heapSizes {
			for _, v := range []string{"set(of=string)", "set(of=digest)"} {
				m.Heap("texts", v, workload, n, 1, set, constant)
			}
			m.Heap("texts", "bloom(fpr=0.01)", workload, n, 1, 1, constant)
		}
	}
}

// Octave makes maps that fill up to a load and have as many slots twice over beyond.
func (m *Maker) Octave(top float64) {
	const slots = 65536
	m.Heap("slots", "set(of=hash)", "sequential", slots*7/8, 0, 1, 0)
	for load := 0.4375; load <= 0.875; load += 0.0625 {
		shape := Shape("set(of=hash)", slots*7/8, 0)
		factor := float64(shape.Cells) / slots
		if load > top {
			factor *= 2
		}
		n := uint64(math.Round(load * slots))
		if built := Shape("set(of=hash)", n, 0).Cells; built > 0 {
			factor *= slots / float64(built)
		}
		m.Heap("octave", "set(of=hash)", "sequential", n, 1, factor, 0)
	}
}
