package harness

import (
	"testing"

	"filterbench/internal/record"
)

// Callers by hand. An exact set loses nothing under a caller that deletes what it inserted,
// and everything that has copies left under one that looks first and deletes every copy. A
// plain cuckoo filter refuses copies of a hot key; who deletes those too loses keys that are
// there, and who grows does so up to the end of the sizes.
func TestCallers(t *testing.T) {
	measure := func(variant, workload string) *record.Callers {
		t.Helper()
		r := Measure(record.Trial{Kind: record.KindCallers, Variant: variant, Workload: workload, Capacity: 1000, Fill: 0.9, Turnovers: []float64{2}, Seed: 5})
		if r.Failed != "" {
			t.Fatalf("%s, %s: %s", variant, workload, r.Failed)
		}
		return r.Callers()
	}
	run := func(c *record.Callers, name string) record.Caller { r, _ := c.Run(name); return r }

	c := measure("exact", "bursts(r=20,every=10)")
	for _, name := range []string{record.PolicyAll, record.PolicyEvery, record.PolicyLast, record.PolicyKnown, record.PolicyGrow} {
		if r := run(c, name); r.Lost+r.Remains+r.Refused+r.Positives+r.Grown > 0 {
			t.Errorf("exact, %s: %+v", name, r)
		}
	}
	// With one delete per copy that leaves, only the burst that leaves at this moment can be lost.
	if r := run(c, record.PolicyCheck); r.Lost > 1 || r.Denied != r.Lost {
		t.Errorf("exact, check: %+v", r)
	}
	if r := run(measure("exact", "zipf(s=1,keys=2000)"), record.PolicyCheck); r.Lost < 50 || r.Denied != r.Lost {
		t.Errorf("exact on Zipf's law, check: %+v", r)
	}
	if c.Distinct < 880 || c.Distinct > 920 || c.Left < 1700 || c.Left > 1900 {
		t.Errorf("%d keys in the window, %d left it; want about 900 and 1800", c.Distinct, c.Left)
	}

	c = measure("cuckoo(b=4,f=12)", "hot(share=0.5,keys=20)")
	all, every, grow, known := run(c, record.PolicyAll), run(c, record.PolicyEvery), run(c, record.PolicyGrow), run(c, record.PolicyKnown)
	if all.Refused == 0 || every.Refused == 0 || every.Denied != 0 {
		t.Errorf("all %+v, every %+v", all, every)
	}
	often := measure("cuckoo(b=4,f=12)", "zipf(s=0.8,keys=1500)") // many keys with a few copies more than there is room for
	if a, b := run(often, record.PolicyAll), run(often, record.PolicyEvery); a.Lost <= b.Lost || a.Denied == 0 || b.Denied > 0 {
		t.Errorf("who deletes refused copies too %+v, who does not %+v", a, b)
	}
	if grow.Grown != mostGrown || grow.Refused == 0 || grow.Denied != 0 || grow.Bits < 60*every.Bits {
		t.Errorf("grow %+v", grow)
	}
	if known.Refused+known.Lost > 0 || known.Kept != keptKey*c.Distinct {
		t.Errorf("known %+v", known)
	}
	// More keys than there is room for: one doubling is enough, and nothing is lost.
	c = measure("cuckoo(b=4,f=12)", "uniform")
	if r := run(c, record.PolicyGrow); r.Grown > 1 || r.Lost > 0 {
		t.Errorf("different keys, grow: %+v", r)
	}
}

// The outcome does not depend on the order in which maps are walked.
func TestCallersRepeat(t *testing.T) {
	trial := record.Trial{Kind: record.KindCallers, Variant: "countingcuckoo(b=4,f=8,w=2)", Workload: "zipf(s=1.2,keys=3000)", Capacity: 700, Fill: 0.95, Turnovers: []float64{1}, Seed: 9}
	one, two := Measure(trial), Measure(trial)
	a, b := one.Callers(), two.Callers()
	for i := range a.Runs {
		if a.Runs[i] != b.Runs[i] {
			t.Errorf("%+v, then %+v", a.Runs[i], b.Runs[i])
		}
	}
}
