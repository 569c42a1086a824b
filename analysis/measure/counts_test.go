package measure_test

import (
	"reflect"
	"testing"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

func TestAddCounts(t *testing.T) {
	one := record.Drifted{Turnover: 2, Inserted: 3, Missing: 5, Positives: 7, Counted: true, Causes: record.Causes{Victim: 4, Other: 1}}
	var sum record.Drifted
	measure.AddCounts(&sum, one)
	measure.AddCounts(&sum, one)
	if want := (record.Drifted{Turnover: 2, Inserted: 6, Missing: 10, Positives: 14, Counted: true, Causes: record.Causes{Victim: 8, Other: 2}}); sum != want {
		t.Errorf("%+v; want %+v", sum, want)
	}
	audit := record.Audit{Promise: 0.01, Members: 3, Library: &record.Library{Hash: "fnv"}, Copies: record.Histogram{{8, 3}}, Removed: record.Histogram{{8, 2}, {9, 1}}}
	var all record.Audit
	measure.AddCounts(&all, audit)
	measure.AddCounts(&all, audit)
	if all.Promise != 0.01 || all.Members != 6 || all.Library != audit.Library ||
		!reflect.DeepEqual(all.Copies, record.Histogram{{8, 6}}) || !reflect.DeepEqual(all.Removed, record.Histogram{{8, 4}, {9, 2}}) {
		t.Errorf("%+v", all)
	}
}
