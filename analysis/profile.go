package analysis

import (
	"math"
	"slices"
)

// Cause says what keeps a time above its bar.
type Cause string

// The causes, each found by what the bar leaves beside the lines of memory.
const (
	ByLines      Cause = "the lines of memory alone"
	ByArithmetic Cause = "arithmetic alone"
	ByRest       Cause = "the rest alone"
	ByBoth       Cause = "arithmetic and the rest together"
	Unexplained  Cause = "not told apart"
)

// Profile takes the time of an operation apart where a bar is not met, in nanoseconds:
//
//	gross = loop + lines + arithmetic + rest
//
// The loop is that of null. The lines are the floor: as many random lines of a table of
// the same size on the same pages, net of the loop. The arithmetic is what the same
// filter takes beyond its floor in the smallest table that was timed, where memory costs
// least. The rest is what remains: waiting for memory that the floor does not have, or,
// below 0, arithmetic that is done while memory is waited for.
type Profile struct {
	Bar              Bar
	Kernel           string // of the filter where its record says so
	Gross            Median
	Loop, Lines      Median
	Arithmetic, Rest Median
	Small            uint64  // keys of the smallest table
	Allowed          float64 // ns that the bar allows beyond the loop
	Borrowed         bool    // the floor is that of another part, of a table of about the size
	Cause            Cause
}

// Profiles explains the bars on lookups and inserts of filters of ours that are not met,
// and those that are not decided with a median beyond the bar, in the order of Bars.
// Without a floor at both sizes there is no profile.
func (d *Dataset) Profiles() ([]Profile, error) {
	list, _, err := d.Bars()
	if err != nil {
		return nil, err
	}
	cells, err := d.Cells(barsExperiment, "")
	if err != nil {
		return nil, err
	}
	var profiles []Profile
	for _, b := range list {
		if b.Standing != NotMet && !(b.Standing == NotDecided && b.beyond()) {
			continue
		}
		if p, ok := b.profile(cells); ok {
			profiles = append(profiles, p)
		}
	}
	return profiles, nil
}

// beyond reports whether the median is on the wrong side of the bar.
func (b Bar) beyond() bool {
	if b.Kind == "library" {
		return b.Value.Value < b.Limit
	}
	return b.Value.Value > b.Limit
}

// profiled are the kinds of bars that are taken apart, and the parts of the experiment
// that have their cells.
var profiled = map[string][]string{"floor": {"bars", "pages"}, "near": {"bars", "pages"}, "library": {"libraries"}}

func (b Bar) profile(cells []Cell) (Profile, bool) {
	own := func(c Cell) bool {
		return c.Variant == b.Filter && slices.Contains(profiled[b.Kind], c.Part) && slices.Contains(c.Ops, b.Op)
	}
	at := slices.IndexFunc(cells, func(c Cell) bool { return own(c) && c.Size() == b.Keys && c.Pages == b.Pages })
	small := slices.IndexFunc(cells, own) // cells of a filter are ordered by size
	if at < 0 || small < 0 {
		return Profile{}, false
	}
	c := cells[at]
	t, ok := MeasureTime(c, b.Op)
	lines, borrowed, ok1 := floorNet(c, b.Op, cells)
	base, _, ok2 := floorNet(cells[small], b.Op, cells)
	if !ok || !t.HasNet() || !ok1 || !ok2 {
		return Profile{}, false
	}
	p := Profile{
		Bar: b, Kernel: c.Shape().Kernel, Gross: t.Gross, Loop: t.Null, Lines: median(lines), Small: cells[small].Size(), Borrowed: borrowed,
		Arithmetic: median(c.beyondFloor(b.Op, lines)), Rest: Median{Confidence: 1, N: t.Gross.N},
	}
	if small != at {
		above := p.Arithmetic
		p.Arithmetic = median(cells[small].beyondFloor(b.Op, base))
		// Both were measured at other times: the ends of the one from those of the other.
		p.Rest = Median{
			Value: above.Value - p.Arithmetic.Value, Lo: above.Lo - p.Arithmetic.Hi, Hi: above.Hi - p.Arithmetic.Lo,
			Confidence: min(above.Confidence, p.Arithmetic.Confidence), N: above.N,
		}
	}
	p.Allowed = b.allowed(p, cells)
	p.Cause = p.cause()
	return p, !math.IsNaN(p.Allowed) && p.Lines.N > 0 && p.Arithmetic.N > 0
}

