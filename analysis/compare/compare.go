package compare

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"filterbench/internal/prob"
	"filterbench/internal/record"
)

// Confidence of the intervals around medians.
const Confidence = 0.95

// Verdict says how a cell changed from OLD to NEW.
type Verdict string

// The verdicts.
const (
	Equal     Verdict = "equal"   // the values are the same
	Undecided Verdict = "~"       // they differ no more than noise does
	Better    Verdict = "better"  // significantly, in the direction that the unit calls better
	Worse     Verdict = "worse"   // significantly, in the other
	Differs   Verdict = "differs" // significantly, of a unit that has no better direction
)

// Summary describes one side of a cell.
type Summary struct {
	N      int     `json:"n"`
	Median float64 `json:"median"`
	Lo     float64 `json:"lo"` // bounds of the median's interval; equal to the extremes when N is too small for one
	Hi     float64 `json:"hi"`
}

// Cell is one series in one unit, on both sides.
type Cell struct {
	Name    string  `json:"name"`
	Unit    string  `json:"unit"`
	Old     Summary `json:"old"`
	New     Summary `json:"new"`
	Change  float64 `json:"change"` // of the median, relative: 0.2 is 20 % more
	P       float64 `json:"p"`      // of the test, by itself; 1 where nothing was tested
	Q       float64 `json:"q"`      // the same adjusted for all tests of the comparison
	Verdict Verdict `json:"verdict"`
	better  string
	tested  bool
}

// Result is a finished comparison.
type Result struct {
	Old     string        `json:"old"`
	New     string        `json:"new"`
	Alpha   float64       `json:"alpha"`    // bound on the false discovery rate
	Cells   []Cell        `json:"cells"`    // in OLD's order
	Counts  []CountChange `json:"counts"`   // trials whose counts changed, in the order of their names
	Same    int           `json:"same"`     // trials that both hold, with equal counts
	OldOnly []string      `json:"old_only"` // cells that only one side has
	NewOnly []string      `json:"new_only"`
	Notes   []string      `json:"notes"` // what to know before believing the rest
}

// Compare compares two sets of samples. alpha bounds the expected share of noise
// among the cells that are called changed; it panics unless 0 < alpha < 1.
func Compare(old, new *Data, alpha float64) *Result {
	if !(alpha > 0 && alpha < 1) {
		panic(fmt.Sprintf("compare: alpha is %g; must be between 0 and 1", alpha))
	}
	r := &Result{Old: old.Label, New: new.Label, Alpha: alpha, Cells: []Cell{},
		Counts: []CountChange{}, OldOnly: []string{}, NewOnly: []string{}, Notes: machineNotes(old, new)}
	theirs := map[[2]string]Series{}
	for _, s := range new.Series {
		theirs[[2]string{s.Name, s.Unit}] = s
	}
	for _, s := range old.Series {
		key := [2]string{s.Name, s.Unit}
		t, ok := theirs[key]
		if !ok {
			r.OldOnly = append(r.OldOnly, s.Name+" "+s.Unit)
			continue
		}
		delete(theirs, key)
		r.Cells = append(r.Cells, newCell(old.units[s.Unit], s, t))
	}
	for _, s := range new.Series {
		if _, left := theirs[[2]string{s.Name, s.Unit}]; left {
			r.NewOnly = append(r.NewOnly, s.Name+" "+s.Unit)
		}
	}
	r.decide()
	r.Counts, r.Same = compareCounts(old.trials, new.trials)
	return r
}

// newCell summarises both sides and tests them where there is something to test.
func newCell(unit record.Unit, old, new Series) Cell {
	a := benchmath.NewSample(slices.Clone(old.Values), &benchmath.DefaultThresholds)
	b := benchmath.NewSample(slices.Clone(new.Values), &benchmath.DefaultThresholds)
	c := Cell{Name: old.Name, Unit: old.Unit, Old: summarise(a), New: summarise(b), P: 1, Q: 1, better: unit.Better}
	c.Change = relative(c.Old.Median, c.New.Median)
	switch {
	case slices.Equal(a.Values, b.Values): // they are sorted
		c.Verdict = Equal
	case unit.Assume == "exact" && slices.Equal(slices.Compact(slices.Clone(a.Values)), slices.Compact(slices.Clone(b.Values))):
		c.Verdict = Equal // the same value, in another number of repetitions
	case unit.Assume == "exact":
		c.P, c.Q = 0, 0
		c.Verdict = c.direction()
	default:
		c.tested = true
		c.P = min(1, benchmath.AssumeNothing.Compare(a, b).P)
	}
	return c
}

// summarise takes the extremes where a sample is too small for an interval.
func summarise(s *benchmath.Sample) Summary {
	sum := benchmath.AssumeNothing.Summary(s, Confidence)
	least, most := s.Values[0], s.Values[len(s.Values)-1]
	return Summary{N: len(s.Values), Median: sum.Center, Lo: math.Max(sum.Lo, least), Hi: math.Min(sum.Hi, most)}
}

// relative returns new/old - 1. From 0 every change is infinite, which JSON cannot
// hold: it returns the largest number instead.
func relative(old, new float64) float64 {
	switch {
	case old == new:
		return 0
	case old == 0:
		return math.Copysign(math.MaxFloat64, new)
	}
	return (new - old) / math.Abs(old)
}

// decide adjusts the p-values of all tested cells together and gives verdicts.
func (r *Result) decide() {
	var p []float64
	for _, c := range r.Cells {
		if c.tested {
			p = append(p, c.P)
		}
	}
	adjusted := prob.BenjaminiHochberg(p)
	blind := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		if !c.tested {
			continue
		}
		c.Q, adjusted = adjusted[0], adjusted[1:]
		c.Verdict = Undecided
		if c.Q <= r.Alpha {
			c.Verdict = c.direction()
		}
		if leastP(c.Old.N, c.New.N)*float64(len(p)) > r.Alpha {
			blind++
		}
	}
	if blind > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d tested cells have too few samples to be found if they alone changed; more repetitions, or fewer experiments at once, would see more", blind, len(p)))
	}
}

// direction names a change that is not noise.
func (c *Cell) direction() Verdict {
	switch {
	case c.better == "":
		return Differs
	case c.Old.Median == c.New.Median: // the distributions differ, yet not in the middle
		return Differs
	case (c.New.Median > c.Old.Median) == (c.better == "higher"):
		return Better
	}
	return Worse
}

// leastP is the least p-value that a two-sided U test of so many samples can give:
// that of samples which do not overlap, 2 / binomial(n+m, n).
func leastP(n, m int) float64 {
	return math.Min(1, 2*math.Exp(-prob.LogBinomial(uint64(n+m), uint64(n))))
}

// machineNotes warns of differences that change times, and those of the version of
// Go heaps, by themselves.
func machineNotes(old, new *Data) []string {
	notes := []string{}
	for _, key := range slices.Sorted(maps.Keys(old.Machine)) {
		if is, ok := new.Machine[key]; ok && is != old.Machine[key] {
			notes = append(notes, fmt.Sprintf("%s differs: %q and %q; times and heaps are not comparable as they stand", key, old.Machine[key], is))
		}
	}
	return notes
}
