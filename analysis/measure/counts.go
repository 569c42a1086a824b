package measure

import (
	"reflect"

	"filterbench/internal/record"
)

// AddCounts adds the counts of an outcome, or of a part of one, to the sum of others of the
// same cell: every field of type uint64, of structs inside too, and histograms. What is no
// count is taken over where the sum does not say it yet.
func AddCounts[T any](sum *T, more T) { addCounts(reflect.ValueOf(sum).Elem(), reflect.ValueOf(more)) }

func addCounts(sum, more reflect.Value) {
	for i := range sum.NumField() {
		to, from := sum.Field(i), more.Field(i)
		switch h, isHistogram := from.Interface().(record.Histogram); {
		case isHistogram:
			to.Set(reflect.ValueOf(Merge(to.Interface().(record.Histogram), h)))
		case from.Kind() == reflect.Uint64:
			to.SetUint(to.Uint() + from.Uint())
		case from.Kind() == reflect.Struct:
			addCounts(to, from)
		case to.IsZero():
			to.Set(from)
		}
	}
}
