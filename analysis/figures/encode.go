package figures

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// dpi makes a PNG of twice the points: 1296 pixels wide.
const dpi = 144

// Files are the forms of one figure, by suffix: svg, png and csv.
type Files map[string][]byte

// Render draws a chart. The same chart gives the same bytes. It panics if the
// chart has no panels.
func Render(c Chart) (Files, error) {
	var height vg.Length
	var draws func(draw.Canvas)
	switch {
	case c.Heat:
		l := arrangeHeat(c)
		height, draws = l.height, func(canvas draw.Canvas) { paintHeat(canvas, c, l) }
	case c.Map:
		l := arrangeMap(c)
		height, draws = l.height, func(canvas draw.Canvas) { paintMap(canvas, c, l) }
	default:
		l := arrange(c)
		height, draws = l.height, func(canvas draw.Canvas) { paint(canvas, c, l) }
	}
	svg := vgsvg.New(pageWidth, height)
	draws(draw.New(svg))
	var vector bytes.Buffer
	if _, err := svg.WriteTo(&vector); err != nil {
		return nil, fmt.Errorf("figure %s: %w", c.ID, err)
	}
	img := vgimg.NewWith(vgimg.UseWH(pageWidth, height), vgimg.UseDPI(dpi))
	draws(draw.New(img))
	raster, err := encodePNG(img.Image())
	if err != nil {
		return nil, fmt.Errorf("figure %s: %w", c.ID, err)
	}
	return Files{"svg": withFallbacks(vector.Bytes()), "png": raster, "csv": CSV(c)}, nil
}

// withFallbacks names fonts of the same metrics for machines without Liberation.
func withFallbacks(svg []byte) []byte {
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"),
		[]byte("font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif;"))
}

// CSV lists the points of a chart, one a line, just as they are drawn. Absent
// values are empty.
func CSV(c Chart) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	write := func(row ...string) {
		if err := w.Write(row); err != nil {
			panic("figures: writing to memory failed: " + err.Error())
		}
	}
	write("panel", "curve", "x", "y", "low", "high", "theory", "bound", "hits", "of", "seeds", "dispersion", "notes")
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			for _, at := range curve.Points {
				x := number(at.X)
				if c.X.Unit == Category {
					x = c.Categories[int(at.X)]
				}
				write(p.Title, curve.Name, x, number(at.Y), number(at.Lo), number(at.Hi), number(at.Theory), number(at.Bound),
					count(at.Hits, at.N), count(at.N, at.N), count(uint64(at.Seeds), uint64(at.Seeds)), number(at.Phi), strings.Join(at.Warnings, "; "))
			}
		}
	}
	w.Flush()
	return out.Bytes()
}

// number writes nine significant digits: more than any of them is worth, and few
// enough to be the same wherever the arithmetic is.
func number(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 9, 64)
}

// count writes n if of is not 0.
func count(n, of uint64) string {
	if of == 0 {
		return ""
	}
	return strconv.FormatUint(n, 10)
}
