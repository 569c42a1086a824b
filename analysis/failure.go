package analysis

import "slices"

// Failure of a table is its first refusal: Failures is the share of the fillings of a
// cell that were refused a key at a load or before.
type Failures struct {
	Load float64
	Proportion
}

// MeasureFailures returns the shares at the loads of the first, second, fourth, eighth,
// ... refusal in increasing order, up to the last.
func MeasureFailures(c Cell) ([]Failures, error) {
	loads, err := MeasureLoad(c)
	if err != nil {
		return nil, err
	}
	var list []Failures
	for rank, n := 1, len(loads.Distribution); rank <= n; rank *= 2 {
		list = appendFailure(list, loads, loads.Distribution[rank-1])
	}
	return appendFailure(list, loads, loads.Distribution[len(loads.Distribution)-1]), nil
}

func appendFailure(list []Failures, loads Loads, load float64) []Failures {
	if n := len(list); n > 0 && list[n-1].Load == load {
		return list
	}
	return append(list, Failures{load, loads.FailedBy(load)})
}

// FailedBy returns the share of draws that do not exceed a value: fillings that were
// refused a key at that load or before. Draws are independent, so the interval is
// exact.
func (d Distribution) FailedBy(x float64) Proportion {
	failed, _ := slices.BinarySearchFunc(d, x, func(draw, x float64) int {
		if draw <= x {
			return -1
		}
		return 1
	})
	return NewProportion([]uint64{uint64(failed)}, []uint64{uint64(len(d))})
}
