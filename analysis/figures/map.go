package figures

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// A map is a chart of categories: a panel is a row, a curve is what holds at some of
// the columns, and a point says how sure that is. A cell has the colour of its curve's
// family, pale where that is not sure.

// Sizes of a map, in points.
const (
	mapRow  = vg.Length(34)
	mapText = vg.Length(7)
)

// sure is the probability below which a cell is pale.
const sure = 0.95

// mapLayout is where everything of a map stands.
type mapLayout struct {
	height, left, wide, bottom vg.Length // wide is of a column
	families                   []string  // of the legend
	lines                      int       // of the legend
}

func arrangeMap(c Chart) mapLayout {
	var l mapLayout
	for _, p := range c.Panels {
		l.left = max(l.left, textWidth(p.Title, tickSize, false))
		for _, curve := range p.Curves {
			if !slices.Contains(l.families, curve.Family) {
				l.families = append(l.families, curve.Family)
			}
		}
	}
	l.left += margin + 6
	l.wide = (pageWidth - l.left - margin) / vg.Length(len(c.Categories))
	l.lines = (len(l.families)+1)/mapEntries + 1
	l.bottom = margin + vg.Length(l.lines)*entryLine + 2*tickSize + labelSize
	l.height = l.bottom + vg.Length(len(c.Panels))*mapRow + titleSize + 2*margin + 6
	return l
}

// mapEntries is how many entries of the legend stand in a line.
const mapEntries = 6

// mapColours are the colours of all families of a map. What is no filter is grey.
func mapColours(families []string) map[string]color.NRGBA {
	c := Chart{}
	for _, f := range families {
		if f != measure.NoFilter {
			c.Panels = append(c.Panels, Panel{Curves: []Curve{{Series: analysis.Series{Name: f, Family: f}}}})
		}
	}
	_, of := assign(c)
	colours := map[string]color.NRGBA{measure.NoFilter: rgb(0xC8C8C8)}
	for name, s := range of {
		colours[name] = s.color
	}
	return colours
}

// paler mixes a colour with white.
func paler(c color.NRGBA) color.NRGBA {
	mix := func(x uint8) uint8 { return uint8(math.Round(255 - (255-float64(x))*0.4)) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 255}
}

func paintMap(canvas draw.Canvas, c Chart, l mapLayout) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	canvas.FillText(words(titleSize, true, ink), vg.Point{X: margin, Y: l.height - margin - titleSize}, c.Title)
	colours := mapColours(l.families)
	for row, p := range c.Panels {
		y := l.bottom + vg.Length(row)*mapRow
		style := words(tickSize, false, ink)
		canvas.FillText(style, vg.Point{X: l.left - 6 - style.Width(p.Title), Y: y + (mapRow-tickSize)/2}, p.Title)
		for _, curve := range p.Curves {
			for i, at := range curve.Points {
				colour := colours[curve.Family]
				if at.Y < sure {
					colour = paler(colour)
				}
				canvas.SetColor(colour)
				x, gap := l.left+vg.Length(at.X)*l.wide, vg.Length(0)
				if i == 0 || curve.Points[i-1].X != at.X-1 {
					gap = 1 // where another configuration begins, of the same family perhaps
				}
				canvas.Fill(vg.Rectangle{Min: vg.Point{X: x + gap, Y: y}, Max: vg.Point{X: x + l.wide + 0.2, Y: y + mapRow - 2}}.Path())
			}
		}
		for _, curve := range p.Curves {
			l.paintName(canvas, curve, y)
		}
	}
	l.paintColumns(canvas, c)
	l.paintLegend(canvas, colours)
}

// paintName writes the name of a curve into its longest run of columns, its parameters
// below its family, if there is room.
func (l mapLayout) paintName(canvas draw.Canvas, curve Curve, y vg.Length) {
	first, length := longestRun(curve.Points)
	head, rest, _ := strings.Cut(strings.TrimSuffix(curve.Name, ")"), "(")
	style := words(mapText, false, ink)
	for i, text := range []string{head, rest} {
		wide := style.Width(text)
		if wide > vg.Length(length)*l.wide-2 {
			continue
		}
		x := l.left + (vg.Length(first)+vg.Length(length)/2)*l.wide - wide/2
		back := vg.Rectangle{Min: vg.Point{X: x - 1, Y: y + mapRow - 15 - vg.Length(i)*10}}
		back.Max = vg.Point{X: x + wide + 1, Y: back.Min.Y + 9}
		if text != "" {
			canvas.SetColor(color.NRGBA{R: 255, G: 255, B: 255, A: 200})
			canvas.Fill(back.Path())
			canvas.FillText(style, vg.Point{X: x, Y: back.Min.Y + 2}, text)
		}
	}
}

// longestRun returns the first column and the number of columns of the longest run.
func longestRun(points []analysis.Point) (first, length int) {
	start := 0
	for i := range points {
		if i > 0 && points[i].X != points[i-1].X+1 {
			start = i
		}
		if i-start+1 > length {
			first, length = int(points[start].X), i-start+1
		}
	}
	return first, length
}

// paintColumns writes the names of the columns, as many as there is room for.
func (l mapLayout) paintColumns(canvas draw.Canvas, c Chart) {
	style := words(tickSize, false, ink)
	every := int(max(1, math.Ceil(float64(textWidth("999 ms", tickSize, false)/l.wide))))
	for every%5 != 0 && len(c.Categories) > 5 {
		every++ // whole decades of a grid of five a decade
	}
	for i := 0; i < len(c.Categories); i += every {
		x := l.left + (vg.Length(i)+0.5)*l.wide
		text := c.Categories[i]
		left := min(x-style.Width(text)/2, pageWidth-margin-style.Width(text))
		canvas.FillText(style, vg.Point{X: left, Y: l.bottom - tickSize - 3}, text)
	}
	label := words(labelSize, false, ink)
	canvas.FillText(label, vg.Point{X: (l.left+pageWidth-margin)/2 - label.Width(c.X.Label)/2, Y: l.bottom - 2*tickSize - labelSize + 1}, c.X.Label)
}

func (l mapLayout) paintLegend(canvas draw.Canvas, colours map[string]color.NRGBA) {
	wide := (pageWidth - 2*margin) / mapEntries
	entry := func(i int, colour color.NRGBA, text string) {
		x := margin + vg.Length(i%mapEntries)*wide
		y := margin + vg.Length(l.lines-1-i/mapEntries)*entryLine
		canvas.SetColor(colour)
		canvas.Fill(vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + 14, Y: y + 9}}.Path())
		canvas.FillText(words(tickSize, false, ink), vg.Point{X: x + 18, Y: y + 1}, text)
	}
	for i, f := range l.families {
		entry(i, colours[f], f)
	}
	entry(len(l.families), paler(rgb(0xD55E00)), "pale: below 95 %")
}
