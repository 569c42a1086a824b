package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
	"unsafe"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/workloads"
)

var _ = kinds.add(kind{
	name: record.KindTime, needs: []string{"capacity or slots", "fill", "calls", "ops", "lookups"}, takes: []string{"depths", "hashes", "pages", "simd", "twins", "shards"},
	keyed: true,
	stage: timed, atOnce: true,
	check: func(s *Settings) error {
		if s.Hashes != nil && !slices.Equal(s.Calls, []string{record.CallBatch}) {
			return errors.New(`key "hashes" takes calls = ["batch"] here: other loops know their hash function when they are compiled`)
		}
		after := s.Ops[slices.Index(s.Ops, "delete")+1:]
		for _, op := range after {
			if _, lookup := record.HitShare(op); lookup && len(after) < len(s.Ops) {
				return fmt.Errorf("key \"ops\": delete takes out the keys that %s looks up; it must stand behind the lookups", op)
			}
		}
		return nil
	},
	absents: func(t record.Trial) uint64 {
		asked, most := uint64(0), uint64(0) // each once, but for those that are hashed alone
		for _, op := range t.Ops {
			asked += missesOf(op, t.Lookups)
			switch {
			case op == "refused":
				asked++
			case op == record.OpHash && t.Variant == "null":
				most = asked + uint64(t.Lookups)
			}
			most = max(most, asked)
		}
		return most
	},
	cost: func(w work) cost {
		inserted := w.keys
		if slices.Contains(w.Ops, "insert") { // into as many filters as it takes
			inserted = max(w.keys, float64(w.Lookups))
		}
		looked := float64(len(w.Ops)) * float64(w.Lookups)
		c := cost{ns: w.keys*nsKey + inserted*w.perKey + looked*(nsKey+w.perHit), bytes: timesHeld(w)}
		if slices.Contains(w.Ops, record.OpBuild) {
			c.ns += inserted * w.perKey
		}
		return c
	},
	probe: probeTime, program: programTime,
})

// probeTime times each operation once on a fresh filter. Keys are made before the
// clock starts and are read from memory in order; the hash is inside the loop, for
// every contender alike, and so is part of null's time. The garbage collector is
// off while the clock runs. A time is that of the thread on a core (see stopwatch).
//
// Insert is timed on as many fresh filters as it takes to insert Lookups keys, so
// that small filters are not timed in microseconds; on one where insert is not timed.
// A static filter's insert includes its build. Delete comes last and removes up to
// Lookups distinct members.
func probeTime(t record.Trial, r *record.Record) error {
	level := levels[t.SIMD]
	defer simd.Limit(level)()
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	watch := newStopwatch()
	defer watch.close()
	defer quiet()()
	r.Shape = b.filter.Shape()
	r.Outcome = &record.Time{Start: wallTime().Format(time.RFC3339)}
	pages := askForPages(b.filter, t.Pages)
	defer func() {
		r.Time().TableBytes, r.Time().HugeBytes = pages.bytes(), pages.huge()
		pages.giveBack()
	}()
	integers, strings := hashing.Uint64s, hashStrings
	if level < simd.AVX512 {
		integers = hashPlain
	} else if t.Call == record.CallBatch {
		strings = hashing.Strings
	}
	if t.Hash != "" {
		f, err := hashing.FunctionOf(t.Hash)
		if err != nil {
			return err
		}
		integers, strings = hashesBy(f)
	}
	member, _, ok := b.keys.Integers()
	if _, typed := b.filter.(variants.Typed); t.Call == record.CallTyped && !(ok && typed) {
		return fmt.Errorf("%s of %s: has no loop by its own type, which calls = [%q] asks for; it is there for integers in filters with variants.Typed", t.Variant, t.Workload, t.Call)
	}
	if ok {
		return timeKeys(b, watch, r.Time(), integers, member, b.keys.IntegerLookups)
	}
	text := func(i uint64) string { return string(b.keys.AppendInsert(nil, i)) }
	return timeKeys(b, watch, r.Time(), strings, text, b.keys.TextLookups)
}

