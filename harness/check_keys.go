package harness

import (
	"fmt"
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
