package sample

import (
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// peerKeys is the size of the libraries made up.
const peerKeys = 996147

// Rate makes one cell of the rates of the experiment of bars, exactly as given.
func (m *Maker) Rate(variant string, rate float64) {
	t := record.Trial{
		Experiment: "speed-bars", Part: "rates", Kind: record.KindFPR, Variant: variant, Workload: "uniform",
		Capacity: peerKeys, Fill: 1, Queries: 100_000,
	}
	reps := m.Reps
	m.Reps = 1
	m.add(t, theory.Shape{Family: "made-up", Bits: 12 * peerKeys, Cells: peerKeys}, func(r *record.Record) {
		r.Outcome = &record.FPR{
			Filled:  record.Filled{Inserted: peerKeys, Accepted: peerKeys, Distinct: peerKeys, Members: peerKeys},
			Queries: 100_000, Positives: uint64(rate*100_000 + 0.5),
		}
	})
	m.Reps = reps
}

// Peers adds libraries to those of [Maker.SpeedBars], and the rates of all: they take so
// many times as long as filters, the one without its hash half as many. Two have nothing
// to stand against.
func (m *Maker) Peers(library float64) {
	reps := m.Reps
	m.Reps = 10
	three := []string{"insert", "hit", "miss"}
	for _, v := range []struct {
		variant string
		ns      float64
	}{
		{"floor(bpk=12,lines=1)", 1}, {"blocked(fpr=0.0039)", 9}, {"bloom(fpr=0.01)", 16}, {"cuckoo(b=4,f=12)", 11},
		{"xor", 9 * library}, {"bab-bloom(fpr=0.01,hash=none)", 4 * library}, {"ipfs-bloom(fpr=0.01)", 30}, {"made-up-filter", 40},
	} {
		m.Speed(record.Trial{Part: "libraries", Variant: v.variant, Capacity: peerKeys, Call: "batch", Ops: three}, v.ns)
	}
	for _, v := range []struct {
		variant string
		ns      float64
	}{{"null", 0}, {"cuckoo(b=4,f=8)", 15}, {"seiflotfy-cuckoo", 15 * library}} {
		m.Speed(record.Trial{Part: "libraries-single", Variant: v.variant, Capacity: peerKeys, Call: "single", Ops: three}, v.ns)
	}
	for _, v := range []struct {
		variant string
		rate    float64
	}{
		{"blocked(fpr=0.01)", 0.0105}, {"blocked(fpr=0.0039)", 0.0039}, {"bloom(fpr=0.01)", 0.01}, {"cuckoo(b=4,f=8)", 0.03}, {"cuckoo(b=4,f=12)", 0.002},
		{"xor", 0.0039}, {"bab-bloom(fpr=0.01)", 0.01}, {"bab-bloom(fpr=0.01,hash=none)", 0.01}, {"seiflotfy-cuckoo", 0.029},
		{"ipfs-bloom(fpr=0.01)", 0.0005}, {"made-up-filter", 0.01},
	} {
		m.Rate(v.variant, v.rate)
	}
	m.Reps = reps
}
