package sample

import (
	"math"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// FPR makes a cell of kind fpr: a filter for capacity keys, or with slots slots,
// filled to a multiple of that.
func (m *Maker) FPR(experiment, part, variant, workload string, capacity, slots uint64, fill float64, positives uint64) {
	shape := Shape(variant, capacity, slots)
	keys := uint64(fill * float64(capacity+slots))
	accepted := keys
	if shape.BucketSlots > 0 {
		accepted = min(keys, shape.Cells*98/100)
	}
	p, _ := families.Predict(shape, accepted)
	queries := uint64(float64(positives) / p.FPR / float64(m.Reps))
	if p.FPR == 0 || p.FPR == 1 {
		queries = 10_000
	}
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindFPR, Variant: variant, Workload: workload, Hash: m.Hash,
		Capacity: capacity, Slots: slots, Fill: fill, Queries: min(queries, 1e8), Capped: queries > 1e8,
	}
	if m.Target > 0 {
		t.Target, t.Queries, t.Capped = m.Target, 1e9, false
	}
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.FPR{
			Filled: record.Filled{Inserted: keys, Accepted: accepted, Distinct: accepted, Members: accepted},
		}
		if rate := m.rate(shape, accepted); t.Target == 0 {
			r.FPR().Queries, r.FPR().Positives = t.Queries, m.binomial(t.Queries, rate)
		} else if r.FPR().Positives, r.FPR().Queries = m.geometricUntil(t.Target, t.Queries, rate); r.FPR().Positives == t.Target {
			r.FPR().Stop = record.StopTarget
		} else {
			r.FPR().Stop = record.StopCap
		}
	})
}

// Load makes a cell of kind load whose fillings stop near a share of the
// threshold.
func (m *Maker) Load(experiment, part, variant, workload string, slots uint64, draws int, share float64) {
	shape := Shape(variant, 0, slots)
	top := theory.LoadThreshold(max(2, shape.Probes), shape.BucketSlots) * share
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindLoad, Variant: variant, Workload: workload, Hash: m.Hash,
		Slots: slots, Draws: draws,
	}
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.Load{}
		for range draws {
			load := math.Min(1, top*(0.99+1.5*m.Rand.NormFloat64()/math.Sqrt(float64(slots))))
			accepted := uint64(load * float64(slots))
			r.Load().Accepted = append(r.Load().Accepted, accepted)
			r.Load().Distinct = append(r.Load().Distinct, uint64(float64(accepted)/copiesOf(workload)))
			r.Load().Kicks = append(r.Load().Kicks, accepted/3)
		}
	})
}

// Kicks makes a cell of kind kicks with geometrically distributed kicks whose mean
// grows towards the threshold.
func (m *Maker) Kicks(experiment, part, variant string, slots uint64, loads []float64) {
	shape := Shape(variant, 0, slots)
	top := theory.LoadThreshold(2, shape.BucketSlots)
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindKicks, Variant: variant, Workload: "uniform",
		Slots: slots, Draws: 4, Loads: loads,
	}
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.Kicks{}
		for _, load := range loads {
			mean := math.Pow(load/top, 6) / (1.02 - load/top)
			r.Kicks().Windows = append(r.Kicks().Windows, record.KickWindow{
				From: load - 0.005, To: load + 0.005, Kicks: m.geometric(mean, m.Inserts),
			})
		}
	})
}

func (m *Maker) geometric(mean float64, draws int) record.Histogram {
	counts := map[uint64]uint64{}
	for range draws {
		counts[uint64(math.Log(1-m.Rand.Float64())/math.Log(mean/(1+mean)))]++
	}
	return histogram(counts)
}

func histogram(counts map[uint64]uint64) record.Histogram {
	var h record.Histogram
	for size, count := range counts {
		h = append(h, [2]uint64{size, count})
	}
	slices.SortFunc(h, func(a, b [2]uint64) int { return int(a[0]) - int(b[0]) })
	return h
}

// Duplicates makes a cell of kind duplicates: 2b copies in an empty table, fewer
// as it fills.
func (m *Maker) Duplicates(experiment, part, variant string, slots uint64, fill float64) {
	shape := Shape(variant, 0, slots)
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindDuplicates, Variant: variant, Workload: "uniform",
		Slots: slots, Fill: fill, Draws: 50, Copies: 24,
	}
	m.add(t, shape, func(r *record.Record) {
		accepted, taken := map[uint64]uint64{}, uint64(0)
		limit := uint64(2 * shape.BucketSlots)
		for range t.Draws {
			n := limit - min(limit-1, m.binomial(limit, fill*fill*0.3))
			accepted[n]++
			taken += n
		}
		refused := uint64(t.Draws*t.Copies) - taken
		r.Outcome = &record.Duplicates{
			Background: uint64(fill * float64(slots)), Accepted: histogram(accepted),
			Refused: record.Histogram{{500, refused}}, Taken: record.Histogram{{0, taken}},
			Checked: uint64(fill * float64(slots) * 50),
		}
	})
}

// Churn makes a cell of kind churn.
func (m *Maker) Churn(experiment, part, variant string, capacity uint64, turnovers []float64, deletes bool) {
	shape := Shape(variant, capacity, 0)
	live := uint64(0.95 * float64(capacity))
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindChurn, Variant: variant, Workload: "uniform",
		Capacity: capacity, Fill: 0.95, Queries: 20_000, Turnovers: turnovers, Deletes: deletes,
	}
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.Churn{}
		for _, turnover := range turnovers {
			inserted := uint64(float64(live) * (1 + turnover))
			keys := inserted
			if deletes {
				keys = live
			}
			r.Churn().Checkpoints = append(r.Churn().Checkpoints, record.Checkpoint{
				Turnover: turnover, Inserted: inserted, Live: live, Queries: t.Queries,
				Positives: m.binomial(t.Queries, m.rate(shape, keys)),
			})
		}
	})
}

// Time makes a cell of kind time: ns are the costs per operation at a million
// keys.
func (m *Maker) Time(experiment, part, variant string, capacity uint64, fill float64, call string, ops []string, ns float64) {
	shape := Shape(variant, capacity, 0)
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindTime, Variant: variant, Workload: "uniform",
		Capacity: capacity, Fill: fill, Call: call, Ops: ops, Lookups: 100_000,
	}
	m.add(t, shape, func(r *record.Record) {
		r.Outcome = &record.Time{Accepted: uint64(fill * float64(capacity)), Start: "2026-01-02T03:04:05Z"}
		for i, op := range ops {
			if op == "delete" && (shape.Family == "bloom" || shape.Family == "blocked") {
				continue
			}
			each := 1.5 + ns*(0.5+math.Log10(float64(capacity))/12)*(1+0.1*float64(i))*math.Exp(0.03*m.Rand.NormFloat64())
			r.Time().Samples = append(r.Time().Samples, timedLoop(op, 100_000, each))
		}
	})
}
