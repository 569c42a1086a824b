package figures

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// Catalogue lists all figures in report order.
func Catalogue() []Figure {
	return slices.Concat(overviewFigures, rateFigures, loadFigures, sizeFigures, placesFigures, duplicateFigures, multisetFigures, stateFigures,
		hashFigures, schemeFigures, guavaFigures, timeFigures, kernelFigures, costFigures, latencyFigures, barsFigures, spaceFigures, heapFigures)
}

// Find returns the figure of an id.
func Find(id string) (Figure, bool) {
	all := Catalogue()
	i := slices.IndexFunc(all, func(f Figure) bool { return f.ID == id })
	if i < 0 {
		return Figure{}, false
	}
	return all[i], true
}

// What the lines and bars of several figures are.
const (
	intervalBars = "measured, with 95 % interval"
	rangeBars    = "median, with the range of nine fillings in ten"
	exactTheory  = "theory"
	threshold    = "threshold of an unlimited search"
)

func family(c analysis.Cell) string  { return analysis.FamilyOf(c.Variant) }
func variant(c analysis.Cell) string { return c.Variant }

func bucketSlots(c analysis.Cell) string {
	if b := c.Shape().BucketSlots; b > 1 {
		return fmt.Sprintf("%d slots per bucket", b)
	}
	return "1 slot per bucket"
}

func fingerprintBits(c analysis.Cell) string {
	return fmt.Sprintf("fingerprints of %d bits", c.Shape().FingerprintBits)
}

// named gives all cells of a layer one curve.
func named(name string) func(analysis.Cell) string {
	return func(analysis.Cell) string { return name }
}

// where keeps the cells that a condition holds for.
func where(keep func(analysis.Cell) bool) func([]analysis.Cell) []analysis.Cell {
	return func(cells []analysis.Cell) []analysis.Cell {
		return slices.DeleteFunc(slices.Clone(cells), func(c analysis.Cell) bool { return !keep(c) })
	}
}

func bitsPerKey(c analysis.Cell) float64 { return measure.BitsPerKey(c) }
func load(c analysis.Cell) float64       { return measure.CellLoad(c) }
func fillOf(c analysis.Cell) float64     { return c.Fill }
func sizeOf(c analysis.Cell) float64     { return float64(c.Size()) }
func slotsOf(c analysis.Cell) float64    { return float64(c.Shape().Cells) }
func probes(c analysis.Cell) float64     { return float64(c.Shape().Probes) }

// param is a number in the variant's name.
func param(key string) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return analysis.Param(c.Variant, key) }
}

// workloadParam is a number in the workload's name.
func workloadParam(key string) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return analysis.Param(c.Workload, key) }
}
