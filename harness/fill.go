package harness

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/workloads"
)

// chunk is how many hashes are made at a time: 32 KiB, so that they stay in the
// first-level cache beside the filter's lines.
const chunk = 4096

// bench is one trial's filter under its keys: everything a counting probe needs.
type bench struct {
	trial    record.Trial
	variant  variants.Variant
	filter   variants.Filter
	keys     *workloads.Keys
	hashSeed uint64

	buffer  []uint64
	found   []bool
	refused map[uint64]struct{} // insert positions that were refused
	stop    *atomic.Pointer[Overrun]
}

// newBench opens the keys and builds the empty filter of draw number draw.
func newBench(t record.Trial, draw int) (*bench, error) {
	keys, hashSeed, err := openKeys(t, draw)
	if err != nil {
		return nil, err
	}
	v, err := catalog.Parse(t.Variant)
	if err != nil {
		return nil, err
	}
	f, err := filterOf(t, v, filterSeed(drawSeed(t, draw)))
	if err != nil {
		return nil, err
	}
	return &bench{
		trial: t, variant: v, filter: f, keys: keys, hashSeed: hashSeed,
		buffer: make([]uint64, chunk), found: make([]bool, chunk), refused: map[uint64]struct{}{}, stop: stopOf(t),
	}, nil
}

// openKeys opens the keys of a draw, and returns the seed that they are hashed with.
func openKeys(t record.Trial, draw int) (keys *workloads.Keys, seed uint64, err error) {
	drawn := drawSeed(t, draw)
	w, err := parseWorkload(t.Workload)
	if err != nil {
		return nil, 0, err
	}
	if keys, err = w.Open(keySeed(drawn)); err != nil {
		return nil, 0, err
	}
	if t.Hash != "" {
		function, err := hashing.FunctionOf(t.Hash)
		if err != nil {
			return nil, 0, err
		}
		keys = keys.Hashed(function)
	}
	return keys, hashSeed(drawn), nil
}

// filledBench returns a bench whose filter was given all keys of the trial, and how many
// these are. The record gets the shape that the filter was made with.
func filledBench(t record.Trial, r *record.Record) (b *bench, keys uint64, err error) {
	if b, err = newBench(t, 0); err != nil {
		return nil, 0, err
	}
	r.Shape = b.filter.Shape()
	keys = keysOf(t)
	if err := b.insert(0, keys, nil); err != nil {
		return nil, 0, err
	}
	return b, keys, build(b.filter)
}

// parsed keeps the workloads that trials named, because a workload from a file
// reads it once, when it is first opened, and a run has many trials of it.
var parsed sync.Map // name -> workloads.Workload

// OpenWorkload opens a workload as the trials of this process do, which then read no file
// again, nor a pipe.
func OpenWorkload(name string, seed uint64) (*workloads.Keys, error) {
	w, err := parseWorkload(name)
	if err != nil {
		return nil, err
	}
	return w.Open(seed)
}

func parseWorkload(name string) (workloads.Workload, error) {
	if w, ok := parsed.Load(name); ok {
		return w.(workloads.Workload), nil
	}
	w, err := workloads.Parse(name)
	if err != nil {
		return w, err
	}
	kept, _ := parsed.LoadOrStore(name, w)
	return kept.(workloads.Workload), nil
}

// insert inserts positions [from, to) and calls note for each with the outcome.
func (b *bench) insert(from, to uint64, note func(accepted bool)) error {
	if to > b.keys.Inserts() {
		return fmt.Errorf("workload %s has %d keys to insert and the trial needs %d", b.trial.Workload, b.keys.Inserts(), to)
	}
	for at := from; at < to; at += chunk {
		b.checkStop()
		hashes := b.buffer[:min(chunk, to-at)]
		b.keys.HashInserts(hashes, at, b.hashSeed)
		for i, h := range hashes {
			err := b.filter.Insert(h)
			if err != nil {
				if !errors.Is(err, variants.ErrFull) {
					return err
				}
				b.refused[at+uint64(i)] = struct{}{}
			}
			if note != nil {
				note(err == nil)
			}
		}
	}
	return nil
}

