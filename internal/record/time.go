package record

import (
	"fmt"
	"slices"
	"strings"
)

// KindTime: time operations in loops.
const KindTime = "time"

var _ = kinds.add(Kind{
	Name: KindTime, Order: 10, Title: "Time", Doc: "time operations in loops",
	Summary: "%s timed operations in %s samples",
	Repeats: true,
	New:     func() Outcome { return new(Time) },
})

// The pages that a trial of kind time can ask for.
const (
	PagesSmall = "small"
	PagesHuge  = "huge"
)

// What kernels may be made of at most in a trial of kind time.
const (
	SIMDBest  = "best" // what the processor has; trials leave it out
	SIMDAVX2  = "avx2"
	SIMDPlain = "plain"
)

// The ways of calling a filter in a timed loop.
const (
	CallBatch  = "batch"  // hash a group of keys, then the variant's own loop over them
	CallSingle = "single" // hash and call through the interface, key by key
	CallTyped  = "typed"  // hash and call by the filter's own type, key by key
	CallChain  = "chain"  // single, and a lookup's key depends on the answer before
)

// BatchDepth is how many keys a batch call of kind time has unless the trial says so.
const BatchDepth = 512

// Time is the outcome of a [KindTime] trial: every operation once, on one fresh
// filter. The variant "null" with the same Rep is its baseline.
type Time struct {
	Accepted uint64   `json:"accepted"` // keys in the filter while lookups were timed
	Samples  []Sample `json:"samples"`  // one for each of the trial's ops that the filter has
	Start    string   `json:"start"`    // RFC 3339, to see drift; not part of what is counted

	TableBytes uint64 `json:"table_bytes,omitempty"` // of a trial that asks for pages: bytes of the tables that it asked for
	HugeBytes  uint64 `json:"huge_bytes,omitempty"`  // of those, on huge pages when all was timed
}

// Time returns the outcome of a [KindTime] trial, nil of any other and of one that failed.
func (r *Record) Time() *Time { p, _ := r.Outcome.(*Time); return p }

func (*Time) Kind() string { return KindTime }

func (t *Time) Tally() (ops, samples uint64) {
	for _, s := range t.Samples {
		ops += s.Ops
	}
	return ops, uint64(len(t.Samples))
}

func (*Time) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (t *Time) Exact(Trial) Outcome {
	c := *t
	c.Start, c.Samples = "", slices.Clone(t.Samples)
	c.HugeBytes, c.TableBytes = 0, 0 // pages are the system's to give
	for i := range c.Samples {
		c.Samples[i] = c.Samples[i].exact()
	}
	return &c
}

func (t *Time) check(Trial) error {
	if err := checkParts(atMost{"huge_bytes", t.HugeBytes, "table_bytes", t.TableBytes}); err != nil {
		return err
	}
	for i, s := range t.Samples {
		switch {
		case !ValidOp(s.Op) && s.Op != OpHashLookup && s.Op != OpHashInsert:
			return fmt.Errorf("sample %d: op %q: must be insert, hit, miss, delete, refused, hash or a mix such as mix50", i, s.Op)
		case s.Ops == 0:
			return fmt.Errorf("sample %d: n is 0; must count at least one operation", i)
		case s.ElapsedNS < 0:
			return fmt.Errorf("sample %d: elapsed_ns %d: must not be negative", i, s.ElapsedNS)
		case s.CPUNS < 0:
			return fmt.Errorf("sample %d: cpu_ns %d: must not be negative", i, s.CPUNS)
		}
		for event := range s.Counters {
			if !slices.Contains(Events, event) {
				return fmt.Errorf("sample %d: counter %q: must be one of %s", i, event, strings.Join(Events, ", "))
			}
		}
	}
	return nil
}

func (t *Time) samples(r *Record, nulls Nulls) []Sampled {
	null := nulls.Of(r.Trial)
	var all []Sampled
	for _, loop := range t.Samples {
		s := Sampled{Record: r, N: loop.Ops, Point: []Label{{"op", loop.Op}}}
		s.Values = append(s.Values, Value{UnitTime, loop.PerOp()})
		if floor, _, ok := null.PerOp(loop.Op); ok && r.Variant != NullVariant {
			s.Values = append(s.Values, Value{UnitNetTime, loop.PerOp() - floor})
		}
		all = append(all, s)
	}
	return all
}
