package record

import "fmt"

// KindKicks: fill, and count the kicks of each insert by load.
const KindKicks = "kicks"

var _ = kinds.add(Kind{
	Name: KindKicks, Order: 3, Title: "Kicks", Doc: "fill, and count the kicks of each insert by load",
	Summary: "%s inserts in windows, %s refused",
	New:     func() Outcome { return new(Kicks) },
})

// KickWindow is the kicks of inserts made while the load lay in [From, To).
type KickWindow struct {
	From    float64   `json:"from"`              // load at which the window begins, as a share of the slots
	To      float64   `json:"to"`                // load at which it ends
	Kicks   Histogram `json:"kicks"`             // accepted inserts by kicks
	Refused Histogram `json:"refused,omitempty"` // refused inserts by kicks
}

// Kicks is the outcome of a [KindKicks] trial.
type Kicks struct {
	Windows []KickWindow `json:"windows"` // one for each of the trial's loads
}

// Kicks returns the outcome of a [KindKicks] trial, nil of any other and of one that failed.
func (r *Record) Kicks() *Kicks { p, _ := r.Outcome.(*Kicks); return p }

func (*Kicks) Kind() string { return KindKicks }

func (k *Kicks) Tally() (inserts, refused uint64) {
	for _, w := range k.Windows {
		inserts += w.Kicks.events()
		refused += w.Refused.events()
	}
	return inserts, refused
}

func (*Kicks) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (k *Kicks) Exact(Trial) Outcome { return k }

func (k *Kicks) check(Trial) error {
	for _, w := range k.Windows {
		if !(w.From < w.To) {
			return fmt.Errorf("window from %g to %g: must begin before it ends", w.From, w.To)
		}
		if err := w.Kicks.check("kicks"); err != nil {
			return err
		}
		if err := w.Refused.check("refused"); err != nil {
			return err
		}
	}
	return nil
}

func (k *Kicks) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, w := range k.Windows {
		accepted, kicks := w.Kicks.totals()
		refused, inVain := w.Refused.totals()
		s := Sampled{Record: r, N: max(1, accepted+refused), Point: []Label{{"load", short((w.From + w.To) / 2)}}}
		s.add(UnitKicks, 1, kicks, accepted)
		s.add(UnitRefused, 100, refused, accepted+refused)
		s.add(UnitRefusalKicks, 1, inVain, refused)
		all = append(all, s)
	}
	return all
}
