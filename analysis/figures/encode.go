package figures

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"filterbench/analysis"
)

// Files are the forms of one figure, by suffix: svg and csv.
type Files map[string][]byte

// Render draws a chart. The same chart gives the same bytes. It panics if the
// chart has no panels.
func Render(c Chart) (Files, error) {
	l := arrange(c)
	svg := vgsvg.New(pageWidth, l.height)
	paint(draw.New(svg), c, l)
	var vector bytes.Buffer
	if _, err := svg.WriteTo(&vector); err != nil {
		return nil, fmt.Errorf("figure %s: %w", c.ID, err)
	}
	return Files{"svg": dress(vector.Bytes(), c), "csv": CSV(c)}, nil
}

// sheet is the style of all figures: fonts of the same metrics for machines without
// Liberation, and on a dark page all colours turned to the other end of their lightness.
const sheet = `<style>text{font-family:'Liberation Sans',Arimo,Arial,Helvetica,sans-serif}@media(prefers-color-scheme:dark){svg>g{filter:invert(.93) hue-rotate(180deg)}}</style>`

// dress gives a drawing its title and its description, for those who hear it, and its
// style, and takes out of every text what the style says once.
func dress(svg []byte, c Chart) []byte {
	text := string(svg)
	text = strings.ReplaceAll(text, "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "")
	text = strings.ReplaceAll(text, "font-family:Liberation Sans;font-variant:normal;font-weight:bold;font-style:normal;", "font-weight:bold;")
	text = strings.Replace(text, "<svg width=", `<svg role="img" aria-labelledby="title desc" width=`, 1)
	head := fmt.Sprintf("<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n%s\n<g transform", html.EscapeString(c.Title), html.EscapeString(c.What+". "+c.Caption), sheet)
	return []byte(strings.Replace(text, "<g transform", head, 1))
}

// CSV lists what a chart draws, one point a line: those that were measured, and those of
// theory, which have no y. Absent values are empty.
func CSV(c Chart) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	write := func(row ...string) {
		if err := w.Write(row); err != nil {
			panic("figures: writing to memory failed: " + err.Error())
		}
	}
	noted := false
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			noted = noted || curve.Notes != nil
		}
	}
	head := []string{"panel", "curve", "x", "y", "low", "high", "theory", "bound", "hits", "of", "seeds", "dispersion", "notes"}
	if noted {
		head = append(head, "label", "value", "shown")
	}
	write(head...)
	for _, p := range c.Panels {
		x, y := c.xOf(p), c.yOf(p)
		for _, curve := range p.Curves {
			put := func(at analysis.Point, note Note) {
				row := []string{p.Title, curve.Name, x.number(at.X), y.number(at.Y), number(at.Lo), number(at.Hi), number(at.Theory), number(at.Bound),
					count(at.Hits, at.N), count(at.N, at.N), count(uint64(at.Seeds), uint64(at.Seeds)), number(at.Phi), strings.Join(at.Warnings, "; ")}
				if noted {
					row = append(row, note.Label, number(note.Value), note.shown())
				}
				write(row...)
			}
			for i, at := range curve.Points {
				note := Note{Value: math.NaN()}
				if curve.Notes != nil {
					note = curve.Notes[i]
				}
				put(at, note)
			}
			for _, at := range curve.Law {
				put(at, Note{Value: math.NaN()})
			}
		}
	}
	w.Flush()
	return out.Bytes()
}

// shown says how a point is drawn beside its place.
func (n Note) shown() string {
	switch {
	case n.Ring:
		return "ringed"
	case n.Unsure:
		return "hatched"
	}
	return ""
}

// number writes a value of an axis, by its name where it has one.
func (a Axis) number(x float64) string {
	if i := int(x); a.Unit == Category && x == math.Trunc(x) && i >= 0 && i < len(a.Names) {
		return a.Names[i]
	}
	return number(x)
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
