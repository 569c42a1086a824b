package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"filterbench/variants/spec"
)

// Labels returns all that tells one series of samples from another, from the
// experiment down to the point: everything in the trial but repetition, seed and
// the numbers of queries, draws and lookups, which say how well was measured and
// not what. Wrong deletes do more to a filter the more there are: their number is told.
func (s Sampled) Labels() []Label {
	t := s.Record.Trial
	list := []Label{{"exp", t.Experiment}, {"part", t.Part}}
	number := func(key string, n uint64) {
		if n > 0 {
			list = append(list, Label{key, strconv.FormatUint(n, 10)})
		}
	}
	number("keys", t.Capacity)
	number("slots", t.Slots)
	if t.Fill > 0 {
		list = append(list, Label{"fill", strconv.FormatFloat(t.Fill, 'g', -1, 64)})
	}
	number("copies", uint64(max(0, t.Copies)))
	if t.Kind == KindErasure { // more wrong deletes are another experiment, not the same one measured better
		number("attempts", t.Queries)
	}
	if t.Kind == KindChurn {
		list = append(list, Label{"deletes", strconv.FormatBool(t.Deletes)})
	}
	if t.Policy != "" {
		list = append(list, Label{"policy", t.Policy})
	}
	if t.Call != "" {
		list = append(list, Label{"call", t.Call})
	}
	number("depth", uint64(max(0, t.Depth)))
	if t.Pages != "" {
		list = append(list, Label{"pages", t.Pages})
	}
	number("twin", uint64(max(0, t.Twin)))
	if t.Hash != "" {
		list = append(list, Label{"hash", t.Hash})
	}
	if t.Arrival != "" {
		list = append(list, Label{"arrival", t.Arrival})
	}
	if t.Guard != "" {
		list = append(list, Label{"guard", t.Guard})
	}
	list = append(list, s.Point...)
	return append(list, Label{"workload", t.Workload}, Label{"filter", t.Variant})
}

// Name returns the benchmark's name without the word Benchmark, as in
//
//	Time/exp=throughput/part=size/keys=15564/fill=1/call=batch/op=miss/workload=uniform/filter=cuckoo(b=4,f=12)
//
// Every part is key=value, so that benchstat can put any of them into its rows
// and columns.
func (s Sampled) Name() string {
	kind, _ := KindOf(s.Record.Kind)
	name := kind.Title
	for _, l := range s.Labels() {
		name += "/" + l.Key + "=" + escape(l.Value)
	}
	return name
}

// escape keeps a value from being taken for something else in a name: blanks end
// it, a slash begins the next part, and a number after a dash at the end is read
// as GOMAXPROCS. Such characters are written as %2F. It is injective.
func escape(value string) string {
	tail := strings.TrimRight(value, "0123456789")
	dash := len(tail) - 1
	numbered := len(tail) < len(value) && strings.HasSuffix(tail, "-")
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		if c <= ' ' || c >= 0x7f || c == '/' || c == '%' || numbered && i == dash {
			fmt.Fprintf(&b, "%%%02X", c)
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// compareSampled orders samples as a person would list them: by experiment, then
// by what was asked of the filter, then filters by their parameters as numbers,
// then by repetition.
func compareSampled(a, b Sampled) int {
	x, y := a.Record, b.Record
	return cmp.Or(
		cmp.Compare(x.Experiment, y.Experiment),
		cmp.Compare(x.Part, y.Part),
		cmp.Compare(x.Kind, y.Kind),
		compareSpecs(x.Workload, y.Workload),
		cmp.Compare(x.Capacity, y.Capacity),
		cmp.Compare(x.Slots, y.Slots),
		cmp.Compare(x.Fill, y.Fill),
		cmp.Compare(x.Policy, y.Policy),
		cmp.Compare(x.Call, y.Call),
		cmp.Compare(x.Depth, y.Depth),
		cmp.Compare(x.Pages, y.Pages),
		cmp.Compare(x.Twin, y.Twin),
		cmp.Compare(x.Hash, y.Hash),
		cmp.Compare(x.Arrival, y.Arrival),
		cmp.Compare(x.Guard, y.Guard),
		slices.CompareFunc(a.Point, b.Point, comparePoints),
		compareSpecs(x.Variant, y.Variant),
		strings.Compare(a.Name(), b.Name()),
		cmp.Compare(x.Rep, y.Rep),
	)
}

// comparePoints takes operations in the order of [Ops] and numbers as numbers.
func comparePoints(a, b Label) int {
	if a.Key == "op" && b.Key == "op" {
		return cmp.Compare(slices.Index(Ops, a.Value), slices.Index(Ops, b.Value))
	}
	return cmp.Or(cmp.Compare(a.Key, b.Key), compareValues(a.Value, b.Value))
}

// compareSpecs orders names such as "bloom(bpk=4)" by family, then parameter by
// parameter. What does not parse is ordered as text.
func compareSpecs(a, b string) int {
	x, errX := spec.Parse(a)
	y, errY := spec.Parse(b)
	if errX != nil || errY != nil {
		return strings.Compare(a, b)
	}
	return cmp.Or(
		strings.Compare(x.Name, y.Name),
		slices.CompareFunc(x.Params, y.Params, func(p, q spec.Param) int {
			return cmp.Or(strings.Compare(p.Key, q.Key), compareValues(p.Value, q.Value))
		}),
	)
}

// compareValues compares as numbers where both are.
func compareValues(a, b string) int {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX == nil && errY == nil {
		return cmp.Compare(x, y)
	}
	return strings.Compare(a, b)
}
