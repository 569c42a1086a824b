package harness

import (
	"filterbench/internal/record"
	"filterbench/variants/catalog"
)

// kindKeys says which settings each kind needs beside grid and reps; capacity
// and slots stand for each other.
var kindKeys = map[string][]string{
	record.KindFPR:        {"size", "fill", "positives", "max_queries"},
	record.KindLoad:       {"size", "draws"},
	record.KindKicks:      {"size", "draws", "loads"},
	record.KindDuplicates: {"size", "fill", "draws", "copies"},
	record.KindChurn:      {"size", "fill", "positives", "max_queries", "turnovers", "deletes"},
	record.KindAudit:      {"size", "fill", "positives", "max_queries", "draws", "copies"},
	record.KindTime:       {"size", "fill", "calls", "ops", "lookups"},
}

// alone reports whether trials of a kind must run by themselves: those that the clock
// is on, which others would slow down, and those that count allocations, which others
// would add to.
func alone(kind string) bool { return kind == record.KindTime || kind == record.KindAudit }

// signPeer notes whose filter a record is of, and whether its counts can be repeated.
func signPeer(r *record.Record) {
	if v, err := catalog.Parse(r.Variant); err == nil {
		r.Peer, r.Unseeded = v.Peer, v.Unseeded
	}
}
