package harness

import (
	"math/bits"
	"runtime"
	"runtime/debug"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
)

// The bins of [record.BinOf]: single nanoseconds, octaves of 32 bins, octaves of 4.
const (
	fine   = 64
	coarse = fine + 10*32 // from which octaves have 4 bins
	bins   = coarse + 48*4
)

// latencies counts times by bin. Counting touches one word, between timed operations.
type latencies [bins]uint64

// binIndex numbers the bins in the order of their times.
func binIndex(ns uint64) int {
	n := bits.Len64(ns)
	switch {
	case n <= 6:
		return int(ns)
	case n <= 16:
		return fine + 32*(n-7) + int(ns>>(n-6)) - 32
	}
	return coarse + 4*(n-17) + int(ns>>(n-3)) - 4
}

// binLow is the inverse: the lower end of a bin.
func binLow(i int) uint64 {
	switch {
	case i < fine:
		return uint64(i)
	case i < coarse:
		i -= fine
		return uint64(32+i%32) << (i/32 + 1)
	}
	i -= coarse
	return uint64(4+i%4) << (i/4 + 14)
}

// add counts one time. A clock that stood still gives 0.
func (l *latencies) add(ns int64) { l[binIndex(uint64(max(0, ns)))]++ }

func (l *latencies) histogram() record.Histogram {
	h := record.Histogram{}
	for i, n := range l {
		if n > 0 {
			h = append(h, [2]uint64{binLow(i), n})
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
