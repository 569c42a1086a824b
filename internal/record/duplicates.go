package record

// KindDuplicates: insert copies of one key until a refusal.
const KindDuplicates = "duplicates"

var _ = kinds.add(Kind{
	Name: KindDuplicates, Order: 4, Title: "Duplicates", Doc: "insert copies of one key until a refusal",
	Summary: "%s hot keys, %s copies refused",
	Asked:   "beside copies of one key, and after their deletion",
	New:     func() Outcome { return new(Duplicates) },
})

// Duplicates is the outcome of a [KindDuplicates] trial: per hot key, copies are
// inserted until the trial's number of inserts is spent; the accepted copies are
// deleted again before the next hot key.
type Duplicates struct {
	Background uint64    `json:"background"`         // distinct other keys held throughout
	Accepted   Histogram `json:"accepted"`           // hot keys by copies accepted before the first refusal
	Refused    Histogram `json:"refused"`            // refused inserts by kicks spent
	Taken      Histogram `json:"taken"`              // accepted inserts of copies by kicks spent
	Checked    uint64    `json:"checked"`            // lookups of other keys while the copies were in
	Missing    uint64    `json:"missing"`            // of those, answered false
	Silent     bool      `json:"silent,omitempty"`   // the filter does not tell its kicks: those above are 0 for unknown
	Leftover   uint64    `json:"leftover"`           // other keys missing after the copies were deleted
	Sequence   string    `json:"sequence,omitempty"` // of a trial with one hot key: its inserts in order, + accepted and - refused
}

// Duplicates returns the outcome of a [KindDuplicates] trial, nil of any other and of one that failed.
func (r *Record) Duplicates() *Duplicates { p, _ := r.Outcome.(*Duplicates); return p }

func (*Duplicates) Kind() string { return KindDuplicates }

func (d *Duplicates) Tally() (keys, refused uint64) { return d.Accepted.events(), d.Refused.events() }

func (d *Duplicates) Held(_ Trial) (asked, denied uint64) {
	return d.Checked + d.Background, d.Missing + d.Leftover
}

func (d *Duplicates) Exact(Trial) Outcome { return d }

func (d *Duplicates) check(Trial) error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"accepted", d.Accepted}, {"refused", d.Refused}, {"taken", d.Taken}} {
		if err := h.h.check(h.name); err != nil {
			return err
		}
	}
	return checkParts(
		atMost{"missing", d.Missing, "checked", d.Checked},
		atMost{"leftover", d.Leftover, "background", d.Background},
	)
}

func (d *Duplicates) samples(r *Record, _ Nulls) []Sampled {
	keys, copies := d.Accepted.totals()
	refused, inVain := d.Refused.totals()
	s := Sampled{Record: r, N: max(1, keys)}
	s.add(UnitCopies, 1, copies, keys)
	if !d.Silent {
		s.add(UnitRefusalKicks, 1, inVain, refused)
	}
	s.add(UnitFalseNegatives, 1e6, d.Missing, d.Checked)
	return []Sampled{s}
}
