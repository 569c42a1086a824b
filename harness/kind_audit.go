package harness

import (
	"math/rand/v2"
	"runtime"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindAudit, needs: []string{"capacity or slots", "fill", "positives", "max_queries", "draws", "copies"}, takes: []string{"hashes"},
	draws: "keys of which copies are inserted",
	stage: single,
	inserts: func(t record.Trial) uint64 {
		return max(uint64(overfill*float64(t.Capacity+t.Slots)), keysOf(t)+max(uint64(t.Draws), allocOps))
	},
	cost: func(w work) cost {
		size := float64(w.Capacity + w.Slots)
		return cost{ns: (8*size+w.keys)*w.perKey + float64(w.Queries)*w.perLookup + nsRefusal*max(0, overfill*size-w.slots)}
	},
	probe: probeAudit,
})

const (
	overfill     = 1.25 // inserts into an overfilled filter, over its size
	allocOps     = 256  // operations over which allocations are counted
	copiesAtMost = 3    // copies of a key among the random operations: fewer than any library refuses
)

// probeAudit holds a filter to what anybody would expect of it, stage by stage, each
// with a filter of its own. The trial must run alone, for the sake of the allocations.
func probeAudit(t record.Trial, r *record.Record) error {
	a := &record.Audit{}
	for i, stage := range []func(*bench, *record.Audit) error{auditCopies, auditFilled, auditOverfilled, auditOperations, auditAllocations} {
		b, err := newBench(t, i)
		if err != nil {
			return err
		}
		if i == 0 {
			r.Shape = b.filter.Shape()
			a.Library, a.Promise = libraryOf(b.variant)
		}
		if err := stage(b, a); err != nil {
			return err
		}
	}
	r.Outcome = a
	return nil
}

// libraryOf returns what is known of a peer's library, and the rate that it promises.
func libraryOf(v variants.Variant) (*record.Library, float64) {
	if v.Library == nil {
		return nil, 0
	}
	l := &record.Library{Hash: v.Library.Hash, Seeds: v.Library.Seeds, Threads: v.Library.Threads, Forgets: v.Library.Forgets}
	for _, d := range v.Library.Defects {
		l.Defects = append(l.Defects, record.Defect{What: d.What, Test: d.Test})
	}
	return l, v.Library.Promise(v.Values)
}

// fresh returns another empty filter of the bench's seed.
func (b *bench) fresh(stage int) (variants.Filter, error) {
	return b.variant.New(sizeOf(b.trial), filterSeed(drawSeed(b.trial, stage)))
}

// auditCopies inserts copies of one key after the other into filters that hold nothing
// else, and deletes as many as were accepted.
func auditCopies(b *bench, a *record.Audit) error {
	copies, removed := tally{}, tally{}
	for i := range uint64(b.trial.Draws) {
		f, err := b.fresh(0)
		if err != nil {
			return err
		}
		b.filter = f
		hash := b.buffer[:1]
		b.keys.HashInserts(hash, i, b.hashSeed)
		accepted, before, _ := b.insertCopies(hash[0], b.trial.Copies, tally{}, tally{})
		copies[before]++
		a.Later += accepted - before
		if d, ok := f.(variants.Deleter); ok {
			found := uint64(0)
			for range accepted {
				if d.Delete(hash[0]) {
					found++
				}
			}
			removed[found]++
		}
	}
	a.Copies, a.Removed = copies.histogram(), removed.histogram()
	return nil
}

// auditFilled fills a filter as far as the trial says, looks for members and absent
// keys, and then inserts copies of further keys.
func auditFilled(b *bench, a *record.Audit) error {
	n := keysOf(b.trial)
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	a.Refused = uint64(len(b.refused))
	a.Members, a.Missing = b.verify(0, n)
	a.Queries, a.Positives = b.query(0, b.trial.Queries)
	hot := make([]uint64, 1)
	for i := range uint64(b.trial.Draws) {
		b.keys.HashInserts(hot, n+i, b.hashSeed)
		accepted, _, _ := b.insertCopies(hot[0], b.trial.Copies, tally{}, tally{})
		a.CopiesRefused += uint64(b.trial.Copies) - accepted
	}
	_, a.Displaced = b.verify(0, n)
	return nil
}

