package harness

import (
	"fmt"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/shared"
)

// kindKeys says which settings each kind needs beside grid and reps; capacity
// and slots stand for each other.
var kindKeys = map[string][]string{
	record.KindFPR:        {"size", "fill", "positives", "max_queries"},
	record.KindLoad:       {"size", "draws"},
	record.KindKicks:      {"size", "draws", "loads"},
	record.KindDuplicates: {"size", "fill", "draws", "copies"},
	record.KindChurn:      {"size", "fill", "positives", "max_queries", "turnovers", "deletes"},
	record.KindDrift:      {"size", "fill", "positives", "max_queries", "turnovers", "policies"},
	record.KindErasure:    {"size", "fill", "draws"},
	record.KindAudit:      {"size", "fill", "positives", "max_queries", "draws", "copies"},
	record.KindHeap:       {"size", "fill"},
	record.KindTime:       {"size", "fill", "calls", "ops", "lookups"},
	record.KindBins:       {"size", "fill", "draws"},
	record.KindPlaces:     {"size", "draws"},
	record.KindCycle:      {"size", "draws", "copies"},
	record.KindLatency:    {"size", "loads", "lookups"},
	record.KindArrivals:   {"size", "fill", "rates", "arrivals", "ops", "lookups"},
	record.KindCold:       {"size", "fill", "draws", "lookups"},
	record.KindParallel:   {"size", "fill", "guards", "goroutines"},
}

// suits reports why a variant cannot take part in a kind of trial, if so.
func suits(v variants.Variant, kind string, s Settings) error {
	refuses := kind == record.KindLoad
	kicks := kind == record.KindKicks || kind == record.KindCycle
	deletes := kind == record.KindDuplicates || kind == record.KindDrift || kind == record.KindErasure || kind == record.KindChurn && *s.Deletes
	switch {
	case v.Has(families.Static) && kind != record.KindFPR && kind != record.KindTime && kind != record.KindHeap:
		return fmt.Errorf("%s is made at once from all keys, which kind %s cannot measure", v, kind)
	case refuses && !v.HasAny(families.Kicks|families.Refuses) || kicks && !v.Has(families.Kicks):
		return fmt.Errorf("%s never refuses a key, so kind %s has nothing to measure", v, kind)
	case kind == record.KindBins && !v.Has(families.Chains):
		return fmt.Errorf("%s has no chains, whose lengths kind %s counts", v, kind)
	case (kind == record.KindPlaces || kind == record.KindCycle) && !v.Has(families.Places):
		return fmt.Errorf("%s does not say where a key may lie, which kind %s needs", v, kind)
	case deletes && !v.Has(families.Deletes):
		return fmt.Errorf("%s cannot delete, which kind %s needs", v, kind)
	}
	for _, guard := range s.Guards {
		if err := shared.Suits(guard, v); err != nil {
			return err
		}
	}
	return nil
}

// signPeer notes whose filter a record is of, and whether its counts can be repeated.
func signPeer(r *record.Record) {
	if v, err := catalog.Parse(r.Variant); err == nil {
		r.Peer, r.Unseeded = v.Peer(), v.Has(families.Unseeded)
	}
}

// alone reports whether trials of a kind must run by themselves: those that the
// clock is on, which others would slow down, and those that read the heap or count
// its allocations, which all trials of the process share.
func alone(kind string) bool {
	return timed(kind) || kind == record.KindHeap || kind == record.KindAudit
}

// timed reports whether the clock is on trials of a kind.
func timed(kind string) bool {
	switch kind {
	case record.KindTime, record.KindLatency, record.KindArrivals, record.KindCold, record.KindParallel:
		return true
	}
	return false
}

// order lists trials as they are to start: counting, on all cores, then audits and the
// heap, then times, interleaved.
func order(trials []record.Trial) []record.Trial {
	var counting, heaps, clocked []record.Trial
	for _, t := range trials {
		switch {
		case t.Kind == record.KindHeap, t.Kind == record.KindAudit:
			heaps = append(heaps, t)
		case timed(t.Kind):
			clocked = append(clocked, t)
		default:
			counting = append(counting, t)
		}
	}
	return append(append(counting, heaps...), Interleave(clocked)...)
}
