package compare

import (
	"slices"

	"filterbench/internal/record"
)

// withoutLatencies takes from a copy of a record what a clock gave, and what the order
// of goroutines decides: how much the readers read and what an unsound filter lost.
func withoutLatencies(c *record.Record) {
	if c.Latency != nil {
		l := *c.Latency
		l.Start, l.Clock = "", nil
		l.Windows = slices.Clone(l.Windows)
		for i := range l.Windows {
			l.Windows[i].Times = nil
		}
		c.Latency = &l
	}
	if c.Arrivals != nil {
		a := *c.Arrivals
		a.Start, a.Clock = "", nil
		a.Runs = slices.Clone(a.Runs)
		for i := range a.Runs {
			a.Runs[i].Times, a.Runs[i].BehindNS = nil, 0
		}
		c.Arrivals = &a
	}
	if c.Cold != nil {
		cold := *c.Cold
		cold.Start, cold.Clock, cold.First, cold.Again, cold.Warm.ElapsedNS, cold.Warm.CPUNS = "", nil, nil, nil, 0, 0
		c.Cold = &cold
	}
	if c.Parallel != nil {
		p := *c.Parallel
		p.Start, p.Procs = "", 0
		p.Runs = slices.Clone(p.Runs)
		for i := range p.Runs {
			run := &p.Runs[i]
			run.ElapsedNS, run.Reads = 0, 0
			if c.Guard == record.GuardTorn {
				run.Lost, run.Missing = 0, 0
			}
			if c.Guard != record.GuardAtomic { // which of the last keys finds no room depends on their order
				run.Refused = 0
			}
		}
		c.Parallel = &p
	}
}
