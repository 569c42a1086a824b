package claims

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// fillings takes the cells of load-factor with some slots per bucket, in order of
// the table's size; those with other fingerprints are left out.
func fillings(e *Evidence, b int) []analysis.Cell {
	cells := e.take("load-factor", "", kind(record.KindLoad), slotsPerBucket(b), family("cuckoo"), func(c analysis.Cell) bool { return c.Part != "fingerprint" })
	slices.SortStableFunc(cells, func(x, y analysis.Cell) int { return compare(float64(x.Slots), float64(y.Slots)) })
	return cells
}

// meanLoad estimates the mean load at the first refusal in a cell.
func meanLoad(c analysis.Cell) Estimate {
	return estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
		sum := 0.0
		for _, accepted := range row[0].Load().Accepted {
			sum += float64(accepted) / float64(row[0].Shape.Cells)
		}
		return sum / float64(len(row[0].Load().Accepted))
	}))
}

// largestLoads returns the mean load in the largest table for each number of slots.
func largestLoads(e *Evidence, slots ...int) (list []Estimate, size uint64, ok bool) {
	for _, b := range slots {
		cells := fillings(e, b)
		if len(cells) == 0 {
			return nil, 0, false
		}
		last := cells[len(cells)-1]
		list, size = append(list, meanLoad(last)), last.Slots
	}
	return list, size, true
}

// tableLoad estimates the mean load at the first refusal of a hash table with d
// choices of buckets of b slots.
func tableLoad(e *Evidence, d, b int) (Estimate, bool) {
	cells := e.take("load-factor", "tables", variant(fmt.Sprintf("hashtable(d=%d,b=%d)", d, b)))
	if len(cells) == 0 {
		return Estimate{}, false
	}
	return meanLoad(cells[0]), true
}

func ruleMoreChoices(e *Evidence) Ruling {
	three, ok3 := tableLoad(e, 3, 1)
	four, ok4 := tableLoad(e, 4, 1)
	if !ok3 || !ok4 {
		return missing("fillings of hash tables with three and four choices and one slot")
	}
	j := judge([]part{near("the mean load with three choices", three, 0.95, 0.05), near("the mean load with four choices", four, 0.95, 0.05)})
	return j.ruling("mean load at the first refusal, three choices", "share", three, fmt.Sprintf(
		"The first refusal comes at %s with three hash functions and at %s with four.", withPercent(three), withPercent(four)))
}

func ruleFourByTwo(e *Evidence) Ruling {
	load, ok := tableLoad(e, 4, 2)
	if !ok {
		return missing("fillings of hash tables with four choices of two slots")
	}
	return judge([]part{near("the mean load", load, 0.99, 0.01)}).ruling("mean load at the first refusal, four choices of two slots", "share", load,
		fmt.Sprintf("The first refusal comes at a load of %s.", withPercent(load)))
}

func ruleFourLoads(e *Evidence) Ruling {
	slots, stated := []int{1, 2, 4, 8}, []float64{0.50, 0.84, 0.95, 0.98}
	loads, size, ok := largestLoads(e, slots...)
	if !ok {
		return missing("fillings of tables with 1, 2, 4 and 8 slots per bucket")
	}
	var parts []part
	var words []string
	for i, x := range loads {
		parts = append(parts, near(fmt.Sprintf("the mean load with b=%d", slots[i]), x, stated[i], 0.05))
		words = append(words, fmt.Sprintf("%s for b=%d", withPercent(x), slots[i]))
	}
	return judge(parts).ruling("mean load at the first refusal, four slots", "share", loads[2], fmt.Sprintf(
		"With %s slots the first refusal comes at %s.", count(size), sentence(words)))
}

func ruleNinetyFive(e *Evidence) Ruling {
	cells, two := fillings(e, 4), fillings(e, 2)
	if len(cells) == 0 || len(two) == 0 {
		return missing("fillings of tables with two and four slots per bucket")
	}
	var parts []part
	least := Estimate{Lo: 2}
	for _, c := range cells {
		x := meanLoad(c)
		parts = append(parts, atLeast(fmt.Sprintf("the mean load of %s slots", count(c.Slots)), x, 0.95))
		if x.Lo < least.Lo {
			least = x
		}
	}
	below := meanLoad(two[len(two)-1])
	line := fmt.Sprintf("With four slots the mean load is %s or more at each of %d sizes; with two slots it is %s in the largest table.",
		withPercent(least), len(cells), withPercent(below))
	condition := "four slots per bucket or more, on average over fillings; the half on hash tables is not measured"
	if m, ok := loadsOfMap(e); ok {
		parts = append(parts, part{"the highest load of Go's map", m.top, 0.65, 0.85})
		line += " " + m.words()
		condition = "four slots per bucket or more, on average over fillings, and a hash table that is about to grow"
	}
	return judge(parts).ruling("least mean load at the first refusal over all sizes, four slots", "share", least, line).when(condition)
}

// percentile99 estimates the 99th percentile of kicks in a window of a cell.
func percentile99(c analysis.Cell, window int) Estimate {
	return estimate(overReps([]analysis.Cell{c}, func(row []*record.Record) float64 {
		return measure.Percentile(row[0].Kicks().Windows[window].Kicks, 0.99)
	}))
}

func ruleUnstable(e *Evidence) Ruling {
	var parts []part
	var words []string
	var effect Estimate
	turn := ""
	for _, b := range []int{2, 4, 8} {
		cells := e.take("kicks", fmt.Sprintf("windows-%d", b), kind(record.KindKicks), slotsPerBucket(b))
		if len(cells) != 1 || !slices.Contains(cells[0].Loads, 0.5) {
			return missing("kicks by load with %d slots per bucket, half load among them", b)
		}
		c := cells[0]
		top, half := len(c.Loads)-1, slices.Index(c.Loads, 0.5)
		rise := estimate(overReps(cells, func(row []*record.Record) float64 {
			w := row[0].Kicks().Windows
			return measure.Percentile(w[top].Kicks, 0.99) - measure.Percentile(w[half].Kicks, 0.99)
		}))
		parts = append(parts, atLeast(fmt.Sprintf("the rise with %d slots", b), rise, 10))
		words = append(words, fmt.Sprintf("%s at load %s with %d slots", with(rise), percent(c.Loads[top]), b))
		if b == 4 {
			effect = rise
			i := slices.IndexFunc(c.Loads, func(load float64) bool { return percentile99(c, slices.Index(c.Loads, load)).Value >= 10 })
			if i > 0 {
				turn = fmt.Sprintf("with four slots from a load between %s and %s on", percent(c.Loads[i-1]), percent(c.Loads[i]))
			}
		}
	}
	r := judge(parts).ruling("rise of the 99th percentile of kicks from half load to the highest load, four slots", "kicks", effect,
		"Over half load the 99th percentile of kicks rises by "+sentence(words)+".")
	return r.when("counted in kicks, not nanoseconds, and " + turn)
}
