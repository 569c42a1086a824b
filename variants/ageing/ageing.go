// Package ageing holds filters that forget keys by their age, without being told which:
//
//	Ring     Bloom filters in a ring, of which the oldest is cleared; of two, a rotating pair
//	APBF     slices of bits, of which a key sets some in a row: age-partitioned
//	Timing   cells that hold when they were last set
//	Stable   cells that lose some at random with each insert: it denies young keys, too
//
// Each is made for a window, and time counts in units of which a window has as many as the
// filter is made for keys: with one key a unit, time is the number of inserts, and the
// window one by count. A key is answered true for a window from its insert on, and may be
// for a slack longer, a stated part of the window; Stable promises neither. Time moves by
// Advance alone, so that lookups write nothing.
//
// Its neighbours: package bloom, whose filters the ring is made of, and filters that delete,
// which forget what a caller names and need a list of it.
//
// Sources: Shtul, Baquero and Almeida, "Age-Partitioned Bloom Filters", 2020, for APBF; Deng
// and Rafiei, "Approximately Detecting Duplicates for Streaming Data using Stable Bloom
// Filters", SIGMOD 2006, for Stable; Zhang and Guan, "Detecting click fraud in pay-per-click
// streams of online advertising networks", ICDCS 2008, for cells with times.
package ageing

import (
	"filterbench/internal/bitpack"
	"filterbench/variants"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("ring", func(v spec.Values, n variants.Size, _ uint64) RingConfig {
			return RingConfig{Window: n.Keys, Generations: v.Int("g"), FPR: v.Float("fpr")}
		}, NewRing),
		variants.Row("apbf", func(v spec.Values, n variants.Size, _ uint64) APBFConfig {
			return APBFConfig{Window: n.Keys, K: v.Int("k"), L: v.Int("l")}
		}, NewAPBF),
		variants.Row("timing", func(v spec.Values, n variants.Size, _ uint64) TimingConfig {
			return TimingConfig{Window: n.Keys, FPR: v.Float("fpr"), Width: v.Int("w")}
		}, NewTiming),
		variants.Row("stable", func(v spec.Values, n variants.Size, seed uint64) StableConfig {
			return StableConfig{Window: n.Keys, FPR: v.Float("fpr"), CellsPerKey: v.Float("cpk"), Width: v.Int("w"), Seed: seed}
		}, NewStable),
	}
}

// epochs divides time into stretches of equal length.
type epochs struct {
	every uint64 // units of time
	now   uint64 // the epoch
	swept swept
}

// swept is what the passing of time has cost so far, in bytes of the table.
type swept struct{ total, most uint64 }

// newEpochs divides a window into so many stretches, the last of which may be longer.
func newEpochs(window uint64, into int) epochs {
	window = max(1, window)
	return epochs{every: (window + uint64(into) - 1) / uint64(into)}
}

// advance begins the epochs that are due, of which at most `most` matter, and notes the bytes
// that begin touches for each. Time that goes back stands still.
func (e *epochs) advance(now uint64, most int, begin func(epoch uint64) (bytes uint64)) {
	to := now / e.every
	if to <= e.now {
		return
	}
	e.now = max(e.now, to-min(to, uint64(most)))
	bytes := uint64(0)
	for e.now < to {
		e.now++
		bytes += begin(e.now)
	}
	e.swept.total += bytes
	e.swept.most = max(e.swept.most, bytes)
}

// Swept returns how many bytes of the table the passing of time has gone through, and the
// most at once.
func (e *epochs) Swept() (total, most uint64) { return e.swept.total, e.swept.most }

// slicesOf returns n tables of so many bits each, side by side.
func slicesOf(n int, cells uint64) (list [][]uint64) {
	each := bitpack.WordsFor(cells)
	all := bitpack.Words(uint64(n) * each)
	for range n {
		list, all = append(list, all[:each:each]), all[each:]
	}
	return list
}

// raws returns the memory under words.
func raws(tables ...[]uint64) (list [][]byte) {
	for _, words := range tables {
		list = append(list, bitpack.Raw(words))
	}
	return list
}
