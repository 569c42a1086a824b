package choose

import (
	"fmt"
	"math"

	"filterbench/analysis/advise"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// candidates lists what the adviser designs: each family with one parameter left free, and
// with the number of buckets that it may have where that is a choice.
func candidates() []advise.Candidate {
	bits := func(from, to float64) advise.Grid { return advise.Grid{From: from, To: to, Step: 0.1} }
	whole := func(from, to float64) advise.Grid { return advise.Grid{From: from, To: to, Step: 1} }
	rates := advise.Grid{Decades: true, To: 1e-9}
	bloom := advise.Rate{Rule: advise.RateBloom}
	curve := func(name string) advise.Rate { return advise.Rate{Rule: advise.RateCurve, Curve: name} }
	blocks := func(width float64) advise.Size {
		return advise.Size{Rule: advise.SizeBlocks, Width: width, Words: 64}
	}
	asked := func(change func(*advise.Size)) advise.Size {
		s := advise.Size{Rule: advise.SizeAsked, Width: 1, Unit: 1}
		change(&s)
		return s
	}
	free := advise.Copies{Rule: advise.CopiesFree}
	list := []advise.Candidate{
		{Family: "none", Name: "none", Use: "Take it where a lookup that fails costs little, or few fail.", Deletes: true, Size: advise.Size{Rule: advise.SizeNone}, Rate: advise.Rate{Rule: advise.RateAll}, Copies: free},
		{Name: "exact", Size: advise.Size{Rule: advise.SizeMap, Width: 8 * (8 + 8 + 1), Most: 1 << 40 / (8 * (8 + 8 + 1))}, Rate: advise.Rate{Rule: advise.RateNone}, Copies: free},
		{Name: "set(of=hash)", Size: advise.Size{Rule: advise.SizeMap, Width: 8 * (8 + 8 + 1), Most: 1 << 40 / (8 * (8 + 8 + 1))}, Rate: advise.Rate{Rule: advise.RateNone}, Copies: free},
		{Name: "bloom(bpk=?)", Grid: bits(1, 64), Size: advise.Size{Rule: advise.SizeCells, Width: 1}, Rate: bloom, Copies: free},
		{Name: "blocked(bpk=?)", Grid: bits(curveFrom, curveTo), Size: blocks(512), Rate: curve("blocked 512"), Copies: free},
		{Name: "splitblock(bpk=?)", Grid: bits(curveFrom, curveTo), Size: blocks(256), Rate: curve("split block"), Copies: free},
		{Name: "register(bpk=?,w=64)", Grid: bits(curveFrom, curveTo), Size: blocks(64), Rate: curve("blocked 64"), Copies: free},
		{Name: "register(bpk=?,w=32)", Grid: bits(curveFrom, curveTo), Size: blocks(32), Rate: curve("blocked 32"), Copies: free},
		{Name: "scalable(fpr=?,first=#)", Grid: advise.Grid{Decades: true, To: 1e-6}, Size: advise.Size{Rule: advise.SizeScalable, Most: 1e9}, Rate: advise.Rate{Rule: advise.RateScalable}, Copies: free},
		{Name: "xor", Grid: advise.Grid{List: []float64{8}}, Size: advise.Size{Rule: advise.SizeXor, Most: 1 << 31}, Rate: advise.Rate{Rule: advise.RateFingerprint}, Copies: free},
		{Name: "fuse(f=?)", Grid: advise.Grid{List: []float64{8, 16, 32}}, Size: advise.Size{Rule: advise.SizeFuse, Slots: 3, Most: 1 << 31}, Rate: advise.Rate{Rule: advise.RateFingerprint}, Copies: free},
		{Name: "binaryfuse(k=3,f=?)", Grid: whole(4, 16), Size: advise.Size{Rule: advise.SizeFuse, Slots: 3, Most: 1 << 31}, Rate: advise.Rate{Rule: advise.RateFingerprint}, Copies: free},
		{Name: "binaryfuse(k=4,f=?)", Grid: whole(4, 16), Size: advise.Size{Rule: advise.SizeFuse, Slots: 4, Most: 1 << 31}, Rate: advise.Rate{Rule: advise.RateFingerprint}, Copies: free},
		{Name: "ribbon(f=?)", Grid: whole(1, 32), Size: advise.Size{Rule: advise.SizeRibbon, Slots: 128, Most: 1 << 31}, Rate: advise.Rate{Rule: advise.RateFingerprint}, Copies: free},
		{Name: "ribbon(f=?,w=64)", Grid: whole(1, 32), Size: advise.Size{Rule: advise.SizeRibbon, Slots: 64, Most: 1 << 31}, Rate: advise.Rate{Rule: advise.RateFingerprint}, Copies: free},
		{Name: "expanding(f=?)", Grid: whole(2, 31), Size: advise.Size{Rule: advise.SizeExpanding, Width: 4, Slots: 64, Load: families.Default("expanding", "load")}, Rate: advise.Rate{Rule: advise.RateExpanding}, Copies: free},
		{Name: "parquet-splitblock(bpk=?)", Grid: whole(curveFrom, curveTo), Size: advise.Size{Rule: advise.SizeBlocks, Width: 256, Words: 64, Most: 1<<31 - 1}, Rate: curve("split block"), Copies: free},
		{Name: "quotient(r=?)", Grid: whole(2, 32), Size: advise.Size{Rule: advise.SizeQuotient, Cells: 1 << 32, Width: 3, Slots: 64, Load: families.Default("quotient", "load")}, Rate: advise.Rate{Rule: advise.RateQuotient}, Copies: advise.Copies{Rule: advise.CopiesDigits}},
		{Name: "windowed(f=?)", Grid: whole(4, 16), Size: advise.Size{Rule: advise.SizeOdd, Cells: 1 << 32, Load: families.Default("windowed", "load")}, Rate: advise.Rate{Rule: advise.RateWindows}, Copies: advise.Copies{Rule: advise.CopiesSlot, Most: 4}},

		{Name: "guava(strategy=mitz64,fpr=?)", Grid: rates, Size: asked(func(s *advise.Size) { s.Unit, s.Floor, s.Near, s.Cells = 64, true, true, 64*(1<<31-1) }), Rate: bloom, Copies: free},
		{Name: "redis-bf(fpr=?)", Grid: rates, Size: advise.Size{Rule: advise.SizeScalable, Unit: 64}, Rate: advise.Rate{Rule: advise.RateScalable}, Copies: free},
		{Name: "bab-bloom(fpr=?)", Grid: rates, Size: asked(func(*advise.Size) {}), Rate: bloom, Copies: free},
		{Name: "holiman-bloom(fpr=?)", Grid: rates, Size: asked(func(s *advise.Size) { s.Words = 64 }), Rate: bloom, Copies: free},
		{Name: "boom-bloom(fpr=?)", Grid: rates, Size: asked(func(*advise.Size) {}), Rate: bloom, Copies: free},
		{Name: "ipfs-bloom(fpr=?)", Grid: rates, Size: asked(func(s *advise.Size) { s.Floor, s.Pow2, s.Least = true, true, 512 }), Rate: bloom, Copies: free},
		{Name: "ristretto-bloom(fpr=?)", Grid: rates, Size: asked(func(s *advise.Size) { s.Floor, s.Pow2, s.Least = true, true, 512 }), Rate: bloom, Copies: free},
		{Name: "boom-counting(fpr=?,w=4)", Grid: rates, Size: asked(func(s *advise.Size) { s.Width = 4 }), Rate: bloom, Copies: advise.Copies{Rule: advise.CopiesCounter, Most: 14}, Defect: "counters that stuck are decremented: deletes can lose other keys"},
		{Name: "seiflotfy-cuckoo", Grid: advise.Grid{List: []float64{8}}, Size: advise.Size{Rule: advise.SizeBuckets, Slots: 4, Load: 0.95, Pow2: true}, Rate: advise.Rate{Rule: advise.RatePairs}, Copies: advise.Copies{Rule: advise.CopiesSlot, Most: 8}, Defect: "an insert that it refuses loses another key"},
	}
	for _, w := range []float64{2, 4, 8} {
		list = append(list, advise.Candidate{Name: fmt.Sprintf("counting(bpk=?,w=%g)", w), Grid: advise.Grid{From: w, To: 64 * w, Step: w / 16},
			Size: advise.Size{Rule: advise.SizeCells, Width: w}, Rate: bloom, Copies: advise.Copies{Rule: advise.CopiesCounter, Most: math.Exp2(w) - 2}})
	}
	for _, pow2 := range []bool{false, true} {
		list = append(list, cuckoos(pow2)...)
	}
	for i := range list {
		know(&list[i])
	}
	return list
}

// undesigned are the families of which the adviser designs none, and why.
var undesigned = map[string]string{
	"null":               "is no filter",
	"floor":              "is no filter",
	"naivebloom":         "loses keys by its deletes",
	"chains":             "is no filter: it shows what choices do to the fullest list",
	"prefix":             "has one size for each number of keys, which hangs on the overflow of its bins",
	"redis-cf":           "has layers whose number hangs on how its inserts go; bench try tells it",
	"redis-cfnx":         "has layers whose number hangs on how its inserts go; bench try tells it",
	"seiflotfy-scalable": "loses keys by its deletes",
	"boom-cuckoo":        "takes 32 slots a key and loses keys that it refuses",
	"boom-scalable":      "misses the rate that it is asked for",
	"adaptive":           "has a rate that falls with the traffic that it sees; bench try tells it for one's own",
	"tallycuckoo":        "has no rule of sizes with copies that was measured; bench try tells it",
	"boom-stable":        "forgets keys",
	"stable":             "forgets keys",
	"ring":               "forgets keys: it holds those of a window",
	"apbf":               "forgets keys: it holds those of a window",
	"timing":             "forgets keys: it holds those of a window",
	"goleveldb-bloom":    "is a part of a store's table",
	"badger-bloom":       "is a part of a store's table",
	"btcutil-bloom":      "is bounded at 36 kB",
	"btcutil-gcs":        "decodes all of its keys in a lookup",
}

// cuckoos lists the filters of buckets.
func cuckoos(pow2 bool) (list []advise.Candidate) {
	any := ",buckets=any"
	if pow2 {
		any = ""
	}
	add := func(family, params string, grid advise.Grid, slots int, width float64, copies advise.Copies, change func(*advise.Candidate)) {
		c := advise.Candidate{
			Name: family + "(" + params + any + ")", Grid: grid, Copies: copies,
			Size: advise.Size{Rule: advise.SizeBuckets, Width: width, Slots: float64(slots), Load: families.UsualLoad(slots), Pow2: pow2},
			Rate: advise.Rate{Rule: advise.RatePairs},
		}
		change(&c)
		list = append(list, c)
	}
	same := func(*advise.Candidate) {}
	whole := func(from, to float64) advise.Grid { return advise.Grid{From: from, To: to, Step: 1} }
	slots := func(most float64) advise.Copies { return advise.Copies{Rule: advise.CopiesSlot, Most: most} }
	for _, b := range []int{2, 4, 8} {
		add("cuckoo", fmt.Sprintf("b=%d,f=?", b), whole(2, 16), b, 0, slots(float64(2*b)), same)
	}
	add("semisort", "f=?", whole(6, 17), 4, -1, slots(8), same)
	add("cuckooset", "b=4,f=?", whole(2, 16), 4, 0, advise.Copies{Rule: advise.CopiesAbsorbed}, same)
	for _, w := range []float64{2, 4, 8} {
		add("countingcuckoo", fmt.Sprintf("b=4,f=?,w=%g", w), whole(2, 16), 4, w, advise.Copies{Rule: advise.CopiesInSlot, Most: 8 * math.Exp2(w)}, same)
	}
	add("stash", "b=4,f=?,stash=8", whole(2, 16), 4, 0, slots(8+8), func(c *advise.Candidate) { c.Size.Extra = 64 * 8 })
	add("sidecuckoo", "b=4,f=?", whole(2, 16), 4, 0, advise.Copies{Rule: advise.CopiesDictionary}, same)
	add("layered", "b=4,f=?", whole(2, 16), 4, 0, slots(8*32), func(c *advise.Candidate) { c.Size.Rule, c.Size.Tables = advise.SizeLayers, 32 })
	if pow2 {
		add("chained", "b=4,f=?,d=2", whole(2, 13), 4, 3, slots(2*8), func(c *advise.Candidate) { c.Size.Least = 16 })
		add("hashtable", "d=2,b=4", advise.Grid{List: []float64{64}}, 4, 64*4+8, slots(8), func(c *advise.Candidate) {
			c.Rate.Rule, c.Size.Rule, c.Size.Pow2, c.Size.Load = advise.RateNone, advise.SizeTable, false, 0.92*theory.LoadThreshold(2, 4)
		})
	}
	return list
}

// know fills in what the family of a candidate can do, and where it comes from.
func know(c *advise.Candidate) {
	if c.Family != "" {
		return // is no filter
	}
	c.Family = families.NameOf(c.Name)
	f := families.Named(c.Family)
	c.Library, c.Use = f.Origin.String(), f.Use
	switch {
	case c.Size.Rule == advise.SizeMap:
		c.Access = accessMap
	case f.Lines == 1:
		c.Access = accessLine
	case c.Size.Slots > 0 && !f.Has(families.Static) || c.Size.Rule == advise.SizeOdd:
		c.Access = accessPair
	default:
		c.Access = accessProbes
	}
	c.Deletes, c.Static, c.Grows = f.Has(families.Deletes), f.Has(families.Static), f.Has(families.Grows)
	c.Refuses = f.HasAny(families.Kicks|families.Refuses) && !c.Grows
	if !c.Deletes {
		c.Copies = advise.Copies{}
	}
}

// The curves: rates of blocked filters by bits per key, in steps of a tenth of a bit.
const (
	curveFrom, curveTo, curveStep = 2.0, 40.0, 0.1
)

// curves computes the rates that no short formula gives: of large filters, with the number of
// probes that is best for as many bits a key.
func curves() map[string]advise.Curve {
	of := func(rate func(bits float64) float64) advise.Curve {
		c := advise.Curve{First: curveFrom, Step: curveStep}
		for i := 0; ; i++ {
			bits := curveFrom + float64(i)*curveStep
			if bits > curveTo+curveStep/2 {
				return c
			}
			r := rate(bits)
			scale := math.Pow(10, 5-math.Floor(math.Log10(r)))
			c.Rates = append(c.Rates, math.Round(r*scale)/scale)
		}
	}
	list := map[string]advise.Curve{"split block": of(func(bits float64) float64 { return theory.SplitBlockLimitFPR(bits, 8, 32) })}
	for _, width := range []int{32, 64, 512} {
		list[fmt.Sprint("blocked ", width)] = of(func(bits float64) float64 {
			return theory.BlockedLimitFPR(bits, theory.BlockedOptimalProbes(bits, width), width)
		})
	}
	return list
}
