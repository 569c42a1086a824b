package choose

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// Entry is a filter of a run in one state: what it takes and what it gives.
type Entry struct {
	Variant          string
	Experiment, Part string
	Keys             uint64  // held, on average over the repetitions
	Bits             float64 // for each key held, all that it keeps
	AnyBits          float64 // mean over numbers of keys, for who cannot choose theirs
	Averaged         bool    // AnyBits was measured at many numbers of keys; else it follows from the table's rule of size
	Fullest          bool    // of all entries of the filter this has the highest rate, which it has at some number of keys

	Rate, RateLo, RateHi float64 // of false positives, with the interval that allows for scatter
	FromTheory           bool    // nobody measured the rate

	Deletes bool // keys can be taken out again
	Static  bool // built once, from all keys
	Exact   bool // no false positives
	Library bool // of others

	Call, Kernel string            // how lookups were called, and the kernel or the instructions that were asked for; "" for an entry that was not timed
	Time         map[string]Timing // by operation
}

// Timing is the net time of an operation, in nanoseconds.
type Timing = stat.Median

// fewestKeys are those of the smallest filter that competes: smaller ones have sizes and
// rates of their own.
const fewestKeys = 10_000

// entry fills in what is known of any cell.
func (r *Run) entry(c analysis.Cell) Entry {
	family := analysis.FamilyOf(c.Variant)
	has := func(t families.Traits) bool { f := families.Named(family); return f != nil && f.Has(t) }
	return Entry{
		Variant: c.Variant, Experiment: c.Experiment, Part: c.Part, Bits: measure.BitsPerKey(c),
		Deletes: has(families.Deletes) && !has(families.Unsound), Static: has(families.Static), Exact: measure.IsExact(c.Variant), Library: c.Records[0].Peer != "",
	}
}

// readRates lists the filters whose rate was measured while they held all keys that
// they were given.
func (r *Run) readRates(d *analysis.Dataset) error {
	for _, experiment := range d.Experiments() {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return err
		}
		for _, c := range cells {
			if !competes(c) || c.Kind != record.KindFPR || c.Fill > 1 {
				continue
			}
			f, err := measure.FPR(c)
			if err != nil {
				return err
			}
			e := r.entry(c)
			e.Keys = f.Keys / uint64(len(c.Records))
			e.Rate, e.RateLo, e.RateHi = f.Rate, f.WideLo, f.WideHi
			switch {
			case e.Keys < fewestKeys || math.IsNaN(e.Bits):
				continue
			case f.Refused > 0:
				r.refusing = append(r.refusing, e)
				continue
			}
			r.Rated = append(r.Rated, e)
			r.shapes = append(r.shapes, state{c.Shape(), c.Fill, f})
		}
	}
	return nil
}

// competes leaves out what no user would take: the yardsticks, and filters with a hash or
// a way of deriving probes that is on trial.
func competes(c analysis.Cell) bool {
	family := analysis.FamilyOf(c.Variant)
	return family != "null" && family != "floor" && family != "naivebloom" && c.Hash == "" && c.Shape().Probing == "" && analysis.ParamText(c.Variant, "hash") != "none" && c.Call != record.CallTyped
}

