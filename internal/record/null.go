package record

// NullVariant is the filter that does nothing: what its loop takes is the cost of
// measuring, and is taken off what the same loop takes around another filter.
const NullVariant = "null"

// NullID identifies the trial that times the bare loop under the same circumstances,
// down to repetition and seed: the same trial with the null filter.
func (t Trial) NullID() string {
	t.Variant = NullVariant
	return t.ID()
}

// Nulls holds the timed records of the null filter by the id of their trial.
type Nulls map[string]*Record

// NullsOf indexes the null filter's among the records.
func NullsOf(records []Record) Nulls {
	index := Nulls{}
	for i := range records {
		if r := &records[i]; r.Time() != nil && r.Variant == NullVariant {
			index[r.ID] = r
		}
	}
	return index
}

// Of returns the record of the null filter that was measured in the same repetition of
// the same loop as a trial, or nil.
func (n Nulls) Of(t Trial) *Record { return n[t.NullID()] }

// PerOp returns the nanoseconds of one operation of a record of kind time and how many
// were timed; ok is false if there were none, or no record.
func (r *Record) PerOp(op string) (ns float64, count uint64, ok bool) {
	if r == nil || r.Time() == nil {
		return 0, 0, false
	}
	for _, s := range r.Time().Samples {
		if s.Op == op && s.Ops > 0 {
			return s.PerOp(), s.Ops, true
		}
	}
	return 0, 0, false
}
