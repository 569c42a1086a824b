package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"filterbench/analysis"
)

// A heat map is a chart whose points are ratios that should be 1: a row for each
// curve, a column for each category, the ratio written in the cell and the cell's
// colour saying how far it is from 1. Rows are ordered by their worst cell, so that
// trouble stands on top.

// Sizes of a heat map, in points.
const (
	heatRow     = vg.Length(15)
	heatColumns = 2 // panels side by side
	heatText    = vg.Length(7)
	heatGap     = vg.Length(14)
)

// heatLayout is where everything of a heat map stands.
type heatLayout struct {
	height, left, wide, below vg.Length
	rows                      []string
	lines                     int // of panels
}

func arrangeHeat(c Chart) heatLayout {
	l := heatLayout{rows: heatRows(c), lines: (len(c.Panels) + heatColumns - 1) / heatColumns}
	for _, name := range l.rows {
		l.left = max(l.left, textWidth(name, tickSize, false))
	}
	for _, name := range c.Categories {
		l.below = max(l.below, textWidth(name, heatText+1, false))
	}
	l.left += margin + 6
	l.below += 8
	l.wide = (pageWidth - l.left - margin - heatGap) / heatColumns
	l.height = margin + l.below + vg.Length(l.lines)*l.panel() + titleSize + margin + 6
	return l
}

// panel is the height of a panel with its heading.
func (l heatLayout) panel() vg.Length {
	return vg.Length(len(l.rows))*heatRow + textHeight(labelSize) + 10
}

// heatRows lists the names of curves by their worst ratio, worst first.
func heatRows(c Chart) []string {
	worst := map[string]float64{}
	for _, p := range c.Panels {
		for _, curve := range p.Curves {
			for _, at := range curve.Points {
				worst[curve.Name] = max(worst[curve.Name], heat(at.Y))
			}
		}
	}
	names := make([]string, 0, len(worst))
	for name := range worst {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(worst[b], worst[a]), cmp.Compare(a, b))
	})
	return names
}

// heat is how far a ratio is from 1: 0 there, 1 at a factor of four either way,
// where colours end.
func heat(ratio float64) float64 { return math.Abs(math.Log2(max(ratio, 1e-6))) / 2 }

// heatColour mixes white with blue below 1 and with vermilion above.
func heatColour(ratio float64) color.NRGBA {
	end := rgb(0xD55E00)
	if ratio < 1 {
		end = rgb(0x0072B2)
	}
	share := min(heat(ratio), 1)
	mix := func(c uint8) uint8 { return uint8(math.Round(255 + (float64(c)-255)*share)) }
	return color.NRGBA{R: mix(end.R), G: mix(end.G), B: mix(end.B), A: 255}
}

func paintHeat(canvas draw.Canvas, c Chart, l heatLayout) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	canvas.FillText(words(titleSize, true, ink), vg.Point{X: margin, Y: l.height - margin - titleSize}, c.Title)
	for i, p := range c.Panels {
		column, line := i%heatColumns, i/heatColumns
		corner := vg.Point{
			X: l.left + vg.Length(column)*(l.wide+heatGap),
			Y: margin + l.below + vg.Length(l.lines-1-line)*l.panel(),
		}
		l.paintPanel(canvas, c, p, corner)
		if column == 0 {
			l.paintRowNames(canvas, corner)
		}
		if line == l.lines-1 || i+heatColumns >= len(c.Panels) {
			l.paintColumnNames(canvas, c, corner)
		}
	}
}

func (l heatLayout) paintPanel(canvas draw.Canvas, c Chart, p Panel, corner vg.Point) {
	top := corner.Y + vg.Length(len(l.rows))*heatRow
	canvas.FillText(words(labelSize, true, soft), vg.Point{X: corner.X, Y: top + 4}, p.Title)
	wide := l.wide / vg.Length(len(c.Categories))
	for _, curve := range p.Curves {
		row := slices.Index(l.rows, curve.Name)
		for _, at := range curve.Points {
			cell := vg.Rectangle{Min: vg.Point{X: corner.X + vg.Length(at.X)*wide, Y: top - vg.Length(row+1)*heatRow}}
			cell.Max = vg.Point{X: cell.Min.X + wide - 1, Y: cell.Min.Y + heatRow - 1}
			canvas.SetColor(heatColour(at.Y))
			canvas.Fill(cell.Path())
			letters := ink
			if heat(at.Y) > 0.7 {
				letters = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
			}
			text := heatNumber(at)
			style := words(heatText, false, letters)
			canvas.FillText(style, vg.Point{X: (cell.Min.X+cell.Max.X)/2 - style.Width(text)/2, Y: cell.Min.Y + (heatRow-heatText)/2 + 1}, text)
		}
	}
}

func (l heatLayout) paintRowNames(canvas draw.Canvas, corner vg.Point) {
	for row, name := range l.rows {
		style := words(tickSize, false, ink)
		y := corner.Y + vg.Length(len(l.rows)-row-1)*heatRow + (heatRow-tickSize)/2 + 1
		canvas.FillText(style, vg.Point{X: corner.X - 6 - style.Width(name), Y: y}, name)
	}
}

func (l heatLayout) paintColumnNames(canvas draw.Canvas, c Chart, corner vg.Point) {
	wide := l.wide / vg.Length(len(c.Categories))
	style := words(heatText+1, false, ink)
	for i, name := range c.Categories {
		turned := style
		turned.Rotation = math.Pi / 2
		x := corner.X + (vg.Length(i)+0.5)*wide + heatText/2
		canvas.FillText(turned, vg.Point{X: x, Y: corner.Y - 4 - style.Width(name)}, name)
	}
}

// heatNumber writes a ratio in three digits at most.
func heatNumber(p analysis.Point) string {
	switch {
	case p.Y == 0:
		return "0"
	case p.Y < 0.005:
		return "<.01"
	case p.Y < 9.995:
		return strconv.FormatFloat(p.Y, 'f', 2, 64)
	}
	return strconv.FormatFloat(p.Y, 'f', 0, 64)
}
