package simulate

import (
	"math"

	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// draws has a function for each kind that is made up.
var draws = map[string]func(*filter) record.Outcome{
	record.KindFPR: (*filter).fpr, record.KindLoad: (*filter).load, record.KindKicks: (*filter).kicks,
	record.KindDuplicates: (*filter).duplicates, record.KindChurn: (*filter).churn, record.KindDrift: (*filter).drift,
	record.KindErasure: (*filter).erasure, record.KindAudit: (*filter).audit, record.KindHeap: (*filter).heap,
	record.KindBins: (*filter).bins, record.KindPlaces: (*filter).places, record.KindCycle: (*filter).cycle,
	record.KindTime: (*filter).time, record.KindLatency: (*filter).latency, record.KindArrivals: (*filter).arrivals,
	record.KindCold: (*filter).cold, record.KindParallel: (*filter).parallel,
}

// start is when made-up timed trials began.
const start = "2026-01-02T03:04:05Z"

func (f *filter) fpr() record.Outcome {
	accepted := min(f.keys, f.full())
	o := &record.FPR{Filled: record.Filled{Inserted: f.keys, Accepted: accepted, Distinct: f.distinct(accepted), Members: accepted, Missing: f.denied(accepted, 0)}}
	if f.variant.Has(families.Kicks) {
		o.Kicks = accepted / 3
	}
	rate := f.rate(o.Distinct)
	if f.trial.Target == 0 {
		o.Queries, o.Positives = f.trial.Queries, f.hits(f.trial.Queries, rate)
		return o
	}
	o.Positives, o.Queries = f.hitsUntil(f.trial.Target, f.trial.Queries, rate)
	o.Stop = record.StopCap
	if o.Positives == f.trial.Target {
		o.Stop = record.StopTarget
	}
	return o
}

// denied draws how many of so many keys are denied; theory's share is usual.
func (f *filter) denied(n uint64, usual float64) uint64 { return f.hits(n, f.share(Denied, usual)) }

func (f *filter) load() record.Outcome {
	o := &record.Load{}
	for range f.trial.Draws {
		accepted := f.full()
		if copies, room := f.copiesEach(), f.copiesTaken(); copies > 1 {
			accepted = uint64(float64(accepted) / (1 + copies/float64(max(1, room)))) // where copies crowd a pair of buckets
		}
		o.Accepted = append(o.Accepted, accepted)
		o.Distinct = append(o.Distinct, f.distinct(accepted))
		if f.variant.Has(families.Kicks) {
			o.Kicks = append(o.Kicks, uint64(f.is(Kicks, 0.33, "")*float64(accepted)))
		}
		o.Missing += f.denied(accepted, 0)
	}
	return o
}

// windowOf is the width of a window of load, and mostInWindow how many inserts one has here.
const (
	windowOf     = 0.01
	mostInWindow = 4000
)

func (f *filter) kicks() record.Outcome {
	o := &record.Kicks{}
	top := theory.LoadThreshold(max(2, f.shape.Probes), max(1, f.shape.BucketSlots))
	for _, load := range f.trial.Loads {
		near := min(load/top, 0.999)
		mean := f.is(Kicks, math.Pow(near, 6)/(1.02-near), "")
		counts := tally{}
		for range max(1, min(mostInWindow, int(windowOf*float64(f.shape.Cells)*float64(f.trial.Draws)))) {
			counts[uint64(math.Log(1-f.rng.Float64())/math.Log(mean/(1+mean)))]++
		}
		o.Windows = append(o.Windows, record.KickWindow{From: load - windowOf/2, To: load + windowOf/2, Kicks: counts.histogram()})
	}
	return o
}

// maxKicks is what a refused insert of a table spends.
func (f *filter) maxKicks() uint64 {
	switch {
	case !f.variant.Has(families.Kicks):
		return 0
	case f.variant.Values.Has("kicks"):
		return uint64(f.variant.Values.Int("kicks"))
	}
	return 500
}

// copiesTaken is how many copies of one key an empty table takes.
func (f *filter) copiesTaken() uint64 {
	if c, ok := theory.HighestMultiplicity(f.shape); ok && c.Refuses {
		return c.Held
	} else if ok || !f.variant.HasAny(families.Kicks|families.Refuses) {
		return math.MaxUint64
	}
	return 2 * uint64(max(1, f.shape.BucketSlots))
}

// takes draws how many of the trial's copies of a key are accepted beside so many others.
func (f *filter) takes(others uint64) uint64 {
	taken := f.copiesTaken()
	if s := f.shape; s.Family == "cuckoo" && s.BucketSlots > 0 && others > 0 {
		taken = f.odds(theory.CopiesOdds(s.Cells/uint64(s.BucketSlots), others, s.BucketSlots, s.FingerprintBits))
	}
	return min(uint64(max(0, f.is(Copies, float64(taken), ""))), uint64(f.trial.Copies))
}

func (f *filter) duplicates() record.Outcome {
	others, n := min(f.keys, f.full()), uint64(f.trial.Draws)
	accepted, taken := tally{}, uint64(0)
	o := &record.Duplicates{Background: others, Checked: n * others, Silent: !f.variant.Has(families.Kicks)}
	for range n {
		copies := f.takes(others)
		accepted[copies]++
		taken += copies
		if n == 1 && f.trial.Copies <= 64 {
			for i := range uint64(f.trial.Copies) {
				o.Sequence += map[bool]string{true: "+", false: "-"}[i < copies]
			}
		}
	}
	o.Accepted, o.Taken = accepted.histogram(), tally{0: taken}.histogram()
	o.Refused = tally{f.maxKicks(): n*uint64(f.trial.Copies) - taken}.histogram()
	o.Missing = f.denied(o.Checked, 0)
	return o
}

func (f *filter) churn() record.Outcome {
	o := &record.Churn{}
	live := min(f.keys, f.full())
	for _, turnover := range f.trial.Turnovers {
		inserted := uint64(float64(f.keys) * (1 + turnover))
		held := inserted
		if f.trial.Deletes {
			held = live
		}
		o.Checkpoints = append(o.Checkpoints, record.Checkpoint{Turnover: turnover, Inserted: inserted, Live: live,
			Missing: f.denied(live, 0), Queries: f.trial.Queries, Positives: f.hits(f.trial.Queries, f.rate(min(held, f.full())))})
	}
	return o
}

func (f *filter) drift() record.Outcome {
	o := &record.Drift{}
	live := uint64(float64(f.keys) * f.share(Distinct, 1/f.copiesEach()))
	usual := 0.0
	switch s := f.shape; {
	case f.trial.Policy == record.PolicyCheck && live < f.keys:
		usual = 0.2
	case f.trial.Policy == record.PolicyLast && s.BucketSlots > 0 && s.FingerprintBits > 0:
		usual = min(1, theory.SlidingLoss(s.Cells/uint64(s.BucketSlots), live, s.FingerprintBits))
	}
	for _, turnover := range f.trial.Turnovers {
		p := record.Drifted{Turnover: turnover, Inserted: uint64(float64(f.keys) * (1 + turnover)), Live: live, Copies: f.keys, Queries: f.trial.Queries,
			Positives: f.hits(f.trial.Queries, f.rate(live)), Counted: f.variant.Has(families.Counts)}
		if turnover >= 1 {
			p.Missing = f.denied(live, usual)
		}
		p.Used = live - p.Missing
		switch f.trial.Policy {
		case record.PolicyEvery:
			p.Used, p.Causes.Other = f.keys, p.Missing
			p.Refused = uint64(float64(p.Inserted) * f.share(Refused, map[bool]float64{true: 0.05}[f.copiesEach() > 1 && f.copiesTaken() < 100]))
		case record.PolicyCheck:
			p.Lack, p.Causes.Own = f.keys-p.Used, p.Missing
		case record.PolicyLast:
			p.Lack, p.Causes.Collided = f.keys-p.Used, p.Missing
		default:
			p.Lack, p.Causes.Other = f.keys-p.Used, p.Missing
		}
		if !p.Counted {
			p.Lack = 0
		}
		o.Checkpoints = append(o.Checkpoints, p)
	}
	return o
}

func (f *filter) erasure() record.Outcome {
	n := min(f.keys, f.full())
	rate := f.rate(n)
	e := &record.Erasure{Background: n, Deleted: n, Twice: n, TwiceStill: n, Cleared: n / 10, Rest: n - n/10, Attempts: uint64(f.trial.Draws), Members: n - n/10}
	e.Still = f.hits(n, rate)
	e.Succeeded = f.hits(e.Attempts, f.share(Deleted, 0.9*rate))
	e.Missing = min(e.Succeeded, e.Members)
	if f.shape.Family == "naivebloom" {
		e.TwiceStill, e.RestLost = 0, f.hits(e.Rest, theory.ClearedLoss(f.shape.Cells, e.Cleared, f.shape.Probes))
		e.Members -= e.RestLost
	}
	return e
}

func (f *filter) audit() record.Outcome {
	members := min(f.keys, f.full())
	over := f.size + f.size/4
	a := &record.Audit{Members: members, Refused: f.keys - members, Missing: f.denied(members, 0), Queries: f.trial.Queries, Positives: f.hits(f.trial.Queries, f.rate(members)),
		OverTried: over, OverRefused: over - min(over, f.full()), TwinAsked: 3 * over, Ops: 2 * f.size, Lookups: 2 * f.size, Entries: f.size / 2, AllocOps: 256}
	a.Denied = f.denied(a.Lookups, 0)
	a.Copies = tally{f.takes(0): uint64(f.trial.Draws)}.histogram()
	if f.variant.Has(families.Deletes) {
		a.Deletes, a.Removed = f.size/2, a.Copies
	}
	if l := f.variant.Library; l != nil {
		a.Library = &record.Library{Hash: l.Hash, Seeds: l.Seeds, Threads: l.Threads, Forgets: l.Forgets}
		for _, d := range l.Defects {
			a.Library.Defects = append(a.Library.Defects, record.Defect{What: d.What, Test: d.Test})
		}
		a.Promise = l.Promise(f.variant.Values)
	}
	return a
}

func (f *filter) heap() record.Outcome {
	accepted := min(f.keys, f.full())
	bytes := float64(f.shape.Bits/8) + 200
	if f.variant.Name == "set" || f.variant.Name == "exact" {
		bytes = 12.5 * float64(f.keys)
	}
	n := int64(f.is(Heap, bytes, ""))
	return &record.Heap{Inserted: f.keys, Accepted: accepted, Missing: f.denied(accepted, 0), KeyBytes: 8 * f.keys, Bytes: n, Again: n, Objects: 4}
}

func (f *filter) bins() record.Outcome {
	o := &record.Bins{Chains: f.shape.Cells, Keys: f.keys}
	counts := tally{}
	for range f.trial.Draws {
		chains, longest := make([]uint64, o.Chains), uint64(0)
		for range o.Keys {
			best := f.rng.Uint64N(o.Chains)
			for range f.shape.Probes - 1 {
				if other := f.rng.Uint64N(o.Chains); chains[other] < chains[best] {
					best = other
				}
			}
			chains[best]++
		}
		for _, n := range chains {
			counts[n]++
			longest = max(longest, n)
		}
		o.Longest = append(o.Longest, longest)
	}
	o.Lengths = counts.histogram()
	return o
}

func (f *filter) places() record.Outcome {
	share := 0.0
	if s := f.shape; s.BucketSlots > 0 {
		buckets := s.Cells / uint64(s.BucketSlots)
		alt := ""
		if f.variant.Values.Has("alt") {
			alt = f.variant.Values.Text("alt")
		}
		switch {
		case alt == "hashed":
			share = theory.CuckooHashedShare(buckets)
		case alt == "plain":
			share = theory.CuckooPlainShare(buckets, s.FingerprintBits)
		case alt == "":
			share = theory.SameBucketShare(buckets)
		}
	}
	n := uint64(f.trial.Draws)
	return &record.Places{Keys: n, Same: f.hits(n, f.share(Same, share))}
}

func (f *filter) cycle() record.Outcome {
	groups, room := uint64(f.trial.Draws), max(2, f.shape.Probes)*max(1, f.shape.BucketSlots)
	refused := uint64(max(0, f.is(Refused, float64(max(0, f.trial.Copies-room)), "")))
	o := &record.Cycle{Searched: 300 * groups, Refused: tally{refused: groups}.histogram(), Kicks: tally{f.maxKicks(): refused * groups}.histogram(), Apart: tally{0: groups}.histogram()}
	if refused == 1 {
		o.Last = groups
	}
	return o
}
