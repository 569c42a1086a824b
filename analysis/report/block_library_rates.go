package report

import (
	"fmt"
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// libraryRatesBlock puts measured rates beside what was asked of a library and beside
// theory for the filter that it made of it.
func libraryRatesBlock(c *context) (string, error) {
	cells, err := c.d.Cells(librariesExperiment, "")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Keys", "Asked for", "Measured", "Theory for its size", "Theory", "What was asked")
	var outside, broken []string
	for _, cell := range cells {
		asked := analysis.Param(cell.Variant, "fpr")
		if cell.Kind != record.KindFPR || math.IsNaN(asked) {
			continue
		}
		f, err := measure.FPR(cell)
		if err != nil {
			return "", err
		}
		where := fmt.Sprintf("%s with %s", code(cell.Variant), plural(cell.Capacity, "key", "keys"))
		prediction, holds := "-", "-"
		if f.Decidable() {
			prediction, holds = percent(f.Theory), choose(f.Covers(f.Theory), "inside", "outside")
			if !f.Covers(f.Theory) {
				outside = append(outside, fmt.Sprintf("%s (%s times)", where, number(f.Rate/f.Theory)))
			}
		}
		promise := kept(f.Proportion, asked)
		if promise == "broken" {
			broken = append(broken, fmt.Sprintf("%s (%s times)", where, number(f.Rate/asked)))
		}
		t.add(code(cell.Variant), count(cell.Capacity), declaredPercent(asked),
			fmt.Sprintf("%s (%s to %s)", percent(f.Rate), percent(f.WideLo), percent(f.WideHi)), prediction, holds, promise)
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	text := strings.TrimSpace(t.String()) + "\n"
	for _, line := range []struct {
		what string
		list []string
	}{{"What was asked for is missed by more than a tenth by", broken}, {"Theory lies outside the interval of", outside}} {
		text += fmt.Sprintf("\n- %s %s.", line.what, choose(len(line.list) == 0, "none", sentence(line.list)))
	}
	return text, nil
}
