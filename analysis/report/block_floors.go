package report

import (
	"cmp"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// floorsBlock tabulates what a random line costs, by the size of the table.
func floorsBlock(c *context) (string, error) {
	cells, err := c.d.Cells("speed-bars", "")
	if err != nil {
		return "", err
	}
	cells = slices.DeleteFunc(cells, func(c analysis.Cell) bool {
		return analysis.FamilyOf(c.Variant) != "floor" || c.Part != "bars" && c.Part != "pages"
	})
	t := newTable("Table", "Pages", "Lines a key", "Hit ns a line", "95 % interval", "Miss ns a line", "95 % interval")
	slices.SortStableFunc(cells, func(a, b analysis.Cell) int { return cmp.Compare(a.Shape().Bits, b.Shape().Bits) })
	for _, cell := range cells {
		lines := analysis.Param(cell.Variant, "lines")
		row := []string{memorySize(cell.Shape().Bits / 8), choose(cell.Pages == "", "-", cell.Pages), number(lines)}
		for _, op := range []string{"hit", "miss"} {
			timing, ok := measure.Time(cell, op)
			if !ok || !timing.HasNet() {
				row = append(row, "-", "-")
				continue
			}
			row = append(row, barNumber(timing.Net.Value/lines), barNumber(timing.Net.Lo/lines)+" to "+barNumber(timing.Net.Hi/lines))
		}
		t.add(row...)
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return strings.TrimSpace(t.String()), nil
}
