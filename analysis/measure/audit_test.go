package measure_test

import (
	"reflect"
	"testing"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// TestSumAuditsAddsEverything: a count that a later version adds to the record must be
// added to the sum.
func TestSumAuditsAddsEverything(t *testing.T) {
	var one record.Audit
	v := reflect.ValueOf(&one).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Uint64 {
			f.SetUint(uint64(i) + 1)
		}
	}
	one.Copies, one.Removed = record.Histogram{{8, 3}}, record.Histogram{{8, 2}, {9, 1}}
	sum := reflect.ValueOf(measure.SumAudits(one, one))
	for i := range sum.NumField() {
		if f := sum.Field(i); f.Kind() == reflect.Uint64 && f.Uint() != 2*(uint64(i)+1) {
			t.Errorf("%s is %d; want twice %d", sum.Type().Field(i).Name, f.Uint(), i+1)
		}
	}
	got := sum.Interface().(record.Audit)
	if !reflect.DeepEqual(got.Copies, record.Histogram{{8, 6}}) || !reflect.DeepEqual(got.Removed, record.Histogram{{8, 4}, {9, 2}}) {
		t.Errorf("histograms %v, %v", got.Copies, got.Removed)
	}
}
