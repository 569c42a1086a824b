package measure

import (
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// Copies of one key.
var (
	BeyondLimit = Statistic{Name: "share of hot keys with more than 2b copies", Scale: ByCounts, Count: func(r *record.Record) (beyond, keys uint64) {
		for _, bin := range r.Duplicates().Accepted {
			keys += bin[1]
			if bin[0] > uint64(2*r.Shape.BucketSlots) {
				beyond += bin[1]
			}
		}
		return beyond, keys
	}}
	NotAtLimit = Statistic{Name: "share of hot keys without 2b copies", Scale: ByCounts, Count: func(r *record.Record) (short, keys uint64) {
		return eventsBut(r.Duplicates().Accepted, uint64(2*r.Shape.BucketSlots)), Events(r.Duplicates().Accepted)
	}}
	FewerKicks = Statistic{Name: "share of refused copies that spent fewer kicks than the bound", Scale: ByCounts, Count: func(r *record.Record) (fewer, refused uint64) {
		return eventsBut(r.Duplicates().Refused, uint64(analysis.Param(r.Variant, "kicks"))), Events(r.Duplicates().Refused)
	}}
	OthersLost = Statistic{Name: "share of lookups of other keys that were denied", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return r.Duplicates().Missing + r.Duplicates().Leftover, r.Duplicates().Checked + r.Duplicates().Background
	}}
)

// Printed is the share of keys whose inserts went as a sequence of + and - says.
func Printed(sequence string) Statistic {
	return Statistic{Name: "share of keys with the sequence " + sequence, Scale: ByShare, Count: func(r *record.Record) (same, all uint64) {
		if r.Duplicates().Sequence == sequence {
			same = 1
		}
		return same, 1
	}}
}

func lastDrift(r *record.Record) record.Drifted {
	return r.Drift().Checkpoints[len(r.Drift().Checkpoints)-1]
}

// AtEnd is a quotient of counts at the last checkpoint of a window of copies.
func AtEnd(name string, part, whole func(record.Drifted) uint64) Statistic {
	return Statistic{Name: name + " at the end", Of: func(w Row) float64 {
		k := lastDrift(w.Of[0])
		return float64(part(k)) / float64(whole(k))
	}}
}

func gap(a, b uint64) uint64 { return max(a, b) - min(a, b) }

// The state of a window of copies when the stream ends.
var (
	DeniedAtEnd  = AtEnd("share of live keys denied", func(k record.Drifted) uint64 { return k.Missing }, func(k record.Drifted) uint64 { return k.Live })
	RefusedAtEnd = AtEnd("share of inserts refused", func(k record.Drifted) uint64 { return k.Refused }, func(k record.Drifted) uint64 { return k.Inserted })
	KeysOff      = AtEnd("occupied slots against live keys, relative error", func(k record.Drifted) uint64 { return gap(k.Used, k.Live) }, func(k record.Drifted) uint64 { return k.Live })
	CopiesOff    = AtEnd("occupied slots against copies held, relative error", func(k record.Drifted) uint64 { return gap(k.Used, k.Copies) }, func(k record.Drifted) uint64 { return k.Copies })
)

// withDictionary is the bits per distinct key of a filter with a side dictionary, of which
// so many keys are repeated: [theory.SideBytes] is the rule by which the dictionary grows.
func withDictionary(r *record.Record, distinct, repeated uint64) float64 {
	s := r.Shape
	entries := theory.SideEntries(s.Cells/uint64(s.BucketSlots), distinct, repeated, s.FingerprintBits)
	return (float64(s.Bits) + 8*float64(theory.SideBytes(uint64(math.Ceil(entries))))) / float64(distinct)
}

// BitsCounted returns the bits per distinct key of the filter of a record of kind fpr on a
// stream with so many repeated keys, a dictionary beside its table included.
func BitsCounted(r *record.Record, repeated uint64) float64 {
	if analysis.FamilyOf(r.Variant) == "sidecuckoo" {
		return withDictionary(r, r.FPR().Distinct, repeated)
	}
	return bitsPerDistinct(r)
}

