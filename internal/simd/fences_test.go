package simd_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/simd"
)

// panics reports what a call panics with, "" if it does not.
func panics(call func()) (what string) {
	defer func() {
		if r := recover(); r != nil {
			what = fmt.Sprint(r)
		}
	}()
	call()
	return ""
}

// geometry is that of a cuckoo filter of 16 buckets of four slots of 12 bits, whose table
// has 16*6 bytes, and eight behind the first of the last bucket.
var geometry = simd.Cuckoo{Shift: 60, Tags: 4095, Steps: 15, Stride: 48, Lows: 0x1001001001, Highs: 0x800800800800}

// kernelsOf are the kernels of TestFences that there are below AVX-512, which has all.
var kernelsOf = map[simd.Level][]string{
	simd.AVX2: {"ContainsBlocked", "ContainsSplit", "InsertSplit", "ContainsRegister", "ContainsBloom", "ContainsCuckoo"},
	simd.NEON: {"ContainsBlocked", "ContainsSplit", "InsertSplit", "ContainsCuckoo", "of halves", "of even numbers"},
}

// TestFences: every kernel panics with a sentence of this package where its table or its
// results are a word too short, and runs where they are just long enough.
func TestFences(t *testing.T) {
	if simd.Now() == simd.Plain {
		t.Skip("nothing to fence: no kernel runs on this processor or in this build")
	}
	const n = 16
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = math.MaxUint64 - uint64(i)<<58 // to the last block and bucket
	}
	cuckoo := simd.NewCuckoo(geometry)
	pairs := geometry
	pairs.Stride, pairs.Second = 128, 64
	halves := simd.NewCuckoo(pairs)
	even := geometry
	even.Any, even.Steps = 18, 9
	evens := simd.NewCuckoo(even)
	bloom := simd.NewBloom(1000, 2, 3)
	sorted := simd.NewSorted(geometry, 9, make([]uint16, 1<<12+3))
	found := make([]bool, n)
	for name, kernel := range map[string]struct {
		table int // bytes
		call  func(words []uint64, table []byte, results int)
	}{
		"ContainsBlocked":  {5 * 64, func(w []uint64, _ []byte, r int) { simd.ContainsBlocked(w, 5, 8, hashes, found[:r]) }},
		"InsertBlocked":    {5 * 64, func(w []uint64, _ []byte, _ int) { simd.InsertBlocked(w, 5, 32, hashes) }},
		"ContainsSplit":    {5 * 32, func(w []uint64, _ []byte, r int) { simd.ContainsSplit(w, 5, hashes, found[:r]) }},
		"InsertSplit":      {5 * 32, func(w []uint64, _ []byte, _ int) { simd.InsertSplit(w, 5, hashes) }},
		"ContainsRegister": {5 * 8, func(w []uint64, _ []byte, r int) { simd.ContainsRegister(w, 5, 4, hashes, found[:r]) }},
		"InsertRegister":   {5 * 8, func(w []uint64, _ []byte, _ int) { simd.InsertRegister(w, 5, 4, hashes) }},
		"ContainsBloom":    {63 * 8, func(w []uint64, _ []byte, r int) { simd.ContainsBloom(w, bloom, hashes, found[:r]) }},
		"ContainsCuckoo":   {15*6 + 8, func(_ []uint64, b []byte, r int) { simd.ContainsCuckoo(b, cuckoo, hashes, found[:r]) }},
		"ContainsSorted":   {15*6 + 8, func(_ []uint64, b []byte, r int) { simd.ContainsSorted(b, sorted, hashes, found[:r]) }},
		"of halves":        {15*16 + 16, func(_ []uint64, b []byte, r int) { simd.ContainsCuckoo(b, halves, hashes, found[:r]) }},
		"of even numbers":  {17*6 + 8, func(_ []uint64, b []byte, r int) { simd.ContainsCuckoo(b, evens, hashes, found[:r]) }},
		"InsertCuckoo":     {15*6 + 8, func(_ []uint64, b []byte, r int) { simd.InsertCuckoo(b, cuckoo, hashes, make([]uint64, r)) }},
		"LocateCuckoo": {15*6 + 8, func(_ []uint64, b []byte, r int) {
			simd.LocateCuckoo(b, cuckoo, hashes, make([]uint64, n), make([]uint64, n), make([]uint64, r))
		}},
	} {
		for _, level := range simd.Levels() {
			if kernels, some := kernelsOf[level]; some && !slices.Contains(kernels, name) {
				continue
			}
			restore := simd.Limit(level)
			words, table := make([]uint64, kernel.table/8), make([]byte, kernel.table)
			if what := panics(func() { kernel.call(words, table, n) }); what != "" {
				t.Errorf("%s: a table of %d bytes: %s", name, kernel.table, what)
			}
			if what := panics(func() { kernel.call(words[:len(words)-1], table[:len(table)-1], n) }); !strings.HasPrefix(what, "simd: a table shorter") {
				t.Errorf("%s: a table that is too short: %q", name, what)
			}
			if strings.HasPrefix(name, "Insert") && name != "InsertCuckoo" {
				restore()
				continue // no results
			}
			if what := panics(func() { kernel.call(words, table, n-1) }); !strings.HasPrefix(what, "simd: results shorter") {
				t.Errorf("%s: results that are too short: %q", name, what)
			}
			restore()
		}
	}
	for _, probes := range []int{0, -1, 33} {
		if what := panics(func() { simd.ContainsBlocked(make([]uint64, 8), 1, probes, hashes, found) }); !strings.HasPrefix(what, "simd: a key has 1 to 32") {
			t.Errorf("%d probes: %q", probes, what)
		}
	}
	if what := panics(func() { simd.ContainsCuckoo(make([]byte, 1000), &simd.Cuckoo{}, hashes, found) }); what == "" {
		t.Error("a geometry that was not checked is taken")
	}
}

