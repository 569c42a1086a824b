package harness

import (
	"fmt"
	"math"
	"slices"

	"filterbench/internal/record"
)

// CheckKeys opens every key file that the plan names and reports one that cannot
// be read, or that has fewer keys than a trial inserts: better now than once for
// each trial. A run that follows does not read the files again.
func (p Plan) CheckKeys() error {
	for _, t := range p.Trials {
		w, err := parseWorkload(t.Workload)
		if err != nil {
			return err
		}
		if !w.FromFile() {
			continue
		}
		keys, err := w.Open(0)
		if err != nil {
			return err
		}
		if need := mustInsert(t); need > keys.Inserts() {
			return fmt.Errorf("workload %s has %d keys, and %s part %s inserts %d of them; give more keys, or a smaller capacity or fill",
				t.Workload, keys.Inserts(), t.Experiment, t.Part, need)
		}
	}
	return nil
}

// mustInsert returns how many positions of its workload a trial cannot do without.
// Fillings and searches end by themselves where the keys do.
func mustInsert(t record.Trial) uint64 {
	switch t.Kind {
	case record.KindLoad, record.KindKicks, record.KindCycle:
		return 0
	case record.KindPlaces:
		return uint64(t.Draws)
	case record.KindLatency: // of a cuckoo filter, whose slots may be twice its capacity
		return 2 * (t.Capacity + t.Slots)
	case record.KindDuplicates:
		return keysOf(t) + uint64(t.Draws)
	case record.KindAudit:
		return max(uint64(overfill*float64(t.Capacity+t.Slots)), keysOf(t)+max(uint64(t.Draws), allocOps))
	case record.KindErasure:
		return keysOf(t) + 1
	case record.KindChurn, record.KindDrift:
		return keysOf(t) + uint64(math.Round(slices.Max(t.Turnovers)*float64(keysOf(t))))
	}
	return keysOf(t)
}
