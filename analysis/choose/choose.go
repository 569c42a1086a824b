package choose

import (
	"cmp"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// Run is what the filters of a run have to offer.
type Run struct {
	Rated   []Entry            // filters whose rate was measured
	Timed   []Entry            // filters of about a million keys that were timed
	Streams map[string][]Entry // filters that keep every copy, by the stream on which they were sound
	Noise   float64            // by which share times of equal trials differ

	shapes   []state // of Rated
	refusing []Entry // filters whose rate was measured after they had refused keys
}

// Read gathers all filters of a run.
func Read(d *analysis.Dataset) (*Run, error) {
	r := &Run{}
	var err error
	if r.Noise, err = measure.Noise(d); err != nil {
		return nil, err
	}
	if err := r.readRates(d); err != nil {
		return nil, err
	}
	r.average()
	if err := r.readTimes(d); err != nil {
		return nil, err
	}
	return r, r.readStreams(d)
}

// Need is what somebody wants of a filter: the fewest bits, or the least time of an
// operation.
type Need struct {
	Words  string           // for people
	Op     string           // to be fast; "" asks for the fewest bits
	Call   string           // how the operation is called: batch or single
	AnyN   bool             // the number of keys cannot be chosen, so that the mean over it counts
	Stream string           // the stream of keys with copies that must be kept, "" if keys are different
	Plain  bool             // on a machine without AVX-512
	Keep   func(Entry) bool // which filters will do; nil takes all
}

// Deletable keeps filters from which keys can be taken out.
func Deletable(e Entry) bool { return e.Deletes && !e.Static }

// Growing keeps filters to which keys can be added one by one.
func Growing(e Entry) bool { return !e.Static }

// portable reports whether a filter was timed without the instructions of AVX-512:
// with other kernels, or as a library, which is plain Go.
func (e Entry) portable() bool { return e.Library || e.Kernel != "" && e.Kernel != "simd" }

// Keeps reports whether a filter keeps a rate.
func (e Entry) Keeps(rate float64) bool {
	return e.Exact || e.Rate <= rate*(1+measure.Margin) && e.RateLo <= rate
}

// Choice is the best filter for a need at a rate.
type Choice struct {
	Entry
	Need Need
	Ties []string // other variants that the run does not tell from it
}

// Amount is what a choice costs: bits for each key, or nanoseconds.
func (c Choice) Amount() float64 { return c.Need.amount(c.Entry) }

func (n Need) amount(e Entry) float64 {
	switch {
	case n.Op != "":
		return e.Time[n.Op].Value
	case n.AnyN:
		return e.AnyBits
	}
	return e.Bits
}

// Field lists the entries of a run that will do for a need at a rate.
func (r *Run) Field(n Need, rate float64) []Entry {
	list := r.Rated
	switch {
	case n.Stream != "":
		list = r.Streams[n.Stream]
	case n.Op != "":
		list = r.Timed
	}
	return slices.DeleteFunc(slices.Clone(list), func(e Entry) bool {
		_, timed := e.Time[n.Op]
		switch {
		case e.Exact || !e.Keeps(rate) || n.Keep != nil && !n.Keep(e):
			return true
		case n.Op == "":
			return n.AnyN && !e.Fullest
		case n.Plain:
			return !timed || e.Call != n.Call || !e.portable()
		}
		return !timed || e.Call != n.Call || e.Kernel != ""
	})
}

// Choose returns the best filter for a need at a rate. The fewest bits win, and of equal
// bits the lower rate. The least time wins; of filters whose times are not told apart
// from the least, the one with the fewest bits. ok is false if none will do.
func (r *Run) Choose(n Need, rate float64) (best Choice, ok bool) {
	list := r.Field(n, rate)
	if len(list) == 0 {
		return Choice{}, false
	}
	byAmount := func(a, b Entry) int {
		return cmp.Or(cmp.Compare(n.amount(a), n.amount(b)), cmp.Compare(a.Bits, b.Bits), cmp.Compare(a.Rate, b.Rate))
	}
	least := slices.MinFunc(list, byAmount)
	if n.Op == "" {
		return fewest(n, list, n.amount(least)), true
	}
	alike := slices.DeleteFunc(list, func(e Entry) bool {
		return measure.Told(e.Time[n.Op], least.Time[n.Op], r.Noise) && e.Variant != least.Variant
	})
	slices.SortFunc(alike, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Bits, b.Bits), byAmount(a, b)) })
	best = Choice{Entry: alike[0], Need: n}
	for _, e := range alike[1:] {
		if e.Variant != best.Variant && !slices.Contains(best.Ties, e.Variant) {
			best.Ties = append(best.Ties, e.Variant)
		}
	}
	return best, true
}

// fewest takes, of those within a thousandth of the fewest bits, a filter of this
// project before a library's and the lower rate before the higher one; of one filter, the state
// with the most keys.
func fewest(n Need, list []Entry, least float64) Choice {
	const alike = 1.001
	list = slices.DeleteFunc(list, func(e Entry) bool { return n.amount(e) > alike*least })
	slices.SortFunc(list, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Variant, b.Variant), cmp.Compare(b.Keys, a.Keys)) })
	list = slices.CompactFunc(list, func(a, b Entry) bool { return a.Variant == b.Variant })
	slices.SortStableFunc(list, func(a, b Entry) int {
		if a.Library != b.Library {
			if a.Library {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.Rate, b.Rate)
	})
	best := Choice{Entry: list[0], Need: n}
	for _, e := range list[1:] {
		if e.Variant != best.Variant && !slices.Contains(best.Ties, e.Variant) {
			best.Ties = append(best.Ties, e.Variant)
		}
	}
	return best
}

// Needs are the rows of the table 'which filter for what'.
var Needs = []Need{
	{Words: "fewest bits, all keys known beforehand"},
	{Words: "fewest bits, keys are added", Keep: Growing},
	{Words: "the same, any number of keys", Keep: Growing, AnyN: true},
	{Words: "fewest bits, keys are deleted too", Keep: Deletable},
	{Words: "the same, any number of keys", Keep: Deletable, AnyN: true},
	{Words: "deletes, and one key is every fiftieth insert", Keep: Deletable, Stream: "hot(share=0.02)"},
	{Words: "deletes, and copies by Zipf's law", Keep: Deletable, Stream: "zipf(s=1,keys=20000)"},
	{Words: "deletes, and every key comes up to 16 times", Keep: Deletable, Stream: everyKey},
	{Words: "fastest lookups, in batches", Keep: Growing, Op: "miss", Call: "batch"},
	{Words: "the same, with deletes", Keep: Deletable, Op: "miss", Call: "batch"},
	{Words: "fastest lookups, single calls", Op: "miss", Call: "single"},
	{Words: "fastest lookups without AVX-512", Keep: Growing, Plain: true, Op: "miss", Call: "batch"},
	{Words: "fastest inserts, in batches", Keep: Growing, Op: "insert", Call: "batch"},
}

// Rates are the columns of the table.
var Rates = []float64{0.01, 0.001}