// auditOverfilled inserts more keys than the filter is for, into two filters at once,
// and looks for all of them.
func auditOverfilled(b *bench, a *record.Audit) error {
	twin, err := b.fresh(2)
	if err != nil {
		return err
	}
	n := uint64(overfill * float64(b.trial.Capacity+b.trial.Slots))
	hash := make([]uint64, 1)
	differ := func(one, other bool) {
		a.TwinAsked++
		if one != other {
			a.TwinDiffers++
		}
	}
	for i := range n {
		b.keys.HashInserts(hash, i, b.hashSeed)
		accepted := b.filter.Insert(hash[0]) == nil
		differ(accepted, twin.Insert(hash[0]) == nil)
		if !accepted {
			b.refused[i] = struct{}{}
		}
	}
	a.OverTried, a.OverRefused = n, uint64(len(b.refused))
	for i := range n {
		b.keys.HashInserts(hash, i, b.hashSeed)
		found := b.filter.Contains(hash[0])
		differ(found, twin.Contains(hash[0]))
		if _, refused := b.refused[i]; refused && found {
			a.OverStored++
		} else if !refused && !found {
			a.OverLost++
		}
		b.keys.HashAbsents(hash, i, b.hashSeed)
		differ(b.filter.Contains(hash[0]), twin.Contains(hash[0]))
	}
	return nil
}

// auditOperations inserts and deletes at random, at half of the filter's size, beside a
// list of how many copies of each key are held. Only what is held is deleted.
func auditOperations(b *bench, a *record.Audit) error {
	pool := make([]uint64, max(1, (b.trial.Capacity+b.trial.Slots)/2))
	b.keys.HashInserts(pool, 0, b.hashSeed)
	held := make([]uint8, len(pool))
	random := rand.New(rand.NewPCG(hashing.Derive(uint64(b.trial.Seed), "audit"), 0))
	deleter, deletes := b.filter.(variants.Deleter)
	for range 4 * len(pool) {
		i := random.IntN(len(pool))
		a.Ops++
		switch remove := deletes && random.IntN(2) == 0; {
		case remove && held[i] > 0:
			a.Deletes++
			if !deleter.Delete(pool[i]) {
				a.Undeleted++
			}
			held[i]--
		case !remove && held[i] < copiesAtMost && b.filter.Insert(pool[i]) == nil:
			held[i]++
		}
		lookUp(a, b.filter, pool[i], held[i])
	}
	for i, copies := range held {
		lookUp(a, b.filter, pool[i], copies)
		a.Entries += uint64(copies)
	}
	// Where copies share slots, slots are not entries.
	if h, ok := b.filter.(variants.Holder); ok && !b.variant.HasAny(families.Shares|families.Absorbs) {
		a.Counts, a.Counted = true, h.Used()
	}
	return nil
}

// lookUp asks for a key if it is held.
func lookUp(a *record.Audit, f variants.Filter, hash uint64, copies uint8) {
	if copies == 0 {
		return
	}
	a.Lookups++
	if !f.Contains(hash) {
		a.Denied++
	}
}

// auditAllocations counts the allocations of inserts into a filter that is half full,
// and of lookups.
func auditAllocations(b *bench, a *record.Audit) error {
	n := keysOf(b.trial) / 2
	if err := b.insert(0, n, nil); err != nil {
		return err
	}
	hashes := make([]uint64, allocOps)
	b.keys.HashInserts(hashes, n, b.hashSeed)
	a.AllocOps = allocOps
	a.InsertAllocs = allocations(func(h uint64) { _ = b.filter.Insert(h) }, hashes)
	a.LookupAllocs = allocations(func(h uint64) { b.filter.Contains(h) }, hashes)
	return nil
}

// allocations returns how many objects the heap gave out during calls.
func allocations(call func(uint64), hashes []uint64) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, h := range hashes {
		call(h)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}
