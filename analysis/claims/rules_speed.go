package claims

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// gross returns the nanoseconds of an operation as timed, NaN if it was not.
func gross(r *record.Record, op string) float64 {
	if r.Time != nil {
		for _, s := range r.Time.Samples {
			if s.Op == op && s.Ops > 0 {
				return s.PerOp()
			}
		}
	}
	return math.NaN()
}

// ruleHashes rules on the number of hashes. Null's loop hashes a key once and does
// nothing else, so that k hashes take k times its time, whatever is probed.
func ruleHashes(e *Evidence) Ruling {
	nulls := e.take("throughput", "size", variant("null"))
	blooms, cuckoos := e.take("throughput", "size", variant("bloom(bpk=12)")), e.take("throughput", "size", variant("cuckoo(b=4,f=12)"))
	if len(nulls) == 0 || len(blooms) == 0 || len(cuckoos) == 0 || nulls[0].Capacity != blooms[0].Capacity || nulls[0].Capacity != cuckoos[0].Capacity {
		return missing("timed hits of null, bloom(bpk=12) and cuckoo(b=4,f=12) at one size")
	}
	null, bloom, cuckoo := nulls[0], blooms[0], cuckoos[0]
	k := float64(bloom.Shape().Probes)
	over := func(c analysis.Cell, hashes float64) Estimate {
		return estimateMedian(overReps([]analysis.Cell{c, null}, func(row []*record.Record) float64 {
			return gross(row[0], "hit") / (hashes * gross(row[1], "hit"))
		}))
	}
	each := over(bloom, k)
	hash := estimateMedian(overReps([]analysis.Cell{null}, func(row []*record.Record) float64 { return gross(row[0], "hit") }))
	rest := func(c analysis.Cell) Estimate {
		return estimateMedian(overReps([]analysis.Cell{c, null}, func(row []*record.Record) float64 { return gross(row[0], "hit") - gross(row[1], "hit") }))
	}
	return judge([]part{atLeast("the time of a hit over that of as many hashes as probes", each, 1)}).ruling(
		"gross time of a hit in a Bloom filter over its probes times the time of a hash, at the smallest size", "", each, fmt.Sprintf(
			"Both filters get one hash of 64 bits for each key: it takes %s ns with its loop, and the probes of a hit another %s ns in bloom(bpk=12) and %s ns in cuckoo(b=4,f=12), with %s keys. A Bloom filter that hashed for each of its %s probes would take %s ns or more.",
			with(hash), with(rest(bloom)), with(rest(cuckoo)), count(null.Capacity), number(k), number(k*hash.Value)))
}

// helps is the least saving that is called help, as a ratio of times.
const helps = 1.1

// ruleKernels rules on "comparing many fingerprints at once helps".
func ruleKernels(e *Evidence) Ruling {
	type pairing struct {
		name string
		x    Estimate
	}
	var simd, swar []pairing
	for _, base := range []string{"cuckoo(b=4,f=8", "cuckoo(b=4,f=12", "cuckoo(b=4,f=16"} {
		of := func(kernel string) []analysis.Cell {
			return e.take("throughput", "kernels", variant(base+",kernel="+kernel+")"), func(c analysis.Cell) bool { return c.Shape().Kernel == kernel })
		}
		scalar := of("scalar")
		for _, list := range []*[]pairing{&simd, &swar} {
			fast := of(map[bool]string{true: "simd", false: "swar"}[list == &simd])
			if len(fast) == 0 || len(fast) != len(scalar) {
				continue
			}
			for i := range fast {
				for _, op := range []string{"hit", "miss"} {
					x := estimateMedian(overReps([]analysis.Cell{scalar[i], fast[i]}, netRatio(scalar[i], fast[i], op)))
					*list = append(*list, pairing{fmt.Sprintf("%s) with %s keys, %s", base, count(fast[i].Capacity), op), x})
				}
			}
		}
	}
	if len(simd) == 0 {
		return missing("lookups of cuckoo filters with kernel=scalar and kernel=simd at equal sizes, on a processor that has the instructions")
	}
	span := func(list []pairing) (least, largest Estimate) {
		var xs []Estimate
		for _, p := range list {
			xs = append(xs, p.x)
		}
		return extremes(xs)
	}
	var parts, held []part
	var elsewhere []string
	for _, p := range simd {
		part := atLeast("the ratio for "+p.name, p.x, helps)
		parts = append(parts, part)
		if p.x.Known() && part.pInside()*float64(len(simd)) < level { // what holds is chosen by looking at all of it
			held = append(held, part)
		} else {
			elsewhere = append(elsewhere, p.name)
		}
	}
	least, largest := span(simd)
	line := fmt.Sprintf("Lookups in cuckoo filters slot by slot take %s to %s times as long as with AVX-512", with(least), with(largest))
	if len(swar) > 0 {
		low, high := span(swar)
		line += fmt.Sprintf(", and %s to %s times as long as with all slots of a bucket compared in one word", with(low), with(high))
	}
	const what = "net time of a lookup in a cuckoo filter slot by slot over that with SIMD, least over sizes and fingerprints"
	r := judge(parts).ruling(what, "", least, line+".")
	switch {
	case r.Verdict == Confirmed:
		return r.when("on this machine, in batches")
	case len(held)*2 < len(parts):
		return r
	}
	some := judge(held).ruling(what, "", least, line+".")
	some.P *= float64(len(parts))
	return some.when("on this machine, in batches, and not shown for " + sentence(elsewhere))
}
