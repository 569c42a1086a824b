package filtertest

import (
	"math/bits"
	"runtime"
	"testing"

	"filterbench/variants"
	"filterbench/variants/families"
)

// checkSize: the bits that the shape states are those that are allocated. Beyond
// them there may be the path of a walk, 8 bytes a kick, and 24 KiB of bookkeeping
// and rounding up to pages. A map is rounded up once more, by up to 7 %, since its
// parts do not fit the allocator's classes exactly.
func checkSize(s *subject) {
	const keys, bookkeeping = 1 << 20, 24 << 10
	size := variants.Size{Keys: keys}
	shape, err := s.variant.Shape(size)
	if err != nil {
		s.Fatal(err)
	}
	var f variants.Filter
	shaping := func() { s.variant.Shape(size) }                                     // New does that too
	sizing := min(allocatedBy(shaping), allocatedBy(shaping), allocatedBy(shaping)) // the runtime may allocate beside it
	allocated := allocatedBy(func() { f = s.build(keys) }) - sizing
	if f.Shape() != shape {
		s.Errorf("announced %+v, built %+v", shape, f.Shape())
	}
	least := shape.Bits / 8
	most := least + uint64(8*s.variant.Values.Int("kicks")) + bookkeeping
	if isMap(s.variant) {
		most += least * 7 / 100
	}
	if s.variant.Name == "set" && bits.UintSize < 64 {
		least /= 2 // the shape is that of 64-bit words
	}
	if allocated < least || allocated > most {
		s.Errorf("the shape says %d bytes; %d were allocated, want %d to %d", least, allocated, least, most)
	}
}

// isMap reports whether a variant is a map of the runtime's, which grows by itself.
func isMap(v variants.Variant) bool { return v.Name == "exact" || v.Name == "set" }

// allocatedBy returns the bytes that the heap gave out while do ran.
func allocatedBy(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// keptBy returns by how many bytes the live heap grows while do runs, 0 if it shrinks.
func keptBy(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first found dead is taken off by the second
	runtime.ReadMemStats(&before)
	do()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return after.HeapAlloc - min(after.HeapAlloc, before.HeapAlloc)
}

// checkShape: a filter has the shape that it was built with for good, unless its
// family grows; then the table becomes larger, never smaller, and the shape says so.
func checkShape(s *subject) {
	f := s.build(100)
	first := f.Shape()
	last := first
	keys := 1000 // most of which a full table refuses, at the price of all its kicks
	if s.variant.Has(families.Grows) {
		keys = 30000
	}
	for _, h := range randomHashes(s.random(12), keys) {
		f.Insert(h)
		now := f.Shape()
		if now != last && (!s.variant.Has(families.Grows) || now.Bits <= last.Bits || now.Layers < last.Layers) {
			s.Fatalf("Insert(%#x) took the shape from %+v to %+v", h, last, now)
		}
		last = now
	}
	if s.variant.Has(families.Grows) && last == first {
		s.Errorf("after %d keys the shape is still %+v: nothing grew", keys, first)
	}
}

// checkAllocations: operations do not allocate, not even when they are refused.
func checkAllocations(s *subject) {
	f := s.build(100)
	hashes := randomHashes(s.random(11), 300)
	found := make([]bool, len(hashes))
	next := 0
	hash := func() uint64 { next++; return hashes[next%len(hashes)] }
	ops := map[string]func(){"Contains": func() { f.Contains(hash()) }}
	grows := s.variant.HasAny(families.Grows | families.Allocates)
	if !grows {
		ops["Insert"] = func() { f.Insert(hash()) }
	}
	if b, ok := f.(variants.Batcher); ok {
		ops["ContainsBatch"] = func() { b.ContainsBatch(hashes, found) }
		if !grows {
			ops["InsertBatch"] = func() { b.InsertBatch(hashes) }
		}
	}
	if d, ok := f.(variants.Deleter); ok {
		ops["Delete"] = func() { d.Delete(hash()) }
	}
	if c, ok := f.(variants.Counter); ok {
		ops["Count"] = func() { c.Count(hash()) }
	}
	for name, op := range ops {
		if n := testing.AllocsPerRun(100, op); n != 0 {
			s.Errorf("%s allocates %g times", name, n)
		}
	}
}
