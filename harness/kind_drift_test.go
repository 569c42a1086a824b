package harness

import (
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// careless is an exact multiset that can be told to break its promise in one way.
type careless struct {
	count     map[uint64]uint64
	order     []uint64 // keys as they were inserted
	full      int      // inserts are refused beyond so many different keys; 0 never
	forget    bool     // a refused insert removes the newest key
	replace   int      // one accepted insert in so many removes the newest key
	two       bool     // a delete removes two copies where there are three or more
	group     uint64   // keys whose hashes agree in these bits are one to it
	set       bool     // a key that is there is not counted again
	saturated uint64   // what Overflows says, and then deletes remove the newest key
	inserts   int
}

func (c *careless) key(h uint64) uint64 { return h | c.group }

func (c *careless) Insert(h uint64) error {
	h = c.key(h)
	if c.full > 0 && len(c.count) >= c.full && c.count[h] == 0 {
		if c.forget {
			c.dropNewest()
		}
		return variants.ErrFull
	}
	if c.inserts++; c.replace > 0 && c.inserts%c.replace == 0 {
		c.dropNewest()
	}
	if !c.set || c.count[h] == 0 {
		c.count[h]++
		c.order = append(c.order, h)
	}
	return nil
}

func (c *careless) dropNewest() {
	for len(c.order) > 0 {
		h := c.order[len(c.order)-1]
		c.order = c.order[:len(c.order)-1]
		if c.count[h] > 0 {
			delete(c.count, h)
			return
		}
	}
}

func (c *careless) Contains(h uint64) bool { return c.count[c.key(h)] > 0 }

func (c *careless) Delete(h uint64) bool {
	h = c.key(h)
	if c.count[h] == 0 {
		return false
	}
	if c.two && c.count[h] >= 3 {
		c.count[h]--
	}
	if c.count[h]--; c.count[h] == 0 {
		delete(c.count, h)
	}
	if c.saturated > 0 {
		c.dropNewest()
	}
	return true
}

func (c *careless) Count(h uint64) uint64 { return c.count[c.key(h)] }

func (c *careless) Overflows() uint64   { return c.saturated }
func (c *careless) Shape() theory.Shape { return theory.Shape{} }

// drifted slides a window of 800 copies through a filter twice.
func drifted(t *testing.T, workload, policy string, f variants.Filter, scratch variants.Filter) record.Drifted {
	t.Helper()
	trial := record.Trial{Kind: record.KindDrift, Variant: "exact", Workload: workload, Capacity: 800, Fill: 1, Seed: 9, Policy: policy, Queries: 10}
	b, err := newBench(trial, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.filter = f
	d, err := newDrift(b, 800)
	if err != nil {
		t.Fatal(err)
	}
	d.scratch = scratch
	d.single = d.keepsOne()
	for d.at < 2400 {
		if err := d.step(); err != nil {
			t.Fatal(err)
		}
	}
	d.checkpoint(2)
	p := d.checkpoints[0]
	if p.Causes.Total() != p.Missing {
		t.Errorf("%d false negatives, causes of %d: %+v", p.Missing, p.Causes.Total(), p.Causes)
	}
	return p
}

// TestEachCauseIsFound breaks a filter in each way on purpose: all that it loses is
// charged to that, and a sound one loses nothing.
func TestEachCauseIsFound(t *testing.T) {
	const low = 1<<64 - 1<<8 // 256 keys to it
	cases := map[string]struct {
		workload, policy string
		broken           careless
		of               func(record.Causes) uint64
	}{
		"sound":     {"zipf(s=1.1,keys=2000)", record.PolicyEvery, careless{}, func(record.Causes) uint64 { return 0 }},
		"victim":    {"uniform", record.PolicyEvery, careless{full: 700, forget: true}, func(c record.Causes) uint64 { return c.Victim }},
		"own":       {"zipf(s=0.5,keys=300)", record.PolicyEvery, careless{set: true}, func(c record.Causes) uint64 { return c.Own }},
		"checked":   {"zipf(s=0.5,keys=300)", record.PolicyCheck, careless{}, func(c record.Causes) uint64 { return c.Own }},
		"collided":  {"uniform", record.PolicyLast, careless{group: low}, func(c record.Causes) uint64 { return c.Collided }},
		"unsafe":    {"uniform", record.PolicyEvery, careless{group: low, two: true}, func(c record.Causes) uint64 { return c.Unsafe }},
		"saturated": {"uniform", record.PolicyEvery, careless{saturated: 1}, func(c record.Causes) uint64 { return c.Overflow }},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			fresh := func() *careless {
				f := c.broken
				f.count = map[uint64]uint64{}
				return &f
			}
			p := drifted(t, c.workload, c.policy, fresh(), fresh())
			if of := c.of(p.Causes); of != p.Missing || (p.Missing == 0) != (name == "sound") {
				t.Errorf("%d false negatives of %d keys, %d of them for this: %+v", p.Missing, p.Live, of, p.Causes)
			}
		})
	}
}