// allowed is what the bar leaves, in nanoseconds beyond the loop.
func (b Bar) allowed(p Profile, cells []Cell) float64 {
	switch b.Kind {
	case "floor":
		return b.Limit * p.Lines.Value
	case "near":
		return b.Limit
	}
	i := slices.IndexFunc(cells, func(c Cell) bool { return c.Part == "libraries" && c.Variant == b.Against && c.Size() == b.Keys })
	if i < 0 {
		return math.NaN()
	}
	t, ok := MeasureTime(cells[i], b.Op)
	if !ok || !t.HasNet() {
		return math.NaN()
	}
	return t.Net.Value / b.Limit
}

// cause compares the parts with what the bar leaves for them at most.
func (p Profile) cause() Cause {
	left := p.Allowed - p.Lines.Lo // for arithmetic and the rest
	if p.Bar.Kind == "floor" {
		left = (p.Bar.Limit - 1) * p.Lines.Hi
	}
	switch {
	case p.Bar.Kind != "floor" && p.Lines.Lo > p.Allowed:
		return ByLines
	case p.Arithmetic.Lo > left:
		return ByArithmetic
	case p.Rest.Lo > left:
		return ByRest
	case p.Arithmetic.Lo+p.Rest.Lo > left:
		return ByBoth
	}
	return Unexplained
}

// borrowMargin is how far the size of a table may be from that of a floor of another
// part of the experiment.
const borrowMargin = 0.3

// floorNet returns the net times of the floor of a cell by repetition: its own, or
// those of part bars at as many keys with about as many bits.
func floorNet(c Cell, op string, cells []Cell) (net map[int]float64, borrowed, ok bool) {
	net = map[int]float64{}
	for i, r := range c.Records {
		if i < len(c.Floors) {
			floor, _, ok1 := perOp(c.Floors[i], op)
			null, _, ok2 := c.null(i, op)
			if ok1 && ok2 {
				net[r.Rep] = floor - null
			}
		}
	}
	if len(net) == len(c.Records) {
		return net, false, true
	}
	lines, known := linesOf[FamilyOf(c.Variant)]
	best, least := -1, borrowMargin
	for i, f := range cells {
		if !known || FamilyOf(f.Variant) != "floor" || f.Part != "bars" || f.Size() != c.Size() || int(Param(f.Variant, "lines")) != lines {
			continue
		}
		if off := math.Abs(float64(f.Shape().Bits)/float64(c.Shape().Bits) - 1); off <= least {
			best, least = i, off
		}
	}
	if best < 0 {
		return nil, false, false
	}
	clear(net)
	for _, r := range cells[best].Records {
		if ns, ok := cells[best].Net(r, op); ok {
			net[r.Rep] = ns
		}
	}
	return net, true, len(net) > 0
}

// beyondFloor is what an operation takes beyond the loop and the floor, by repetition.
func (c Cell) beyondFloor(op string, floor map[int]float64) map[int]float64 {
	beyond := map[int]float64{}
	for _, r := range c.Records {
		ns, ok := c.Net(r, op)
		if base, both := floor[r.Rep]; ok && both {
			beyond[r.Rep] = ns - base
		}
	}
	return beyond
}

// median summarises the repetitions; its N is 0 if there are none.
func median(byRep map[int]float64) Median {
	var values []float64
	for _, v := range byRep {
		values = append(values, v)
	}
	if len(values) == 0 {
		return Median{}
	}
	slices.Sort(values)
	return NewMedian(values)
}
