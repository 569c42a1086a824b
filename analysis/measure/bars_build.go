package measure

import (
	"slices"

	"filterbench/analysis"
	"filterbench/internal/record"
)

// buildLimit is how many times as long inserts take as a build at once, at least.
const buildLimit = 1.5

// buildBars are those of a cell in which filters were built from all their keys at once:
// a filter with one line a key over the floor, and a cuckoo filter against its inserts
// one by one, which a cell of single calls has, and in batches.
func buildBars(c analysis.Cell, cells []analysis.Cell) (list []Bar) {
	lines, _ := analysis.LinesOf(c.Variant)
	if c.Part != "build" || c.Call != "batch" || lines == 0 {
		return nil
	}
	if lines == 1 {
		b := Bar{Filter: c.Variant, Keys: c.Size(), Op: record.OpBuild, Pages: c.Pages}
		b.overFloor(c)
		b.Kind = "build-floor"
		return append(list, b)
	}
	for _, way := range []struct{ call, name string }{{"single", "Insert"}, {"batch", "InsertBatch"}} {
		i := slices.IndexFunc(cells, func(o analysis.Cell) bool {
			return o.Part == c.Part && o.Variant == c.Variant && o.Capacity == c.Capacity && o.Slots == c.Slots && o.Pages == c.Pages && o.Call == way.call
		})
		if i < 0 {
			continue
		}
		if ratio, ok := timesAs(cells[i], "insert", c, record.OpBuild); ok {
			list = append(list, Bar{
				Kind: "build", Filter: c.Variant, Against: way.name, Keys: c.Size(), Op: record.OpBuild, Pages: c.Pages,
				Value: ratio, Limit: buildLimit, Standing: atLeast(ratio, buildLimit),
			})
		}
	}
	return list
}
