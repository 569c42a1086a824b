package measure

import (
	"math"

	"filterbench/internal/record"
	"filterbench/variants/theory"
)

func heapBytes(r *record.Record) float64 { return float64(r.Heap().Bytes) }
func heapPerKey(r *record.Record) float64 {
	return float64(r.Heap().Bytes) / float64(r.Heap().Inserted)
}

// Heap that structures take.
var (
	HeapKilobytes = Statistic{Name: "kilobytes of heap", Of: func(w Row) float64 { return heapBytes(w.Of[0]) / 1e3 }}
	HeapMegabytes = Statistic{Name: "megabytes of heap", Of: func(w Row) float64 { return heapBytes(w.Of[0]) / 1e6 }}
	HeapBeside    = Statistic{Name: "kilobytes of heap beside the table", Of: func(w Row) float64 { return (heapBytes(w.Of[0]) - NominalBytes(w.Of[0])) / 1e3 }}
	HeapPerKey    = Statistic{Name: "bytes of heap per key", Of: func(w Row) float64 { return heapPerKey(w.Of[0]) }}
	HeapSaved     = Statistic{Name: "share of its heap that the other saves", Of: func(w Row) float64 { return 1 - heapBytes(w.Over[0])/heapBytes(w.Of[0]) }}
	KeyBytes      = Statistic{Name: "bytes of a key", Of: func(w Row) float64 { return float64(w.Of[0].Heap().KeyBytes) / float64(w.Of[0].Heap().Inserted) }}
	OverIdeal     = Statistic{Name: "heap over the bits of an ideal filter of 1 %", Of: func(w Row) float64 {
		return heapBytes(w.Of[0]) / (theory.BloomIdealBitsPerKey(0.01) * float64(w.Of[0].Capacity) / 8)
	}}
	// Handover is the number of keys from which on the structures of With, of the same
	// sizes as those of Of, weigh less: read off the straight line between neighbours in the
	// logarithms. It is the smallest size where they always do, and the largest where they
	// never do for good.
	Handover = Statistic{Name: "keys from which on the other takes less heap", Scale: ByLog, Of: handover}
)

// SetOf extrapolates a set of strings to so many keys of a length, in gigabytes.
func SetOf(keys, length float64) Statistic {
	return Statistic{Name: "gigabytes of a set of strings, extrapolated", Of: func(w Row) float64 {
		r := w.Of[0]
		beside := float64(r.Heap().Bytes-int64(r.Heap().KeyBytes)) / float64(r.Heap().Inserted)
		return keys * (length + beside) / 1e9
	}}
}

func handover(w Row) float64 {
	over := func(i int) float64 { return math.Log(heapBytes(w.With[i]) / heapBytes(w.Of[i])) }
	keys := func(i int) float64 { return math.Log(float64(w.Of[i].Capacity)) }
	last := len(w.Of) - 1
	for last >= 0 && over(last) < 0 {
		last--
	}
	switch {
	case last < 0:
		return float64(w.Of[0].Capacity)
	case last == len(w.Of)-1:
		return float64(w.Of[last].Capacity)
	}
	share := over(last) / (over(last) - over(last+1))
	return math.Exp(keys(last) + share*(keys(last+1)-keys(last)))
}

// Loads of a map: keys times the bytes of a slot, over the bytes of the map. The bytes of
// a slot are those of an empty map, which With has, over its slots.
var (
	MapTop  = mapLoad("highest load of a map over an octave of sizes", func(loads, _ []float64) float64 { return extreme(loads, 1) })
	MapLow  = mapLoad("lowest load of a map over an octave of sizes", func(loads, _ []float64) float64 { return extreme(loads, -1) })
	MapMean = mapLoad("load of a map, mean over the logarithm of its keys", overLogarithm)
)

func mapLoad(name string, of func(loads, keys []float64) float64) Statistic {
	return Statistic{Name: name, Of: func(w Row) float64 {
		slot := heapBytes(w.With[0]) / float64(w.With[0].Shape.Cells)
		var loads, keys []float64
		for _, r := range w.Of {
			loads, keys = append(loads, slot/heapPerKey(r)), append(keys, float64(r.Capacity))
		}
		return of(loads, keys)
	}}
}

func extreme(values []float64, sign float64) float64 {
	best := math.Inf(-1)
	for _, v := range values {
		best = math.Max(best, sign*v)
	}
	return sign * best
}

// overLogarithm is the average of a quantity over the logarithm of the number of keys,
// with straight lines between the sizes.
func overLogarithm(values, keys []float64) float64 {
	sum, length := 0.0, 0.0
	for i := 1; i < len(keys); i++ {
		step := math.Log(keys[i] / keys[i-1])
		sum += step * (values[i] + values[i-1]) / 2
		length += step
	}
	return sum / length
}
