package record

import (
	"fmt"
	"strconv"
)

// KindCycle: insert keys with the same places into an empty table.
const KindCycle = "cycle"

var _ = kinds.add(Kind{
	Name: KindCycle, Order: 13, Title: "Cycle", Doc: "insert keys with the same places into an empty table",
	Summary: "%s groups, %s keys refused",
	New:     func() Outcome { return new(Cycle) },
})

// Cycle is the outcome of a [KindCycle] trial: each draw finds a group of keys with
// the same places by search, and inserts it into an empty table. For comparison the
// last of them is left out of another empty table, in favour of a key that shares at
// least one of the places and has at least one more.
type Cycle struct {
	Searched uint64    `json:"searched"` // keys looked at in all draws together
	Refused  Histogram `json:"refused"`  // groups by keys refused
	Last     uint64    `json:"last"`     // groups of which the last key was refused and no other
	Kicks    Histogram `json:"kicks"`    // refused inserts by kicks
	Apart    Histogram `json:"apart"`    // groups for comparison by keys refused
}

// Cycle returns the outcome of a [KindCycle] trial, nil of any other and of one that failed.
func (r *Record) Cycle() *Cycle { p, _ := r.Outcome.(*Cycle); return p }

func (*Cycle) Kind() string { return KindCycle }

func (c *Cycle) Tally() (groups, refused uint64) { return c.Refused.events(), c.Kicks.events() }

func (*Cycle) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (c *Cycle) Exact(Trial) Outcome { return c }

func (c *Cycle) check(Trial) error {
	for _, h := range []struct {
		name string
		h    Histogram
	}{{"refused", c.Refused}, {"kicks", c.Kicks}, {"apart", c.Apart}} {
		if err := h.h.check(h.name); err != nil {
			return err
		}
	}
	groups, refused := c.Refused.totals()
	other, _ := c.Apart.totals()
	spent, _ := c.Kicks.totals()
	if groups != other || refused != spent {
		return fmt.Errorf("%d groups and %d for comparison, %d refusals and kicks of %d; must be as many of each", groups, other, refused, spent)
	}
	return checkParts(atMost{"last", c.Last, "groups", groups})
}

func (c *Cycle) samples(r *Record, _ Nulls) []Sampled {
	groups, refused := c.Refused.totals()
	spent, kicks := c.Kicks.totals()
	s := Sampled{Record: r, N: max(1, groups), Point: []Label{{"share", strconv.Itoa(r.Copies)}}}
	s.add(UnitRefused, 100, refused, groups*uint64(max(1, r.Copies)))
	s.add(UnitRefusalKicks, 1, kicks, spent)
	return []Sampled{s}
}
