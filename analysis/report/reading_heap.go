package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// readHeap compares what sets and filters weigh at the largest size of each panel,
// and says below which size a set is the lighter one.
func readHeap(_ *context, chart chartType) (string, error) {
	var s []string
	for _, p := range chart.Panels {
		var words []string
		size := 0.0
		for _, c := range p.Curves {
			at := last(c.Points)
			size = at.X
			words = append(words, fmt.Sprintf("%s %s", code(c.Name), number(at.Y)))
		}
		kind := strings.TrimPrefix(p.Title, "keys: ")
		s = append(s, fmt.Sprintf("With %s %s a key takes, in bytes of heap: %s.", count(uint64(size)), kind, sentence(words)))
	}
	for _, p := range chart.Panels {
		set, ok := curve(chart, p.Title, "set(of=hash)")
		if !ok {
			continue
		}
		for _, c := range p.Curves {
			if analysis.FamilyOf(c.Name) == "set" {
				continue
			}
			if heavy, found := lastAbove(c.Points, set.Points); found {
				s = append(s, fmt.Sprintf("The largest size measured at which the set of integers is lighter than %s is %s.", code(c.Name), plural(uint64(heavy), "key", "keys")))
			}
		}
	}
	return strings.Join(s, " "), nil
}

// lastAbove returns the largest x at which one curve lies above another that has a
// point there too.
func lastAbove(a, b []analysis.Point) (x float64, ok bool) {
	for _, p := range a {
		i := slices.IndexFunc(b, func(q analysis.Point) bool { return q.X == p.X })
		if i >= 0 && p.Y > b[i].Y {
			x, ok = p.X, true
		}
	}
	return x, ok
}

// heapBlock sets the live heap beside the nominal bits, for each structure at its
// smallest, a middle and its largest size.
func heapBlock(c *context) (string, error) {
	cells, err := c.d.Cells("memory", "")
	if err != nil {
		return "", err
	}
	t := newTable("Structure", "Kind of key", "Keys", "Nominal bytes per key", "Heap bytes per key", "Heap over nominal", "Heap less nominal, bytes", "Objects", "Range of bytes")
	drift := 0.0
	for _, list := range bySubject(cells) {
		for i, cell := range list {
			h, err := measure.Heap(cell)
			if err != nil {
				return "", err
			}
			drift = max(drift, h.Drift)
			if i != 0 && i != len(list)/2 && i != len(list)-1 {
				continue
			}
			row := []string{code(cell.Variant), cell.Workload, count(h.Keys), "-", number(h.PerKey(h.Bytes)), "-", "-", count(uint64(math.Round(h.Objects))), count(uint64(h.Hi - h.Lo))}
			if h.Nominal > 0 {
				row[3], row[5], row[6] = number(h.PerKey(h.Nominal)), number(h.Bytes/h.Nominal), signed(h.Bytes-h.Nominal)
			}
			t.add(row...)
		}
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return fmt.Sprintf("Two readings of one structure differ by %s at most.\n\n%s", plural(uint64(drift), "byte", "bytes"), t), nil
}

// signed writes a whole number that may be negative, with its digits in groups.
func signed(x float64) string {
	if x < 0 {
		return "-" + count(uint64(math.Round(-x)))
	}
	return count(uint64(math.Round(x)))
}

// bySubject gathers the filled cells of one structure and kind of key, by size. What
// a filter holds does not depend on the kind of key, so it is listed once; the parts
// that weigh maps at close sizes are left to the claims.
func bySubject(cells []analysis.Cell) (lists [][]analysis.Cell) {
	index := map[string]int{}
	for _, c := range cells {
		family := analysis.FamilyOf(c.Variant)
		if c.Kind != record.KindHeap || family == "null" || c.Part != "integers" && (c.Part != "texts" || family != "set") {
			continue
		}
		key := c.Variant + " " + c.Workload
		i, ok := index[key]
		if !ok {
			i = len(lists)
			index[key] = i
			lists = append(lists, nil)
		}
		lists[i] = append(lists[i], c)
	}
	for _, list := range lists {
		slices.SortStableFunc(list, func(a, b analysis.Cell) int { return int(a.Capacity) - int(b.Capacity) })
	}
	return lists
}
