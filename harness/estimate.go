package harness

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// Estimate is what a trial or a plan is expected to cost.
type Estimate struct {
	Seconds float64 // of one core for a trial; of the wall clock for a plan
	Bytes   uint64  // most memory held at once
	Lookups float64 // of absent keys, of a trial of kind fpr
}

// The rough cost of one operation, in nanoseconds, on a small cloud machine. They
// steer only progress bars and the printed estimate; a factor of two is good enough.
const (
	nsInsert  = 35.0
	nsLookup  = 6.0
	nsKick    = 8.0
	nsRefusal = 2500.0 // an insert that spends every kick and takes them back
	peerCost  = 20.0   // a call of a library of others, which takes keys one by one and hashes them, over one of ours
	peerTime  = 4.0    // the same where times are measured, whose other filters are larger and timed key by key too
	nsHeap    = 5e6    // six forced collections of a small heap
	nsChain   = 60.0   // a look at the head of a chain, mostly out of the caches
	nsGroup   = 150.0  // a key put to those with the same places
	nsOracle  = 150.0  // the bookkeeping of one copy that comes and goes
	nsPrepare = 60e3   // set-up of a trial, its record and the garbage collector
)

// EstimateTrial predicts the cost of one trial.
func EstimateTrial(t record.Trial) Estimate {
	v, err := catalog.Parse(t.Variant)
	if err != nil {
		panic("harness: planned trial does not parse: " + err.Error())
	}
	shape, err := v.Shape(sizeOf(t))
	if err != nil {
		panic("harness: planned trial has no shape: " + err.Error())
	}
	keys, slots := float64(keysOf(t)), float64(shape.Cells)
	perKey := nsInsert + nsLookup*float64(max(1, shape.Probes/4))
	refused := 0.0
	if (v.HasAny(families.Kicks | families.Refuses)) && keys > slots {
		refused = keys - slots
	}
	ns, absent := nsPrepare, 0.0
	bytes := grown(shape, insertedBy(t))/8 + keysOf(t)/8 + heldBeside(t, v, shape) + 1<<20
	switch t.Kind {
	case record.KindFPR:
		absent = lookups(t, shape)
		ns += keys*perKey + refused*nsRefusal + absent*nsLookup
	case record.KindLoad, record.KindKicks:
		ns += float64(t.Draws) * slots * (perKey + 2*nsKick)
	case record.KindDuplicates:
		ns += keys*perKey + float64(t.Draws)*(keys*nsLookup+float64(t.Copies)*nsRefusal)
	case record.KindChurn:
		last := slices.Max(t.Turnovers)
		ns += keys*perKey*(1+2*last) + float64(len(t.Turnovers))*(keys+float64(t.Queries))*nsLookup
	case record.KindAudit:
		size := float64(t.Capacity + t.Slots)
		ns += (8*size+keys)*perKey + float64(t.Queries)*nsLookup + nsRefusal*max(0, overfill*size-slots)
	case record.KindHeap:
		ns += nsHeap + 2*keys*perKey
		if v.Name == "set" { // its parts are copied as it grows, and strings come on top
			ns += 4 * keys * perKey
			bytes += 96 * keysOf(t)
		}
	case record.KindBins:
		ns += float64(t.Draws) * keys * (perKey + nsChain*float64(shape.Probes))
	case record.KindPlaces:
		ns += float64(t.Draws) * perKey
	case record.KindCycle:
		ns += float64(t.Draws) * (nsGroup*groupSearch(t, shape) + nsRefusal)
	case record.KindDrift:
		last := slices.Max(t.Turnovers)
		ns += keys*(1+last)*(perKey*2+nsOracle+sweeps*nsLookup) + float64(len(t.Turnovers))*(keys+float64(t.Queries))*nsLookup
		bytes += 100 * keysOf(t)
	case record.KindErasure:
		ns += keys*(perKey*7+4*nsLookup) + float64(t.Draws)*perKey
	case record.KindLatency, record.KindArrivals, record.KindCold, record.KindParallel:
		more, held := trafficCost(t, shape, perKey)
		ns, bytes = ns+more, bytes+held
	case record.KindTime:
		loops := float64(len(t.Ops)) * float64(t.Lookups)
		if slices.Contains(t.Ops, "insert") { // on as many filters as it takes
			ns += 3 * max(keys, float64(t.Lookups)) * perKey
		} else {
			ns += keys * perKey // keys are made in order, and put in once
		}
		ns += loops * 3 * nsLookup
		bytes += 8*keysOf(t) + 8*uint64(len(t.Ops)+1)*uint64(t.Lookups) // nothing is collected while the clock is on
		if slices.Contains(t.Ops, "delete") {
			bytes += 8 * keysOf(t) // the order in which keys leave
		}
		if slices.Contains(t.Ops, "build") {
			bytes += 8 * keysOf(t) // the hashes of all keys at once
		}
	}
	switch {
	case v.Library != nil && t.Kind == record.KindTime:
		ns *= peerTime
	case v.Library != nil:
		ns *= peerCost
	}
	return Estimate{Seconds: ns / 1e9, Bytes: bytes, Lookups: absent}
}

// lookups predicts how many absent keys a trial of kind fpr looks up: all, unless
// theory has the target reached before.
func lookups(t record.Trial, shape theory.Shape) float64 {
	if t.Target > 0 {
		if p, ok := families.Predict(shape, keysHeld(shape, keysOf(t))); ok && p.FPR > 0 {
			return math.Min(float64(t.Queries), float64(t.Target)/p.FPR)
		}
	}
	return float64(t.Queries)
}

// Estimate predicts a plan: counting trials share the cores, the others run alone.
// Memory is that of the largest trials that can run at once.
func (p Plan) Estimate(workers int) Estimate {
	var counting, single float64
	var sizes []uint64
	var largest uint64
	for _, t := range p.Trials {
		e := EstimateTrial(t)
		if alone(t.Kind) {
			single += e.Seconds
			largest = max(largest, e.Bytes)
		} else {
			counting += e.Seconds
			sizes = append(sizes, e.Bytes)
		}
	}
	slices.SortFunc(sizes, func(a, b uint64) int { return -cmp.Compare(a, b) })
	var together uint64
	for _, n := range sizes[:min(workers, len(sizes))] {
		together += n
	}
	return Estimate{Seconds: counting/float64(workers) + single, Bytes: max(together, largest)}
}

// DefaultMemory is the memory budget of a plan unless the user says otherwise.
const DefaultMemory = 4 << 30

// CheckBudget refuses a plan that could hold more than budget bytes at once.
func (p Plan) CheckBudget(budget uint64) error {
	need := p.Estimate(Workers()).Bytes
	if need <= budget {
		return nil
	}
	return fmt.Errorf("the plan needs about %.3g GiB at once and the budget is %.3g GiB (flag --memory); %s", gibibytes(need), gibibytes(budget), p.largest())
}

// Workers is how many counting trials run at once.
func Workers() int { return runtime.GOMAXPROCS(0) }
