package measure_test

import (
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// TestCoreSpeed: trials beyond the margin are counted on both sides, furthest first;
// records that do not tell are none.
func TestCoreSpeed(t *testing.T) {
	d := &analysis.Dataset{Records: []record.Record{{}, {ID: "failed", Failed: "why"}}}
	if s, ok := measure.CoreSpeedOf(d); ok || s.Trials != 0 {
		t.Errorf("of records that do not tell: %+v", s)
	}
	for id, percent := range map[string]int64{"a": 100, "b": 100, "c": 101, "slow": 125, "fast": 85, "near": 109} {
		d.Records = append(d.Records, record.Record{ID: id, SpinNS: percent * record.SpinSteps / 100})
	}
	s, ok := measure.CoreSpeedOf(d)
	if !ok || s.Trials != 6 || s.Median < 1 || s.Median > 1.01 || s.Least > 0.8501 || s.Greatest < 1.2499 {
		t.Errorf("speed is %+v", s)
	}
	if len(s.Off) != 2 || s.Off[0].ID != "slow" || s.Off[1].ID != "fast" {
		t.Errorf("%d are off: %+v", len(s.Off), s.Off)
	}
}
