package measure

import (
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// PeerBar is one operation of a library beside a filter here, at equal size, at a rate
// that is no higher and in the same run.
type PeerBar struct {
	Library, Filter string
	Same            bool // the filter is of the library's own kind and not the fastest at its rate
	Bare            bool // the library's own hash is taken out
	Keys            uint64
	Workload        string // the keys; of others than random integers the hash of each side is in its time
	Op, Call        string

	LibraryNS, FilterNS     stat.Median // net of the loop; of texts with the loop, for null's hash is not that of each side
	LibraryRate, FilterRate stat.Proportion
	LibraryBPK, FilterBPK   float64     // bits per key of the filled filters
	LibraryLoad, FilterLoad float64     // share of slots that are taken; 0 for filters without slots
	Ratio                   stat.Median // of the library's time to the filter's
	Standing                Standing
	Noise                   bool // the ratio is no further from 1 than those of equal pairs

	OwnNS, OwnRatio stat.Median // of a library without its hash: what it takes with it, and how many times as long that is; N is 0 otherwise

	Floor   stat.Median // of one random line in a table of 12 bits a key; N is 0 if it was not timed
	Batched stat.Median // of the filter where batches are timed too; N is 0 if they are not
}

// Integers is the workload whose keys all sides hash in the same way.
const Integers = "uniform"

// Alone is a library that no filter here stands against.
type Alone struct {
	Library string
	Keys    uint64
	Why     string
}

// Slower reports whether the filter here is slower for certain.
func (b PeerBar) Slower() bool {
	return b.Ratio.Confidence >= stat.Confidence && b.Ratio.Hi < 1 && !b.Noise
}

// PeerBars sets every library of the experiment of bars against filters here, in report
// order. Libraries whose rate was not measured, or is lower than that of all filters
// here, are alone.
func PeerBars(d *analysis.Dataset) (list []PeerBar, alone []Alone, err error) {
	cells, err := d.Cells(barsExperiment, "")
	if err != nil {
		return nil, nil, err
	}
	rates, err := ratesAt(cells)
	if err != nil {
		return nil, nil, err
	}
	spread := compareTwins(cells).Spread
	for _, c := range cells {
		if c.Kind != record.KindTime || c.Records[0].Peer == "" || !strings.HasPrefix(c.Part, "libraries") {
			continue
		}
		f := field{sameWork(c, cells), rates[c.Capacity]}
		kinds := rivalsOf(analysis.FamilyOf(c.Variant))
		rival, ok := f.rival(c, kinds.Fastest)
		if !ok {
			alone = append(alone, Alone{c.Variant, c.Size(), f.why(c)})
			continue
		}
		list = append(list, f.bars(c, rival, false, cells)...)
		if own, ok := f.rival(c, kinds.Same); ok && own.Variant != rival.Variant {
			list = append(list, f.bars(c, own, true, cells)...)
		}
	}
	for i := range list {
		list[i].Noise = alike(list[i].Ratio, spread)
	}
	return list, slices.Compact(alone), nil
}

// alike reports whether a ratio is one that equal pairs have too.
func alike(ratio stat.Median, spread float64) bool {
	return ratio.Lo <= 1 && 1 <= ratio.Hi || math.Abs(ratio.Value-1) <= spread
}

// why says why a library has no rival.
func (f field) why(c analysis.Cell) string {
	switch _, known := f.rates[c.Variant]; {
	case !HasRival(analysis.FamilyOf(c.Variant)):
		return "no filter here is of its kind"
	case !known:
		return "its rate was not measured"
	}
	return "no filter here has a rate so low"
}

// sameWork returns the cells that took turns with one.
func sameWork(c analysis.Cell, cells []analysis.Cell) (list []analysis.Cell) {
	want := c.NullID()
	for _, o := range cells {
		if o.Kind == record.KindTime && o.NullID() == want {
			list = append(list, o)
		}
	}
	return list
}

// bars are those of one library against one filter.
func (f field) bars(c, rival analysis.Cell, same bool, cells []analysis.Cell) (list []PeerBar) {
	a, b := f.rates[c.Variant], f.rates[rival.Variant]
	for _, op := range c.Ops {
		ratio, ok1 := TimesAs(c, rival, op)
		x, ok2 := Time(c, op)
		y, ok3 := Time(rival, op)
		if !ok1 || !ok2 || !ok3 || !x.HasNet() || !y.HasNet() {
			continue
		}
		if c.Workload != Integers {
			ratio, x.Net, y.Net = GrossAs(c, rival, op), x.Gross, y.Gross
		}
		bar := PeerBar{
			Library: c.Variant, Filter: rival.Variant, Same: same, Bare: analysis.ParamText(c.Variant, "hash") == "none",
			Keys: c.Size(), Workload: c.Workload, Op: op, Call: c.Call, LibraryNS: x.Net, FilterNS: y.Net,
			LibraryRate: a.rate, FilterRate: b.rate, LibraryBPK: a.bitsPerKey, FilterBPK: b.bitsPerKey,
			LibraryLoad: loadOf(c), FilterLoad: loadOf(rival), Ratio: ratio, Standing: atLeast(ratio, libraryLimit),
		}
		bar.profile(f, rival, cells)
		bar.withHash(f, c)
		list = append(list, bar)
	}
	return list
}

// loadOf is the share of the slots of a cell's filters that keys took.
func loadOf(c analysis.Cell) float64 {
	shape := c.Shape()
	if shape.BucketSlots == 0 || shape.Layers > 0 || shape.Cells == 0 {
		return 0
	}
	return float64(c.Records[0].Time().Accepted) / float64(shape.Cells)
}

// profile adds what explains a bar that is not met: what memory takes, and what the
// filter takes in batches.
func (b *PeerBar) profile(f field, rival analysis.Cell, cells []analysis.Cell) {
	for _, c := range f.cells {
		if t, ok := Time(c, b.Op); ok && t.HasNet() && analysis.FamilyOf(c.Variant) == "floor" {
			b.Floor = t.Net
		}
	}
	for _, c := range cells {
		if c.Kind != record.KindTime || c.Call != "batch" || b.Call == "batch" || c.Variant != rival.Variant || c.Capacity != rival.Capacity || c.Workload != rival.Workload || !strings.HasPrefix(c.Part, "libraries") {
			continue
		}
		if t, ok := Time(c, b.Op); ok && t.HasNet() {
			b.Batched = t.Net
		}
	}
}

// withHash adds what a library without its hash takes with it.
func (b *PeerBar) withHash(f field, c analysis.Cell) {
	if !b.Bare {
		return
	}
	name := strings.NewReplacer(",hash=none", "", "(hash=none)", "").Replace(b.Library)
	i := slices.IndexFunc(f.cells, func(o analysis.Cell) bool { return o.Variant == name })
	if i < 0 {
		return
	}
	own, ok1 := Time(f.cells[i], b.Op)
	ratio, ok2 := TimesAs(f.cells[i], c, b.Op)
	if ok1 && ok2 && own.HasNet() {
		b.OwnNS, b.OwnRatio = own.Net, ratio
	}
}
