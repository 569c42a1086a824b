package record

// KindRebuild: delete keys from a filter that cannot, and make it anew now and then.
const KindRebuild = "rebuild"

var _ = kinds.add(Kind{
	Name: KindRebuild, Order: 63, Title: "Rebuild", Doc: "replace keys in a filter that cannot delete, which is made anew when so many are stale",
	Summary: "%s keys replaced, %s inserted anew",
	Asked:   "before each rebuild",
	New:     func() Outcome { return new(Rebuild) },
})

// Rebuild is the outcome of a [KindRebuild] trial.
type Rebuild struct {
	Replaced   uint64 `json:"replaced"`             // keys deleted, each of which makes way for another
	Rebuilds   uint64 `json:"rebuilds,omitempty"`   // of the filter
	Reinserted uint64 `json:"reinserted,omitempty"` // keys inserted in these
	Live       uint64 `json:"live"`                 // live keys looked up before rebuilds
	Missing    uint64 `json:"missing"`              // of those, answered false
	Stale      uint64 `json:"stale"`                // deleted keys looked up before they were forgotten
	StaleYes   uint64 `json:"stale_yes"`            // of those, answered true
	Fresh      Asked  `json:"fresh"`                // absent keys, when the filter was just made
	Before     Asked  `json:"before"`               // just before it was made anew, when it was fullest
}

// Asked are absent keys that were looked up.
type Asked struct {
	Queries   uint64 `json:"queried"`   // how many
	Positives uint64 `json:"positives"` // of those, answered true
}

// Rebuild returns the outcome of a [KindRebuild] trial, nil of any other and of one that failed.
func (r *Record) Rebuild() *Rebuild { p, _ := r.Outcome.(*Rebuild); return p }

func (*Rebuild) Kind() string { return KindRebuild }

func (b *Rebuild) Tally() (replaced, reinserted uint64) { return b.Replaced, b.Reinserted }

func (b *Rebuild) Held(Trial) (asked, denied uint64) { return b.Live, b.Missing }

func (b *Rebuild) Exact(Trial) Outcome { return b }

func (b *Rebuild) check(Trial) error {
	return checkParts(
		atMost{"missing", b.Missing, "live", b.Live},
		atMost{"stale_yes", b.StaleYes, "stale", b.Stale},
		atMost{"positives", b.Fresh.Positives, "queried", b.Fresh.Queries},
		atMost{"positives", b.Before.Positives, "queried", b.Before.Queries},
	)
}

func (b *Rebuild) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, b.Before.Queries), Point: []Label{{"stale", short(r.Stale)}}}
	s.add(UnitFalsePositives, 1e6, b.Before.Positives, b.Before.Queries)
	s.add(UnitFalseNegatives, 1e6, b.Missing, b.Live)
	return []Sampled{s}
}
