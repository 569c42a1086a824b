package measure

import (
	"cmp"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
)

// rateMargin is by which part the rate of a filter may be above that of the library that
// it is compared with: sizes are rounded, and rates are measured.
const rateMargin = 0.1

// rivalsOf returns the filters that stand against a library, none for what is no library.
func rivalsOf(family string) families.Rivals {
	if f := families.Named(family); f != nil {
		return f.Rivals
	}
	return families.Rivals{}
}

// HasRival reports whether it is known which filters stand against a library.
func HasRival(family string) bool { return len(rivalsOf(family).Fastest) > 0 }

// field is one size of the comparison: cells of kind time that took turns.
type field struct {
	cells []analysis.Cell
	rates map[string]rated // by variant, at that size
}

// rated is what was measured of a filter's rate, and what it then took.
type rated struct {
	rate       stat.Proportion
	bitsPerKey float64
}

// ratesAt measures the rates of all filters of the experiment at each size.
func ratesAt(cells []analysis.Cell) (map[uint64]map[string]rated, error) {
	rates := map[uint64]map[string]rated{}
	for _, c := range cells {
		if c.Kind != record.KindFPR {
			continue
		}
		f, err := FPR(c)
		if err != nil {
			return nil, err
		}
		if rates[c.Capacity] == nil {
			rates[c.Capacity] = map[string]rated{}
		}
		rates[c.Capacity][c.Variant] = rated{f.Proportion, float64(c.Shape().Bits) / float64(max(1, c.Capacity))}
	}
	return rates, nil
}

// rival returns the filter that stands against a library: in each of the kinds, the one
// with the highest rate that is not above the library's by more than the margin, and of
// these the one with the least time for all operations together. ok is false without
// one, or without the library's rate.
func (f field) rival(library analysis.Cell, kinds []string) (best analysis.Cell, ok bool) {
	limit := math.NaN()
	if r, known := f.rates[library.Variant]; known {
		limit = r.rate.Rate * (1 + rateMargin)
	}
	var candidates []analysis.Cell
	for _, kind := range kinds {
		var closest analysis.Cell
		found := false
		for _, c := range f.cells {
			r, known := f.rates[c.Variant]
			if !known || c.Variant != kind && analysis.FamilyOf(c.Variant) != kind || !(r.rate.Rate <= limit) {
				continue
			}
			if !found || r.rate.Rate > f.rates[closest.Variant].rate.Rate {
				closest, found = c, true
			}
		}
		if found {
			candidates = append(candidates, closest)
		}
	}
	if len(candidates) == 0 {
		return analysis.Cell{}, false
	}
	return slices.MinFunc(candidates, func(a, b analysis.Cell) int { return cmp.Compare(together(a), together(b)) }), true
}

// together is the sum of the medians of all operations of a cell, in nanoseconds.
func together(c analysis.Cell) (ns float64) {
	for _, op := range c.Ops {
		if t, ok := Time(c, op); ok {
			ns += t.Gross.Value
		}
	}
	return ns
}
