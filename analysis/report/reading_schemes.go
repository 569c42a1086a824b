package report

import (
	"fmt"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/theory"
)

// readSchemes says which ways of deriving probes raise the rate in which filters.
func readSchemes(_ *context, chart chartType) (string, error) {
	var s []string
	for _, p := range chart.Panels {
		byWay := map[string][]analysis.Point{}
		var ways []string
		for _, curve := range p.Curves {
			if byWay[curve.Name] == nil {
				ways = append(ways, curve.Name)
			}
			byWay[curve.Name] = append(byWay[curve.Name], curve.Points...)
		}
		var raised, quiet []string
		bluntest := 0.0
		for _, way := range ways {
			worst, above := analysis.Point{}, 0
			for _, at := range byWay[way] {
				if at.Y > worst.Y {
					worst = at
				}
				if at.Lo > 1+measure.Margin {
					above++
				}
			}
			if above == 0 {
				quiet = append(quiet, way)
				for _, at := range byWay[way] {
					bluntest = max(bluntest, halfWidth(at))
				}
				continue
			}
			raised = append(raised, fmt.Sprintf("%s in %s of %s, up to %s times (%s to %s) at %s", way, count(above),
				plural(len(byWay[way]), "cell", "cells"), number(worst.Y), number(worst.Lo), number(worst.Hi), chart.Categories[int(worst.X)]))
		}
		s = append(s, schemesLine(p.Title, raised, quiet, bluntest))
	}
	return strings.Join(s, "\n"), nil
}

func schemesLine(title string, raised, quiet []string, bluntest float64) string {
	line := "- " + title + ":"
	if len(raised) > 0 {
		line += fmt.Sprintf(" the rate is shown to be more than %s above the formula with %s.", declaredPercent(measure.Margin), strings.Join(raised, "; "))
	}
	if len(quiet) > 0 {
		line += fmt.Sprintf(" In no cell is that shown of: %s, where a deviation of %s could have been seen in each.", strings.Join(quiet, ", "), percent(bluntest))
	}
	return line
}

// readSchemeSize follows double hashing from the smallest table to the largest.
func readSchemeSize(_ *context, chart chartType) (string, error) {
	double, ok := curve(chart, "", "double")
	if !ok {
		return "", nil
	}
	small, large := first(double.Points), last(double.Points)
	s := fmt.Sprintf("Double hashing multiplies the rate by %s (%s to %s) in a table of %s bits", number(small.Y), number(small.Lo), number(small.Hi), count(uint64(small.X)))
	if small.Theory > 0 {
		s += fmt.Sprintf(", where the exact rate says %s", number(small.Theory))
	}
	s += fmt.Sprintf(", and by %s (%s to %s) in one of %s.", number(large.Y), number(large.Lo), number(large.Hi), count(uint64(large.X)))
	bits, k := 10.0, theory.BlockedOptimalProbes(10, 512)
	return s + fmt.Sprintf(" In many blocks of 512 bits it is %s by the exact rate at %s bits per key, and %s at 20.",
		number(theory.BlockedDoubleFPR(bits, k, 512, theory.AnyStep)/theory.BlockedLimitFPR(bits, k, 512)), number(bits),
		number(theory.BlockedDoubleFPR(20, theory.BlockedOptimalProbes(20, 512), 512, theory.AnyStep)/theory.BlockedLimitFPR(20, theory.BlockedOptimalProbes(20, 512), 512))), nil
}

// readGuavaWidth sets the strategies beside each other in the largest table.
func readGuavaWidth(_ *context, chart chartType) (string, error) {
	var s []string
	for _, p := range chart.Panels {
		for _, curve := range p.Curves {
			at := last(curve.Points)
			s = append(s, fmt.Sprintf("In a table of %s bits the %s has %s times (%s to %s) the classic rate; its formula says %s, and a deviation of %s could have been seen.",
				count(uint64(at.X)), curve.Name, number(at.Y), number(at.Lo), number(at.Hi), number(at.Theory), percent(halfWidth(at))))
		}
	}
	return strings.Join(s, " "), nil
}