// levels are what kernels may be made of at most, by the trial's name for it.
var levels = map[string]simd.Level{"": simd.AVX512, record.SIMDAVX2: simd.AVX2, record.SIMDPlain: simd.Plain}

// hashPlain is [hashing.Uint64s] without its kernel.
func hashPlain(dst, keys []uint64, seed uint64) {
	keys = keys[:len(dst)]
	for i := range dst {
		dst[i] = hashing.Uint64(keys[i], seed)
	}
}

// hashesBy returns loops over keys that hash by a function that is a value: a call for each
// key, of the eight bytes of an integer or of a string's own.
func hashesBy(f hashing.Function) (integers func(dst, keys []uint64, seed uint64), strings func(dst []uint64, keys []string, seed uint64)) {
	buffer := make([]byte, 8)
	integers = func(dst, keys []uint64, seed uint64) {
		for i, key := range keys[:len(dst)] {
			binary.LittleEndian.PutUint64(buffer, key)
			dst[i] = f.Bytes(buffer, seed)
		}
	}
	strings = func(dst []uint64, keys []string, seed uint64) {
		for i, key := range keys[:len(dst)] {
			dst[i] = f.Bytes(unsafe.Slice(unsafe.StringData(key), len(key)), seed)
		}
	}
	return integers, strings
}

// timing is the state of one time trial on keys of type K.
type timing[K uint64 | string] struct {
	*bench
	watch    *stopwatch
	loop     looper[K]
	members  []K // the keys in the filter, in insertion order
	lookups  func(dst []K, m workloads.Mix) (hits int)
	asked    uint64 // absent keys used so far: each is asked once
	complete bool   // every member was accepted, and is held for certain
	rng      *rand.PCG
}

func timeKeys[K uint64 | string](b *bench, watch *stopwatch, out *record.Time, hashTo func([]uint64, []K, uint64), member func(uint64) K, lookups func([]K, workloads.Mix) int) error {
	s := timing[K]{
		bench: b, watch: watch, loop: looper[K]{
			seed: b.hashSeed, single: b.trial.Call != record.CallBatch, typed: b.trial.Call == record.CallTyped, chain: b.trial.Call == record.CallChain, depth: b.trial.Depth, hashTo: hashTo,
		},
		members: make([]K, keysOf(b.trial)), lookups: lookups,
		rng: rand.NewPCG(uint64(b.trial.Seed), hashing.Golden),
	}
	for i := range s.members {
		s.members[i] = member(uint64(i))
	}
	return s.run(out)
}

func (s *timing[K]) run(out *record.Time) error {
	accepted, insert, err := s.timeInserts()
	if err != nil {
		return err
	}
	forgets := s.variant.Has(families.Unsound) || s.variant.Library != nil && s.variant.Library.Forgets
	out.Accepted, s.complete = accepted, accepted == uint64(len(s.members)) && !forgets
	for _, op := range s.trial.Ops {
		switch op {
		case "insert":
			out.Samples = append(out.Samples, insert)
		case "delete":
			_, own := s.loop.ownTexts(s.filter) // whose texts are not found by their hash
			if f, ok := s.filter.(variants.Deleter); ok && !own {
				out.Samples = append(out.Samples, s.timeDeletes(f))
			}
		case record.OpBuild:
			if sample, ok, err := s.timeBuilds(); err != nil {
				return err
			} else if ok {
				out.Samples = append(out.Samples, sample)
			}
		case record.OpHash:
			if s.variant.Name == "null" && !s.loop.single {
				out.Samples = append(out.Samples, s.timeHash()...)
			}
		case "refused":
			if sample, ok := s.timeRefused(); ok {
				out.Samples = append(out.Samples, sample)
			}
		default:
			sample, err := s.timeLookups(op)
			if err != nil {
				return err
			}
			out.Samples = append(out.Samples, sample)
		}
	}
	return nil
}

