package measure

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// ChurnPoint is the state of a churned filter at one checkpoint, over all seeds.
type ChurnPoint struct {
	Turnover float64
	FalsePositives
	Live      uint64 // accepted keys in the window
	Undeleted uint64 // deletes of accepted keys that found nothing
	Inserted  uint64
}

// Churn summarises a cell of kind churn, one point per checkpoint. Theory
// is evaluated at the keys the filter answers for: those in the window where it
// deletes, all that were ever inserted where it does not. That presumes that keys
// do not repeat. The error names the cell whose repetitions do not match.
func Churn(c analysis.Cell) ([]ChurnPoint, error) {
	var points []ChurnPoint
	for i, turnover := range c.Turnovers {
		point := ChurnPoint{Turnover: turnover}
		var hits, trials []uint64
		for _, r := range c.Records {
			if r.Churn() == nil || i >= len(r.Churn().Checkpoints) || r.Churn().Checkpoints[i].Queries == 0 {
				return nil, fmt.Errorf("%s: repetition %d has no lookups at turnover %g", analysis.Describe(c.Trial), r.Rep, turnover)
			}
			k := r.Churn().Checkpoints[i]
			hits, trials = append(hits, k.Positives), append(trials, k.Queries)
			point.add(k)
		}
		point.Proportion = stat.NewProportion(hits, trials)
		p := predict(c.Records,
			func(r *record.Record) uint64 { return answered(c.Deletes, r.Churn().Checkpoints[i]) },
			func(r *record.Record) uint64 { return r.Churn().Checkpoints[i].Queries })
		point.Theory, point.Bound, point.Model = p.rate, p.bound, p.model
		points = append(points, point)
	}
	return points, nil
}

func (p *ChurnPoint) add(k record.Checkpoint) {
	p.Live += k.Live
	p.Members += k.Live
	p.Missing += k.Missing
	p.Undeleted += k.Undeleted
	p.Inserted += k.Inserted
	p.Refused += k.Refused
	p.Overflow += k.Overflow
}

// answered returns how many keys a filter answers for at a checkpoint.
func answered(deletes bool, k record.Checkpoint) uint64 {
	if deletes {
		return k.Live
	}
	return k.Inserted - k.Refused
}