// TestGeometries: what would lead out of the buckets is refused, whatever the processor.
func TestGeometries(t *testing.T) {
	if what := panics(func() { simd.NewCuckoo(geometry) }); what != "" {
		t.Error(what)
	}
	for name, change := range map[string]func(c *simd.Cuckoo){
		"one bucket":              func(c *simd.Cuckoo) { c.Shift = 64 },
		"too many buckets":        func(c *simd.Cuckoo) { c.Shift = 31 },
		"a step too far":          func(c *simd.Cuckoo) { c.Steps = 16 },
		"no step":                 func(c *simd.Cuckoo) { c.Steps = 0 },
		"no fingerprints":         func(c *simd.Cuckoo) { c.Tags = 0 },
		"long fingerprints":       func(c *simd.Cuckoo) { c.Tags = 1 << 32 },
		"an odd number":           func(c *simd.Cuckoo) { c.Any, c.Steps = 17, 8 },
		"a step beyond an even":   func(c *simd.Cuckoo) { c.Any, c.Steps = 18, 10 },
		"no bits":                 func(c *simd.Cuckoo) { c.Stride = 0 },
		"a wide bucket":           func(c *simd.Cuckoo) { c.Stride = 72 },
		"a half inside a byte":    func(c *simd.Cuckoo) { c.Stride, c.Second = 68, 34 },
		"a half in another":       func(c *simd.Cuckoo) { c.Second = 48 },
		"a bucket of three words": func(c *simd.Cuckoo) { c.Stride, c.Second = 136, 68 },
	} {
		c := geometry
		change(&c)
		if what := panics(func() { simd.NewCuckoo(c) }); !strings.HasPrefix(what, "simd: ") {
			t.Errorf("%s: %q", name, what)
		}
	}
	for _, bad := range []struct {
		cells         uint64
		width, probes int
	}{{0, 0, 2}, {10, 4, 2}, {10, -1, 2}, {10, 0, 0}} {
		if what := panics(func() { simd.NewBloom(bad.cells, bad.width, bad.probes) }); !strings.HasPrefix(what, "simd: ") {
			t.Errorf("%+v: %q", bad, what)
		}
	}
	if what := panics(func() { simd.NewSorted(geometry, 9, make([]uint16, 1<<12)) }); !strings.HasPrefix(what, "simd: ") {
		t.Errorf("a table of nibbles that is too short: %q", what)
	}
	if simd.NewBloom(1<<32, 0, 2) != nil || simd.NewBloom(100, 0, 1) != nil {
		t.Error("a Bloom filter that the kernel does not take has one")
	}
}

// TestNoKernels: where there is no AVX-512 its kernels do no key, and nobody gets a
// geometry for them; on AVX2 those of any number of buckets are among these, and on NEON that of
// Bloom filters. Without kernels there is none.
func TestNoKernels(t *testing.T) {
	t.Cleanup(simd.Limit(simd.AVX2))
	if simd.Now() == simd.Plain {
		t.Skip("nothing to switch off: no kernel runs on this processor or in this build")
	}
	neon := simd.Now() == simd.NEON
	even := geometry
	even.Any, even.Steps = 18, 9
	hashes, found, table := make([]uint64, 16), make([]bool, 16), make([]uint64, 64)
	if done := simd.InsertBlocked(table, 8, 8, hashes); done != 0 {
		t.Errorf("%d keys done", done)
	}
	if (simd.NewCuckoo(even) != nil) != neon || simd.NewCuckoo(geometry) == nil || (simd.NewBloom(100, 0, 3) == nil) != neon || simd.NewLanes(8, 7, 9, 1) != nil {
		t.Error("a kernel's geometry without a kernel, or a kernel without its geometry")
	}
	simd.Limit(simd.Plain)
	if simd.NewCuckoo(geometry) != nil {
		t.Error("a geometry for no kernel")
	}
	if done, hits := simd.ContainsRegister(table, 64, 8, hashes, found); done+hits != 0 {
		t.Errorf("%d keys done", done)
	}
	if done, sum := simd.ReadLines(table, hashes, true); done != 0 || sum != 0 {
		t.Errorf("%d keys done", done)
	}
	if done := simd.WriteLines(table, hashes, true); done != 0 || table[0] != 0 {
		t.Errorf("%d keys done", done)
	}
	if done := simd.InsertSplit(table, 16, hashes); done != 0 || table[0] != 0 {
		t.Errorf("%d keys done", done)
	}
}