// fill inserts the first n positions and looks up again all that was accepted.
func (b *bench) fill(n uint64) (record.Filled, error) {
	filled := record.Filled{Inserted: n}
	err := b.insert(0, n, func(bool) {
		kicks := lastKicks(b.filter)
		filled.Kicks += kicks
		filled.MaxKicks = max(filled.MaxKicks, kicks)
	})
	if err != nil {
		return record.Filled{}, err
	}
	if err := build(b.filter); err != nil {
		return record.Filled{}, err
	}
	filled.Accepted = n - uint64(len(b.refused))
	filled.Distinct = b.distinct(n)
	filled.Members, filled.Missing = b.verify(0, n)
	filled.Overflow = overflows(b.filter)
	return filled, nil
}

// build makes a static filter of the keys that were inserted; other filters have
// nothing left to do.
func build(f variants.Filter) error {
	if b, ok := f.(variants.Builder); ok {
		return b.Build()
	}
	return nil
}

// distinct counts the different keys among the accepted of the first n positions.
func (b *bench) distinct(n uint64) uint64 {
	if !b.keys.Repeats() {
		return n - uint64(len(b.refused))
	}
	return countDistinct(n, func(i uint64) (key uint64, in bool) {
		if i%chunk == 0 {
			b.checkStop()
		}
		_, no := b.refused[i]
		return b.keys.KeyOf(i), !no
	})
}

// countDistinct counts the different keys among those of n positions that are in.
func countDistinct(n uint64, at func(i uint64) (key uint64, in bool)) uint64 {
	seen := make(map[uint64]struct{}, n)
	for i := range n {
		if key, in := at(i); in {
			seen[key] = struct{}{}
		}
	}
	return uint64(len(seen))
}

// verify looks up the accepted positions of [from, to) and returns how many there
// are and how many the filter denies: its false negatives.
func (b *bench) verify(from, to uint64) (members, missing uint64) {
	for at := from; at < to; at += chunk {
		b.checkStop()
		hashes := b.buffer[:min(chunk, to-at)]
		b.keys.HashInserts(hashes, at, b.hashSeed)
		for i, h := range hashes {
			if _, no := b.refused[at+uint64(i)]; no {
				continue
			}
			members++
			if !b.filter.Contains(h) {
				missing++
			}
		}
	}
	return members, missing
}

// query looks up the absent positions [from, from+n), as many as the workload has,
// and returns how many it asked and how many answered true: false positives.
func (b *bench) query(from, n uint64) (asked, positives uint64) {
	to := min(from+n, b.keys.Absents())
	for at := from; at < to; at += chunk {
		n := min(chunk, to-at)
		asked += n
		positives += b.queryChunk(at, n)
	}
	return asked, positives
}

// queryUntil looks up absent positions from 0 until the target-th answers true, or
// cap of them, or all that the workload has, are asked. The last one asked is the
// one that reached the target, whatever the chunks.
func (b *bench) queryUntil(target, cap uint64) (asked, positives uint64) {
	to := min(cap, b.keys.Absents())
	for at := uint64(0); at < to; at += chunk {
		n := min(chunk, to-at)
		hits := b.queryChunk(at, n)
		if positives+hits < target {
			asked, positives = asked+n, positives+hits
			continue
		}
		for _, yes := range b.found[:n] {
			asked++
			if yes {
				positives++
			}
			if positives == target {
				return asked, positives
			}
		}
	}
	return asked, positives
}

// queryChunk looks up n absent positions, at most a chunk, leaves the answers in
// found and returns how many are true.
func (b *bench) queryChunk(at, n uint64) (positives uint64) {
	b.checkStop()
	hashes := b.buffer[:n]
	b.keys.HashAbsents(hashes, at, b.hashSeed)
	if batcher, ok := b.filter.(variants.Batcher); ok {
		return uint64(batcher.ContainsBatch(hashes, b.found))
	}
	for i, h := range hashes {
		b.found[i] = b.filter.Contains(h)
		if b.found[i] {
			positives++
		}
	}
	return positives
}

// lastKicks returns the kicks of the last insert, 0 for filters that never kick.
func lastKicks(f variants.Filter) uint64 {
	if k, ok := f.(variants.Kicker); ok {
		return uint64(k.LastKicks())
	}
	return 0
}

func overflows(f variants.Filter) uint64 {
	if o, ok := f.(variants.Overflower); ok {
		return o.Overflows()
	}
	return 0
}
