package measure

import (
	"filterbench/analysis"
	"filterbench/internal/stat"
)

// Failure of a table is its first refusal: FailureShare is the share of the fillings of a
// cell that were refused a key at a load or before.
type FailureShare struct {
	Load float64
	stat.Proportion
}

// Failures returns the shares at the loads of the first, second, fourth, eighth,
// ... refusal in increasing order, up to the last.
func Failures(c analysis.Cell) ([]FailureShare, error) {
	loads, err := Load(c)
	if err != nil {
		return nil, err
	}
	var list []FailureShare
	for rank, n := 1, len(loads.Distribution); rank <= n; rank *= 2 {
		list = appendFailure(list, loads, loads.Distribution[rank-1])
	}
	return appendFailure(list, loads, loads.Distribution[len(loads.Distribution)-1]), nil
}

func appendFailure(list []FailureShare, loads Loads, load float64) []FailureShare {
	if n := len(list); n > 0 && list[n-1].Load == load {
		return list
	}
	return append(list, FailureShare{load, loads.FailedBy(load)})
}
