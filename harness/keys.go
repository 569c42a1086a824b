package harness

import (
	"errors"
	"slices"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

//go:generate go test . -run ^TestKeyReference$ -update

// Settings are the keys of a part that a profile may change, as its file gives them. A nil
// field is not given. The table keys says what they may be and what becomes of them, the
// table of kinds which of them a kind takes.
type Settings struct {
	Grid       map[string][]any `toml:"grid"`
	Hashes     []string         `toml:"hashes"`
	Capacity   []uint64         `toml:"capacity"`
	Slots      []uint64         `toml:"slots"`
	Fill       []float64        `toml:"fill"`
	Policies   []string         `toml:"policies"`
	Calls      []string         `toml:"calls"`
	Arrivals   []string         `toml:"arrivals"`
	Guards     []string         `toml:"guards"`
	Attacks    []string         `toml:"attacks"`
	Knows      []string         `toml:"knows"`
	Depths     []int            `toml:"depths"`
	Pages      []string         `toml:"pages"`
	SIMD       []string         `toml:"simd"`
	Twins      *int             `toml:"twins"`
	Reps       *int             `toml:"reps"`
	Positives  *uint64          `toml:"positives"`
	Precision  *float64         `toml:"precision"`
	MaxQueries *uint64          `toml:"max_queries"`
	Draws      *int             `toml:"draws"`
	Loads      []float64        `toml:"loads"`
	Copies     *int             `toml:"copies"`
	Turnovers  []float64        `toml:"turnovers"`
	Deletes    *bool            `toml:"deletes"`
	Ops        []string         `toml:"ops"`
	Lookups    *int             `toml:"lookups"`
	Rates      []float64        `toml:"rates"`
	Seconds    *float64         `toml:"seconds"`
	Goroutines []int            `toml:"goroutines"`
	Strategies []string         `toml:"strategies"`
	Absents    []string         `toml:"absents"`
	Shares     []float64        `toml:"shares"`
	Cache      *float64         `toml:"cache"`
	Backends   []string         `toml:"backends"`
	Windows    []string         `toml:"windows"`
	Stales     []float64        `toml:"stales"`
	Shards     []int            `toml:"shards"`
}

// key is a key of [Settings].
type key struct {
	name  string // as in the file
	doc   string // what it says
	into  string // the field of a trial that takes its value, as records name it; "" if plan.go makes something else of it
	role  role
	must  rule      // of each value
	order listOrder // of the values of a list
	usual any       // a value that is not written into trials

	needs func(*Settings) error   // what it demands of other keys; nil if nothing
	only  func(record.Trial) bool // the trials that it applies to; nil for all
}

// role is what becomes of a value.
type role int

const (
	whole role = iota // it goes into every trial
	each              // each value of a list gives trials of its own
	times             // so many trials, which have its numbers from 0 in the place of a value
)

// keys is the table of all keys. Those that multiply trials do so in its order, the last
// of them varying fastest.
var keys = []key{
	{name: "grid", doc: "values for `{name}` in variants and workloads, a list for each name"},
	{name: "hashes", into: "hash", role: each, must: hashNames, order: once, doc: "hash functions to compare; metro alone if not given"},
	{name: "capacity", into: "capacity", role: each, must: above0, doc: "how many keys the filter is sized for"},
	{name: "slots", into: "slots", role: each, must: above0, doc: "how many slots its table has, rounded up to what the filter can do"},
	{name: "fill", into: "fill", role: each, must: within(0, 1000), order: increasing, doc: "keys to insert, in multiples of capacity or slots"},
	{name: "policies", into: "policy", role: each, must: oneOf(record.Policies...), order: once, doc: "what the caller does with copies"},
	{name: "calls", into: "call", role: each, must: oneOf(record.CallBatch, record.CallSingle, record.CallTyped, record.CallChain), order: once, doc: "how the filter is called: many keys at once, key by key through the interface, key by key by the filter's own type, or in a chain, where a lookup waits for the answer before"},
	{name: "arrivals", into: "arrival", role: each, must: oneOf(record.ArrivalEven, record.ArrivalPoisson), order: once, doc: "how lookups arrive"},
	{name: "guards", into: "guard", role: each, must: oneOf(record.Guards...), order: once, doc: "what lets goroutines share the filter"},
	{name: "attacks", into: "attack", role: each, must: oneOf(record.Attacks...), order: once, doc: "what somebody does to do harm"},
	{name: "knows", into: "knows", role: each, must: oneOf(record.Knowledges...), order: once, doc: "what he knows: the filter's hash function and its key, or its answers alone"},
	{name: "depths", into: "depth", role: each, must: within(1, group), order: once, usual: group, doc: "keys of a batch call; the most if not given",
		needs: func(s *Settings) error {
			if !slices.Contains(s.Calls, record.CallBatch) {
				return errors.New(`key "depths" has a use with calls = ["batch"] only`)
			}
			return nil
		},
		only: func(t record.Trial) bool { return t.Call == record.CallBatch }},
	{name: "pages", into: "pages", role: each, must: oneOf(record.PagesSmall, record.PagesHuge), order: once, doc: "pages of the filters' tables; as the system gives them if not given"},
	{name: "simd", into: "simd", role: each, must: oneOf(record.SIMDBest, record.SIMDAVX2, record.SIMDPlain), order: once, usual: record.SIMDBest, doc: "what kernels may be made of at most: what the processor has, AVX2, or plain Go"},
	{name: "twins", into: "twin", role: times, must: within(2, 10), doc: "trials that do the same, to see what differs by chance; 1 if not given"},
	{name: "reps", into: "rep", role: times, must: within(1, 1e6), doc: "independent repetitions: other keys, another hash, another filter"},
	{name: "positives", must: above0, doc: "false positives to expect at each point, all repetitions together"},
	{name: "precision", must: within(finest, coarsest), doc: "half width of the 95 % interval of each rate, relative to the rate: each repetition asks until its share of the false positives has come that this takes"},
	{name: "max_queries", must: above0, doc: "bound on the queries of a point, all repetitions together"},
	{name: "draws", into: "draws", must: within(1, 1e6), doc: "how many of what its kind draws are in one trial"},
	{name: "loads", into: "loads", must: within(0, 1), order: increasing, doc: "centres of windows of the load, as shares of the slots"},
	{name: "copies", into: "copies", must: within(1, 1e6), doc: "inserts of each hot key, keys of a group (cycle), or times that an item comes (crawl)"},
	{name: "turnovers", into: "turnovers", must: within(0, 1e6), order: increasing, doc: "checkpoints, in multiples of the live set"},
	{name: "deletes", into: "deletes", doc: "whether keys that leave the window are deleted"},
	{name: "ops", into: "ops", must: rule{words: "insert, build, hit, miss, delete, refused, hash or a mix such as mix50", ok: record.ValidOp}, order: once, doc: "operations to time"},
	{name: "lookups", into: "lookups", must: within(1, 1e9), doc: "lookups of each sample, or timed one by one (latency, arrivals)"},
	{name: "rates", into: "rates", must: within(1e3, 1e8), order: increasing, doc: "arrivals a second"}, // below, lookups wait for most of the time; above is more than a clock can tell apart
	{name: "seconds", into: "seconds", must: within(0.001, 100), doc: "how long lookups arrive at each rate, at least; a fiftieth of a second if not given"},
	{name: "goroutines", into: "goroutines", must: within(1, 1024), order: increasing, doc: "how many goroutines work at once"},
	{name: "strategies", into: "strategy", role: each, must: oneOf(record.Strategies...), order: once, doc: "what a service does about keys that have no row"},
	{name: "absents", into: "absent", role: each, must: oneOf(record.Absents...), order: once, doc: "which keys without a row are asked for"},
	{name: "shares", into: "share", role: each, must: within(0, 0.99), order: increasing, doc: "how many of the requests ask for keys without a row"},
	{name: "cache", into: "cache", must: within(1e-6, 1), doc: "entries of the cache, as a share of the rows"},
	{name: "backends", into: "backend", role: each, must: oneOf(record.Backends...), order: once, doc: "the parts of the service: of this process, or servers"},
	{name: "windows", into: "window", role: each, must: oneOf(record.Windows...), order: once, doc: "by what keys expire: the number of those after them, or the time, in which keys come in bursts"},
	{name: "stales", into: "stale", role: each, must: within(1e-4, 100), order: increasing, doc: "deleted keys, over those that live, at which a filter that cannot delete is made anew"},
	{name: "shards", into: "shards", role: each, must: within(1, 1<<20), order: increasing, usual: 1, doc: "filters among which keys are divided"},
}

// The bounds of a precision: at the finer end a point takes 3.8 million positives, at the
// coarser one 16.
const (
	finest   = 0.001
	coarsest = 0.5
)

var hashNames = rule{words: "a hash function, as in `bench list`", why: func(name string) error {
	_, err := hashing.FunctionOf(name)
	return err
}}
