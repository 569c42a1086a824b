package report

import (
	"slices"

	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// countedEvents are the columns of the table of counters.
var countedEvents = []string{"cycles", "instructions", "cache_misses", "dtlb_misses", "branch_misses"}

// countersTable says what the processor counted for one lookup of the bars' contenders;
// "" where no record tells, as on most virtual machines.
func countersTable(c *context) (string, error) {
	cells, err := c.d.Cells("speed-bars", "")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Keys", "Pages", "Operation", "Cycles", "Instructions", "Lines from memory", "Pages looked up", "Branches guessed wrong")
	for _, cell := range cells {
		if cell.Part != "bars" && cell.Part != "pages" {
			continue
		}
		for _, op := range cell.Ops {
			if _, lookup := record.HitShare(op); !lookup {
				continue
			}
			row := []string{code(cell.Variant), count(cell.Size()), choose(cell.Pages == "", "-", cell.Pages), op}
			for _, event := range countedEvents {
				m, ok := measure.CountPerOp(cell, op, event)
				row = append(row, choose(ok, barNumber(m.Value), "-"))
			}
			if slices.ContainsFunc(row[4:], func(s string) bool { return s != "-" }) {
				t.add(row...)
			}
		}
	}
	if len(t.rows) == 0 {
		return "", nil
	}
	return details("What the processor counts for one lookup, with the loop and the hash, which are those of `null`", t.String()), nil
}
