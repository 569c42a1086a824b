package harness

import (
	"runtime"
	"runtime/debug"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
)

// latencies counts times by bin. Counting touches one word, between timed operations.
type latencies [record.TimeBins]uint64

// add counts one time. A clock that stood still gives 0.
func (l *latencies) add(ns int64) { l[record.BinIndex(uint64(max(0, ns)))]++ }

// include adds the times of others.
func (l *latencies) include(others *latencies) {
	for i, n := range others {
		l[i] += n
	}
}

func (l *latencies) histogram() record.Histogram {
	h := record.Histogram{}
	for i, n := range l {
		if n > 0 {
			h = append(h, [2]uint64{record.BinLow(i), n})
		}
	}
	return h
}

// quiet switches the garbage collector off, after a last collection, and returns what
// switches it on again.
func quiet() (restore func()) {
	old := debug.SetGCPercent(-1)
	runtime.GC()
	return func() { debug.SetGCPercent(old) }
}

// eachInsert times inserts one by one and returns how many are refused.
func (l *latencies) eachInsert(f variants.Filter, hashes []uint64) (refused uint64) {
	for _, h := range hashes {
		start := monotonic()
		err := f.Insert(h)
		l.add(monotonic() - start)
		if err != nil {
			refused++
		}
	}
	return refused
}

// eachLookup times lookups one by one and returns how many are positive.
func (l *latencies) eachLookup(f variants.Filter, hashes []uint64) (positives uint64) {
	for _, h := range hashes {
		start := monotonic()
		found := f.Contains(h)
		l.add(monotonic() - start)
		if found {
			positives++
		}
	}
	return positives
}

// nullFilter returns the filter that does nothing, called as any other is: what is
// timed of it is the clock and the call.
func nullFilter() variants.Filter {
	v, err := catalog.Parse("null")
	if err != nil {
		panic("harness: no null filter: " + err.Error())
	}
	f, err := v.New(variants.Size{}, 0)
	if err != nil {
		panic("harness: no null filter: " + err.Error())
	}
	return f
}

// clockCost times lookups in the null filter, one by one.
func clockCost(hashes []uint64) record.Histogram {
	l := &latencies{}
	l.eachLookup(nullFilter(), hashes)
	return l.histogram()
}
