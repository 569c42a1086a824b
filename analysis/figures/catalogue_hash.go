package figures

import (
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
)

func hashName(c analysis.Cell) string { return c.Hash }

var hashFigures = []Figure{{
	ID: "hashes", Experiment: "hashes",
	Title:   "Measured over theoretical, by hash function and kind of key",
	Caption: "Every cell is a ratio that should be one: the false positive rate over its formula, or the median load at the first refusal over the threshold, which bounded kicks keep a little below one. Colours end at a factor of four. The worst functions stand on top.",
	X:       Axis{Unit: Category}, Y: ratioAxis, Heat: true,
	Name: workload,
	Bars: intervalBars,
	Layers: []Layer{
		{Part: "rate", Series: hashName, Facet: func(c analysis.Cell) string { return "rate of " + c.Variant }, Measure: ratioPoint},
		{Part: "load", Series: hashName, Facet: func(c analysis.Cell) string { return "load of " + c.Variant }, Measure: loadRatioPoint},
	},
}}

// loadRatioPoint is the median load at the first refusal over the threshold.
func loadRatioPoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := loadPoint(c)
	for i := range points {
		p := &points[i]
		p.Y, p.Lo, p.Hi, p.Theory = p.Y/p.Theory, p.Lo/p.Theory, p.Hi/p.Theory, 1
	}
	return points, err
}

// HashTrouble lists, for one kind of trial, the hash functions with a cell whose
// ratio is off by more than a factor, as "name on key, on key".
func HashTrouble(c Chart, kind string, factor float64) []string {
	prefix := map[string]string{record.KindFPR: "rate of ", record.KindLoad: "load of "}[kind]
	keys := map[string][]string{}
	for _, p := range c.Panels {
		if !strings.HasPrefix(p.Title, prefix) {
			continue
		}
		for _, curve := range p.Curves {
			for _, at := range curve.Points {
				if at.Y > factor || at.Y < 1/factor {
					keys[curve.Name] = appendNew(keys[curve.Name], c.Categories[int(at.X)])
				}
			}
		}
	}
	var list []string
	for _, name := range heatRows(c) {
		if found := keys[name]; len(found) > 0 {
			list = append(list, name+" on "+strings.Join(found, ", "))
		}
	}
	return list
}

func appendNew(list []string, s string) []string {
	for _, old := range list {
		if old == s {
			return list
		}
	}
	return append(list, s)
}
