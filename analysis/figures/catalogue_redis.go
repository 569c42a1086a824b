package figures

import (
	"fmt"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/digits"
)

var redisFigures = []Figure{{
	ID: "redis-copies", Experiment: "redis",
	What:    "Bytes of all tables after so many copies of one key, in filters that grow; and for each different key that was accepted, by how unevenly keys repeat",
	Caption: "Four copies fill a key's places in a layer of two slots a bucket; the next one adds a layer, of the same size or twice as large. There are as many other keys as in an issue of RedisBloom whose filter had 8.6 GB. To the right as many inserts as the filter has room for; where copies close a filter, the keys that it refused are not among those counted",
	Bars:    "median, with its interval",
	Names:   Below, Columns: 3,
	X: Axis{Label: "copies of one key"}, Y: Axis{Label: "bytes of all tables", Scale: Log, Unit: Bytes},
	Finding: func(c Chart) string {
		worst, name, copies := 0.0, "", 0.0
		for _, curve := range c.Panels[0].Curves {
			first, last := curve.Points[0], curve.Points[len(curve.Points)-1]
			if times := last.Y / first.Y; times > worst {
				worst, name, copies = times, curve.Name, last.X
			}
		}
		return fmt.Sprintf("%g copies of one key make %s %s times as large", copies, name, digits.Thousands(uint64(worst)))
	},
	Layers: []Layer{
		{Part: "copies", Series: variant, Own: true, Measure: grownPoints, Facet: func(c analysis.Cell) string {
			if c.Fill == 0 {
				return "in an empty filter"
			}
			return "beside 92,000 other keys"
		}},
		{Part: "skew", Series: variant, At: workloadParam("s"), Measure: bytesPoint, Facet: named("keys that repeat by Zipf's law"),
			X: &Axis{Label: "exponent", Ticks: []float64{0.5, 0.75, 1, 1.25, 1.5}}, Y: &Axis{Label: "bytes for each different key", Scale: Log, Unit: Bytes}},
	},
}}

// grownPoints are the sizes of a table by copies of one key.
func grownPoints(c analysis.Cell) ([]analysis.Point, error) {
	g, err := measure.GrownBy(c)
	if err != nil {
		return nil, err
	}
	var points []analysis.Point
	for _, s := range g.Steps {
		p := analysis.At(float64(s.Copies))
		p.Y, p.Lo, p.Hi = s.Bytes.Value, s.Bytes.Lo, s.Bytes.Hi
		p.N, p.Hits, p.Seeds = uint64(s.Bytes.N), uint64(s.Bytes.N), s.Bytes.N
		points = append(points, p)
	}
	return points, nil
}

// bytesPoint is the size of the table for each different key.
func bytesPoint(c analysis.Cell) ([]analysis.Point, error) {
	m, err := measure.BytesPerDistinct(c)
	if err != nil {
		return nil, err
	}
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = m.Value, m.Lo, m.Hi
	p.N, p.Hits, p.Seeds = uint64(m.N), uint64(m.N), m.N
	return []analysis.Point{p}, nil
}
