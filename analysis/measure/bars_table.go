package measure

import (
	"cmp"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Demand is a row of the table of bars: how long operations of some cells may take.
type Demand struct {
	ID, Name string             // Name says it in words, with the limit
	Front    bool               // it stands on the report's first page
	of       analysis.Selection // the cells that it is for, filters alone
	where    func(d *analysis.Dataset, c analysis.Cell) bool
	op       string // the operation; "" for every lookup
	value    valuer
	limit    float64
	prize    float64 // what would be better still; 0 for nothing
	least    bool    // the value must be at least the limit, and not at most
	gross    bool    // the value has the loop and the hash in it
	apart    bool    // a time that misses it is taken apart in a [Profile]
}

// valuer is what a bar is about: a number, and against what it is; ok is false where there
// is no such thing, and the bar is not listed. A number that could not be found is NaN.
type valuer func(c analysis.Cell, op string, cells []analysis.Cell) (m stat.Median, against string, ok bool)

// Demands is the table of bars, in report order. A new bar is a row of it.
var Demands = []Demand{
	{ID: "single-gross", Front: true, Name: "single calls within 1.5 times the floor, the hash and the loop in both", of: "speed-bars part=calls|calls-large call=single|typed simd!=avx2",
		value: overFloorGross, limit: floorLimit, gross: true, apart: true},
	{ID: "single", Name: "single calls within 1.5 times the floor, both net of the hash and the loop", of: "speed-bars part=calls|calls-large call=single|typed simd!=avx2",
		value: overFloor, limit: floorLimit, apart: true},
	{ID: "single-probes", Name: "single calls of Bloom and fuse filters within 1.5 times a floor of as many lines: 2 for a miss of a Bloom filter, 8 for a hit, 3 for fuse; net",
		of: "speed-bars part=calls call=single|typed simd!=avx2", value: overProbes(timesAs), limit: floorLimit},
	{ID: "single-probes-gross", Name: "single calls of Bloom and fuse filters within 1.5 times that floor, the hash and the loop in both",
		of: "speed-bars part=calls call=single|typed simd!=avx2", value: overProbes(grossAs), limit: floorLimit, gross: true},
	{ID: "floor", Front: true, Name: "batched lookups beyond the second-level cache within 1.5 times the floor", of: "speed-bars part=bars|pages", where: beyondL2,
		value: overFloor, limit: floorLimit, prize: floorPrize, apart: true},
	{ID: "near", Name: "batched lookups inside it in at most 4 ns with one line, 8 with two", of: "speed-bars part=bars|pages", where: insideL2(1), value: netTime, limit: 4, apart: true},
	{ID: "near", of: "speed-bars part=bars|pages", where: insideL2(2), value: netTime, limit: 8, apart: true},
	{ID: "avx2", Front: true, Name: "batched lookups without AVX-512 within 1.5 times those with it", of: "speed-bars part=calls call=batch simd=avx2",
		value: than("beside AVX-512", "", func(t *record.Trial) { t.SIMD = "" }), limit: 1.5},
	{ID: "bytes", Name: "batched lookups of four bytes a bucket within 0.83 times the floor, as the kernel of PVLDB 2019 was, the hash and the loop in both", of: "speed-bars part=bytes call=batch",
		value: overFloorGross, limit: bytesLimit, gross: true},
	{ID: "texts", Name: "texts looked up in batches 1.5 times as fast as one by one, the hash and the loop in both", of: "speed-bars part=texts call=batch",
		value: besideGross("one by one", func(t *record.Trial) { t.Call = record.CallSingle }), limit: 1.5, least: true, gross: true},
	{ID: "build", Front: true, Name: "cuckoo filters built 1.5 times as fast as filled", of: "speed-bars part=build call=batch", where: linesAre(2), op: record.OpBuild,
		value: beside("Insert", "insert", func(t *record.Trial) { t.Call = record.CallSingle }), limit: buildLimit, least: true},
	{ID: "build", of: "speed-bars part=build call=batch", where: linesAre(2), op: record.OpBuild, value: beside("InsertBatch", "insert", func(*record.Trial) {}), limit: buildLimit, least: true},
	{ID: "build-floor", Front: true, Name: "blocked filters built within 1.5 times the floor of reading and writing a line", of: "speed-bars part=build call=batch", where: linesAre(1), op: record.OpBuild,
		value: overFloor, limit: floorLimit, prize: floorPrize, apart: true},
	{ID: "insert-floor", Name: "filters of one line filled in batches, beyond the second-level cache, within 1.5 times that floor", of: "speed-bars part=bars|pages call=batch",
		where: func(d *analysis.Dataset, c analysis.Cell) bool { return linesAre(1)(d, c) && beyondL2(d, c) }, op: "insert", value: overFloor, limit: floorLimit, prize: floorPrize, apart: true},
}

// beyondL2 keeps filters whose lookups touch a fixed number of lines, of tables beyond the
// second-level cache.
func beyondL2(d *analysis.Dataset, c analysis.Cell) bool {
	_, known := analysis.LinesOf(c.Variant)
	return known && c.Shape().Bits/8 > L2(d)
}

// insideL2 keeps filters of so many lines a lookup, with tables inside that cache.
func insideL2(lines int) func(d *analysis.Dataset, c analysis.Cell) bool {
	return func(d *analysis.Dataset, c analysis.Cell) bool {
		return linesAre(lines)(d, c) && c.Shape().Bits/8 <= L2(d)
	}
}

func linesAre(lines int) func(*analysis.Dataset, analysis.Cell) bool {
	return func(_ *analysis.Dataset, c analysis.Cell) bool {
		n, _ := analysis.LinesOf(c.Variant)
		return n == lines
	}
}

// netTime is nanoseconds net of the loop.
func netTime(c analysis.Cell, op string, _ []analysis.Cell) (stat.Median, string, bool) {
	t, ok := Time(c, op)
	return t.Net, "", ok && t.HasNet()
}

// overFloor is [OverFloor]: without a floor, or beside one that cannot be told from the loop,
// no number.
func overFloor(c analysis.Cell, op string, _ []analysis.Cell) (stat.Median, string, bool) {
	t, timed := Time(c, op)
	m, ok := OverFloor(c, op)
	return floored(c, m, ok, timed && t.HasNet())
}

// overFloorGross is the time over that of the floor, with the hash and the loop in both: what a
// program sees that has to do both anyway.
func overFloorGross(c analysis.Cell, op string, _ []analysis.Cell) (stat.Median, string, bool) {
	_, timed := Time(c, op)
	m := GrossAs(c, analysis.Cell{Records: c.Floors}, op)
	return floored(c, m, m.N == len(c.Records), timed)
}

func floored(c analysis.Cell, m stat.Median, ok, timed bool) (stat.Median, string, bool) {
	if _, known := analysis.LinesOf(c.Variant); !known {
		return m, "", false
	}
	if !ok {
		return stat.Median{Value: math.NaN(), Lo: math.NaN(), Hi: math.NaN()}, "floor", timed
	}
	return m, c.Floors[0].Variant, timed
}

// probed are the floors of filters whose lines are as many as their probes, by the operation.
var probed = map[string]map[string]string{
	"bloom(bpk=12)":       {"hit": "floor(bpk=12,lines=8)", "miss": "floor(bpk=12,lines=2)"},
	"binaryfuse(k=3,f=8)": {"hit": "floor(bpk=9.1,lines=3)", "miss": "floor(bpk=9.1,lines=3)"},
}

// overProbes is the time over that of a floor of its own.
func overProbes(times func(a analysis.Cell, op string, b analysis.Cell, than string) (stat.Median, bool)) valuer {
	return func(c analysis.Cell, op string, cells []analysis.Cell) (stat.Median, string, bool) {
		floor, known := probed[c.Variant][op]
		other, ok := twinOf(c, func(t *record.Trial) { t.Variant = floor }, cells)
		if !known || !ok {
			return stat.Median{}, "", false
		}
		m, ok := times(c, op, other, op)
		return m, floor, ok
	}
}

func grossAs(a analysis.Cell, op string, b analysis.Cell, _ string) (stat.Median, bool) {
	m := GrossAs(a, b, op)
	return m, m.N > 0
}

// than is how many times as long an operation takes as op, or the same where none is named,
// in the cell whose trial differs by a change alone. Both are net of the loop.
func than(against, op string, change func(*record.Trial)) valuer {
	return func(c analysis.Cell, own string, cells []analysis.Cell) (stat.Median, string, bool) {
		other, ok := twinOf(c, change, cells)
		m, both := timesAs(c, own, other, cmp.Or(op, own))
		return m, against, ok && both
	}
}

// beside is how many times as long op takes there as the operation.
func beside(against, op string, change func(*record.Trial)) valuer {
	return func(c analysis.Cell, own string, cells []analysis.Cell) (stat.Median, string, bool) {
		other, ok := twinOf(c, change, cells)
		m, both := timesAs(other, cmp.Or(op, own), c, own)
		return m, against, ok && both
	}
}

// besideGross is [beside] with the hash and the loop in both.
func besideGross(against string, change func(*record.Trial)) valuer {
	return func(c analysis.Cell, op string, cells []analysis.Cell) (stat.Median, string, bool) {
		other, ok := twinOf(c, change, cells)
		m := GrossAs(other, c, op)
		return m, against, ok && m.N > 0
	}
}

// twinOf returns the cell whose trial differs by a change alone.
func twinOf(c analysis.Cell, change func(*record.Trial), cells []analysis.Cell) (analysis.Cell, bool) {
	trial := c.Trial
	change(&trial)
	want := analysis.Identity(trial)
	for _, o := range cells {
		if o.Part == trial.Part && o.Variant == trial.Variant && o.Size() == c.Size() && analysis.Identity(o.Trial) == want {
			return o, true
		}
	}
	return analysis.Cell{}, false
}

// bars are those of a row, for all cells that it is for.
func (w *Demand) bars(d *analysis.Dataset, cells []analysis.Cell) (list []Bar) {
	for _, c := range w.of.Of(cells) {
		if own := analysis.FamilyOf(c.Variant) == "floor" || c.Variant == record.NullVariant; own || w.where != nil && !w.where(d, c) {
			continue
		}
		for _, op := range c.Ops {
			if _, lookup := record.HitShare(op); op != w.op && (w.op != "" || !lookup) {
				continue
			}
			m, against, ok := w.value(c, op, cells)
			if !ok {
				continue
			}
			b := Bar{Kind: w.ID, Filter: c.Variant, Against: against, Keys: c.Size(), Op: op, Pages: c.Pages, Call: c.Call, Value: m, Limit: w.limit, demand: w, trial: c.Trial}
			b.Standing = w.standing(m)
			list = append(list, b)
		}
	}
	return list
}

func (w *Demand) standing(m stat.Median) Standing {
	switch {
	case math.IsNaN(m.Value):
		return NotDecided
	case w.least:
		return atLeast(m, w.limit)
	case w.prize > 0 && atMost(m, w.prize) == Met:
		return Prize
	}
	return atMost(m, w.limit)
}
