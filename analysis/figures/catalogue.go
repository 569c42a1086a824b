package figures

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// Catalogue lists all figures in report order.
func Catalogue() []Figure {
	return slices.Concat(choiceFigures, proofFigures, rateFigures, stateFigures, hashFigures, spaceFigures, loadFigures, kickFigures, copyFigures, redisFigures, timeFigures)
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

// Axes of several figures.
var (
	rateAxis  = Axis{Label: "false positive rate", Scale: Log, Unit: Percent}
	ratioAxis = Axis{Label: "measured / theory"}
	loadAxis  = Axis{Label: "load at the first refusal", Unit: Percent}
	slotsAxis = Axis{Label: "slots", Scale: Log, Unit: Binary}
	timeAxis  = Axis{Label: "time of one operation", Scale: Log, Unit: Time}
)

func family(c analysis.Cell) string   { return analysis.FamilyOf(c.Variant) }
func variant(c analysis.Cell) string  { return c.Variant }
func workload(c analysis.Cell) string { return c.Workload }

func bucketSlots(c analysis.Cell) string {
	if b := c.Shape().BucketSlots; b > 1 {
		return fmt.Sprintf("%d slots per bucket", b)
	}
	return "1 slot per bucket"
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

// ofFamily keeps the cells of some families.
func ofFamily(names ...string) func([]analysis.Cell) []analysis.Cell {
	return where(func(c analysis.Cell) bool { return slices.Contains(names, family(c)) })
}

func bitsPerKey(c analysis.Cell) float64 { return measure.BitsPerKey(c) }
func load(c analysis.Cell) float64       { return measure.CellLoad(c) }
func fillOf(c analysis.Cell) float64     { return c.Fill }
func sizeOf(c analysis.Cell) float64     { return float64(c.Size()) }
func slotsOf(c analysis.Cell) float64    { return float64(c.Shape().Cells) }
func probes(c analysis.Cell) float64     { return float64(c.Shape().Probes) }
func printBits(c analysis.Cell) float64  { return float64(c.Shape().FingerprintBits) }

// param is a number in the variant's name.
func param(key string) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return analysis.Param(c.Variant, key) }
}

// workloadParam is a number in the workload's name.
func workloadParam(key string) func(analysis.Cell) float64 {
	return func(c analysis.Cell) float64 { return analysis.Param(c.Workload, key) }
}

// rateOf is the rate that theory predicts of a shape, NaN without a formula.
func rateOf(s theory.Shape, keys float64) float64 {
	if p, ok := families.Predict(s, uint64(keys+0.5)); ok {
		return p.FPR
	}
	return analysis.At(0).Theory
}

// slotsName names a table by its slots: "2^10 slots".
func slotsName(c analysis.Cell) string { return powerName(c.Shape().Cells) + " slots" }

func powerName(n uint64) string {
	for e := range 64 {
		if n == 1<<e {
			return fmt.Sprintf("2^%d", e)
		}
	}
	return digits.Thousands(n)
}
