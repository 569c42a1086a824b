package claims

import (
	"math"
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// A verdict on a value says which deviation could have been seen: half the width of
// the interval over the estimate, of the first part and of the bluntest.
func TestPowerIsStated(t *testing.T) {
	sharp := stat.Normal(2, 0.02/2.776445, 5)
	blunt := stat.Normal(1, 0.1/2.776445, 5)
	j := judge([]part{near("the whole", sharp, 2, 0.05), near("a point", blunt, 1, 0.2), atLeast("a limit", blunt, 0.5)})
	if want := "A deviation of 1 % could have been seen for the whole; one of 10 % for a point."; j.power != want {
		t.Errorf("%q, want %q", j.power, want)
	}
	if r := j.ruling("", "", sharp, "Line."); r.Verdict != Confirmed || !strings.HasSuffix(r.Line, j.power) {
		t.Errorf("%s: %s", r.Verdict, r.Line)
	}
	if j := judge([]part{atLeast("a limit", blunt, 0.5), near("a number", exact(3), 3, 0.1)}); j.power != "" {
		t.Errorf("limits and computed numbers are said to have power: %q", j.power)
	}
}

// Every verdict of agreement with a formula states its power, and more counts make it
// greater.
func TestAgreementsStateTheirPower(t *testing.T) {
	got := results(t, rates(unchanged, 20000))
	for _, id := range []string{"FPR-1", "FPR-5", "FPR-14", "FPR-15"} {
		if r := got[id]; !strings.Contains(r.Line, "could have been seen") {
			t.Errorf("%s: %s", id, r.Line)
		}
	}
}

// Records that stopped at a target count for it: four cells of one rate, twice what the
// model says, and the estimate has no bias from the lookups they took.
func TestOverModelOfStoppedRecords(t *testing.T) {
	m := sample.New(5)
	m.Reps, m.Skew, m.Target = 400, 2, 3
	for range 2 {
		m.FPR("x", "p", "bloom(bpk=8)", "uniform", 1<<20, 0, 1, 3)
		m.FPR("y", "p", "bloom(bpk=12)", "uniform", 1<<20, 0, 1, 3)
	}
	d := m.Dataset("")
	var cells []*record.Record
	for i := range d.Records {
		cells = append(cells, &d.Records[i])
	}
	var values []float64
	for i := range 400 {
		values = append(values, overExpected([]*record.Record{cells[i], cells[400+i], cells[800+i], cells[1200+i]}, classicRate))
	}
	if x := estimate(values); math.Abs(x.Mean()-2) > 4.9*x.Deviation() { // an alarm rate of 1e-6
		t.Errorf("%g, want 2 give or take %g", x.Mean(), x.Deviation())
	}
}
