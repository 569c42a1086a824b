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
		return recordType{Outcome: &record.Time{Samples: []record.Sample{{Op: "hit", Ops: 10, ElapsedNS: elapsed, CPUNS: cpu}}}}
	}
	d := &analysis.Dataset{Records: []recordType{timed(100, 0), {}}}
	if row := offCoreRow(d); row != "" {
		t.Errorf("of loops that do not tell: %s", row)
	}
	d.Records = append(d.Records, timed(1000, 1001), timed(1000, 980), recordType{Outcome: &record.Cold{Warm: record.Sample{Op: "hit", Ops: 1, ElapsedNS: 1000, CPUNS: 250}}})
	if row := offCoreRow(d); !strings.HasPrefix(row, "for 2.00 % of the wall time in the median loop, 75.0 % in the worst of 3;") {
		t.Errorf("of three: %s", row)
	}
}

// TestCoreSpeedRow: nothing of records that do not tell, and else the median, the range
// and how many are off.
func TestCoreSpeedRow(t *testing.T) {
	d := &analysis.Dataset{Records: []recordType{{}}}
	if row := coreSpeedRow(d); row != "" {
		t.Errorf("of records that do not tell: %s", row)
	}
	for _, spin := range []int64{32768, 32768, 32768, 65536} {
		d.Records = append(d.Records, recordType{SpinNS: spin})
	}
	const want = "took 1 ns before the median of 4 timed trials, 1 to 2 ns in all; 1 trial is more than 10 % off,"
	if row := coreSpeedRow(d); !strings.Contains(row, want) {
		t.Errorf("%s\nwant %s", row, want)
	}
}
