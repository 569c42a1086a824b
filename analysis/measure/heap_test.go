package measure

import (
	"math"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// TestMeasureHeap works a cell out by hand: a set that keeps its keys is held
// against its table and their bytes, one that starts empty against nothing.
func TestMeasureHeap(t *testing.T) {
	cell := func(variant string, bits uint64) analysis.Cell {
		c := analysis.Cell{Trial: record.Trial{Variant: variant, Kind: record.KindHeap}}
		for rep := range int64(3) {
			c.Records = append(c.Records, &record.Record{
				Trial: c.Trial, Shape: theory.Shape{Bits: bits},
				Outcome: &record.Heap{Inserted: 10, Accepted: 10, KeyBytes: 500, Bytes: 900 + 30*rep, Again: 900 + 20*rep, Objects: 12},
			})
		}
		return c
	}
	for variant, want := range map[string]HeapUse{
		"set(of=string)":             {10, 930, 900, 960, 600, 12, 20},
		"set(of=digest)":             {10, 930, 900, 960, 100, 12, 20},
		"set(of=string,start=empty)": {10, 930, 900, 960, 0, 12, 20},
	} {
		bits := uint64(800)
		if want.Nominal == 0 {
			bits = 0
		}
		got, err := Heap(cell(variant, bits))
		if err != nil {
			t.Fatal(err)
		}
		near := math.Abs(got.Bytes-want.Bytes)+math.Abs(got.Nominal-want.Nominal)+math.Abs(got.Objects-want.Objects) < 1e-9
		got.Bytes, got.Nominal, got.Objects = want.Bytes, want.Nominal, want.Objects
		if !near || got != want {
			t.Errorf("%s: %+v, want %+v", variant, got, want)
		}
	}
	if (HeapUse{}).PerKey(5) == (HeapUse{}).PerKey(5) {
		t.Error("bytes per key of no keys are a number")
	}
	if _, err := Heap(analysis.Cell{Records: []*record.Record{{}}}); err == nil {
		t.Error("a record without a heap is none")
	}
}
