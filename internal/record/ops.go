package record

import (
	"strconv"
	"strings"
)

// Ops are the operations that are usually timed, in report order. A mix's number is
// the percentage of lookups that ask for members; any from 0 to 100 is legal.
var Ops = []string{"insert", "hit", "miss", "mix5", "mix50", "mix95", "delete"}

// Three operations are timed on request only: "refused" is an insert of a key that the
// filter has refused before, [OpBuild] is that of a key among all those from which an empty
// filter is built at once, and [OpHash] is no operation of a filter but what a loop of
// batch calls does before each of them.

// A trial of variant null that is asked for OpHash yields three samples, whose loops took
// the same keys, a slice of them each in turn, the least time of several turns counting:
// the first hashes them in groups and does nothing else, the others look them up and
// insert them as well. The differences are the harness's own cost. Other variants, and calls that are no batches, yield none.
const (
	OpBuild      = "build"
	OpHash       = "hash"
	OpHashLookup = "hash-lookup"
	OpHashInsert = "hash-insert"
)

// ValidOp reports whether a trial of [KindTime] can time the operation.
func ValidOp(op string) bool {
	_, lookup := HitShare(op)
	return lookup || op == "insert" || op == "delete" || op == "refused" || op == OpBuild || op == OpHash
}

// HitShare returns the share of an operation's lookups that ask for members; ok is
// false for an operation that looks nothing up.
func HitShare(op string) (share float64, ok bool) {
	switch op {
	case "hit":
		return 1, true
	case "miss":
		return 0, true
	}
	digits, mix := strings.CutPrefix(op, "mix")
	percent, err := strconv.Atoi(digits)
	if !mix || err != nil || percent < 0 || percent > 100 || strconv.Itoa(percent) != digits {
		return 0, false
	}
	return float64(percent) / 100, true
}

// SpinSteps is how many multiplications Record.SpinNS is the time of.
const SpinSteps = 32768

// Sample is one timed loop. Its time is the one that the loop's thread spent on a core,
// where the system tells it: what others took from the core meanwhile is no cost of the
// operations. Work of the kernel for the thread, as for a page that is touched first, is.
// Both times are gross: the harness's own cost is that of variant null.
type Sample struct {
	Op        string `json:"op"`              // operation, one of insert, hit, miss, mix5, mix50, mix95, delete, refused, build, hash, hash-lookup, hash-insert
	Ops       uint64 `json:"n"`               // operations in the loop
	ElapsedNS int64  `json:"elapsed_ns"`      // wall time of the loop, others' use of the core included
	CPUNS     int64  `json:"cpu_ns,omitzero"` // time that the thread of the loop was on a core; absent where the system does not tell

	Trips uint64 `json:"trips,omitempty"` // round trips to a server that the loop took

	Counters map[string]uint64 `json:"counters,omitempty"` // what the processor counted in the thread's own code, as far as it could: cycles, instructions, cache_misses (of the last level), branch_misses, dtlb_misses (of loads)
}

// Events are the names in Sample.Counters, in the order of reports.
var Events = []string{"cycles", "instructions", "cache_misses", "branch_misses", "dtlb_misses"}

// NS returns the time of the loop in nanoseconds: on a core if that is known, else by
// the clock on the wall.
func (s Sample) NS() int64 {
	if s.CPUNS > 0 {
		return s.CPUNS
	}
	return s.ElapsedNS
}

// PerOp returns the nanoseconds of one operation; the sample has at least one. It is
// what all comparisons of times rest on.
func (s Sample) PerOp() float64 { return float64(s.NS()) / float64(s.Ops) }

// OffCore returns the share of the wall time in which the thread was not on a core; ok
// is false where that is not known. Two clocks are read one after the other, so that a
// share may come out a little below 0, which is returned as 0.
func (s Sample) OffCore() (share float64, ok bool) {
	if s.CPUNS <= 0 || s.ElapsedNS <= 0 {
		return 0, false
	}
	return max(0, 1-float64(s.CPUNS)/float64(s.ElapsedNS)), true
}

// exact returns the sample without what clocks and counters gave.
func (s Sample) exact() Sample {
	s.ElapsedNS, s.CPUNS, s.Counters = 0, 0, nil
	return s
}
