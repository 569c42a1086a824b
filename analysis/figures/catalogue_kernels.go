package figures

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// kernelFigures compare ways to do the same arithmetic.
var kernelFigures = []Figure{{
	ID: "kernels", Experiment: "throughput",
	Title:   "Time of one lookup by the kernel that does it",
	Caption: "The same filters give the same answers by three kernels: one slot or word after the other, several in one word of the processor, and with its vector instructions. Net of the loop, in batches; all get the same hash.",
	X:       Axis{Label: "filter", Unit: Category}, Y: nanoseconds,
	Name:    func(c analysis.Cell) string { return measure.WithoutKernel(c.Variant) },
	Bars:    intervalBars,
	Apart:   true,
	Columns: 2,
	Layers:  []Layer{kernelLayer("hit"), kernelLayer("miss")},
}}

// kernelLayer has a panel for each size.
func kernelLayer(op string) Layer {
	return Layer{
		Part:    "kernels",
		Keep:    where(func(c analysis.Cell) bool { return measure.KernelOf(c) != "" }),
		Series:  measure.KernelOf,
		Facet:   func(c analysis.Cell) string { return sizeName(c) + ", " + op },
		Measure: timeOf(op),
	}
}
