package harness

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/internal/service"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/workloads"
)

// What services get: requests for rows, drawn as the workload draws keys, and between them
// requests of an attacker for keys that have none.

// poolWant is how many keys an attacker looks for that pass the filter, and poolTries how
// many he tries at most. Where he finds none he repeats the first that he tried.
const (
	poolWant  = 64
	poolTries = 1 << 17
)

// apartShare is the size of a cache for keys without a row, over that of the cache for rows.
const apartShare = 0.1

// Absent positions from which the attacker's keys are taken: those of no attack are of another.
const (
	searchFrom = 1 << 40
	floodFrom  = 1 << 32
)

// traffic is a service with the requests that it gets.
type traffic struct {
	*bench
	service  service.Service
	rows     []uint64 // their keys, which are hashes
	pool     []uint64
	searched uint64

	rng    *rand.PCG
	legit  uint64 // requests for rows so far
	floods uint64 // keys of a flood so far
}

// newTraffic opens the service of a trial, with a filter that holds all rows, and warms its
// cache with as many requests for rows as there are rows.
func newTraffic(t record.Trial, r *record.Record) (s *traffic, err error) {
	b, err := newBench(t, 0)
	if err != nil {
		return nil, err
	}
	r.Shape = b.filter.Shape()
	s = &traffic{bench: b, rng: rand.NewPCG(uint64(t.Seed), hashing.Derive(uint64(t.Seed), "requests"))}
	if s.rows, err = rowsOf(t); err != nil {
		return nil, err
	}
	for _, key := range s.rows {
		if err := b.filter.Insert(key); err != nil {
			return nil, fmt.Errorf("the filter does not take all of the %d rows: %w", len(s.rows), err)
		}
	}
	if err := build(b.filter); err != nil {
		return nil, err
	}
	if s.service, err = serviceOf(t, b.filter, s.rows); err != nil {
		return nil, err
	}
	s.findPool()
	if err := s.warm(); err != nil {
		return nil, errors.Join(err, s.service.Close())
	}
	return s, nil
}

// serviceOf opens the parts that a trial names.
func serviceOf(t record.Trial, filter variants.Filter, rows []uint64) (s service.Service, err error) {
	entries, apart := int(math.Round(t.Cache*float64(len(rows)))), 0
	switch t.Strategy {
	case record.StrategyApart:
		s.Nulls, apart = true, max(1, int(apartShare*float64(entries)))
	case record.StrategyNulls:
		s.Nulls = true
	case record.StrategyFilter:
		s.Guard = filter
	case record.StrategyBoth:
		s.Guard, s.Nulls = filter, true
	}
	if t.Backend == record.BackendServers {
		s.Parts, err = service.Servers(entries, rows)
	} else {
		s.Parts, err = service.Embedded(entries, apart, rows)
	}
	return s, err
}

// rowsOf returns the hashes of all keys that the workload draws from.
func rowsOf(t record.Trial) ([]uint64, error) {
	keys, hashSeed, err := openKeys(record.Trial{Workload: "uniform", Seed: t.Seed, Hash: t.Hash}, 0)
	if err != nil {
		return nil, err
	}
	rows := make([]uint64, keysOf(t))
	keys.HashInserts(rows, 0, hashSeed)
	return rows, nil
}

// findPool tries absent keys until enough of them pass the filter.
func (s *traffic) findPool() {
	if s.trial.Absent != record.AbsentKnown {
		return
	}
	var hashes [poolWant]uint64
	var first []uint64
	for s.searched < poolTries && len(s.pool) < poolWant {
		s.keys.HashAbsents(hashes[:], searchFrom+s.searched, s.hashSeed)
		if first == nil {
			first = append(first, hashes[:]...)
		}
		for _, h := range hashes {
			if len(s.pool) < poolWant {
				s.searched++
				if s.filter.Contains(h) {
					s.pool = append(s.pool, h)
				}
			}
		}
	}
	if len(s.pool) == 0 {
		s.pool = first
	}
}

func (s *traffic) warm() error {
	for range s.rows {
		key, err := s.row()
		if err == nil {
			_, _, err = s.service.Get(key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// row draws a row.
func (s *traffic) row() (uint64, error) {
	number := s.keys.KeyOf(s.legit)
	s.legit++
	if number >= uint64(len(s.rows)) {
		return 0, fmt.Errorf("workload %s draws key %d, and the database has %d rows: give the workload keys=%d", s.trial.Workload, number, len(s.rows), len(s.rows))
	}
	return s.rows[number], nil
}

// next draws a request.
func (s *traffic) next() (key uint64, attack bool, err error) {
	if s.rng.Uint64()>>11 >= uint64(s.trial.Share*(1<<53)) {
		key, err = s.row()
		return key, false, err
	}
	at := uint64(0)
	switch s.trial.Absent {
	case record.AbsentKnown:
		return s.pool[hashing.Reduce(s.rng.Uint64(), uint64(len(s.pool)))], true, nil
	case record.AbsentRandom:
		at = hashing.Reduce(s.rng.Uint64(), uint64(len(s.rows)))
	default:
		at = floodFrom + s.floods
		s.floods++
	}
	s.keys.HashAbsents(s.buffer[:1], at, s.hashSeed)
	return s.buffer[0], true, nil
}

// get sends a request and makes sure of the answer: a key without a row has none.
func (s *traffic) get(key uint64, attack bool) (service.End, error) {
	row, end, err := s.service.Get(key)
	switch {
	case err != nil:
		return end, err
	case row && attack:
		return end, fmt.Errorf("the service says that key %#x has a row, which was never written", key)
	case !row && !attack && end != service.Stopped:
		return end, fmt.Errorf("the service says that key %#x has no row, which it has", key)
	}
	return end, nil
}

// servesRows are the settings that trials with a service have in common.
var servesRows = []string{"capacity", "fill", "lookups", "strategies", "absents", "shares", "cache"}

// guards reports why a filter cannot stand in front of a database, if so.
func guards(v variants.Variant, s *Settings) error {
	for _, strategy := range s.Strategies {
		if record.Guarded(strategy) == (v.Name == "null") {
			return fmt.Errorf("%s with strategy %s: filter and both want a filter, and the others want null", v, strategy)
		}
	}
	return nil
}

// drawsRows reports what is wrong with the workload of a service.
func drawsRows(t record.Trial) error {
	if w, err := workloads.Parse(t.Workload); err != nil || families.NameOf(w.String()) != "zipf" {
		return fmt.Errorf("workload %s: requests for rows are drawn by zipf(s=...,keys=...)", t.Workload)
	}
	return nil
}

// The rough cost of a row to write, and of a request to the parts of this process.
const (
	nsRow     = 9000.0
	nsRequest = 6000.0
)
