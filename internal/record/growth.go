package record

import "fmt"

// KindGrowth: insert copies of one key, and note what they make of the table.
const KindGrowth = "growth"

var _ = kinds.add(Kind{
	Name: KindGrowth, Order: 40, Title: "Growth", Doc: "insert copies of one key, and note each time the table grows",
	Summary: "%s copies, %s times the table grew",
	Asked:   "after the copies",
	New:     func() Outcome { return new(Grown) },
})

// Grown is the outcome of a [KindGrowth] trial: a filter that holds distinct other keys
// takes copies of one until one is refused or the trial's number is spent; then it is
// offered new keys; then the others are deleted until the filter compacts itself.
type Grown struct {
	Background uint64  `json:"background"`        // distinct other keys held
	Steps      []Stage `json:"steps"`             // the table before the first copy, then after each copy that made it grow
	Copies     uint64  `json:"copies"`            // accepted before the first refusal
	Refused    bool    `json:"refused,omitempty"` // the next one was refused
	Asked      uint64  `json:"asked"`             // new keys offered after the copies
	Shut       uint64  `json:"shut"`              // of those, refused
	Checked    uint64  `json:"checked"`           // lookups of keys that the filter had accepted
	Missing    uint64  `json:"missing"`           // of those, answered false
	Deletes    uint64  `json:"deletes,omitempty"` // of other keys until the filter compacted itself; 0 if it does not
	Walked     uint64  `json:"walked,omitempty"`  // slots that the last of them looked at

	BlockedNS int64 `json:"blocked_ns,omitempty"` // of a server: how long it took, by the server's clock
}

// Stage is a table that grows, as it was after some copies.
type Stage struct {
	Copies uint64 `json:"copies"`           // after which it is this large
	Bits   uint64 `json:"bits"`             // of all layers
	Layers int    `json:"layers,omitempty"` // where it has any
}

// Grown returns the outcome of a [KindGrowth] trial, nil of any other and of one that failed.
func (r *Record) Grown() *Grown { p, _ := r.Outcome.(*Grown); return p }

func (*Grown) Kind() string { return KindGrowth }

func (g *Grown) Tally() (copies, grown uint64) { return g.Copies, uint64(max(1, len(g.Steps)) - 1) }

func (g *Grown) Held(Trial) (asked, denied uint64) { return g.Checked, g.Missing }

func (g *Grown) Exact(Trial) Outcome {
	c := *g
	c.BlockedNS = 0
	return &c
}

func (g *Grown) check(Trial) error {
	if len(g.Steps) == 0 || g.Steps[0].Copies != 0 {
		return fmt.Errorf("growth has no step at 0 copies, which is what the table was before them")
	}
	for i, s := range g.Steps[1:] {
		if last := g.Steps[i]; s.Copies <= last.Copies || s.Bits <= last.Bits {
			return fmt.Errorf("step %d: %d copies and %d bits after %d and %d; both must grow", i+2, s.Copies, s.Bits, last.Copies, last.Bits)
		}
	}
	return checkParts(
		atMost{"copies of the last step", g.Steps[len(g.Steps)-1].Copies, "copies", g.Copies},
		atMost{"shut", g.Shut, "asked", g.Asked},
		atMost{"missing", g.Missing, "checked", g.Checked},
		atMost{"deletes", g.Deletes, "background", g.Background},
	)
}

func (g *Grown) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, g.Copies)}
	if g.Refused {
		s.add(UnitCopies, 1, g.Copies, 1)
	}
	s.add(UnitBitsPerKey, 1, g.Steps[len(g.Steps)-1].Bits, g.Background+1)
	s.add(UnitRefused, 100, g.Shut, g.Asked)
	s.add(UnitFalseNegatives, 1e6, g.Missing, g.Checked)
	return []Sampled{s}
}