// timeInserts fills fresh filters until Lookups keys went in, the trial's own
// filter last.
func (s *timing[K]) timeInserts() (accepted uint64, sample record.Sample, err error) {
	sample.Op = "insert"
	n := uint64(len(s.members))
	if n == 0 {
		return 0, sample, errors.New("no keys to insert")
	}
	builds := uint64(1)
	if slices.Contains(s.trial.Ops, "insert") {
		builds = (uint64(s.trial.Lookups) + n - 1) / n
	}
	for ; builds > 0; builds-- {
		f := s.filter
		if builds > 1 {
			f, err = filterOf(s.trial, s.variant, hashSeed(uint64(s.trial.Seed))^builds)
			if err != nil {
				return 0, sample, err
			}
		}
		var pages pages
		if builds > 1 { // the trial's own filter has them already
			pages = askForPages(f, s.trial.Pages)
		}
		s.watch.start()
		accepted = uint64(s.loop.insert(f, s.members))
		if err := build(f); err != nil {
			return 0, sample, err
		}
		s.watch.stop(&sample)
		sample.Ops += n
		pages.giveBack()
	}
	return accepted, sample, nil
}

// warmUp is how many lookups are made before the clock starts, so that the first
// operation does not pay for the code and the branch predictor being cold.
const warmUp = 4096

func (s *timing[K]) timeLookups(op string) (record.Sample, error) {
	share, ok := record.HitShare(op)
	if !ok {
		panic("harness: no such lookups: " + op)
	}
	keys := make([]K, s.trial.Lookups)
	hits := s.lookups(keys, workloads.Mix{
		Hits: share, Members: uint64(len(s.members)), From: s.asked, Seed: s.rng.Uint64(),
	})
	s.asked += uint64(len(keys) - hits)
	s.loop.contains(s.filter, keys[:min(warmUp, len(keys))])
	sample := record.Sample{Op: op, Ops: uint64(len(keys))}
	s.watch.start()
	positives := s.loop.contains(s.filter, keys)
	s.watch.stop(&sample)
	if positives < hits && s.complete {
		return record.Sample{}, fmt.Errorf("false negatives while timing %s: %d of %d members found", op, positives, hits)
	}
	return sample, nil
}

// timeDeletes deletes distinct members, spread over the insertion order.
func (s *timing[K]) timeDeletes(f variants.Deleter) record.Sample {
	n := min(s.trial.Lookups, len(s.members))
	victims := make([]K, n)
	for i, at := range rand.New(s.rng).Perm(len(s.members))[:n] {
		victims[i] = s.members[at]
	}
	sample := record.Sample{Op: "delete", Ops: uint64(n)}
	s.watch.start()
	s.loop.delete(f, victims)
	s.watch.stop(&sample)
	return sample
}

// Refused inserts are timed in fewer numbers than lookups, since each may cost as
// much as thousands of them, of a key that mostCopies inserts bring to a refusal; but not
// in so few that the clock shows.
const (
	refusedShare  = 64
	fewestRefused = 2000
	mostCopies    = 4096
)

// timeRefused times inserts of one more copy of an absent key that the filter has
// refused. ok is false if it refuses none.
func (s *timing[K]) timeRefused() (record.Sample, bool) {
	key := make([]K, 1)
	s.lookups(key, workloads.Mix{From: s.asked})
	s.asked++
	hash := s.loop.hash(key)[0]
	for copies := 0; s.filter.Insert(hash) == nil; copies++ {
		if copies == mostCopies {
			return record.Sample{}, false
		}
	}
	n := max(min(fewestRefused, s.trial.Lookups), s.trial.Lookups/refusedShare)
	sample := record.Sample{Op: "refused", Ops: uint64(n)}
	s.watch.start()
	for range n {
		s.filter.Insert(hash)
	}
	s.watch.stop(&sample)
	return sample, true
}
