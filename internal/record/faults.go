package record

// KindFaults: flip bits of the table and of the serialised form, and cut the latter short.
const KindFaults = "faults"

var _ = kinds.add(Kind{
	Name: KindFaults, Order: 72, Title: "Faults", Doc: "flip bits of the table and of its serialised form, and cut that short",
	Summary: "%s keys lost in %s faults",
	New:     func() Outcome { return new(Faults) },
})

// Faults is the outcome of a [KindFaults] trial. Each fault is by itself: before the next the
// table, or the form, is as it was.
type Faults struct {
	Members uint64 `json:"members"`         // keys held, all looked up after each fault
	Form    uint64 `json:"form,omitempty"`  // bytes of the serialised form; 0 where there is none
	Whole   uint64 `json:"whole,omitempty"` // members denied by a filter read back from the whole form
	Table   Fault  `json:"table"`           // one bit of the table in memory
	Flipped Fault  `json:"flipped"`         // one bit of the form, which is then read; the head stays whole, as a false size may ask for any memory
	Cut     Fault  `json:"cut"`             // the form ends at a random byte, and is then read
}

// Fault is what faults of one sort did, all together.
type Fault struct {
	Tried     uint64 `json:"tried"`               // faults
	Told      uint64 `json:"told,omitempty"`      // of those, refused with an error: somebody has noticed
	Panics    uint64 `json:"panics,omitempty"`    // of those, the read or a lookup panicked
	Silent    uint64 `json:"silent,omitempty"`    // of those that nobody noticed, some member was denied
	Lost      uint64 `json:"lost,omitempty"`      // members denied after those, over all faults
	Most      uint64 `json:"most,omitempty"`      // by one of them
	Queries   uint64 `json:"queried,omitempty"`   // absent keys looked up after those
	Positives uint64 `json:"positives,omitempty"` // of these, answered true
}

// Faults returns the outcome of a [KindFaults] trial, nil of any other and of one that failed.
func (r *Record) Faults() *Faults { p, _ := r.Outcome.(*Faults); return p }

func (*Faults) Kind() string { return KindFaults }

func (f *Faults) Tally() (lost, faults uint64) {
	return f.Table.Lost + f.Flipped.Lost + f.Cut.Lost, f.Table.Tried + f.Flipped.Tried + f.Cut.Tried
}

func (*Faults) Held(Trial) (asked, denied uint64) { return 0, 0 } // to lose keys is what faults are for

func (f *Faults) Exact(Trial) Outcome { return f }

func (f *Faults) check(Trial) error {
	if err := checkParts(atMost{"whole", f.Whole, "members", f.Members}); err != nil {
		return err
	}
	for _, x := range []Fault{f.Table, f.Flipped, f.Cut} {
		err := checkParts(
			atMost{"told and panics", x.Told + x.Panics, "tried", x.Tried},
			atMost{"silent", x.Silent, "tried", x.Tried},
			atMost{"most", x.Most, "members", f.Members},
			atMost{"lost", x.Lost, "most of every fault", x.Most * x.Tried},
			atMost{"positives", x.Positives, "queried", x.Queries},
		)
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *Faults) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, x := range []struct {
		sort string
		Fault
	}{{"table", f.Table}, {"flipped", f.Flipped}, {"cut", f.Cut}} {
		if x.Tried > 0 {
			s := Sampled{Record: r, N: x.Tried, Point: []Label{{"fault", x.sort}}}
			s.add(UnitLostKeys, 1, x.Lost, x.Tried)
			s.add(UnitTold, 100, x.Told, x.Tried)
			all = append(all, s)
		}
	}
	return all
}
