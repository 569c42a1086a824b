package harness

import (
	"fmt"

	"filterbench/internal/contender"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/semantics"
)

var _ = kinds.add(kind{
	name: record.KindSemantics, needs: []string{"capacity or slots"},
	atOnce: true, inserts: none,
	check: func(s *Settings) error {
		if len(s.Capacity) != 1 || s.Capacity[0] != semantics.Capacity || s.Slots != nil {
			return fmt.Errorf(`kind %s asks all filters with the same keys: key "capacity" must be [%d]`, record.KindSemantics, semantics.Capacity)
		}
		return nil
	},
	cost: func(w work) cost {
		return cost{ns: semantics.Operations * (w.perKey + w.perLookup), bytes: semantics.Bytes}
	},
	probe: probeSemantics, program: programSemantics,
})

// probeSemantics asks the filter of a trial what [semantics.Of] asks.
func probeSemantics(t record.Trial, r *record.Record) error {
	b, err := newBench(t, 0)
	if err != nil {
		return err
	}
	r.Shape = b.filter.Shape()
	row, err := semantics.Of(b.variant)
	r.Outcome = (*record.Semantics)(&row.Answers)
	return err
}

// SemanticsOf asks a filter, made here or a program, for its row.
func SemanticsOf(v variants.Variant) (semantics.Row, error) {
	p, ok := programOf(record.Trial{Kind: record.KindSemantics, Variant: v.String(), Capacity: semantics.Capacity})
	if !ok {
		return semantics.Of(v)
	}
	var r record.Record
	if err := p.Lacks(); err != nil {
		return semantics.Row{}, err
	}
	if err := programSemantics(p, &r); err != nil {
		return semantics.Row{}, err
	}
	return semantics.Row{Filter: v.String(), Answers: semantics.Answers(*r.Semantics())}, nil
}

// semanticJobs is how many jobs a program is given, about.
const semanticJobs = 6

// programSemantics does the same by jobs. The size in the record is that before any copies.
func programSemantics(p program, r *record.Record) error {
	first := true
	answers, err := semantics.OfProgram(semantics.Program{
		Filter: p.Filter, Params: p.params,
		Do: func(j contender.Job) (contender.Answer, error) {
			j.Within = contender.Patience
			before := r.Shape
			a, err := p.run(j, r)
			if !first {
				r.Shape = before
			}
			first = false
			return a, err
		},
		Send: func(commands [][]string) ([]string, error) { return p.replies(commands, r) },
	})
	r.Outcome = (*record.Semantics)(&answers)
	return err
}
