package harness

import (
	"fmt"
	"math"

	"filterbench/internal/record"
)

// missesOf returns how many absent keys so many lookups of an operation ask for.
func missesOf(op string, lookups int) uint64 {
	share, ok := record.HitShare(op)
	if !ok {
		return 0
	}
	return uint64(lookups) - uint64(math.Round(share*float64(lookups))) // as workloads.Mix has it
}

// CheckKeys opens every workload that the plan names and reports one that cannot be read, or
// that has fewer keys than a trial inserts or asks for, trials that fill a filter with no key at all, and
// checkpoints that fall together:
// better now than once for each trial. A run that follows does not read files again.
func (p Plan) CheckKeys() error {
	type size struct{ inserts, absents uint64 }
	has := map[string]size{} // by workload
	for _, t := range p.Trials {
		have, opened := has[t.Workload]
		if !opened {
			keys, err := OpenWorkload(t.Workload, 0)
			if err != nil {
				return err
			}
			have = size{keys.Inserts(), keys.Absents()}
			has[t.Workload] = have
		}
		if kinds[t.Kind].keyed && keysOf(t) == 0 {
			return fmt.Errorf("%s part %s: fill %v of %d inserts no key, so kind %s has nothing to measure; raise the fill or the size",
				t.Experiment, t.Part, t.Fill, t.Capacity+t.Slots, t.Kind)
		}
		for i := 1; i < len(t.Turnovers); i++ {
			if a, b := t.Turnovers[i-1], t.Turnovers[i]; slides(a, keysOf(t)) == slides(b, keysOf(t)) {
				return fmt.Errorf("%s part %s: turnovers %v and %v of a window of %d keys are the same checkpoint; set them further apart, or raise the size",
					t.Experiment, t.Part, a, b, keysOf(t))
			}
		}
		if need := mustInsert(t); need > have.inserts {
			return fmt.Errorf("workload %s has %d keys, and %s part %s inserts %d of them; give more keys, or a smaller capacity or fill",
				t.Workload, have.inserts, t.Experiment, t.Part, need)
		}
		if absents := kinds[t.Kind].absents; absents != nil && absents(t) > have.absents {
			return fmt.Errorf("workload %s has %d keys that are no members, and %s part %s asks for %d of them; give more keys, or fewer lookups or draws",
				t.Workload, have.absents, t.Experiment, t.Part, absents(t))
		}
	}
	return nil
}
