package report

import (
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
)

// TestCountersTable: without counters there is no table; with them each lookup of the
// bars' contenders has its row, and an event that some repetition lacks is a dash.
func TestCountersTable(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	const title = "What the processor counts for one lookup"
	if text := composed(t, d)["table:bars"]; strings.Contains(text, title) {
		t.Errorf("a table of counters without any:\n%s", text)
	}
	for i := range d.Records {
		r := &d.Records[i]
		if r.Experiment != "speed-bars" || r.Time() == nil || r.Capacity != 996147 || r.Variant != "blocked(bpk=12)" {
			continue
		}
		for j := range r.Time().Samples {
			s := &r.Time().Samples[j]
			s.Counters = map[string]uint64{"cycles": 20 * s.Ops, "branch_misses": s.Ops / 8, "instructions": 55 * s.Ops}
			if r.Rep == 3 {
				delete(s.Counters, "instructions")
			}
		}
	}
	text := composed(t, d)["table:bars"]
	for _, op := range []string{"hit", "miss"} {
		if want := "| `blocked(bpk=12)` | 996,147 | - | " + op + " | 20.00 | - | - | - | 0.12 |"; !strings.Contains(text, want) {
			t.Errorf("no row %q in\n%s", want, text)
		}
	}
	if strings.Count(text, "| 20.00 |") != 2 {
		t.Errorf("rows of counters for other than lookups of the bars:\n%s", text)
	}
}
