package harness

import (
	"fmt"

	"filterbench/internal/record"
	"filterbench/workloads"
)

// Measure does one trial and returns its record. A trial that cannot be done, or
// whose probe panics, gives a record with the reason in Failed.
func Measure(t record.Trial) (r record.Record) {
	r = record.Record{Schema: record.Schema, ID: t.ID(), Trial: t}
	defer func() {
		if p := recover(); p != nil {
			switch why := p.(type) {
			case *Overrun:
				r = failed(t, why)
				return
			case *workloads.TooFew:
				r = failed(t, why)
				return
			}
			r = failed(t, fmt.Errorf("panic: %v", p))
		}
	}()
	kind, ok := kinds[t.Kind]
	if !ok {
		return failed(t, fmt.Errorf("no kind %q", t.Kind))
	}
	if kind.stage == timed {
		r.SpinNS = spin()
	}
	probe := kind.probe
	if p, ok := programOf(t); ok {
		probe = func(record.Trial, *record.Record) error { return kind.program(p, &r) }
	}
	if err := probe(t, &r); err != nil {
		return failed(t, err)
	}
	signPeer(&r)
	return r
}

func failed(t record.Trial, why error) record.Record {
	return record.Record{Schema: record.Schema, ID: t.ID(), Trial: t, Failed: why.Error()}
}