// TestLossWithoutDeletes: before anything was deleted or refused, an accepted insert
// is to blame.
func TestLossWithoutDeletes(t *testing.T) {
	trial := record.Trial{Kind: record.KindDrift, Variant: "exact", Workload: "uniform", Capacity: 800, Fill: 1, Seed: 9, Policy: record.PolicyEvery, Queries: 10}
	b, err := newBench(trial, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.filter = &careless{count: map[uint64]uint64{}, replace: 10}
	d, err := newDrift(b, 800)
	if err != nil {
		t.Fatal(err)
	}
	for d.at < 800 {
		if err := d.step(); err != nil {
			t.Fatal(err)
		}
	}
	d.checkpoint(0)
	if p := d.checkpoints[0]; p.Missing != 80 || p.Causes.Other != 80 {
		t.Errorf("%+v; want 80 lost to accepted inserts", p)
	}
}

// TestDriftCountsCopies compares the account with one kept by hand, on keys that
// come four times in a row.
func TestDriftCountsCopies(t *testing.T) {
	for policy, lack := range map[string]uint64{record.PolicyEvery: 0, record.PolicyLast: 600, record.PolicyKnown: 600} {
		r := Measure(record.Trial{Kind: record.KindDrift, Variant: "exact", Workload: "repeat(r=4)", Capacity: 800, Fill: 1,
			Seed: 3, Policy: policy, Turnovers: []float64{0, 1.5}, Queries: 100})
		if r.Failed != "" {
			t.Fatal(r.Failed)
		}
		for i, inserted := range []uint64{800, 2000} {
			p := r.Drift().Checkpoints[i]
			if p.Inserted != inserted || p.Live != 200 || p.Copies != 800 || p.Missing+p.Refused+p.Absorbed+p.Undeleted+p.Positives+p.Excess != 0 || p.Lack != lack {
				t.Errorf("%s, %d: %+v", policy, i, p)
			}
		}
	}
}

// TestSoundFiltersLoseNothing: ours, after refusals of a hot key and legal deletes,
// under both policies that are safe.
func TestSoundFiltersLoseNothing(t *testing.T) {
	for _, variant := range []string{"cuckoo(b=4,f=8)", "cuckoo(b=2,f=12)", "semisort(f=9)", "counting(bpk=40,w=4)", "hashtable(d=2,b=4)"} {
		for _, policy := range []string{record.PolicyEvery, record.PolicyKnown} {
			for _, workload := range []string{"hot(share=0.05)", "zipf(s=1,keys=3000)", "bursts(r=12,every=20)"} {
				r := Measure(record.Trial{Kind: record.KindDrift, Variant: variant, Workload: workload, Slots: sizeIf(variant, 2048), Capacity: 2048 - sizeIf(variant, 2048),
					Fill: 0.9, Seed: 3, Policy: policy, Turnovers: []float64{0, 1, 4}, Queries: 100})
				if r.Failed != "" {
					t.Fatal(r.Failed)
				}
				for _, p := range r.Drift().Checkpoints {
					if p.Missing != 0 || p.Undeleted != 0 || p.Lack != 0 && policy == record.PolicyEvery && p.Overflow == 0 {
						t.Errorf("%s %s %s: %+v", variant, policy, workload, p)
					}
				}
				last := r.Drift().Checkpoints[2]
				if variant == "cuckoo(b=4,f=8)" && policy == record.PolicyEvery && workload == "hot(share=0.05)" && last.Refused == 0 {
					t.Error("nothing was refused: the case shows nothing")
				}
			}
		}
	}
}

// sizeIf is the number of slots for variants that have slots, else 0.
func sizeIf(variant string, slots uint64) uint64 {
	if v, err := catalog.Parse(variant); err == nil && v.Has(families.Kicks) {
		return slots
	}
	return 0
}

// TestErasureProbe: the outcomes that are certain, and wrong deletes as often as
// theory has false positives, two-sided with an alarm rate of 1e-6.
func TestErasureProbe(t *testing.T) {
	r := Measure(record.Trial{Kind: record.KindErasure, Variant: "exact", Workload: "uniform", Capacity: 1000, Fill: 1, Seed: 1, Draws: 500})
	want := record.Erasure{Background: 1000, Deleted: 1000, Twice: 1000, TwiceStill: 1000, Attempts: 500, Members: 900, Cleared: 100, Rest: 900}
	if r.Failed != "" || *r.Erasure() != want {
		t.Errorf("exact: %s %+v; want %+v", r.Failed, r.Erasure(), want)
	}
	r = Measure(record.Trial{Kind: record.KindErasure, Variant: "cuckoo(b=4,f=8)", Workload: "uniform", Slots: 16384, Fill: 0.9, Seed: 1, Draws: 4000})
	if r.Failed != "" {
		t.Fatal(r.Failed)
	}
	e := r.Erasure()
	p, _ := families.Predict(r.Shape, e.Background-e.Cleared)
	stattest.Rate(t, e.Succeeded, e.Attempts, p.FPR, 1e-6)
	p, _ = families.Predict(r.Shape, e.Background)
	stattest.Rate(t, e.Still, e.Deleted, p.FPR, 1e-6)
	if e.TwiceStill != e.Twice || e.RestLost != 0 || e.Missing > e.Succeeded || e.Missing < e.Succeeded*9/10 || e.Members != e.Background-e.Cleared {
		t.Errorf("%+v", e)
	}
}

// TestRefusedIsTimed: a filter that refuses gives a sample of it, one that never
// does gives none.
func TestRefusedIsTimed(t *testing.T) {
	for variant, want := range map[string]int{"cuckoo(b=4,f=12)": 1, "counting(bpk=40,w=4)": 0, "null": 0} {
		r := measure(t, record.Trial{Kind: record.KindTime, Variant: variant, Capacity: 1000, Fill: 0.5, Call: record.CallBatch, Ops: []string{"refused"}, Lookups: 6400}).Time()
		if len(r.Samples) != want || want == 1 && (r.Samples[0].Ops != fewestRefused || r.Samples[0].ElapsedNS <= 0) {
			t.Errorf("%s: %+v", variant, r.Samples)
		}
	}
}

// keepsOne tells sets from multisets.
func TestKeepsOne(t *testing.T) {
	for set, f := range map[bool]*careless{true: {count: map[uint64]uint64{}, set: true}, false: {count: map[uint64]uint64{}}} {
		d := &drift{bench: &bench{}, scratch: f}
		if d.keepsOne() != set || f.Contains(hashing.Golden) {
			t.Errorf("set %v is not seen, or the scratch filter is not left empty", set)
		}
	}
}
