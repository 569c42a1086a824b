package claims

import (
	"fmt"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// flatMargin is how far kicks at one load may differ between the smallest and the
// largest table, in parts of themselves, and still not depend on the size.
const flatMargin = 0.1

// flatLoad is the highest load at which they must not.
const flatLoad = 0.9

func ruleConstantTime(e *Evidence) Ruling {
	var upTo, above []part
	var words []string
	var effect Estimate
	for _, b := range []int{2, 4, 8} {
		cells := kicksBySize(e, b)
		if len(cells) < 2 {
			return missing("kicks at a fixed load in several sizes with %d slots per bucket", b)
		}
		small, large := cells[0], cells[len(cells)-1]
		for i, load := range small.Loads {
			x := estimateLog(overReps([]analysis.Cell{large, small}, func(row []*record.Record) float64 {
				return measure.Mean(row[0].Kicks().Windows[i].Kicks) / measure.Mean(row[1].Kicks().Windows[i].Kicks)
			}))
			p := near(fmt.Sprintf("load %s with %d slots", percent(load), b), x, 1, flatMargin)
			if load > flatLoad {
				above = append(above, p)
				continue
			}
			upTo = append(upTo, p)
			if load == flatLoad && b == 4 {
				effect = x
			}
		}
		if sizes := fmt.Sprintf("%s to %s slots", count(small.Slots), count(large.Slots)); !slices.Contains(words, sizes) {
			words = append(words, sizes)
		}
	}
	most := upTo[0]
	for _, p := range upTo {
		if p.reach() > most.reach() {
			most = p
		}
	}
	r := judge(upTo).ruling("kicks per insert at load 90 %, largest table over smallest, four slots", "", effect, fmt.Sprintf(
		"From %s, kicks per insert change most at %s: by a factor of %s. That is the most among %d numbers of slots and loads up to %s.%s",
		sentence(words), most.name, with(most.x), len(upTo), percent(flatLoad), besideFlat(above)))
	if r.Verdict == Confirmed && len(above) > 0 && judge(above).verdict != Confirmed {
		return r.when("at a load held at or below " + percent(flatLoad) + ", as it is where a table grows in time")
	}
	return r
}

// besideFlat says what happens above the highest load of the rule.
func besideFlat(above []part) string {
	var words []string
	for _, p := range above {
		words = append(words, fmt.Sprintf("%s at %s", with(p.x), p.name))
	}
	if len(words) == 0 {
		return ""
	}
	return " Above, the factor is " + sentence(words) + "."
}

// kicksBySize takes the cells of kicks at fixed loads, in order of the table's size.
func kicksBySize(e *Evidence, b int) []analysis.Cell {
	cells := e.take("kicks", "", kind(record.KindKicks), slotsPerBucket(b), func(c analysis.Cell) bool { return strings.HasPrefix(c.Part, "sizes-") })
	slices.SortStableFunc(cells, func(x, y analysis.Cell) int { return compare(float64(x.Slots), float64(y.Slots)) })
	return cells
}
