package analysis

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"filterbench/internal/record"
)

// Median is the middle of a sample of times with a distribution-free interval.
type Median struct {
	Value, Lo, Hi float64
	Confidence    float64 // coverage of [Lo, Hi]; below 95 % where the sample is too small for that
	N             int
}

// NewMedian summarises a sample. A sample too small for 95 % gets its range as
// interval, with the coverage 1-2^(1-n) that the range of n draws has. It panics
// on an empty sample.
func NewMedian(values []float64) Median {
	if len(values) == 0 {
		panic("analysis: the median of nothing")
	}
	s := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	sum := benchmath.AssumeNothing.Summary(s, Confidence)
	m := Median{sum.Center, sum.Lo, sum.Hi, sum.Confidence, len(values)}
	if math.IsInf(m.Lo, 0) || math.IsInf(m.Hi, 0) {
		m.Lo, m.Hi = slices.Min(values), slices.Max(values)
		m.Confidence = 1 - math.Exp2(1-float64(len(values)))
	}
	return m
}

// Timing is the cost of one operation in one cell, in nanoseconds.
type Timing struct {
	Op    string
	Gross Median // as timed
	Null  Median // the same loop around the null filter, in the same repetitions
	Net   Median // the difference, repetition by repetition
	Ops   uint64 // operations timed, all repetitions together
}

// HasNet reports whether every repetition had a null to subtract.
func (t Timing) HasNet() bool { return t.Net.N > 0 && t.Net.N == t.Gross.N }

// MeasureTime summarises one operation of a cell of kind time. ok is false if
// the operation was not timed there.
func MeasureTime(c Cell, op string) (t Timing, ok bool) {
	var gross, null, net []float64
	for i, r := range c.Records {
		cost, count, found := perOp(r, op)
		if !found {
			return Timing{}, false
		}
		gross = append(gross, cost)
		t.Ops += count
		if floor, _, found := c.null(i, op); found {
			null = append(null, floor)
			net = append(net, cost-floor)
		}
	}
	t.Op, t.Gross = op, NewMedian(gross)
	if len(net) == len(gross) {
		t.Null, t.Net = NewMedian(null), NewMedian(net)
	}
	return t, true
}

// null is perOp of the null filter in the i-th repetition.
func (c Cell) null(i int, op string) (ns float64, count uint64, ok bool) {
	if i >= len(c.Nulls) {
		return 0, 0, false
	}
	return perOp(c.Nulls[i], op)
}

// nulls indexes the timing records of the null filter.
func (d *Dataset) nulls() map[string]*record.Record {
	index := map[string]*record.Record{}
	for i := range d.Records {
		if r := &d.Records[i]; r.Time != nil && FamilyOf(r.Variant) == "null" {
			index[nullKey(r.Trial)] = r
		}
	}
	return index
}

// nullKey identifies the trial that times the bare loop under the same
// circumstances, down to repetition and seed: the same trial with filter null.
func nullKey(t record.Trial) string {
	t.Variant = "null"
	return t.ID()
}

// perOp returns the nanoseconds of one operation and the number timed, if it was.
func perOp(r *record.Record, op string) (ns float64, count uint64, ok bool) {
	if r == nil || r.Time == nil {
		return 0, 0, false
	}
	for _, s := range r.Time.Samples {
		if s.Op == op && s.Ops > 0 {
			return s.PerOp(), s.Ops, true
		}
	}
	return 0, 0, false
}

// Net returns the nanoseconds of one operation in one record of the cell, less
// those of the null filter in the same repetition; ok is false without either.
func (c Cell) Net(r *record.Record, op string) (ns float64, ok bool) {
	i := slices.Index(c.Records, r)
	if i < 0 {
		return 0, false
	}
	gross, _, ok := perOp(r, op)
	floor, _, found := c.null(i, op)
	return gross - floor, ok && found
}
