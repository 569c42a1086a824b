package harness

import (
	"fmt"

	"filterbench/internal/record"
	"filterbench/variants"
)

// kindKeys says which settings each kind needs beside grid and reps; capacity
// and slots stand for each other.
var kindKeys = map[string][]string{
	record.KindFPR:        {"size", "fill", "positives", "max_queries"},
	record.KindLoad:       {"size", "draws"},
	record.KindKicks:      {"size", "draws", "loads"},
	record.KindDuplicates: {"size", "fill", "draws", "copies"},
	record.KindChurn:      {"size", "fill", "positives", "max_queries", "turnovers", "deletes"},
	record.KindTime:       {"size", "fill", "calls", "ops", "lookups"},
	record.KindBins:       {"size", "fill", "draws"},
	record.KindPlaces:     {"size", "draws"},
	record.KindCycle:      {"size", "draws", "copies"},
}

// suits reports why a variant cannot take part in a kind of trial, if so.
func suits(v variants.Variant, kind string, s Settings) error {
	kicks := kind == record.KindLoad || kind == record.KindKicks || kind == record.KindDuplicates || kind == record.KindCycle
	deletes := kind == record.KindDuplicates || kind == record.KindChurn && *s.Deletes
	switch {
	case kicks && !v.Kicks:
		return fmt.Errorf("%s never refuses a key, so kind %s has nothing to measure", v, kind)
	case kind == record.KindBins && !v.Chains:
		return fmt.Errorf("%s has no chains, whose lengths kind %s counts", v, kind)
	case (kind == record.KindPlaces || kind == record.KindCycle) && !v.Places:
		return fmt.Errorf("%s does not say where a key may lie, which kind %s needs", v, kind)
	case deletes && !v.Delete:
		return fmt.Errorf("%s cannot delete, which kind %s needs", v, kind)
	}
	return nil
}
