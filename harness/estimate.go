package harness

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/shape"
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
	nsKey     = 12.0 // a key of a workload is made
	nsKick    = 8.0
	nsRefusal = 2500.0 // an insert that spends every kick and takes them back
	peerCost  = 20.0   // a call of a library of others, which takes keys one by one and hashes them, over one of ours
	peerTime  = 4.0    // the same where times are measured, whose other filters are larger and timed key by key too
	nsHeap    = 5e6    // six forced collections of a small heap
	nsChain   = 60.0   // a look at the head of a chain, mostly out of the caches
	nsGroup   = 150.0  // a key put to those with the same places
	nsOracle  = 150.0  // the bookkeeping of one copy that comes and goes
	nsClock   = 120.0  // two readings of the clock and the count of their difference
	nsSweep   = 12e6   // a walk through sweepBytes
	nsGuard   = 90.0   // an operation under a lock that others want, or on a line that they write
	nsPrepare = 60e3   // set-up of a trial, its record and the garbage collector
)

// EstimateTrial predicts the cost of one trial.
func EstimateTrial(t record.Trial) Estimate { return (&Estimator{}).Of(t) }

// Estimator predicts the costs of trials. It keeps how large filters are, which takes most of
// the time, so that the repetitions of a cell share it. The zero value is ready; goroutines
// must not share one.
type Estimator struct {
	Machine *Machine // that the estimates are for; nil for a small cloud machine, the same wherever it is asked
	made    map[asked]geometry
}

// asked is what decides a filter's geometry.
type asked struct {
	variant string
	size    variants.Size
}

type geometry struct {
	variant variants.Variant
	shape   shape.Shape
}

// geometryOf returns the geometry of a planned trial's filter.
func (e *Estimator) geometryOf(t record.Trial) geometry {
	key := asked{t.Variant, sizeOf(t)}
	g, ok := e.made[key]
	if ok {
		return g
	}
	v, err := catalog.Parse(t.Variant)
	if err != nil {
		panic("harness: planned trial does not parse: " + err.Error())
	}
	s, err := v.Shape(key.size)
	if err != nil {
		panic("harness: planned trial has no shape: " + err.Error())
	}
	if e.made == nil {
		e.made = map[asked]geometry{}
	}
	g = geometry{v, s}
	e.made[key] = g
	return g
}

// Of predicts the cost of one trial.
func (e *Estimator) Of(t record.Trial) Estimate {
	g := e.geometryOf(t)
	v, shape := g.variant, g.shape
	w := work{Trial: t, variant: v, shape: shape, keys: float64(keysOf(t)), slots: float64(shape.Cells),
		perKey: nsInsert + nsLookup*float64(max(1, shape.Probes/4)), perHit: nsLookup, perLookup: nsLookup}
	if v.HasAny(refusals.any) {
		w.refused = max(0, w.keys-w.slots)
	}
	kind := kinds[t.Kind]
	if _, ok := catalog.ProgramOf(t.Variant); ok {
		return estimateProgram(t)
	}
	if e.Machine != nil {
		seen := e.Machine.costs(v, shape, t)
		w.perKey, w.perHit, w.perLookup = seen.insert, seen.hit, seen.miss
	}
	c := kind.cost(w)
	ns := nsPrepare + c.ns
	switch {
	case e.Machine != nil: // libraries were tried as all others
	case v.Library != nil && kind.name == record.KindTime:
		ns *= peerTime
	case v.Library != nil:
		ns *= peerCost
	}
	bytes := grown(shape, insertedBy(t))/8 + keysOf(t)/8 + heldBeside(w) + 1<<20
	return Estimate{Seconds: ns / 1e9, Bytes: bytes + c.bytes, Lookups: c.lookups}
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
func (p Plan) Estimate(workers int) Estimate { return p.EstimateOn(nil, workers) }

// EstimateOn predicts it for a machine.
func (p Plan) EstimateOn(m *Machine, workers int) Estimate {
	var counting, single float64
	var sizes []uint64
	var largest uint64
	estimator := Estimator{Machine: m}
	for _, t := range p.Trials {
		e := estimator.Of(t)
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
const DefaultMemory = 8 << 30

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
