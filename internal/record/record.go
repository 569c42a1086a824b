// Package record is the schema of everything that is measured: one Go type,
// [Record], written as one line of JSON each.
//
// A record keeps counts (queries, positives, kicks, nanoseconds), never rates:
// every ratio, interval and comparison is computed from them later, so a better
// statistic needs no new measurement. A record says in full what was done
// ([Trial], whose digest is its id), to what ([shape.Shape]), and what came out
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
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"filterbench/variants/shape"
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

// Trial defines one measurement completely: two trials that are equal give equal
// counts. Fields that a kind does not use are zero and are not written.
type Trial struct {
	Experiment string `json:"experiment"`     // name of its file in experiments/
	Part       string `json:"part"`           // of the experiment
	Kind       string `json:"kind"`           // what is measured: the name of an outcome
	Variant    string `json:"variant"`        // canonical name, as in "cuckoo(b=4,f=12)"
	Workload   string `json:"workload"`       // canonical name, as in "uniform"
	Keys       string `json:"keys,omitempty"` // of a workload from a file, the first 16 digits of the file's SHA-256
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
	Call      string    `json:"call,omitempty"`      // batch; single, through the interface; typed, by the filter's own type; or chain where a lookup waits for the answer before (time)
	Depth     int       `json:"depth,omitempty"`     // keys of a batch call; 512 if absent (time)
	Pages     string    `json:"pages,omitempty"`     // asked for the filter's tables: small or huge; what there is if absent (time)
	SIMD      string    `json:"simd,omitempty"`      // the most that kernels may be made of: avx2 or plain; what the processor has if absent (time)
	Twin      int       `json:"twin,omitempty"`      // of several trials that do the same, which: the first is 0 (time)
	Ops       []string  `json:"ops,omitempty"`       // operations to time, each a [ValidOp]
	Lookups   int       `json:"lookups,omitempty"`   // lookups per timed sample (time, cold), timed one by one (latency) or arriving (arrivals)

	Rates      []float64 `json:"rates,omitempty"`      // arrivals a second (arrivals)
	Arrival    string    `json:"arrival,omitempty"`    // even or poisson (arrivals)
	Seconds    float64   `json:"seconds,omitempty"`    // for which lookups arrive at each rate, at least; 0.02 if absent (arrivals)
	Guard      string    `json:"guard,omitempty"`      // what lets goroutines share the filter, one of [Guards] (parallel, firsts)
	Goroutines []int     `json:"goroutines,omitempty"` // how many work at once (parallel, firsts)

	Attack string `json:"attack,omitempty"` // what somebody does to do harm, one of [Attacks] (adversary)
	Knows  string `json:"knows,omitempty"`  // what he knows, one of [Knowledges] (adversary)

	Strategy string  `json:"strategy,omitempty"` // what is done about keys without a row, one of [Strategies] (penetration, service)
	Absent   string  `json:"absent,omitempty"`   // which of these are asked for, one of [Absents] (penetration, service)
	Share    float64 `json:"share,omitempty"`    // of all requests, how many ask for such keys (penetration, service)
	Cache    float64 `json:"cache,omitempty"`    // entries of the cache, as a share of the rows (penetration, service)
	Backend  string  `json:"backend,omitempty"`  // the parts of the service, one of [Backends] (service)

	Window string  `json:"window,omitempty"` // by what keys expire: count or time (ageing)
	Stale  float64 `json:"stale,omitempty"`  // deleted keys, over those that live, at which a filter is made anew (rebuild)
	Shards int     `json:"shards,omitempty"` // filters among which keys are divided (shards, time)
}

// ID returns the digest of the trial's definition: equal trials, equal ids.
func (t Trial) ID() string { return fmt.Sprintf("%016x", t.Number()) }

// Number is the id as a number.
func (t Trial) Number() uint64 {
	d := digesters.Get().(*digester)
	defer digesters.Put(d)
	d.text.Reset()
	d.text.WriteString(idSalt)
	d.trial = t
	if err := d.encoder.Encode(&d.trial); err != nil {
		panic("record: a trial does not marshal: " + err.Error()) // NaN or Inf: caller bug
	}
	sum := sha256.Sum256(bytes.TrimSuffix(d.text.Bytes(), []byte("\n")))
	return binary.BigEndian.Uint64(sum[:])
}

// digester keeps what is needed for the digest of a trial: a plan of millions would otherwise
// leave as much garbage as it takes itself.
type digester struct {
	text    bytes.Buffer
	encoder *json.Encoder
	trial   Trial
}

var digesters = sync.Pool{New: func() any {
	d := &digester{}
	d.encoder = json.NewEncoder(&d.text)
	return d
}}

// idSalt begins what the digest of a trial is of.
var idSalt = fmt.Sprintf("filterbench trial %d\n", Schema)

// Record is one finished trial: Outcome is set, or Failed.
type Record struct {
	Schema int    `json:"schema"` // version of the format
	ID     string `json:"id"`     // digest of the trial's definition
	Trial
	Peer     string      `json:"peer,omitempty"`     // module and version of the library whose filter it is; absent for a filter of this project
	Unseeded bool        `json:"unseeded,omitempty"` // the filter draws random numbers that nobody can seed: its counts are no function of the trial
	Extra    bool        `json:"extra,omitempty"`    // a repetition beyond the planned ones, because times did not grow with the size (time)
	Shape    shape.Shape `json:"shape,omitzero"`     // of the filter; absent when the trial failed before there was one
	SpinNS   int64       `json:"spin_ns,omitzero"`   // of a trial that is timed: nanoseconds that 32,768 multiplications took before it, each of the product before; how fast the core was

	Outcome Outcome `json:"-"`                // of the trial, nil if it failed; in JSON it has the name of its kind
	Failed  string  `json:"failed,omitempty"` // why the trial could not be done
	Machine string  `json:"-"`                // which machine of the manifest measured it; in a file it is part of the line's seal
}
