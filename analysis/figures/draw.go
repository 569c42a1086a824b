package figures

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"filterbench/analysis"
)

// paint draws a chart as laid out.
func paint(canvas draw.Canvas, c Chart, l layout) {
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	canvas.FillText(words(titleSize, true, ink), vg.Point{X: margin, Y: l.titleBase}, c.Title)
	_, styles := assign(c)
	for i, p := range c.Panels {
		f := l.panels[i]
		f.drawAxes(canvas, c, p.Title)
		f.drawCommon(canvas, c, p)
		for j, curve := range p.Curves {
			f.drawLines(canvas, c, p, curve, styles[curve.Name], f.dodge(c, p, j))
		}
		for j, curve := range p.Curves {
			f.drawMarks(canvas, c, curve, styles[curve.Name], f.dodge(c, p, j))
		}
	}
	label := words(labelSize, false, ink)
	canvas.FillText(label, vg.Point{X: l.plotsCentreX - label.Width(c.X.Label)/2, Y: l.xLabel}, c.X.Label)
	turned := label
	turned.Rotation = math.Pi / 2
	canvas.FillText(turned, vg.Point{X: l.yLabel - 2, Y: l.plotsCentreY - label.Width(c.Y.Label)/2}, c.Y.Label)
	l.legend.draw(canvas, vg.Point{X: margin, Y: margin + l.legend.height})
}

// dodge is how far a curve stands beside its place, so that bars do not cover each
// other.
func (f frame) dodge(c Chart, p Panel, curve int) vg.Length {
	if !c.Apart || len(p.Curves) < 2 {
		return 0
	}
	width := apart(c, p)
	if c.X.Unit == Category {
		width = 0.6 * (f.area.Max.X - f.area.Min.X) / vg.Length(len(c.Categories))
	}
	return width * (vg.Length(curve)/vg.Length(len(p.Curves)-1) - 0.5)
}

// clip returns the canvas of the panel's inside.
func (f frame) clip(canvas draw.Canvas) draw.Canvas {
	return draw.Canvas{Canvas: canvas.Canvas, Rectangle: f.area}
}

// drawLines draws the lines of theory and bound, and those that join points.
func (f frame) drawLines(canvas draw.Canvas, c Chart, p Panel, curve Curve, s style, shift vg.Length) {
	_, shared := common(p)
	theory := func(p analysis.Point) float64 { return p.Theory }
	bound := func(p analysis.Point) float64 { return p.Bound }
	measured := func(p analysis.Point) float64 { return p.Y }
	lines := []struct {
		of     func(analysis.Point) float64
		show   bool
		stairs bool
		dashes []vg.Length
		shift  vg.Length
	}{
		{bound, true, false, dots, 0},
		{theory, !shared, false, s.dash, 0},
		{measured, curve.Mark == Steps, true, nil, 0},
		{measured, curve.Mark == Points && !hasTheory(curve) && c.X.Unit != Category, false, nil, shift},
	}
	for _, line := range lines {
		if line.show {
			f.stroke(canvas, f.runs(c, curve, line.of, line.stairs, line.shift), draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: line.dashes})
		}
	}
}

// drawCommon draws the value that theory gives to all points of a panel alike.
func (f frame) drawCommon(canvas draw.Canvas, c Chart, p Panel) {
	value, ok := common(p)
	if !ok {
		return
	}
	y := f.atY(c, value)
	canvas.StrokeLine2(draw.LineStyle{Color: soft, Width: lineWidth, Dashes: styles[0].dash}, f.area.Min.X, y, f.area.Max.X, y)
}

// common returns the theory that all points of a panel share.
func common(p Panel) (value float64, ok bool) {
	value = math.NaN()
	for _, curve := range p.Curves {
		for _, at := range curve.Points {
			if math.IsNaN(at.Theory) || !math.IsNaN(value) && at.Theory != value {
				return 0, false
			}
			value = at.Theory
		}
	}
	return value, !math.IsNaN(value)
}

// runs returns the stretches of a line between points where it is undefined.
func (f frame) runs(c Chart, curve Curve, of func(analysis.Point) float64, stairs bool, shift vg.Length) [][]vg.Point {
	var runs [][]vg.Point
	var run []vg.Point
	for _, p := range curve.Points {
		y := of(p)
		if math.IsNaN(y) || c.Y.Scale == Log && y <= 0 {
			runs, run = append(runs, run), nil
			continue
		}
		at := f.at(c, p.X, y)
		at.X += shift
		if stairs && len(run) > 0 {
			run = append(run, vg.Point{X: at.X, Y: run[len(run)-1].Y})
		}
		run = append(run, at)
	}
	return append(runs, run)
}

func (f frame) stroke(canvas draw.Canvas, runs [][]vg.Point, style draw.LineStyle) {
	inside := f.clip(canvas)
	for _, run := range runs {
		if len(run) > 1 {
			inside.StrokeLines(style, inside.ClipLinesXY(run)...)
		}
	}
}

// drawSparse puts marks on a staircase, far enough apart to tell it from others
// without hiding it.
func (f frame) drawSparse(canvas draw.Canvas, c Chart, curve Curve, s style) {
	const apart = vg.Length(55)
	last := vg.Point{X: -apart, Y: -apart}
	inside := f.clip(canvas)
	for _, p := range curve.Points {
		at := f.at(c, p.X, p.Y)
		d := at.Sub(last)
		if inside.Contains(at) && math.Hypot(float64(d.X), float64(d.Y)) >= float64(apart) {
			s.glyph(canvas, at, 0.8*markRadius, s.color)
			last = at
		}
	}
}

// drawMarks draws bars and marks.
func (f frame) drawMarks(canvas draw.Canvas, c Chart, curve Curve, s style, shift vg.Length) {
	if curve.Mark == Steps {
		f.drawSparse(canvas, c, curve, s)
	}
	if curve.Mark != Points {
		return
	}
	for _, p := range curve.Points {
		if math.IsNaN(p.Y) {
			continue
		}
		if !math.IsNaN(p.Lo) && !math.IsNaN(p.Hi) {
			low, high := f.at(c, p.X, p.Lo), f.at(c, p.X, p.Hi)
			bottom := min(max(low.Y, f.area.Min.Y), f.area.Max.Y)
			top := min(max(high.Y, f.area.Min.Y), f.area.Max.Y)
			if top-bottom > 0.5 {
				whisker(canvas, s.color, low.X+shift, bottom, top)
			}
		}
	}
	for _, p := range curve.Points {
		at := f.at(c, p.X, p.Y)
		at.X += shift
		inside := f.clip(canvas)
		if !math.IsNaN(p.Y) && !(c.Y.Scale == Log && p.Y <= 0) && inside.Contains(at) {
			s.glyph(canvas, at, markRadius, s.color)
		}
	}
}

// whisker draws an interval.
func whisker(canvas draw.Canvas, colour color.Color, x, bottom, top vg.Length) {
	line := draw.LineStyle{Color: colour, Width: 0.9}
	canvas.StrokeLine2(line, x, bottom, x, top)
	for _, y := range []vg.Length{bottom, top} {
		canvas.StrokeLine2(line, x-2.4, y, x+2.4, y)
	}
}

func hasTheory(c Curve) bool {
	return slices.ContainsFunc(c.Points, func(p analysis.Point) bool { return !math.IsNaN(p.Theory) })
}

func hasBound(c Curve) bool {
	return slices.ContainsFunc(c.Points, func(p analysis.Point) bool { return !math.IsNaN(p.Bound) })
}
