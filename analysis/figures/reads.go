package figures

import "slices"

// Read is a part of an experiment that a figure reads, all of its parts if Part is "".
type Read struct{ Experiment, Part string }

// Reads lists what a figure reads of a run, each once and in the order in which it does:
// drawing it tells. That of the verdicts reads nothing itself, and its list is empty.
func (in Input) Reads(f Figure) (list []Read, err error) {
	in.Dataset = in.Noting(func(experiment, part string) {
		if r := (Read{experiment, part}); !slices.Contains(list, r) {
			list = append(list, r)
		}
	})
	_, _, err = in.Build(f)
	return list, err
}
