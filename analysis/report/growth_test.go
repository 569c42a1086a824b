package report

import (
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
)

// TestGrowthBlock: a made-up filter whose larger table takes less time is named, with
// the times and whether it was measured again, and the run's trials still add up.
func TestGrowthBlock(t *testing.T) {
	falling := func(again bool, small float64) map[string]string {
		m := sample.New(7)
		m.Reps = 20
		for _, c := range []struct {
			variant string
			keys    uint64
			ns      float64
		}{{"null", 1000, 0}, {"blocked(bpk=12)", 1000, small}, {"null", 10_000, 0}, {"blocked(bpk=12)", 10_000, 5}} {
			m.Speed(record.Trial{Part: "bars", Variant: c.variant, Capacity: c.keys, Call: "batch", Ops: []string{"hit"}, Pages: record.PagesHuge}, c.ns)
		}
		d := m.Dataset("made-up")
		for i := range d.Records {
			if d.Records[i].Rep >= 10 && again {
				d.Records[i].Extra = true
				d.Manifest.Trials--
			}
		}
		return composed(t, &analysis.Dataset{Manifest: d.Manifest, Records: d.Records})
	}
	for _, c := range []struct {
		again bool
		small float64
		want  []string
	}{
		{false, 4, []string{"In none of 1 series", "less than 0.1 ns"}},
		{false, 10, []string{"In 1 of 1 series", "again in 0 of them; 0 grow", "| speed-bars bars | `blocked(bpk=12)` | batch 512, huge pages | hit | 1,000 | ", "| 10,000 | ", "| no |"}},
		{true, 10, []string{"In 1 of 1 series", "again in 1 of them; 0 grow", "| yes |"}},
	} {
		blocks := falling(c.again, c.small)
		for _, want := range c.want {
			if text := blocks["table:growth"]; !strings.Contains(text, want) {
				t.Errorf("measured again %v, %g ns at the smaller size: the block lacks %q:\n%s", c.again, c.small, want, text)
			}
		}
		if text := blocks["run"]; strings.Contains(text, "beyond the plan") != c.again || strings.Contains(text, "to be done") {
			t.Errorf("measured again %v: the run is described as\n%s", c.again, text)
		}
	}
}
