package report

import (
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// TestOffCoreRow: the median and the worst share, of the loops that tell; a loop whose
// thread seems to have had more than the wall's time was always on the core.
func TestOffCoreRow(t *testing.T) {
	timed := func(elapsed, cpu int64) recordType {
		return recordType{Time: &record.Time{Samples: []record.Sample{{Op: "hit", Ops: 10, ElapsedNS: elapsed, CPUNS: cpu}}}}
	}
	d := &analysis.Dataset{Records: []recordType{timed(100, 0), {}}}
	if row := offCoreRow(d); row != "" {
		t.Errorf("of loops that do not tell: %s", row)
	}
	d.Records = append(d.Records, timed(1000, 1001), timed(1000, 980), recordType{Cold: &record.Cold{Warm: record.Sample{Op: "hit", Ops: 1, ElapsedNS: 1000, CPUNS: 250}}})
	if row := offCoreRow(d); !strings.HasPrefix(row, "for 2.00 % of the wall time in the median loop, 75.0 % in the worst of 3;") {
		t.Errorf("of three: %s", row)
	}
}
