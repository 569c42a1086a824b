package sample

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// multisets makes the cells of experiments on copies and deletes, last so that those
// before are what they were without.
func (m *Maker) multisets() {
	for _, kicks := range []int{50, 100, 500, 2000} {
		m.Copies("duplicates", "bound", fmt.Sprintf("cuckoo(b=4,f=12,kicks=%d)", kicks), 0, 16384, 0.5, 24, 8, uint64(kicks))
	}
	m.Program("cuckoo(b=4,f=8)", "++++++++-------")
	m.Remedy("exact", 80, 5000, 90)
	m.Remedy("counting(bpk=104,w=8)", 104, 255, 50)
	m.Remedy("cuckoo(b=4,f=12)", 12.6, 8, 20)
	for _, r := range []int{1, 4, 8, 16} {
		m.Load("multisets", "repeat", "cuckoo(b=4,f=12)", fmt.Sprintf("repeat(r=%d)", r), 16384, 4, 1/float64(1+r/4))
	}
	m.Load("multisets", "skewed", "cuckoo(b=4,f=12)", "zipf(s=1,keys=2000)", 16384, 4, 0.3)
	m.Load("multisets", "bursts", "cuckoo(b=4,f=12)", "bursts(r=16,every=100)", 16384, 4, 0.2)
	m.Load("multisets", "hot", "cuckoo(b=4,f=12)", "hot(share=0.02)", 16384, 4, 0.1)
	for _, b := range []int{2, 4, 8} {
		for _, f := range []int{8, 12, 16} {
			m.Erasure("cuckoo", fmt.Sprintf("cuckoo(b=%d,f=%d)", b, f), 0, 65536, 0.8, 1)
		}
	}
	m.Erasure("others", "naivebloom(bpk=10)", 31129, 0, 0.9, 1)
	m.Erasure("others", "counting(bpk=40,w=4)", 31129, 0, 0.9, 1)
	m.Erasure("others", "cuckoo(b=4,f=12)", 31129, 0, 0.9, 1)
	for _, f := range []int{8, 12} {
		for _, policy := range record.Policies {
			m.Drift("drift", "policies", fmt.Sprintf("cuckoo(b=4,f=%d)", f), "zipf(s=1,keys=20000)", 0, 8192, policy, map[string]float64{"check": 0.2, "last": 0.005}[policy])
		}
		m.Drift("drift", "distinct", fmt.Sprintf("cuckoo(b=4,f=%d)", f), "uniform", 0, 16384, record.PolicyLast,
			theory.SlidingLoss(4096, 13107, f))
	}
}

// Copies makes a cell of kind duplicates in which every hot key is accepted so many
// times and refused with so many kicks.
func (m *Maker) Copies(experiment, part, variant string, capacity, slots uint64, fill float64, copies int, accepted, kicks uint64) {
	shape := Shape(variant, capacity, slots)
	t := record.Trial{Experiment: experiment, Part: part, Kind: record.KindDuplicates, Variant: variant, Workload: "uniform",
		Capacity: capacity, Slots: slots, Fill: fill, Draws: 20, Copies: copies}
	m.add(t, shape, func(r *record.Record) {
		others := uint64(fill * float64(capacity+slots))
		r.Outcome = &record.Duplicates{Background: others, Checked: 20 * others,
			Accepted: record.Histogram{{accepted, 20}}, Taken: record.Histogram{{0, 20 * accepted}}, Refused: record.Histogram{}}
		if refused := uint64(copies) - accepted; refused > 0 {
			r.Duplicates().Refused = record.Histogram{{kicks, 20 * refused}}
		}
	})
}

// Program makes the trials of fifteen inserts of one key, with their outcomes.
func (m *Maker) Program(variant, outcomes string) {
	shape := Shape(variant, 100_000, 0)
	t := record.Trial{Experiment: "duplicates", Part: "program", Kind: record.KindDuplicates, Variant: variant, Workload: "uniform",
		Capacity: 100_000, Draws: 1, Copies: len(outcomes)}
	m.add(t, shape, func(r *record.Record) {
		n := uint64(0)
		for n < uint64(len(outcomes)) && outcomes[n] == '+' {
			n++
		}
		r.Outcome = &record.Duplicates{Accepted: record.Histogram{{n, 1}}, Taken: record.Histogram{{0, n}},
			Refused: record.Histogram{{500, uint64(len(outcomes)) - n}}, Sequence: outcomes}
	})
}

