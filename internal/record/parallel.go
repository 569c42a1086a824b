package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// KindParallel: let several goroutines work on one filter.
const KindParallel = "parallel"

var _ = kinds.add(Kind{
	Name: KindParallel, Order: 17, Title: "Parallel", Doc: "let several goroutines work on one filter",
	Summary: "%s operations timed one by one or together in %s samples",
	New:     func() Outcome { return new(Parallel) },
})

// What lets goroutines share a filter.
const (
	GuardAtomic  = "atomic"  // bits are set by an atomic OR of their word
	GuardTorn    = "torn"    // a word is read and then written, each atomically, but not both: unsound, to show that a loss is seen
	GuardMutex   = "mutex"   // one lock around every call
	GuardSharded = "sharded" // many filters, each with a lock, chosen by the hash
)

// Guards lists all of them.
var Guards = []string{GuardAtomic, GuardTorn, GuardMutex, GuardSharded}

// What goroutines do in a trial of kind parallel.
const (
	ParallelInsert = "insert" // all insert, each keys of its own
	ParallelLookup = "hit"    // all look up, each the keys of another
	ParallelMixed  = "mixed"  // one inserts, the others look up what it has inserted
)

// ParallelRun is one loop of several goroutines.
type ParallelRun struct {
	Op         string `json:"op"`              // insert, hit or mixed
	Goroutines int    `json:"goroutines"`      // at work
	Ops        uint64 `json:"n"`               // operations of all together; of mixed, the inserts
	ElapsedNS  int64  `json:"elapsed_ns"`      // from the start of the first to the end of the last
	Reads      uint64 `json:"reads,omitempty"` // lookups beside the inserts of mixed
	Refused    uint64 `json:"refused"`         // inserts that were refused
	Missing    uint64 `json:"missing"`         // lookups of accepted keys, answered false
	Lost       uint64 `json:"lost"`            // bits that one goroutine sets with these keys, and that are not set now
	Extra      uint64 `json:"extra"`           // bits that are set now, and that one goroutine does not set
}

// Parallel is the outcome of a [KindParallel] trial. Hashes are made before the clock
// starts.
type Parallel struct {
	Keys  uint64        `json:"keys"`  // inserted in each run
	Bits  uint64        `json:"bits"`  // bits that one goroutine sets with them; 0 where tables are not compared
	Procs int           `json:"procs"` // goroutines that can run at once
	Runs  []ParallelRun `json:"runs"`  // inserts, lookups and both, for each number of goroutines
	Start string        `json:"start"` // RFC 3339
}

// Parallel returns the outcome of a [KindParallel] trial, nil of any other and of one that failed.
func (r *Record) Parallel() *Parallel { p, _ := r.Outcome.(*Parallel); return p }

func (*Parallel) Kind() string { return KindParallel }

func (p *Parallel) Tally() (ops, samples uint64) {
	for _, run := range p.Runs {
		ops += run.Ops
	}
	return ops, uint64(len(p.Runs))
}

func (*Parallel) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (p *Parallel) Exact(t Trial) Outcome {
	c := *p
	c.Start, c.Procs, c.Runs = "", 0, slices.Clone(p.Runs)
	for i := range c.Runs {
		run := &c.Runs[i]
		run.ElapsedNS, run.Reads = 0, 0 // how much the readers read is for the order of goroutines to decide
		if t.Guard == GuardTorn {
			run.Lost, run.Missing = 0, 0
		}
		if t.Guard != GuardAtomic { // which of the last keys finds no room depends on their order
			run.Refused = 0
		}
	}
	return &c
}

func (p *Parallel) check(Trial) error {
	ops := []string{ParallelInsert, ParallelLookup, ParallelMixed}
	for i, run := range p.Runs {
		switch {
		case !slices.Contains(ops, run.Op):
			return fmt.Errorf("run %d: op %q: must be one of %s", i, run.Op, strings.Join(ops, ", "))
		case run.Goroutines < 1:
			return fmt.Errorf("run %d: %d goroutines: must be 1 at least", i, run.Goroutines)
		case run.Ops == 0:
			return fmt.Errorf("run %d: n is 0; must count at least one operation", i)
		case run.ElapsedNS < 0:
			return fmt.Errorf("run %d: elapsed_ns %d: must not be negative", i, run.ElapsedNS)
		}
		if err := checkParts(atMost{"lost", run.Lost, "bits", p.Bits}, atMost{"refused", run.Refused, "n", run.Ops}); err != nil {
			return fmt.Errorf("run %d: %w", i, err)
		}
	}
	return nil
}

func (p *Parallel) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, run := range p.Runs {
		s := Sampled{Record: r, N: run.Ops, Point: []Label{{"op", run.Op}, {"goroutines", strconv.Itoa(run.Goroutines)}}}
		if run.ElapsedNS > 0 {
			s.Values = append(s.Values, Value{UnitRate, 1e3 * float64(run.Ops) / float64(run.ElapsedNS)})
		}
		if p.Bits > 0 && run.Op == ParallelInsert {
			s.Values = append(s.Values, Value{UnitLostBits, float64(run.Lost)})
		}
		if len(s.Values) > 0 {
			all = append(all, s)
		}
	}
	return all
}
