package measure

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/stat"
)

// TrafficSeen is a cell of kind traffic over its repetitions.
type TrafficSeen struct {
	Seen        stat.Proportion // lookups answered wrongly
	Least, Most float64         // the same, of the repetitions apart
	Keys        stat.Proportion // different keys that were, once or more
	Replay      stat.Proportion // lookups of such keys, asked for again
}

// Traffic summarises a cell of kind traffic.
func Traffic(c analysis.Cell) (t TrafficSeen, err error) {
	var hits, asked, ever, keys, again, replayed []uint64
	var rates []float64
	for _, r := range c.Records {
		x := r.Traffic()
		if x == nil || x.Queries == 0 {
			return t, fmt.Errorf("%s: no traffic recorded", analysis.Describe(c.Trial))
		}
		hits, asked = append(hits, x.Positives), append(asked, x.Queries)
		ever, keys = append(ever, x.Ever), append(keys, x.Distinct)
		again, replayed = append(again, x.Repeated), append(replayed, x.Replayed)
		rates = append(rates, float64(x.Positives)/float64(x.Queries))
	}
	t.Seen, t.Keys, t.Replay = stat.NewProportion(hits, asked), stat.NewProportion(ever, keys), stat.NewProportion(again, replayed)
	t.Least, t.Most = slices.Min(rates), slices.Max(rates)
	return t, nil
}