// Remedy makes the cells of one candidate for keys that repeat: its bits for each
// key of the design, the copies of one key that it takes, and the nanoseconds of its
// operations.
func (m *Maker) Remedy(variant string, bits float64, copies uint64, ns float64) {
	const keys = 62259
	size := func(capacity uint64) theory.Shape {
		s := Shape(variant, capacity, 0)
		s.Bits = uint64(bits * float64(capacity))
		return s
	}
	held := uint64(keys * 9 / 10)
	t := record.Trial{Experiment: "multisets", Part: "space", Kind: record.KindFPR, Variant: variant, Workload: "hot(share=0.02)",
		Capacity: keys, Fill: 0.9, Queries: 100_000}
	distinct := held * 98 / 100
	m.add(t, size(keys), func(r *record.Record) {
		r.Outcome = &record.FPR{Filled: record.Filled{Inserted: held, Accepted: held, Distinct: distinct, Members: held},
			Queries: t.Queries, Positives: m.binomial(t.Queries, m.rate(r.Shape, distinct))}
	})
	at := len(m.records)
	m.Copies("multisets", "copies", variant, 15564, 0, 0.9, 5000, copies, 500)
	m.Drift("multisets", "stream", variant, "hot(share=0.02)", 7782, 0, record.PolicyEvery, 0)
	for i := range m.records[at:] {
		r := &m.records[at+i]
		r.Shape = size(r.Capacity)
		if r.Drift() != nil {
			for j := range r.Drift().Checkpoints {
				k := &r.Drift().Checkpoints[j]
				k.Refused = 0
				if copies < 200 { // fewer than the hot key has in the window
					k.Refused = k.Inserted / 50
				}
			}
		}
	}
	m.Time("multisets", "speed", variant, keys, 0.9, "single", []string{"insert", "hit", "miss", "delete", "refused"}, ns)
	if variant == "exact" {
		m.Time("multisets", "speed", "null", keys, 0.9, "single", []string{"insert", "hit", "miss", "delete", "refused"}, 0)
	}
}

// Erasure makes a cell of kind erasure that follows theory, times a skew.
func (m *Maker) Erasure(part, variant string, capacity, slots uint64, fill, skew float64) {
	shape := Shape(variant, capacity, slots)
	t := record.Trial{Experiment: "deletion", Part: part, Kind: record.KindErasure, Variant: variant, Workload: "uniform",
		Capacity: capacity, Slots: slots, Fill: fill, Draws: 40_000}
	n := uint64(fill * float64(capacity+slots))
	m.add(t, shape, func(r *record.Record) {
		p, _ := families.Predict(shape, n)
		e := &record.Erasure{Background: n, Deleted: n, Twice: n, TwiceStill: n, Cleared: n / 10, Rest: n - n/10, Attempts: 40_000, Members: n - n/10}
		e.Still = m.binomial(n, math.Min(1, p.FPR*skew))
		e.Succeeded = m.binomial(e.Attempts, math.Min(1, 0.9*p.FPR*skew))
		e.Missing = e.Succeeded
		if shape.Family == "naivebloom" {
			e.TwiceStill = 0
			e.RestLost = m.binomial(e.Rest, theory.ClearedLoss(shape.Cells, e.Cleared, shape.Probes))
			e.Members -= e.RestLost
		}
		r.Outcome = e
	})
}

// Drift makes a cell of kind drift in which a share of live keys is denied from the
// first turnover on.
func (m *Maker) Drift(experiment, part, variant, workload string, capacity, slots uint64, policy string, denied float64) {
	shape := Shape(variant, capacity, slots)
	t := record.Trial{Experiment: experiment, Part: part, Kind: record.KindDrift, Variant: variant, Workload: workload,
		Capacity: capacity, Slots: slots, Fill: 0.8, Policy: policy, Turnovers: []float64{0, 1, 4}, Queries: 1000}
	window := uint64(0.8 * float64(capacity+slots))
	live := window
	if workload != "uniform" {
		live = window / 2
	}
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.Drift{}
		for _, turnover := range t.Turnovers {
			p := record.Drifted{Turnover: turnover, Inserted: uint64(float64(window) * (1 + turnover)), Live: live, Copies: window, Queries: t.Queries,
				Positives: m.binomial(t.Queries, 0.002), Counted: true}
			if turnover >= 1 {
				p.Missing = m.binomial(live, denied)
			}
			switch policy {
			case record.PolicyEvery:
				p.Used, p.Refused, p.Excess = window, p.Inserted/20, window/200
			case record.PolicyCheck:
				p.Used, p.Lack, p.Causes.Own = live-p.Missing, window-live+p.Missing, p.Missing
			case record.PolicyLast:
				p.Used, p.Lack, p.Absorbed, p.Causes.Collided = live-p.Missing, window-live+p.Missing, live/100, p.Missing
			case record.PolicyKnown:
				p.Used, p.Lack = live, window-live
			}
			if policy == record.PolicyEvery {
				p.Causes.Other = p.Missing
			}
			r.Drift().Checkpoints = append(r.Drift().Checkpoints, p)
		}
	})
}

// copiesOf is how often a key of a workload comes, about; 1 for those of which a made-up
// run does not say.
func copiesOf(workload string) float64 {
	s, err := spec.Parse(workload)
	if err != nil {
		return 1
	}
	switch s.Name {
	case "repeat":
		if r := analysis.Param(workload, "r"); r > 1 {
			return r
		}
	case "zipf":
		return 4
	case "bursts", "hot":
		return 1.2
	}
	return 1
}
