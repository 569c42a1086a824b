package measure

import (
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Timing is the cost of one operation in one cell, in nanoseconds.
type Timing struct {
	Op    string
	Gross stat.Median // as timed
	Null  stat.Median // the same loop around the null filter, in the same repetitions
	Net   stat.Median // the difference, repetition by repetition
	Ops   uint64      // operations timed, all repetitions together
}

// HasNet reports whether every repetition had a null to subtract.
func (t Timing) HasNet() bool { return t.Net.N > 0 && t.Net.N == t.Gross.N }

// Time summarises one operation of a cell of kind time. ok is false if
// the operation was not timed there.
func Time(c analysis.Cell, op string) (t Timing, ok bool) {
	var gross, null, net []float64
	for i, r := range c.Records {
		cost, count, found := r.PerOp(op)
		if !found {
			return Timing{}, false
		}
		gross = append(gross, cost)
		t.Ops += count
		if floor, found := nullPerOp(c, i, op); found {
			null = append(null, floor)
			net = append(net, cost-floor)
		}
	}
	t.Op, t.Gross = op, stat.NewMedian(gross)
	if len(net) == len(gross) {
		t.Null, t.Net = stat.NewMedian(null), stat.NewMedian(net)
	}
	return t, true
}

// nullPerOp is PerOp of the null filter in the i-th repetition.
func nullPerOp(c analysis.Cell, i int, op string) (ns float64, ok bool) {
	if i < len(c.Nulls) {
		ns, _, ok = c.Nulls[i].PerOp(op)
	}
	return ns, ok
}

// Net returns the nanoseconds of one operation in one record of the cell, less
// those of the null filter in the same repetition; ok is false without either.
func Net(c analysis.Cell, r *record.Record, op string) (ns float64, ok bool) {
	i := slices.Index(c.Records, r)
	if i < 0 {
		return 0, false
	}
	gross, _, ok := r.PerOp(op)
	floor, found := nullPerOp(c, i, op)
	return gross - floor, ok && found
}
