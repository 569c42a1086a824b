package measure

import (
	"slices"

	"filterbench/analysis"
	"filterbench/internal/stat"
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
// The loop is that of null, with the hash. The lines are the floor: as many random lines of a table of
// the same size on the same pages, net of the loop. The arithmetic is what the same
// filter takes beyond its floor in the smallest table that was timed, where memory costs
// least. The rest is what remains: waiting for memory that the floor does not have, or,
// below 0, arithmetic that is done while memory is waited for.
type Profile struct {
	Bar              Bar
	Kernel           string // of the filter where its record says so
	Gross            stat.Median
	Loop, Lines      stat.Median
	Arithmetic, Rest stat.Median
	Small            uint64  // keys of the smallest table
	Allowed          float64 // ns that the bar allows beyond the loop
	Cause            Cause
}

// Profiles explains the bars on lookups and builds beside the floor and inside the cache
// that are not met, and those that are not decided with a median beyond the bar, in their order.
// Without a floor at both sizes there is no profile.
func Profiles(d *analysis.Dataset) ([]Profile, error) {
	list, _, err := Bars(d)
	if err != nil {
		return nil, err
	}
	cells, err := d.Cells(barsExperiment, "")
	if err != nil {
		return nil, err
	}
	var profiles []Profile
	for _, b := range list {
		beyond := b.Standing == NotMet || b.Standing == NotDecided && b.Value.Value > b.Limit
		if !beyond || b.demand == nil || !b.demand.apart {
			continue
		}
		if p, ok := b.profile(cells); ok {
			profiles = append(profiles, p)
		}
	}
	return profiles, nil
}

// timesFloor reports whether the bar is a number of times the floor.
func (b Bar) timesFloor() bool { return b.Against != "" }

// profiledParts are the parts in which filters are timed beside floors.
var profiledParts = map[string]bool{"bars": true, "pages": true, "build": true, "calls": true, "calls-large": true}

func (b Bar) profile(cells []analysis.Cell) (Profile, bool) {
	own := func(c analysis.Cell) bool {
		return c.Variant == b.Filter && profiledParts[c.Part] && c.Call == b.trial.Call && c.SIMD == b.trial.SIMD && slices.Contains(c.Ops, b.Op)
	}
	at := slices.IndexFunc(cells, func(c analysis.Cell) bool {
		return own(c) && c.Part == b.trial.Part && c.Size() == b.Keys && c.Pages == b.Pages
	})
	small := slices.IndexFunc(cells, own) // cells of a filter are ordered by size
	if at < 0 || small < 0 {
		return Profile{}, false
	}
	c := cells[at]
	t, ok := Time(c, b.Op)
	lines, ok1 := floorNet(c, b.Op)
	base, ok2 := floorNet(cells[small], b.Op)
	if !ok || !t.HasNet() || !ok1 || !ok2 {
		return Profile{}, false
	}
	p := Profile{
		Bar: b, Kernel: c.Shape().Kernel, Gross: t.Gross, Loop: t.Null, Lines: stat.MedianOf(lines), Small: cells[small].Size(),
		Arithmetic: stat.MedianOf(beyondFloor(c, b.Op, lines)), Rest: stat.Median{Confidence: 1, N: t.Gross.N},
	}
	if small != at {
		above := p.Arithmetic
		p.Arithmetic = stat.MedianOf(beyondFloor(cells[small], b.Op, base))
		// Both were measured at other times: the ends of the one from those of the other.
		p.Rest = stat.Median{
			Value: above.Value - p.Arithmetic.Value, Lo: above.Lo - p.Arithmetic.Hi, Hi: above.Hi - p.Arithmetic.Lo,
			Confidence: min(above.Confidence, p.Arithmetic.Confidence), N: above.N,
		}
	}
	if p.Allowed = b.Limit; b.timesFloor() {
		p.Allowed *= p.Lines.Value
	}
	if b.demand.gross {
		p.Allowed += (b.Limit - 1) * p.Loop.Value
	}
	p.Cause = p.cause()
	return p, p.Lines.N > 0 && p.Arithmetic.N > 0
}

// cause compares the parts with what the bar leaves for them at most.
func (p Profile) cause() Cause {
	left := p.Allowed - p.Lines.Lo // for arithmetic and the rest
	if p.Bar.timesFloor() {
		left = (p.Bar.Limit - 1) * p.Lines.Hi
	}
	if p.Bar.demand.gross {
		left += (p.Bar.Limit - 1) * p.Loop.Hi
	}
	switch {
	case !p.Bar.timesFloor() && p.Lines.Lo > p.Allowed:
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

// floorNet returns the net times of the floor of a cell by repetition; ok is false if
// one of them is missing.
func floorNet(c analysis.Cell, op string) (net map[int]float64, ok bool) {
	net = map[int]float64{}
	for i, r := range c.Records {
		if i >= len(c.Floors) {
			return nil, false
		}
		floor, _, ok1 := c.Floors[i].PerOp(op)
		null, ok2 := nullPerOp(c, i, op)
		if !ok1 || !ok2 {
			return nil, false
		}
		net[r.Rep] = floor - null
	}
	return net, true
}

// beyondFloor is what an operation takes beyond the loop and the floor, by repetition.
func beyondFloor(c analysis.Cell, op string, floor map[int]float64) map[int]float64 {
	beyond := map[int]float64{}
	for _, r := range c.Records {
		ns, ok := Net(c, r, op)
		if base, both := floor[r.Rep]; ok && both {
			beyond[r.Rep] = ns - base
		}
	}
	return beyond
}
