// Package record is the schema of everything that is measured: one Go type,
// [Record], written as one line of JSON each.
//
// A record keeps counts (queries, positives, kicks, nanoseconds), never rates:
// every ratio, interval and comparison is computed from them later, so a better
// statistic needs no new measurement. A record says in full what was done
// ([Trial], whose digest is its id), to what ([theory.Shape]), and what came out
// (exactly one payload, or the reason of a failure).
//
// Counts are a pure function of the Trial: the same on every machine. Timings
// are not, nor are the bytes of the heap, which are those of one version of Go and
// its allocator: these are the payloads that the manifest matters to.
//
// The package reads and writes; it does not know how trials are planned (harness)
// nor what they mean (analysis).
package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"

	"filterbench/variants/theory"
)

// Schema is the version of the record format. A reader refuses newer ones.
const Schema = 1

// Seed is a 64-bit seed, written as a string like "0x9e3779b97f4a7c15" because
// JSON numbers lose bits beyond 2^53.
type Seed uint64

// MarshalText writes the seed in hexadecimal.
func (s Seed) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "0x%016x", uint64(s)), nil }

// UnmarshalText reads what MarshalText writes, and plain decimals.
func (s *Seed) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 0, 64)
	if err != nil {
		return fmt.Errorf("seed %q: must be a 64-bit number such as 0x2a", text)
	}
	*s = Seed(n)
	return nil
}

// The kinds of trial, each with a payload of its own.
const (
	KindFPR        = "fpr"        // fill, then query absent keys
	KindLoad       = "load"       // fill until the first refusal
	KindKicks      = "kicks"      // fill, histogram of kicks by load
	KindDuplicates = "duplicates" // insert copies of one key until refusal
	KindChurn      = "churn"      // slide a live set through the filter
	KindHeap       = "heap"       // fill, then read what the live heap grew by
	KindDrift      = "drift"      // slide a window of copies through the filter, and find who loses keys
	KindErasure    = "erasure"    // delete keys, held ones and others
	KindTime       = "time"       // nanoseconds per operation
)

// Trial defines one measurement completely: two trials that are equal give equal
// counts. Fields that a kind does not use are zero and are not written.
type Trial struct {
	Experiment string `json:"experiment"`     // name of its file in experiments/
	Part       string `json:"part"`           // of the experiment
	Kind       string `json:"kind"`           // what is measured: fpr, load, kicks, duplicates, churn, drift, erasure, audit, heap, bins, places, cycle, latency, arrivals, cold, parallel or time
	Variant    string `json:"variant"`        // canonical name, as in "cuckoo(b=4,f=12)"
	Workload   string `json:"workload"`       // canonical name, as in "uniform"
	Hash       string `json:"hash,omitempty"` // name of the hash function where it is a factor; "" is MetroHash64

	Capacity uint64  `json:"capacity,omitempty"` // keys that the filter is sized for; or Slots is given
	Slots    uint64  `json:"slots,omitempty"`    // slots that its table must have; or Capacity is given
	Fill     float64 `json:"fill,omitempty"`     // keys inserted, as a multiple of Capacity or Slots

	Rep  int  `json:"rep"`  // which independent repetition
	Seed Seed `json:"seed"` // of keys and hash; the same for every variant of a comparison

	Queries uint64 `json:"queries,omitempty"` // absent keys to look up (per checkpoint for churn and drift), or to delete (erasure)
	Target  uint64 `json:"target,omitempty"`  // positives at which the lookups end, if Queries are not reached before (fpr)
	Capped  bool   `json:"capped,omitempty"`  // Queries was cut: fewer positives are expected than elsewhere

	Draws     int       `json:"draws,omitempty"`     // independent fillings (load, kicks, bins), hot keys (duplicates), keys (places) or groups (cycle) in this trial
	Loads     []float64 `json:"loads,omitempty"`     // centres of the load windows (kicks)
	Copies    int       `json:"copies,omitempty"`    // inserts of each hot key (duplicates), or keys of a group (cycle)
	Turnovers []float64 `json:"turnovers,omitempty"` // checkpoints, in multiples of the live set (churn, drift)
	Deletes   bool      `json:"deletes,omitempty"`   // delete keys that leave the window (churn)
	Policy    string    `json:"policy,omitempty"`    // what the caller does with copies: every, check, last or known (drift)
	Call      string    `json:"call,omitempty"`      // batch, single, or chain where a lookup waits for the answer before (time)
	Depth     int       `json:"depth,omitempty"`     // keys of a batch call; 512 if absent (time)
	Pages     string    `json:"pages,omitempty"`     // asked for the filter's tables: small or huge; what there is if absent (time)
	Twin      int       `json:"twin,omitempty"`      // of several trials that do the same, which: the first is 0 (time)
	Ops       []string  `json:"ops,omitempty"`       // operations to time, each a [ValidOp]
	Lookups   int       `json:"lookups,omitempty"`   // lookups per timed sample (time, cold), timed one by one (latency) or arriving (arrivals)

	Rates      []float64 `json:"rates,omitempty"`      // arrivals a second (arrivals)
	Arrival    string    `json:"arrival,omitempty"`    // even or poisson (arrivals)
	Guard      string    `json:"guard,omitempty"`      // what lets goroutines share the filter, one of [Guards] (parallel)
	Goroutines []int     `json:"goroutines,omitempty"` // how many work at once (parallel)
}

