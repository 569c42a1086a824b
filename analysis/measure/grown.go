package measure

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// Grown is a cell of kind growth over its repetitions.
type Grown struct {
	Others uint64          // distinct other keys held, in the first repetition
	Steps  []GrownStep     // in the order of copies
	Copies stat.Median     // accepted before the first refusal
	Ends   int             // repetitions in which a copy was refused
	Shut   stat.Proportion // new keys that were refused after the copies
	Layers stat.Median     // after the last copy
	Walked stat.Median     // slots that the first delete which compacts looks at; N is 0 where none does
}

// GrownStep is the size of a table after some copies of one key.
type GrownStep struct {
	Copies uint64
	Bytes  stat.Median
}

// GrownBy summarises a cell of kind growth: the size of the table before the first copy, at
// every number of copies at which it grew in some repetition, and after the last.
func GrownBy(c analysis.Cell) (g Grown, err error) {
	var at []uint64
	var copies, layers, walked []float64
	var shut, asked []uint64
	for _, r := range c.Records {
		x := r.Grown()
		if x == nil {
			return g, fmt.Errorf("%s: no growth recorded", analysis.Describe(c.Trial))
		}
		for _, s := range x.Steps {
			at = append(at, s.Copies)
		}
		at = append(at, x.Copies)
		copies = append(copies, float64(x.Copies))
		layers = append(layers, float64(x.Steps[len(x.Steps)-1].Layers))
		shut, asked = append(shut, x.Shut), append(asked, x.Asked)
		if x.Refused {
			g.Ends++
		}
		if x.Deletes > 0 {
			walked = append(walked, float64(x.Walked))
		}
	}
	g.Others = c.Records[0].Grown().Background
	g.Copies, g.Layers, g.Shut = stat.NewMedian(copies), stat.NewMedian(layers), stat.NewProportion(shut, asked)
	if len(walked) > 0 {
		g.Walked = stat.NewMedian(walked)
	}
	slices.Sort(at)
	for _, n := range slices.Compact(at) {
		var bytes []float64
		for _, r := range c.Records {
			bytes = append(bytes, bytesAfter(r.Grown(), n))
		}
		g.Steps = append(g.Steps, GrownStep{n, stat.NewMedian(bytes)})
	}
	return g, nil
}

// bytesAfter returns the size of a table after so many copies, or after the last that it took.
func bytesAfter(g *record.Grown, copies uint64) float64 {
	bits := g.Steps[0].Bits
	for _, s := range g.Steps {
		if s.Copies <= copies {
			bits = s.Bits
		}
	}
	return float64(bits) / 8
}

// BytesPerDistinct returns the bytes of the table for each distinct key that was accepted, of
// a cell of kind fpr. Of filters that grow every repetition has its own.
func BytesPerDistinct(c analysis.Cell) (stat.Median, error) {
	var values []float64
	for _, r := range c.Records {
		f := r.FPR()
		if f == nil || f.Distinct == 0 {
			return stat.Median{}, fmt.Errorf("%s: no keys were accepted", analysis.Describe(c.Trial))
		}
		values = append(values, float64(r.Shape.Bits)/8/float64(f.Distinct))
	}
	return stat.NewMedian(values), nil
}
