package record

import (
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
		if r.Outcome != nil {
			all = append(all, r.Outcome.samples(r, null)...)
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

// short writes a number as people would: six digits at most, no trailing zeros.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// sampleTimes adds the percentiles of a histogram of times.
func (s Sampled) sampleTimes(h Histogram) Sampled {
	events, _ := h.totals()
	s.N = max(1, events)
	if events > 0 {
		s.Values = append(s.Values, Value{UnitP50, h.TimeQuantile(0.5)}, Value{UnitP99, h.TimeQuantile(0.99)},
			Value{UnitP999, h.TimeQuantile(0.999)}, Value{UnitMax, h.TimeQuantile(1)})
	}
	return s
}
