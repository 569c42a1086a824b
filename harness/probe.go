package harness

import (
	"fmt"

	"filterbench/internal/record"
)

// Measure does one trial and returns its record. A trial that cannot be done, or
// whose probe panics, gives a record with the reason in Failed.
func Measure(t record.Trial) (r record.Record) {
	r = record.Record{Schema: record.Schema, ID: t.ID(), Trial: t}
	defer func() {
		if p := recover(); p != nil {
			if why, ok := p.(*Overrun); ok {
				r = failed(t, why)
				return
			}
			r = failed(t, fmt.Errorf("panic: %v", p))
		}
	}()
	probe, ok := probes[t.Kind]
	if !ok {
		return failed(t, fmt.Errorf("no probe for kind %q", t.Kind))
	}
	if timed(t.Kind) {
		r.SpinNS = spin()
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

// probes has one function for each kind of trial; it fills in the record's shape
// and the kind's payload.
var probes = map[string]func(record.Trial, *record.Record) error{
	record.KindFPR:        probeFPR,
	record.KindLoad:       probeLoad,
	record.KindKicks:      probeKicks,
	record.KindDuplicates: probeDuplicates,
	record.KindChurn:      probeChurn,
	record.KindAudit:      probeAudit,
	record.KindHeap:       probeHeap,
	record.KindDrift:      probeDrift,
	record.KindErasure:    probeErasure,
	record.KindTime:       probeTime,
	record.KindBins:       probeBins,
	record.KindPlaces:     probePlaces,
	record.KindCycle:      probeCycle,
	record.KindLatency:    probeLatency,
	record.KindArrivals:   probeArrivals,
	record.KindCold:       probeCold,
	record.KindParallel:   probeParallel,
}
