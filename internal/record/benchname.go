package record

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"filterbench/variants/spec"
)

// A factor is a part of a trial that may tell one series of samples from another.
type factor struct {
	label   string
	text    func(*Trial) string // "" where it does not
	compare func(a, b *Trial) int
}

// factors are all of them but experiment, part, workload and filter, in the order of names:
// not the repetition, the seed and the numbers of queries, draws and lookups, which say how
// well was measured and not what.
var factors = []factor{
	factorOf("keys", func(t *Trial) uint64 { return t.Capacity }),
	factorOf("slots", func(t *Trial) uint64 { return t.Slots }),
	factorOf("fill", func(t *Trial) float64 { return t.Fill }),
	factorOf("copies", func(t *Trial) int { return t.Copies }),
	factorOf("attempts", func(t *Trial) uint64 {
		if t.Kind == KindErasure { // wrong deletes do more to a filter the more there are
			return t.Queries
		}
		return 0
	}),
	factorOf("deletes", func(t *Trial) string {
		if t.Kind == KindChurn {
			return strconv.FormatBool(t.Deletes)
		}
		return ""
	}),
	factorOf("policy", func(t *Trial) string { return t.Policy }),
	factorOf("call", func(t *Trial) string { return t.Call }),
	factorOf("depth", func(t *Trial) int { return t.Depth }),
	factorOf("pages", func(t *Trial) string { return t.Pages }),
	factorOf("simd", func(t *Trial) string { return t.SIMD }),
	factorOf("twin", func(t *Trial) int { return t.Twin }),
	factorOf("hash", func(t *Trial) string { return t.Hash }),
	factorOf("arrival", func(t *Trial) string { return t.Arrival }),
	factorOf("guard", func(t *Trial) string { return t.Guard }),
}

// factorOf returns a factor whose zero value stands for none.
func factorOf[T cmp.Ordered](label string, of func(*Trial) T) factor {
	var none T
	return factor{
		label: label,
		text: func(t *Trial) string {
			if of(t) == none {
				return ""
			}
			return fmt.Sprint(of(t))
		},
		compare: func(a, b *Trial) int { return cmp.Compare(of(a), of(b)) },
	}
}

// Labels returns all that tells one series of samples from another, from the
// experiment down to the point.
func (s Sampled) Labels() []Label {
	t := &s.Record.Trial
	list := []Label{{"exp", t.Experiment}, {"part", t.Part}}
	for _, f := range factors {
		if text := f.text(t); text != "" {
			list = append(list, Label{f.label, text})
		}
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
	x, y := &a.Record.Trial, &b.Record.Trial
	order := cmp.Or(
		cmp.Compare(x.Experiment, y.Experiment),
		cmp.Compare(x.Part, y.Part),
		cmp.Compare(x.Kind, y.Kind),
		compareSpecs(x.Workload, y.Workload),
	)
	for _, f := range factors {
		if order != 0 {
			return order
		}
		order = f.compare(x, y)
	}
	if order != 0 {
		return order
	}
	return cmp.Or(
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
