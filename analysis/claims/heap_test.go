package claims

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
)

// reweigh makes records of heap and gives some of them other bytes.
func reweigh(make func(*sample.Maker), bytes func(*record.Record) float64) *analysis.Dataset {
	m := sample.New(3)
	make(m)
	d := m.Dataset("")
	for i := range d.Records {
		if r := &d.Records[i]; r.Heap() != nil {
			if b := bytes(r); b > 0 {
				r.Heap().Bytes = int64(math.Round(b))
			}
		}
	}
	return d
}

func asMade(*record.Record) float64 { return 0 }

// Maps and filters that take what is claimed confirm it; those that take their
// nominal bytes refute it, and so does a filter that wins at a tenth of the size.
func TestSmallSets(t *testing.T) {
	integers := func(m *sample.Maker) { m.Integers(1.06, 300, 4500) }
	// 15 KB at a thousand keys, growing so that maps of 8 bytes a key are passed at turn keys.
	claimed := func(turn float64) func(*record.Record) float64 {
		power := math.Log(8*turn/15e3) / math.Log(turn/1e3)
		return func(r *record.Record) float64 {
			if r.Variant == usualTable {
				return 15e3 * math.Pow(float64(r.Capacity)/1e3, power)
			}
			return 8 * float64(r.Capacity)
		}
	}
	for name, c := range map[string]struct {
		bytes func(*record.Record) float64
		want  Verdict
	}{"as claimed": {claimed(50e3), Confirmed}, "earlier": {claimed(5e3), Refuted}, "as Go does": {asMade, Refuted}} {
		t.Run(name, func(t *testing.T) {
			got := evaluated(t, reweigh(integers, c.bytes))
			wantVerdicts(t, got, map[string]Verdict{"SPC-9": c.want})
			if x := got["SPC-9"].Effect.Value; name == "as claimed" && math.Abs(x/50e3-1) > 0.01 {
				t.Errorf("the filter wins from %g keys on, want 50,000", x)
			}
		})
	}
}

// Filters that always or never win are handed over at the ends of what was measured.
func TestHandover(t *testing.T) {
	row := func(sets, filters []int64) (list []*record.Record) {
		for _, weights := range [][]int64{sets, filters} {
			for i, bytes := range weights {
				list = append(list, &record.Record{Trial: record.Trial{Capacity: 10 << i}, Outcome: &record.Heap{Bytes: bytes}})
			}
		}
		return list
	}
	for _, c := range []struct {
		sets, filters []int64
		want          float64
	}{
		{[]int64{10, 20, 40}, []int64{5, 6, 7}, 10},
		{[]int64{10, 20, 40}, []int64{50, 60, 70}, 40},
		{[]int64{10, 20, 40}, []int64{40, 40, 10}, 10 * math.Exp2(4.0/3)}, // twice as much at 20, a quarter at 40
		{[]int64{10, 20, 40}, []int64{5, 80, 10}, 10 * math.Exp2(1.5)},
	} {
		if got := handover(row(c.sets, c.filters)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v against %v is handed over at %g, want %g", c.filters, c.sets, got, c.want)
		}
	}
}

// Sets of a few bytes a key refute the saving, and one kind of keys is enough.
func TestAgainstSet(t *testing.T) {
	made := func(m *sample.Maker) { m.Integers(1.06, 300, 4500); m.Texts(1.06, 300) }
	got := evaluated(t, reweigh(made, asMade))
	wantVerdicts(t, got, map[string]Verdict{"SPC-10": Conditional})
	if s := got["SPC-10"].Condition; !strings.Contains(s, "not yet at 100 keys") || !strings.Contains(s, "85 %") {
		t.Errorf("the condition is %q", s)
	}
	for _, small := range []string{integerSet, textSet} {
		d := reweigh(made, func(r *record.Record) float64 {
			if r.Variant == small && r.Workload != "words" {
				return 11 * float64(r.Capacity)
			}
			return 0
		})
		wantVerdicts(t, evaluated(t, d), map[string]Verdict{"SPC-10": Refuted})
	}
	m := sample.New(3)
	m.Integers(1.06, 300, 4500)
	wantVerdicts(t, results(t, m), map[string]Verdict{"SPC-10": Undecided, "SPC-11": Undecided})
}

// A set that takes nothing but the characters, and digests that take nothing but
// their bits, confirm the claim; either alone does not.
func TestURLs(t *testing.T) {
	for name, c := range map[string]struct {
		text, digest float64 // bytes a key, the characters apart
		want         Verdict
	}{"bare": {0, 16, Confirmed}, "set": {40, 16, Refuted}, "digest": {0, 24, Refuted}} {
		t.Run(name, func(t *testing.T) {
			d := reweigh(func(m *sample.Maker) { m.Texts(1.06, 300) }, func(r *record.Record) float64 {
				switch r.Variant {
				case textSet:
					return float64(r.Heap().KeyBytes) + c.text*float64(r.Capacity)
				case digestSet:
					return c.digest * float64(r.Capacity)
				}
				return 0
			})
			wantVerdicts(t, evaluated(t, d), map[string]Verdict{"SPC-11": c.want})
		})
	}
}

// A filter that was built with its bits confirms the arithmetic, one that takes a
// tenth more refutes it, and none leaves it to itself.
func TestBuiltFilter(t *testing.T) {
	for over, want := range map[float64]Verdict{1: Confirmed, 1.1: Refuted, 0: Confirmed} {
		m := sample.New(3)
		if over > 0 {
			m.Heap("large", usualBloom, "sequential", 4_480_000, 0, over, 300)
		}
		got := results(t, m)["SPC-7"]
		if got.Verdict != want || strings.Contains(got.Line, "was built") != (over > 0) {
			t.Errorf("a filter of %g times its bits: %s, %s", over, got.Verdict, got.Line)
		}
	}
}

// Maps that fill up to 81 % confirm the half on hash tables, with the table about to
// grow for a condition; those that fill up to 87.5 % or only to 62.5 % refute it.
func TestMapLoads(t *testing.T) {
	for top, want := range map[float64]Verdict{0.8125: Conditional, 0.875: Refuted, 0.625: Refuted} {
		m := sample.New(3)
		for _, b := range []int{2, 4} {
			m.Load("load-factor", "large", fmt.Sprintf("cuckoo(b=%d,f=12)", b), "uniform", 262144, 10, 1)
		}
		m.Octave(top)
		d := m.Dataset("")
		got := evaluated(t, d)["LOAD-5"]
		if got.Verdict != want {
			t.Errorf("maps filled to %g: %s, %s", top, got.Verdict, got.Line)
		}
		loads, ok := loadsOfMap(&Evidence{data: &data{d: d, cells: map[string][]analysis.Cell{}}})
		if !ok || math.Abs(loads.top.Value-top) > 1e-6 || loads.average.Value >= top || loads.low.Value >= loads.average.Value {
			t.Errorf("maps filled to %g: %+v", top, loads)
		}
	}
}
