package analysis

import (
	"cmp"
	"errors"
	"filterbench/variants/spec"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Selection names cells of a run: an experiment, and what must hold of its cells,
//
//	overload family=cuckoo fill=1
//	load-factor part!=fingerprint b=4 size=most
//	duplicates|libraries kind=audit peer=yes
//	* kind=fpr                            of every experiment
//
// A condition is a key, an operator (= != < <= > >=) and values, of which any will do
// where several are given with | between them. A value that ends in * stands for all
// that begin so. Keys are
//
//	part kind variant family workload hash policy call pages simd guard arrival attack knows   as in a trial
//	strategy absent share backend window stale shards                         as in a trial
//	capacity slots fill deletes                                              as in a trial
//	b f k block positions probing kernel   slots of a bucket, bits of a fingerprint, probes, bits of a block, ...
//	peer                             yes for libraries of others
//	keys, keys.r                     family of the workload, and its parameters
//	any other                        a parameter of the variant, as in bpk=8; variant.capacity=8 where the name is taken
//
// A filter's name stands for all variants of its family with these parameters:
// semisort(f=13) is family=semisort variant.f=13.
//
// fill=most keeps the fullest cell of each variant, size=most and size=least the cells
// of the largest and the smallest tables.
type Selection string

type condition struct {
	key, op string
	values  []string
}

type selector struct {
	experiments []string
	conditions  []condition
	fullest     bool
	size        string // most, least or ""
}

func (s selector) reads(c Cell) bool {
	return slices.Contains(s.experiments, c.Experiment) || s.experiments[0] == "*"
}

// Experiments lists the experiments that a selection reads; * is all.
func (s Selection) Experiments() []string { return s.parse().experiments }

// Check reports what is wrong with a selection that somebody wrote.
func (s Selection) Check() error {
	_, err := s.read()
	return err
}

// parse panics on a selection that is no selection: they are written in code, and a
// test reads them all. Whoever takes one from a user calls Check before.
func (s Selection) parse() selector {
	out, err := s.read()
	if err != nil {
		panic("analysis: " + err.Error())
	}
	return out
}

func (s Selection) read() (out selector, err error) {
	fields := strings.Fields(string(s))
	if len(fields) == 0 {
		return out, errors.New("an empty selection")
	}
	out.experiments = strings.Split(fields[0], "|")
	for _, field := range fields[1:] {
		wrong := fmt.Errorf("selection %q: %q is no condition; write a key, an operator and values, as in family=cuckoo|bloom or capacity>1000", s, field)
		i := strings.IndexAny(field, "(!<>=")
		if i > 0 && field[i] == '(' {
			name, err := spec.Parse(field)
			if err != nil {
				return out, fmt.Errorf("selection %q: %w", s, err)
			}
			out.conditions = append(out.conditions, condition{"family", "=", []string{name.Name}})
			for _, p := range name.Params {
				out.conditions = append(out.conditions, condition{"variant." + p.Key, "=", []string{p.Value}})
			}
			continue
		}
		if i < 1 {
			return out, wrong
		}
		rest := strings.TrimLeft(field[i:], "!<>=")
		c := condition{key: field[:i], op: field[i : len(field)-len(rest)], values: strings.Split(rest, "|")}
		switch {
		case rest == "" || !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, c.op):
			return out, wrong
		case field == "fill=most":
			out.fullest = true
		case field == "size=most" || field == "size=least":
			out.size = rest
		default:
			out.conditions = append(out.conditions, c)
		}
	}
	return out, nil
}

// Of keeps the cells that are selected, in their order. The experiment of a cell is
// looked at too.
func (s Selection) Of(cells []Cell) []Cell {
	want := s.parse()
	var list []Cell
	for _, c := range cells {
		if want.reads(c) && !slices.ContainsFunc(want.conditions, func(x condition) bool { return !x.holds(c) }) {
			list = append(list, c)
		}
	}
	if want.fullest {
		list = fullest(list)
	}
	if want.size != "" && len(list) > 0 {
		bySize := func(a, b Cell) int { return cmp.Compare(a.Size(), b.Size()) }
		end := slices.MinFunc(list, bySize).Size()
		if want.size == "most" {
			end = slices.MaxFunc(list, bySize).Size()
		}
		list = slices.DeleteFunc(list, func(c Cell) bool { return c.Size() != end })
	}
	return list
}

// Select returns the cells of a run that are selected.
func (d *Dataset) Select(s Selection) ([]Cell, error) {
	var all []Cell
	experiments := s.Experiments()
	if experiments[0] == "*" {
		experiments = d.Experiments()
	}
	for _, experiment := range experiments {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return nil, err
		}
		all = append(all, s.Of(cells)...)
	}
	return all, nil
}

