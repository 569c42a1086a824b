package record

// KindErasure: delete keys, held ones and others.
const KindErasure = "erasure"

var _ = kinds.add(Kind{
	Name: KindErasure, Order: 9, Title: "Erasure", Doc: "delete keys, held ones and others",
	Summary: "%s deletes of absent keys, %s done",
	Asked:   "after deletes of other held keys",
	New:     func() Outcome { return new(Erasure) },
})

// Erasure is the outcome of a [KindErasure] trial.
type Erasure struct {
	Background uint64 `json:"background"` // different keys held
	Deleted    uint64 `json:"deleted"`    // of those, deleted and then looked up, one at a time
	Still      uint64 `json:"still"`      // of those, still answered true
	Twice      uint64 `json:"twice"`      // keys inserted a second time, deleted once and looked up
	TwiceStill uint64 `json:"twicestill"` // of those, still answered true
	Cleared    uint64 `json:"cleared"`    // held keys that were then deleted for good
	Rest       uint64 `json:"rest"`       // the other held keys, looked up after that
	RestLost   uint64 `json:"restlost"`   // of those, answered false
	Attempts   uint64 `json:"attempts"`   // then, deletes of keys that were never inserted
	Succeeded  uint64 `json:"succeeded"`  // of those, reported as done
	Members    uint64 `json:"members"`    // held keys, found before, looked up after that
	Missing    uint64 `json:"missing"`    // of those, answered false
}

// Erasure returns the outcome of an [KindErasure] trial, nil of any other and of one that failed.
func (r *Record) Erasure() *Erasure { p, _ := r.Outcome.(*Erasure); return p }

func (*Erasure) Kind() string { return KindErasure }

func (e *Erasure) Tally() (attempts, done uint64) { return e.Attempts, e.Succeeded }

func (e *Erasure) Held(_ Trial) (asked, denied uint64) { return e.Rest, e.RestLost }

func (e *Erasure) Exact(Trial) Outcome { return e }

func (e *Erasure) check(Trial) error {
	return checkParts(
		atMost{"still", e.Still, "deleted", e.Deleted},
		atMost{"twicestill", e.TwiceStill, "twice", e.Twice},
		atMost{"succeeded", e.Succeeded, "attempts", e.Attempts},
		atMost{"missing", e.Missing, "members", e.Members},
		atMost{"restlost", e.RestLost, "rest", e.Rest},
	)
}

func (e *Erasure) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, e.Attempts)}
	s.add(UnitWrongDeletes, 1e6, e.Succeeded, e.Attempts)
	s.add(UnitFalseNegatives, 1e6, e.Missing, e.Members)
	return []Sampled{s}
}