// ID returns the digest of the trial's definition: equal trials, equal ids.
func (t Trial) ID() string {
	text, err := json.Marshal(t)
	if err != nil {
		panic("record: a trial does not marshal: " + err.Error()) // NaN or Inf: caller bug
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "filterbench trial %d\n%s", Schema, text))
	return hex.EncodeToString(sum[:8])
}

// Record is one finished trial: exactly one of the payloads is set, or Failed.
type Record struct {
	Schema int    `json:"schema"` // version of the format
	ID     string `json:"id"`     // digest of the trial's definition
	Trial
	Peer     string       `json:"peer,omitempty"`     // module and version of the library whose filter it is; absent for a filter of this project
	Unseeded bool         `json:"unseeded,omitempty"` // the filter draws random numbers that nobody can seed: its counts are no function of the trial
	Extra    bool         `json:"extra,omitempty"`    // a repetition beyond the planned ones, because times did not grow with the size (time)
	Shape    theory.Shape `json:"shape,omitzero"`     // of the filter; absent when the trial failed before there was one
	SpinNS   int64        `json:"spin_ns,omitzero"`   // of a trial that is timed: nanoseconds that 32,768 multiplications took before it, each of the product before; how fast the core was

	FPR        *FPR        `json:"fpr,omitempty"`        // outcome of a trial of kind fpr
	Load       *Load       `json:"load,omitempty"`       // outcome of a trial of kind load
	Kicks      *Kicks      `json:"kicks,omitempty"`      // outcome of a trial of kind kicks
	Duplicates *Duplicates `json:"duplicates,omitempty"` // outcome of a trial of kind duplicates
	Churn      *Churn      `json:"churn,omitempty"`      // outcome of a trial of kind churn
	Audit      *Audit      `json:"audit,omitempty"`      // outcome of a trial of kind audit
	Heap       *Heap       `json:"heap,omitempty"`       // outcome of a trial of kind heap
	Drift      *Drift      `json:"drift,omitempty"`      // outcome of a trial of kind drift
	Erasure    *Erasure    `json:"erasure,omitempty"`    // outcome of a trial of kind erasure
	Time       *Time       `json:"time,omitempty"`       // outcome of a trial of kind time
	Bins       *Bins       `json:"bins,omitempty"`       // outcome of a trial of kind bins
	Places     *Places     `json:"places,omitempty"`     // outcome of a trial of kind places
	Cycle      *Cycle      `json:"cycle,omitempty"`      // outcome of a trial of kind cycle
	Latency    *Latency    `json:"latency,omitempty"`    // outcome of a trial of kind latency
	Arrivals   *Arrivals   `json:"arrivals,omitempty"`   // outcome of a trial of kind arrivals
	Cold       *Cold       `json:"cold,omitempty"`       // outcome of a trial of kind cold
	Parallel   *Parallel   `json:"parallel,omitempty"`   // outcome of a trial of kind parallel
	Failed     string      `json:"failed,omitempty"`     // why the trial could not be done
	Machine    string      `json:"-"`                    // which machine of the manifest measured it; in a file it is part of the line's seal
}

// The pages that a trial of kind time can ask for.
const (
	PagesSmall = "small"
	PagesHuge  = "huge"
)

// BatchDepth is how many keys a batch call of kind time has unless the trial says so.
const BatchDepth = 512

// Filled counts what went into a filter.
type Filled struct {
	Inserted uint64 `json:"inserted"`            // inserts tried
	Accepted uint64 `json:"accepted"`            // inserts not refused
	Distinct uint64 `json:"distinct"`            // distinct keys accepted
	Members  uint64 `json:"members"`             // accepted keys looked up again
	Missing  uint64 `json:"missing"`             // of those, answered false: false negatives
	Overflow uint64 `json:"overflow,omitempty"`  // counters that saturated
	Kicks    uint64 `json:"kicks,omitempty"`     // kicks of all inserts together, refused ones too
	MaxKicks uint64 `json:"max_kicks,omitempty"` // most kicks of one insert
}

