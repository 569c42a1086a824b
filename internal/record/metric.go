package record

import (
	"slices"
	"strconv"
)

// Sampled is one value for each unit that a record yields at one point: the form
// in which records are exported and compared. A record of one loop, one filling
// or one checkpoint is one Sampled; other records have several.
type Sampled struct {
	Record *Record
	Point  []Label // what tells it from others of the record, as in {"op", "miss"}
	N      uint64  // operations that the values are averages over; at least 1
	Values []Value
}

// Label is a name and a value that tell samples apart.
type Label struct{ Key, Value string }

// Value is an amount of a [Unit].
type Value struct {
	Unit   string
	Amount float64
}

// Samples returns what records say, in the units of [Units], in the order of the
// records. Failed records say nothing. Net times need the records of variant null
// among those given.
func Samples(records []Record) []Sampled {
	null := NullsOf(records)
	var all []Sampled
	for i := range records {
		r := &records[i]
		switch {
		case r.FPR != nil:
			all = append(all, sampleFPR(r))
		case r.Load != nil:
			all = append(all, sampleLoad(r)...)
		case r.Kicks != nil:
			all = append(all, sampleKicks(r)...)
		case r.Duplicates != nil:
			all = append(all, sampleDuplicates(r))
		case r.Churn != nil:
			all = append(all, sampleChurn(r)...)
		case r.Audit != nil:
			all = append(all, sampleAudit(r))
		case r.Heap != nil:
			all = append(all, sampleHeap(r))
		case r.Drift != nil:
			all = append(all, sampleDrift(r)...)
		case r.Erasure != nil:
			all = append(all, sampleErasure(r))
		case r.Time != nil:
			all = append(all, sampleTime(r, null)...)
		case r.Bins != nil:
			all = append(all, sampleBins(r)...)
		case r.Places != nil:
			all = append(all, samplePlaces(r))
		case r.Cycle != nil:
			all = append(all, sampleCycle(r))
		case r.Latency != nil:
			all = append(all, sampleLatency(r)...)
		case r.Arrivals != nil:
			all = append(all, sampleArrivals(r)...)
		case r.Cold != nil:
			all = append(all, sampleCold(r)...)
		case r.Parallel != nil:
			all = append(all, sampleParallel(r)...)
		}
	}
	return all
}

// add appends scale * n / of, unless there was nothing to count in.
func (s *Sampled) add(unit string, scale float64, n, of uint64) {
	if of > 0 {
		s.Values = append(s.Values, Value{unit, scale * float64(n) / float64(of)})
	}
}

// sampleFPR measures the space by the keys that the trial inserts, not by those
// that were accepted: the former are the same in every repetition.
func sampleFPR(r *Record) Sampled {
	f := r.FPR
	s := Sampled{Record: r, N: max(1, f.Queries)}
	if f.Stop == StopTarget && f.Queries > 1 { // the last lookup was a positive by the rule, not by chance
		s.add(UnitFalsePositives, 1e6, f.Positives-1, f.Queries-1)
	} else {
		s.add(UnitFalsePositives, 1e6, f.Positives, f.Queries)
	}
	s.add(UnitFalseNegatives, 1e6, f.Missing, f.Members)
	if r.Shape.Bits > 0 {
		s.add(UnitBitsPerKey, 1, r.Shape.Bits, f.Inserted)
	}
	if r.Shape.BucketSlots > 0 {
		s.add(UnitRefused, 100, f.Inserted-f.Accepted, f.Inserted)
	}
	return s
}

// sampleLoad makes every draw a sample. Where keys ran out before a refusal the
// record does not say in which draws, so none of its loads is one at a refusal.
func sampleLoad(r *Record) []Sampled {
	l := r.Load
	if l.Unfilled > 0 {
		return nil
	}
	repeats := !slices.Equal(l.Distinct, l.Accepted)
	all := make([]Sampled, len(l.Accepted))
	for i := range all {
		s := &all[i]
		s.Record, s.N = r, max(1, l.Accepted[i])
		s.add(UnitLoad, 100, l.Accepted[i], r.Shape.Cells)
		if repeats {
			s.add(UnitDistinctLoad, 100, l.Distinct[i], r.Shape.Cells)
		}
		if len(l.Kicks) > 0 {
			s.add(UnitKicks, 1, l.Kicks[i], l.Accepted[i])
		}
	}
	return all
}

// totals returns the number of events in a histogram and the sum of their sizes.
func (h Histogram) totals() (events, sum uint64) {
	for _, bin := range h {
		events += bin[1]
		sum += bin[0] * bin[1]
	}
	return events, sum
}

func sampleKicks(r *Record) []Sampled {
	var all []Sampled
	for _, w := range r.Kicks.Windows {
		accepted, kicks := w.Kicks.totals()
		refused, inVain := w.Refused.totals()
		s := Sampled{Record: r, N: max(1, accepted+refused), Point: []Label{{"load", short((w.From + w.To) / 2)}}}
		s.add(UnitKicks, 1, kicks, accepted)
		s.add(UnitRefused, 100, refused, accepted+refused)
		s.add(UnitRefusalKicks, 1, inVain, refused)
		all = append(all, s)
	}
	return all
}

func sampleDuplicates(r *Record) Sampled {
	d := r.Duplicates
	keys, copies := d.Accepted.totals()
	refused, inVain := d.Refused.totals()
	s := Sampled{Record: r, N: max(1, keys)}
	s.add(UnitCopies, 1, copies, keys)
	if !d.Silent {
		s.add(UnitRefusalKicks, 1, inVain, refused)
	}
	s.add(UnitFalseNegatives, 1e6, d.Missing, d.Checked)
	return s
}

func sampleChurn(r *Record) []Sampled {
	var all []Sampled
	for _, c := range r.Churn.Checkpoints {
		s := Sampled{Record: r, N: max(1, c.Queries), Point: []Label{{"turnover", short(c.Turnover)}}}
		s.add(UnitFalsePositives, 1e6, c.Positives, c.Queries)
		s.add(UnitFalseNegatives, 1e6, c.Missing, c.Live)
		if r.Shape.BucketSlots > 0 {
			s.add(UnitRefused, 100, c.Refused, c.Inserted)
		}
		all = append(all, s)
	}
	return all
}

// sampleHeap measures by the keys that the trial inserts, as sampleFPR does. A
// filter that was only built has no key to share its bytes among.
func sampleHeap(r *Record) Sampled {
	h := r.Heap
	s := Sampled{Record: r, N: max(1, h.Accepted)}
	if h.Inserted > 0 {
		s.Values = append(s.Values,
			Value{UnitHeap, float64(h.Bytes) / float64(h.Inserted)},
			Value{UnitObjects, float64(h.Objects) / float64(h.Inserted)})
	}
	if r.Shape.Bits > 0 {
		s.add(UnitBitsPerKey, 1, r.Shape.Bits, h.Inserted)
	}
	s.add(UnitFalseNegatives, 1e6, h.Missing, h.Accepted)
	return s
}

func sampleTime(r *Record, nulls Nulls) []Sampled {
	null := nulls.Of(r.Trial)
	var all []Sampled
	for _, loop := range r.Time.Samples {
		s := Sampled{Record: r, N: loop.Ops, Point: []Label{{"op", loop.Op}}}
		s.Values = append(s.Values, Value{UnitTime, loop.PerOp()})
		if floor, _, ok := null.PerOp(loop.Op); ok && r.Variant != NullVariant {
			s.Values = append(s.Values, Value{UnitNetTime, loop.PerOp() - floor})
		}
		all = append(all, s)
	}
	return all
}

// short writes a number as people would: six digits at most, no trailing zeros.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