// Idle returns the conditions of a selection that choose nothing among all cells that
// there can be: a value that no cell has beside the other conditions, or an exclusion
// that excludes nothing. A selection whose experiment has no cells is idle as a whole.
func (s Selection) Idle(cells []Cell) (idle []string) {
	want := s.parse()
	for _, experiment := range want.experiments {
		if experiment != "*" && !slices.ContainsFunc(cells, func(c Cell) bool { return c.Experiment == experiment }) {
			idle = append(idle, "experiment "+experiment)
		}
	}
	holds := func(c Cell, except int, instead condition) bool {
		for i, x := range want.conditions {
			if i == except {
				x = instead
			}
			if !x.holds(c) {
				return false
			}
		}
		return want.reads(c)
	}
	for i, x := range want.conditions {
		for _, value := range x.values {
			one := condition{x.key, x.op, []string{value}}
			if x.op == "!=" {
				one.op = "="
			}
			if !slices.ContainsFunc(cells, func(c Cell) bool { return holds(c, i, one) }) {
				idle = append(idle, x.key+x.op+value)
			}
		}
	}
	return idle
}

// fullest keeps, of each variant, the cell of the highest fill. Cells of one variant
// must stand together, as those of a dataset do.
func fullest(cells []Cell) (best []Cell) {
	for _, c := range cells {
		n := len(best)
		switch {
		case n == 0 || best[n-1].Variant != c.Variant:
			best = append(best, c)
		case c.Fill > best[n-1].Fill:
			best[n-1] = c
		}
	}
	return best
}

func (x condition) holds(c Cell) bool {
	got := c.field(x.key)
	if x.op == "=" || x.op == "!=" {
		found := slices.ContainsFunc(x.values, func(value string) bool { return same(got, value) })
		return found == (x.op == "=")
	}
	a, errA := strconv.ParseFloat(got, 64)
	b, errB := strconv.ParseFloat(x.values[0], 64)
	if errA != nil || errB != nil {
		return false
	}
	switch x.op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// same compares texts, or numbers however they are written.
func same(got, value string) bool {
	if head, ok := strings.CutSuffix(value, "*"); ok {
		return strings.HasPrefix(got, head)
	}
	a, errA := strconv.ParseFloat(got, 64)
	b, errB := strconv.ParseFloat(value, 64)
	return got == value || errA == nil && errB == nil && a == b
}

// field returns what a cell has under a key of selections, "" if nothing.
func (c Cell) field(key string) string {
	shape := c.Shape()
	switch key {
	case "part":
		return c.Part
	case "kind":
		return c.Kind
	case "variant":
		return c.Variant
	case "family":
		return FamilyOf(c.Variant)
	case "workload":
		return c.Workload
	case "keys":
		return FamilyOf(c.Workload)
	case "hash":
		return c.Hash
	case "policy":
		return c.Policy
	case "call":
		return c.Call
	case "pages":
		return c.Pages
	case "simd":
		return c.SIMD
	case "guard":
		return c.Guard
	case "attack":
		return c.Trial.Attack
	case "knows":
		return c.Knows
	case "arrival":
		return c.Arrival
	case "capacity":
		return strconv.FormatUint(c.Capacity, 10)
	case "slots":
		return strconv.FormatUint(c.Slots, 10)
	case "fill":
		return strconv.FormatFloat(c.Fill, 'g', -1, 64)
	case "deletes":
		return yes(c.Deletes)
	case "peer":
		return yes(c.Records[0].Peer != "")
	case "b":
		return strconv.Itoa(shape.BucketSlots)
	case "f":
		return strconv.Itoa(shape.FingerprintBits)
	case "k":
		return strconv.Itoa(shape.Probes)
	case "block":
		return strconv.Itoa(shape.BlockBits)
	case "positions":
		return strconv.FormatUint(shape.Positions, 10)
	case "probing":
		return shape.Probing
	case "kernel":
		return shape.Kernel
	}
	if text, ok := c.serviceField(key); ok {
		return text
	}
	name, param, found := strings.Cut(key, ".")
	if !found {
		return ParamText(c.Variant, key)
	}
	switch name {
	case "keys":
		return ParamText(c.Workload, param)
	case "variant":
		return ParamText(c.Variant, param)
	}
	return ""
}

// serviceField is field for the keys of services and their upkeep.
func (c Cell) serviceField(key string) (text string, ok bool) {
	switch key {
	case "strategy":
		return c.Strategy, true
	case "absent":
		return c.Absent, true
	case "share":
		return strconv.FormatFloat(c.Share, 'g', -1, 64), true
	case "backend":
		return c.Backend, true
	case "window":
		return c.Window, true
	case "stale":
		return strconv.FormatFloat(c.Stale, 'g', -1, 64), true
	case "shards":
		return strconv.Itoa(max(1, c.Shards)), true
	}
	return "", false
}

func yes(x bool) string {
	if x {
		return "yes"
	}
	return "no"
}