// FPR is the outcome of a [KindFPR] trial.
type FPR struct {
	Filled
	Queries   uint64 `json:"queried"`        // absent keys looked up
	Positives uint64 `json:"positives"`      // of those, answered true
	Stop      string `json:"stop,omitempty"` // of a trial with a target: what ended the lookups, target or cap
}

// What ends the lookups of a trial with a target: the false positive with which
// the target is reached, or the number of lookups.
const (
	StopTarget = "target"
	StopCap    = "cap"
)

// Load is the outcome of a [KindLoad] trial: one entry per draw.
type Load struct {
	Accepted []uint64 `json:"accepted"`          // inserts accepted before the first refusal
	Distinct []uint64 `json:"distinct"`          // distinct keys among them
	Kicks    []uint64 `json:"kicks,omitempty"`   // kicks of the accepted inserts together, where the filter tells them
	Missing  uint64   `json:"missing"`           // accepted keys answered false after the refusal, all draws
	Unfilled int      `json:"unfilled,omitzero"` // draws that ran out of keys before a refusal
}

// Histogram counts events by size, as pairs (size, count) in increasing size.
type Histogram [][2]uint64

// KickWindow is the kicks of inserts made while the load lay in [From, To).
type KickWindow struct {
	From    float64   `json:"from"`              // load at which the window begins, as a share of the slots
	To      float64   `json:"to"`                // load at which it ends
	Kicks   Histogram `json:"kicks"`             // accepted inserts by kicks
	Refused Histogram `json:"refused,omitempty"` // refused inserts by kicks
}

// Kicks is the outcome of a [KindKicks] trial.
type Kicks struct {
	Windows []KickWindow `json:"windows"` // one for each of the trial's loads
}

// Duplicates is the outcome of a [KindDuplicates] trial: per hot key, copies are
// inserted until the trial's number of inserts is spent; the accepted copies are
// deleted again before the next hot key.
type Duplicates struct {
	Background uint64    `json:"background"`         // distinct other keys held throughout
	Accepted   Histogram `json:"accepted"`           // hot keys by copies accepted before the first refusal
	Refused    Histogram `json:"refused"`            // refused inserts by kicks spent
	Taken      Histogram `json:"taken"`              // accepted inserts of copies by kicks spent
	Checked    uint64    `json:"checked"`            // lookups of other keys while the copies were in
	Missing    uint64    `json:"missing"`            // of those, answered false
	Silent     bool      `json:"silent,omitempty"`   // the filter does not tell its kicks: those above are 0 for unknown
	Leftover   uint64    `json:"leftover"`           // other keys missing after the copies were deleted
	Sequence   string    `json:"sequence,omitempty"` // of a trial with one hot key: its inserts in order, + accepted and - refused
}

// Checkpoint is the state of a filter after some turnovers of its live set.
type Checkpoint struct {
	Turnover  float64 `json:"turnover"`            // keys inserted since the window was full, in multiples of the window
	Inserted  uint64  `json:"inserted"`            // inserts tried so far
	Refused   uint64  `json:"refused"`             // of those, refused
	Live      uint64  `json:"live"`                // keys in the window that were accepted
	Missing   uint64  `json:"missing"`             // of those, answered false
	Undeleted uint64  `json:"undeleted,omitempty"` // deletes of accepted keys that found nothing
	Queries   uint64  `json:"queried"`             // absent keys looked up at this checkpoint
	Positives uint64  `json:"positives"`           // of those, answered true
	Kicks     uint64  `json:"kicks,omitempty"`     // kicks of all inserts so far
	Overflow  uint64  `json:"overflow,omitempty"`  // counters that are saturated
}

// Churn is the outcome of a [KindChurn] trial.
type Churn struct {
	Checkpoints []Checkpoint `json:"checkpoints"` // one for each of the trial's turnovers
}

// Heap is the outcome of a [KindHeap] trial: what the live heap of the process grew
// by while one filter was made and filled, read after forced collections while
// nothing else ran. The bytes are those of the allocator, which rounds up. They
// and the objects depend on the version of Go, and with maps a little on chance.
type Heap struct {
	Inserted uint64 `json:"inserted"`    // inserts tried
	Accepted uint64 `json:"accepted"`    // inserts not refused
	Missing  uint64 `json:"missing"`     // accepted keys that were then answered false
	KeyBytes uint64 `json:"key_bytes"`   // bytes of the keys inserted, 8 for an integer
	Bytes    int64  `json:"bytes"`       // live heap after less before; noise may take a few hundred below 0
	Again    int64  `json:"bytes_again"` // the same, read once more after another collection
	Objects  int64  `json:"objects"`     // live objects after less before
}
