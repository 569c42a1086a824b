package sample

import (
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// Flaws are what an audit finds wrong with a made-up filter.
type Flaws struct {
	Library string  // module and version, "" for a filter of the project
	Loses   float64 // share of its refused inserts that lose a key
	Denies  uint64  // held keys denied in legal use
	Promise float64 // rate that it promises
	Rate    float64 // rate that it has
}

// Audit makes a cell of kind audit: a filter that takes 8 copies of a key and refuses
// a fifth of the keys when it is overfilled, with some flaws.
func (m *Maker) Audit(experiment, part, variant string, capacity uint64, flaws Flaws) {
	t := record.Trial{
		Experiment: experiment, Part: part, Kind: record.KindAudit, Variant: variant, Workload: "uniform",
		Capacity: capacity, Fill: 1, Queries: 50_000, Draws: 5, Copies: 24,
	}
	shape := theory.Shape{Family: "made-up", Bits: 8 * capacity, Cells: capacity}
	m.add(t, shape, func(r *record.Record) {
		r.Peer, r.Unseeded = flaws.Library, flaws.Library != ""
		a := &record.Audit{
			Promise: flaws.Promise, Copies: record.Histogram{{8, 5}}, Removed: record.Histogram{{8, 5}},
			Members: capacity, Queries: t.Queries, Positives: m.binomial(t.Queries, flaws.Rate), CopiesRefused: 80,
			OverTried: capacity * 5 / 4, OverRefused: capacity / 4, TwinAsked: capacity * 15 / 4,
			Ops: 2 * capacity, Deletes: capacity / 2, Lookups: 2 * capacity, Denied: flaws.Denies,
			Entries: capacity / 2, Counts: true, Counted: capacity / 2, AllocOps: 256,
		}
		if flaws.Loses > 0 {
			a.OverLost = m.binomial(a.OverRefused, flaws.Loses)
			a.OverStored, a.TwinDiffers = a.OverLost, a.OverLost
		}
		if flaws.Library != "" {
			a.Library = &record.Library{
				Hash: "a hash of its own", Seeds: "nothing", Threads: "nothing is said",
				Defects: []record.Defect{{What: "a refused insert loses a key", Test: "TestDefectMadeUp"}},
			}
		}
		r.Outcome = a
	})
}

// libraries makes the audit of a sound library, of one that is not, and of a filter of
// the project.
func (m *Maker) libraries() {
	m.Audit("libraries", "sheet", "cuckoo(b=4,f=8)", 10_000, Flaws{Rate: 0.028})
	m.Audit("libraries", "sheet", "made-up-bad", 10_000, Flaws{Library: "example.org/bad v1.0.0", Loses: 0.9, Denies: 3, Promise: 0.01, Rate: 0.03})
	m.Audit("libraries", "sheet", "made-up-good", 10_000, Flaws{Library: "example.org/good v2.0.0", Promise: 0.03, Rate: 0.028})
	m.FPR("libraries", "rate", "bloom(fpr=0.01)", "uniform", 20_000, 0, 1, 2000)
}