// RepeatedBits returns the mean bits per distinct key at the first refusal of a record of
// kind load in which every key is repeated or none, a dictionary included.
func RepeatedBits(r *record.Record) float64 {
	copies := analysis.Param(r.Workload, "r")
	sum := 0.0
	for _, distinct := range r.Load().Distinct {
		switch {
		case analysis.FamilyOf(r.Variant) != "sidecuckoo":
			sum += float64(r.Shape.Bits) / float64(distinct)
		case copies > 1:
			sum += withDictionary(r, distinct, distinct)
		default:
			sum += withDictionary(r, distinct, 0)
		}
	}
	return sum / float64(len(r.Load().Distinct))
}

// Space of filters that remember copies, everything beside the table included.
var (
	OneHotBits = Statistic{Name: "bits per distinct key with one hot key, dictionary included, over those of the other", Of: func(w Row) float64 {
		return BitsCounted(w.Of[0], 1) / BitsCounted(w.Over[0], 1)
	}}
	AllRepeatBits = Statistic{Name: "bits per distinct key where every key repeats, dictionary included, over those of the other", Of: func(w Row) float64 {
		return RepeatedBits(w.Of[0]) / bitsPerDistinct(w.Over[0])
	}}
	AllRepeatOver = Statistic{Name: "bits per distinct key where every key repeats, dictionary included, over those of the other on the same stream", Of: func(w Row) float64 {
		return RepeatedBits(w.Of[0]) / RepeatedBits(w.Over[0])
	}}
)

// Deletes of held keys and of keys that were never inserted.
var (
	// StillPresent sums over all cells.
	StillPresent = Statistic{Name: "deleted keys that look present over the false positive rate of the rest", Of: func(w Row) float64 {
		still, want := 0.0, 0.0
		for _, r := range w.Of {
			still += float64(r.Erasure().Still)
			want += float64(r.Erasure().Deleted) * theory.CuckooFPR(Buckets(r.Shape), r.Erasure().Background-1, r.Shape.FingerprintBits)
		}
		return still / want
	}}
	StillShare = Statistic{Name: "share of deleted keys that still look present", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) { return r.Erasure().Still, r.Erasure().Deleted }}
	TwiceStill = Statistic{Name: "share of keys with two copies that look present after one delete", Scale: ByCounts, Count: func(r *record.Record) (uint64, uint64) {
		return r.Erasure().TwiceStill, r.Erasure().Twice
	}}
	LostByWrong = Statistic{Name: "keys lost for each delete of a key never inserted", Of: func(w Row) float64 {
		return float64(w.Of[0].Erasure().Missing) / float64(w.Of[0].Erasure().Attempts)
	}}
	LostByClearing = Statistic{Name: "share of other keys denied after a tenth was deleted", Of: func(w Row) float64 {
		lost, rest := 0.0, 0.0
		for _, r := range w.Of {
			lost, rest = lost+float64(r.Erasure().RestLost), rest+float64(r.Erasure().Rest)
		}
		return lost / rest
	}}
	// ChurnDenied counts live keys denied and deletes that found nothing.
	ChurnDenied = Statistic{Name: "share of live keys denied beside deletions", Scale: ByCounts, Count: func(r *record.Record) (denied, live uint64) {
		for _, k := range r.Churn().Checkpoints {
			live += k.Live
			denied += k.Missing + k.Undeleted
		}
		return denied, live
	}}
	ChurnRateAtEnd = Statistic{Name: "false positive rate after the last turnover", Of: func(w Row) float64 {
		k := w.Of[0].Churn().Checkpoints[len(w.Of[0].Churn().Checkpoints)-1]
		return ratio(k.Positives, k.Queries)
	}}
	ChurnRise = Statistic{Name: "false positive rate after the last turnover over that before the first", Scale: ByLog, Of: func(w Row) float64 {
		list := w.Of[0].Churn().Checkpoints
		first, last := list[0], list[len(list)-1]
		return ratio(last.Positives, last.Queries) / ratio(first.Positives, first.Queries)
	}}
)
