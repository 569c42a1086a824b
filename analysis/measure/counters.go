package measure

import (
	"filterbench/analysis"
	"filterbench/internal/stat"
)

// CountPerOp returns how often the processor counted an event, one of [record.Events], for
// one operation of a cell as timed, the loop and the hash included. ok is false unless it
// was counted in every repetition.
func CountPerOp(c analysis.Cell, op, event string) (m stat.Median, ok bool) {
	var counts []float64
	for _, r := range c.Records {
		if r.Time() == nil {
			return stat.Median{}, false
		}
		for _, s := range r.Time().Samples {
			if n, counted := s.Counters[event]; counted && s.Op == op && s.Ops > 0 {
				counts = append(counts, float64(n)/float64(s.Ops))
			}
		}
	}
	if len(counts) == 0 || len(counts) != len(c.Records) {
		return stat.Median{}, false
	}
	return stat.NewMedian(counts), true
}