// average sets the mean bits over numbers of keys: measured where a variant was filled
// at many sizes, each made for its keys. Else a table whose slots are a power of two,
// which doubles for one key too many, takes on average over all numbers of keys, each
// as likely as its double,
//
//	full * (integral from 1/2 to 1 of 1/x dx/(x ln 2)) = full / ln 2
//
// bits, with full those of a table that is as full as it gets.
func (r *Run) average() {
	const many = 8
	type series struct{ variant, experiment, part string }
	bySize := map[series]map[uint64]float64{}
	full, highest := map[string]float64{}, map[string]float64{}
	for i, e := range r.Rated {
		highest[e.Variant] = max(highest[e.Variant], e.Rate)
		if full[e.Variant] == 0 || e.Bits < full[e.Variant] {
			full[e.Variant] = e.Bits
		}
		if at := (series{e.Variant, e.Experiment, e.Part}); r.shapes[i].fill == 1 {
			if bySize[at] == nil {
				bySize[at] = map[uint64]float64{}
			}
			bySize[at][e.Keys] = e.Bits
		}
	}
	averages := map[string]float64{}
	for at, sizes := range bySize {
		if len(sizes) < many {
			continue
		}
		sum := 0.0
		for _, n := range slices.Sorted(maps.Keys(sizes)) {
			sum += sizes[n]
		}
		averages[at.variant] = max(averages[at.variant], sum/float64(len(sizes)))
	}
	for i := range r.Rated {
		e := &r.Rated[i]
		e.AnyBits, e.Fullest = e.Bits, e.Rate == highest[e.Variant]
		switch measured, ok := averages[e.Variant]; {
		case ok:
			e.AnyBits, e.Averaged = measured, true
		case doubles(e.Variant, r.shapes[i].shape):
			e.AnyBits = full[e.Variant] / math.Ln2
		}
	}
}

// doubles reports whether a table has a power of two of buckets by its rule.
func doubles(variant string, s theory.Shape) bool {
	buckets := s.Cells / uint64(max(1, s.BucketSlots))
	whole := s.BucketSlots > 0 && s.Cells%uint64(s.BucketSlots) == 0 // windows overlap
	return whole && bits.OnesCount64(buckets) == 1 && analysis.ParamText(variant, "buckets") != "any"
}

// state is what a measured rate was measured at.
type state struct {
	shape theory.Shape
	fill  float64
	fpr   measure.FalsePositives
}

// readTimes lists the filters that were timed beside null, of about a million keys.
func (r *Run) readTimes(d *analysis.Dataset) error {
	for _, experiment := range d.Experiments() {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return err
		}
		for _, c := range cells {
			if c.Kind != record.KindTime || !competes(c) || c.Pages != "" || c.Hash != "" || c.Twin > 0 || c.Depth > 0 || c.Fill > 1 || c.Fill < leastFill {
				continue
			}
			e := r.entry(c)
			e.Keys, e.Call, e.Kernel = c.Records[0].Time().Accepted, c.Call, cmp.Or(c.Shape().Kernel, c.SIMD)
			if n := float64(e.Keys); n < usualKeys/about || n > usualKeys*about || !r.rate(&e, c) {
				continue
			}
			e.AnyBits = e.Bits
			e.Time = map[string]Timing{}
			for _, op := range c.Ops {
				if t, ok := measure.Time(c, op); ok && t.HasNet() {
					e.Time[op] = t.Net
				}
			}
			r.Timed = append(r.Timed, e)
		}
	}
	return nil
}

// Times are compared at about a million keys.
const (
	usualKeys = 1e6
	about     = 2.1 // a factor
	leastFill = 0.8 // of the keys that a filter was made for: with fewer it is another filter
)

// rate gives a timed filter its rate: that of the formula at the load at which it was
// timed, times what the same filter measured over the formula where its load was
// nearest. Without a formula, what was measured with as many bits per key.
func (r *Run) rate(e *Entry, c analysis.Cell) bool {
	if e.Exact {
		return true
	}
	p, predicted := families.Predict(c.Shape(), c.Records[0].Time().Accepted)
	nearest, found := math.Inf(1), false
	for i, rated := range r.Rated {
		if rated.Variant != measure.WithoutKernel(e.Variant) {
			continue
		}
		at := r.shapes[i]
		far := math.Abs(math.Log(rated.Bits / e.Bits))
		scale := 1.0
		if predicted && at.fpr.Decidable() {
			far = math.Abs(math.Log(at.fpr.Theory / p.FPR))
			scale = p.FPR / at.fpr.Theory
		} else if far > math.Log(1+measure.Margin) {
			continue
		}
		if far < nearest {
			nearest, found = far, true
			e.Rate, e.RateLo, e.RateHi = scale*rated.Rate, scale*rated.RateLo, scale*rated.RateHi
		}
	}
	if !found && predicted {
		e.Rate, e.RateLo, e.RateHi, e.FromTheory = p.FPR, p.FPR, p.FPR, true
		return true
	}
	return found
}
