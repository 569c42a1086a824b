package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/variants/families"
)

// gross returns the nanoseconds of an operation as timed, NaN if it was not.
func gross(r *record.Record, op string) float64 {
	if r.Time() != nil {
		for _, s := range r.Time().Samples {
			if s.Op == op && s.Ops > 0 {
				return s.PerOp()
			}
		}
	}
	return math.NaN()
}

// severalHashes is by how much the rate of a Bloom filter that gets one hash must exceed
// that of independent probes for several hashes to be needed.
const severalHashes = 1.05

// ruleHashes rules on the number of hashes. All filters here get one hash of 64 bits: if
// a Bloom filter needed more, its rate would be higher than that of independent probes.
// What a hash takes beside the probes is told and decides nothing, because null's loop
// is its hash and the loop.
func ruleHashes(e *Evidence) Ruling {
	blooms := e.take("fpr-bloom", "bits", family("bloom"), fill(1))
	if len(blooms) == 0 {
		return missing("false positives of Bloom filters, which get one hash")
	}
	few, most := blooms[0].Shape().Probes, 0
	for _, c := range blooms {
		few, most = min(few, c.Shape().Probes), max(most, c.Shape().Probes)
	}
	rate := overModel(blooms, func(r *record.Record) float64 {
		p, ok := families.Predict(r.Shape, r.FPR().Distinct)
		if !ok {
			return math.NaN()
		}
		return p.FPR
	})
	line := fmt.Sprintf("From one hash of 64 bits for each key Bloom filters of %d to %d probes have %s times the rate of independent probes.", few, most, with(rate))
	if text, ok := hashTimes(e); ok {
		line += " " + text
	}
	return judge([]part{atLeast("the rate with one hash over that of independent probes", rate, severalHashes)}).ruling(
		"rate of a Bloom filter that gets one hash over that of independent probes", "", rate, line)
}

// hashTimes tells what null's loop takes, which hashes each key once, and the probes.
func hashTimes(e *Evidence) (text string, ok bool) {
	nulls := e.take("throughput", "size", variant("null"))
	blooms, cuckoos := e.take("throughput", "size", variant("bloom(bpk=12)")), e.take("throughput", "size", variant("cuckoo(b=4,f=12)"))
	if len(nulls) == 0 || len(blooms) == 0 || len(cuckoos) == 0 || nulls[0].Capacity != blooms[0].Capacity || nulls[0].Capacity != cuckoos[0].Capacity {
		return "", false
	}
	null := nulls[0]
	hash := estimateMedian(overReps([]analysis.Cell{null}, func(row []*record.Record) float64 { return gross(row[0], "hit") }))
	rest := func(c analysis.Cell) Estimate {
		return estimateMedian(overReps([]analysis.Cell{c, null}, func(row []*record.Record) float64 { return gross(row[0], "hit") - gross(row[1], "hit") }))
	}
	text = fmt.Sprintf("With %s keys it takes %s ns with its loop, and the probes of a hit another %s ns in bloom(bpk=12) and %s ns in cuckoo(b=4,f=12).",
		count(null.Capacity), with(hash), with(rest(blooms[0])), with(rest(cuckoos[0])))
	if apart := e.take("speed-bars", "bars", variant("null")); len(apart) > 0 {
		alone := estimateMedian(overReps(apart[:1], func(row []*record.Record) float64 { return gross(row[0], record.OpHash) }))
		if alone.Known() {
			text += fmt.Sprintf(" A loop that hashes and does nothing else takes %s ns.", with(alone))
		}
	}
	return text, true
}

// helps is the least saving that is called help, as a ratio of times.
const helps = 1.1

// ruleKernels rules on "comparing many fingerprints at once helps".
func ruleKernels(e *Evidence) Ruling {
	var simd, swar []outcome
	for _, base := range []string{"cuckoo(b=4,f=8", "cuckoo(b=4,f=12", "cuckoo(b=4,f=16"} {
		of := func(kernel string) []analysis.Cell {
			return e.take("throughput", "kernels", variant(base+",kernel="+kernel+")"), func(c analysis.Cell) bool { return c.Shape().Kernel == kernel })
		}
		scalar := of("scalar")
		for _, list := range []*[]outcome{&simd, &swar} {
			fast := of(map[bool]string{true: "simd", false: "swar"}[list == &simd])
			if len(fast) == 0 || len(fast) != len(scalar) {
				continue
			}
			for i := range fast {
				for _, op := range []string{"hit", "miss"} {
					x := estimateMedian(overReps([]analysis.Cell{scalar[i], fast[i]}, netRatio(scalar[i], fast[i], op)))
					*list = append(*list, outcome{name: fmt.Sprintf("%s) with %s keys, %s", base, count(fast[i].Capacity), op), ratio: x, least: helps})
				}
			}
		}
	}
	if len(simd) == 0 {
		return missing("lookups of cuckoo filters with kernel=scalar and kernel=simd at equal sizes, on a processor that has the instructions")
	}
	least, largest := span(simd)
	line := fmt.Sprintf("Lookups in cuckoo filters slot by slot take %s to %s times as long as with AVX-512", with(least), with(largest))
	if len(swar) > 0 {
		low, high := span(swar)
		line += fmt.Sprintf(", and %s to %s times as long as with all slots of a bucket compared in one word", with(low), with(high))
	}
	return acrossCases(simd, "net time of a lookup in a cuckoo filter slot by slot over that with SIMD, least over sizes and fingerprints", line+".",
		"on this machine, in batches")
}
