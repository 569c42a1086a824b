package measure

import (
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// The bar of the harness's own cost.
const (
	ownLimit = 1.0 // ns of one operation, the hash of the key apart
	ownKnown = 0.1 // and half the width of its interval
)

// OwnCost returns what the harness itself spends on one operation in nanoseconds: the
// time of a batched loop around the null filter less that of a loop which hashes the same
// keys, repetition by repetition. The operation is [record.OpHashLookup] or
// [record.OpHashInsert]. ok is false where the hash was not timed apart.
func OwnCost(c analysis.Cell, op string) (m stat.Median, ok bool) {
	var own []float64
	for _, r := range c.Records {
		null, _, ok1 := r.PerOp(op)
		hash, _, ok2 := r.PerOp(record.OpHash)
		if !ok1 || !ok2 {
			return stat.Median{}, false
		}
		own = append(own, null-hash)
	}
	return stat.NewMedian(own), true
}

// OwnBars decide the bar of the harness's own cost from a cell of null. Where the hash
// was not timed apart, the loops are listed with it, which is more.
func OwnBars(c analysis.Cell) (list []Bar) {
	add := func(kind, op string, value stat.Median) {
		b := Bar{Kind: kind, Filter: c.Variant, Keys: c.Size(), Op: op, Pages: c.Pages, Value: value, Limit: ownLimit}
		b.Standing = atMost(b.Value, b.Limit)
		if b.Standing == Met && (b.Value.Hi-b.Value.Lo)/2 > ownKnown {
			b.Standing = NotDecided
		}
		list = append(list, b)
	}
	for _, x := range []struct{ op, name string }{{record.OpHashInsert, "insert"}, {record.OpHashLookup, "lookup"}} {
		if own, ok := OwnCost(c, x.op); ok {
			add("own", x.name, own)
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, op := range c.Ops {
		if t, ok := Time(c, op); ok {
			add("null", op, t.Gross)
		}
	}
	return list
}

// ownFirst drops the loops with their hash if the hash was timed apart somewhere.
func ownFirst(list []Bar) []Bar {
	if !slices.ContainsFunc(list, func(b Bar) bool { return b.Kind == "own" }) {
		return list
	}
	return slices.DeleteFunc(list, func(b Bar) bool { return b.Kind == "null" })
}
