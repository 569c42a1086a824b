package main

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/spec"
)

// solved reads the name of a filter for n keys. A rate may be written as people do
// ("0.1%", "1/1000"), and given to a family that has no such parameter, as in cuckoo(fpr=0.1%):
// the fewest bits of a fingerprint, remainder or key that keep it are chosen.
func solved(name string, n uint64) (variants.Variant, error) {
	s, err := spec.Parse(name)
	if err != nil {
		v, err := catalog.Parse(name)
		return v, usageError{err}
	}
	at := slices.IndexFunc(s.Params, func(p spec.Param) bool { return p.Key == "fpr" })
	family := families.Named(s.Name)
	if at < 0 || family == nil {
		v, err := catalog.Parse(name)
		if err != nil {
			return v, usageError{err}
		}
		return v, nil
	}
	rate, err := readRate(s.Params[at].Value)
	if err != nil || !(rate > 0 && rate < 1) {
		return variants.Variant{}, usagef("%s: fpr=%s: write 0.1%%, 1/1000 or 0.001", name, s.Params[at].Value)
	}
	if _, own := family.Field("fpr"); own {
		s.Params[at].Value = strconv.FormatFloat(rate, 'g', -1, 64)
		v, err := catalog.Parse(s.String())
		if err != nil {
			return v, usageError{err}
		}
		return v, nil
	}
	free := slices.IndexFunc(family.Fields, func(f spec.Field) bool { return f.Key == "f" || f.Key == "r" })
	if free < 0 {
		return variants.Variant{}, usagef("%s: %s has no parameter that a rate decides; it takes %s", name, s.Name, family.Usage())
	}
	return smallestFor(s, at, family.Fields[free], rate, n)
}

// smallestFor puts the smallest value of a parameter that keeps a rate in the place of fpr.
func smallestFor(s spec.Spec, at int, field spec.Field, rate float64, n uint64) (variants.Variant, error) {
	if _, given := s.Lookup(field.Key); given {
		return variants.Variant{}, usagef("%s: give %s or fpr, and not both", s, field.Key)
	}
	var values []string
	if values = field.Choices; values == nil {
		for x := field.Min; x <= field.Max; x++ {
			values = append(values, strconv.FormatFloat(x, 'g', -1, 64))
		}
	}
	asked := s.String()
	s.Params = slices.Clone(s.Params)
	var v variants.Variant
	var failure error
	predict := func(i int) float64 {
		s.Params[at] = spec.Param{Key: field.Key, Value: values[i]}
		if v, failure = catalog.Parse(s.String()); failure != nil {
			return 0
		}
		shape, err := v.Shape(variants.Size{Keys: n})
		if failure = err; err != nil {
			return 0
		}
		p, ok := families.Predict(shape, n)
		if !ok {
			failure = fmt.Errorf("no formula predicts the rate of %s", s.Name)
		}
		return p.FPR
	}
	i := sort.Search(len(values), func(i int) bool { return predict(i) <= rate })
	if i == len(values) {
		return v, usagef("%s: with %s=%s, the most there is, its rate is %s", asked, field.Key, values[i-1], percent(predict(i-1)))
	}
	if predict(i); failure != nil {
		return v, usageError{fmt.Errorf("%s: %w", asked, failure)}
	}
	return v, nil
}
