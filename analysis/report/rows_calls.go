package report

import (
	"cmp"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

// callRow is the time of a lookup in one filter by the way of calling it.
type callRow struct {
	analysis.Cell
	op      string
	times   map[string]stat.Median // by way, net
	floors  map[string]stat.Median // as many lines, called in the same way
	library string                 // the fastest of its kind, called through the interface
	other   stat.Median
}

// callWays are the columns: the calls, with what is left out of the kernels.
var callWays = []struct{ title, call, simd string }{
	{"Batch", record.CallBatch, ""}, {"Batch, AVX2", record.CallBatch, record.SIMDAVX2},
	{"Typed", record.CallTyped, ""}, {"Typed, AVX2", record.CallTyped, record.SIMDAVX2},
	{"Single", record.CallSingle, ""}, {"Single, AVX2", record.CallSingle, record.SIMDAVX2},
}

func callRows(r *run) (rows []callRow, err error) {
	cells, err := r.kind(record.KindTime, "speed-bars", "")
	for _, c := range cells {
		if c.Part != "calls" && c.Part != "calls-large" || c.Variant == record.NullVariant || analysis.FamilyOf(c.Variant) == "floor" {
			continue
		}
		for _, op := range c.Ops {
			if _, lookup := record.HitShare(op); !lookup {
				continue
			}
			i := slices.IndexFunc(rows, func(w callRow) bool { return w.Variant == c.Variant && w.Size() == c.Size() && w.op == op })
			if i < 0 {
				i = len(rows)
				rows = append(rows, callRow{Cell: c, op: op, times: map[string]stat.Median{}, floors: map[string]stat.Median{}})
				rows[i].library, rows[i].other = fastestLibrary(c, op, cells)
			}
			for _, way := range callWays {
				if t, ok := measure.Time(c, op); ok && t.HasNet() && c.Call == way.call && c.SIMD == way.simd {
					rows[i].times[way.title] = t.Net
					if floor, ok := measure.FloorNet(c, op); ok {
						rows[i].floors[way.title] = floor
					}
				}
			}
		}
	}
	return rows, err
}

// usualCalls are the misses of tables of about a million keys.
func usualCalls(r *run) ([]callRow, error) {
	rows, err := callRows(r)
	if len(rows) == 0 || err != nil {
		return nil, err
	}
	size := slices.MinFunc(rows, func(a, b callRow) int { return cmp.Compare(distance(a.Cell), distance(b.Cell)) }).Size()
	return slices.DeleteFunc(rows, func(w callRow) bool { return w.op != "miss" || w.Size() != size }), nil
}

// fastestLibrary finds, among libraries of others that a filter is of a kind with and that were
// timed with as many keys in single calls, the fastest.
func fastestLibrary(c analysis.Cell, op string, cells []analysis.Cell) (name string, best stat.Median) {
	best.Value = math.Inf(1)
	for _, o := range cells {
		f := families.Named(analysis.FamilyOf(o.Variant))
		if o.Records[0].Peer == "" || f == nil || o.Call != record.CallSingle || o.Size() != c.Size() || o.Workload != c.Workload || !slices.Contains(f.Rivals.Same, analysis.FamilyOf(c.Variant)) {
			continue
		}
		if t, ok := measure.Time(o, op); ok && t.HasNet() && t.Net.Value < best.Value {
			name, best = o.Variant, t.Net
		}
	}
	return name, best
}

func callColumns() []column[callRow] {
	columns := []column[callRow]{
		{"Filter", func(w callRow) value { return name(w.Variant) }},
		{"Keys", func(w callRow) value { return count(w.Size()) }},
		{"Operation", func(w callRow) value { return words(w.op) }},
	}
	timed := func(times func(callRow) map[string]stat.Median, title string) func(callRow) value {
		return func(w callRow) value {
			m, ok := times(w)[title]
			return pick(ok, net(m), nothing)
		}
	}
	for _, way := range callWays {
		columns = append(columns, column[callRow]{way.title, timed(func(w callRow) map[string]stat.Median { return w.times }, way.title)})
		if way.simd == "" {
			columns = append(columns, column[callRow]{"Its floor, " + way.call, timed(func(w callRow) map[string]stat.Median { return w.floors }, way.title)})
		}
	}
	return append(columns,
		column[callRow]{"Fastest library of its kind", func(w callRow) value { return pick(w.library == "", nothing, name(w.library)) }},
		column[callRow]{"Library, single", func(w callRow) value { return pick(w.library == "", nothing, net(w.other)) }})
}
