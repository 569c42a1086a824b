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
	fill(canvas, canvas.Rectangle.Path(), paper)
	y := l.height - margin
	for _, line := range l.title {
		y -= textHeight(titleSize)
		canvas.FillText(words(titleSize, true, ink), vg.Point{X: margin, Y: y + 2}, line)
	}
	for _, line := range l.what {
		y -= textHeight(tickSize)
		canvas.FillText(words(tickSize, false, soft), vg.Point{X: margin, Y: y}, line)
	}
	_, styles := assign(c)
	for i, p := range c.Panels {
		f := l.panels[i]
		f.drawGround(canvas, p)
		f.drawUnmeasured(canvas, p)
		for _, curve := range p.Curves {
			if curve.Mark == Cells {
				f.drawCells(canvas, p, curve)
			} else {
				f.drawLines(canvas, p, curve, styles[curve.Name])
			}
		}
		for j, curve := range p.Curves {
			f.drawMarks(canvas, p, j, curve, styles[curve.Name])
		}
		f.drawWords(canvas, p)
		f.drawNotes(canvas, p)
		if f.names {
			f.drawNames(canvas, p, styles)
		}
	}
	l.legend.draw(canvas, vg.Point{X: margin, Y: margin + l.legend.height})
}

// aside is how far a mark stands beside its category, so that the bars of the curves that
// have one there do not cover each other. On scales nothing is moved.
func (f frame) aside(p Panel, curve int, x float64) vg.Length {
	if f.x.axis.Unit != Category {
		return 0
	}
	place, marks := 0, 0
	for i, c := range p.Curves {
		if slices.ContainsFunc(c.Points, func(at analysis.Point) bool { return at.X == x }) {
			if i == curve {
				place = marks
			}
			marks++
		}
	}
	if marks < 2 {
		return 0
	}
	each := (f.x.to - f.x.from) / vg.Length(max(1, len(f.x.axis.Names)))
	return 0.6 * each * (vg.Length(place)/vg.Length(marks-1) - 0.5)
}

// shifted is at, moved along x.
func (f frame) shifted(x, y float64, by vg.Length) vg.Point {
	at := f.at(x, y)
	if f.flip {
		at.Y += by
	} else {
		at.X += by
	}
	return at
}

// clip returns the canvas of the panel's inside.
func (f frame) clip(canvas draw.Canvas) draw.Canvas {
	return draw.Canvas{Canvas: canvas.Canvas, Rectangle: f.area}
}

// drawLines draws the lines of theory and bound, and those that join points.
func (f frame) drawLines(canvas draw.Canvas, p Panel, curve Curve, s style) {
	theory := func(p analysis.Point) float64 { return p.Theory }
	bound := func(p analysis.Point) float64 { return p.Bound }
	measured := func(p analysis.Point) float64 { return p.Y }
	law := curve.Points
	if len(curve.Law) > 0 {
		law = curve.Law
	}
	_, shared := common(p)
	stroke := func(points []analysis.Point, of func(analysis.Point) float64, stairs Mark, pattern []vg.Length) {
		f.stroke(canvas, f.runs(points, of, stairs), draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: pattern})
	}
	stroke(law, bound, Line, dots)
	if !shared && f.x.axis.Unit != Category {
		stroke(law, theory, Line, dashes)
	}
	join := curve.Mark == Points && !hasTheory(curve) && f.x.axis.Unit != Category
	if join || slices.Contains([]Mark{Joined, Steps, Falls}, curve.Mark) {
		stroke(curve.Points, measured, curve.Mark, nil)
	}
}

// runs returns the stretches of a line between points where it is undefined.
func (f frame) runs(points []analysis.Point, of func(analysis.Point) float64, stairs Mark) [][]vg.Point {
	var runs [][]vg.Point
	var run []vg.Point
	for _, p := range points {
		y := of(p)
		if math.IsNaN(y) || f.y.axis.Scale == Log && y <= 0 {
			runs, run = append(runs, run), nil
			continue
		}
		at := f.at(p.X, y)
		if n := len(run); n > 0 && stairs == Steps {
			run = append(run, vg.Point{X: at.X, Y: run[n-1].Y})
		} else if n > 0 && stairs == Falls {
			run = append(run, vg.Point{X: run[n-1].X, Y: at.Y})
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

// drawMarks draws bars and marks; those of a staircase stand far apart.
func (f frame) drawMarks(canvas draw.Canvas, panel Panel, j int, curve Curve, s style) {
	if curve.Mark == Line || curve.Mark == Joined || curve.Mark == Cells {
		return
	}
	inside := f.clip(canvas)
	stairs := curve.Mark == Steps || curve.Mark == Falls
	last := vg.Point{X: -1000}
	for i, p := range curve.Points {
		if math.IsNaN(p.Y) {
			continue
		}
		by := f.aside(panel, j, p.X)
		at := f.shifted(p.X, p.Y, by)
		if stairs {
			if inside.Contains(at) && distance(at, last) >= 60 {
				s.glyph(canvas, at, 0.8*markRadius, s.color)
				last = at
			}
			continue
		}
		if curve.Mark == Dots {
			if inside.Contains(at) {
				s.glyph(canvas, at, 0.62*markRadius, s.color)
			}
			continue
		}
		f.drawBar(canvas, p, mix(s.color, paper, 0.25), by)
		f.drawExpected(canvas, p, by)
		if p.Y <= 0 && f.y.axis.Scale == Log && !f.y.zeros || !inside.Contains(at) {
			continue
		}
		radius := markRadius
		if curve.Notes != nil {
			if a := curve.Notes[i].Area; a > 0 {
				radius *= vg.Length(math.Sqrt(a))
				bubble(canvas, at, radius, s.color)
			}
			if curve.Notes[i].Ring {
				canvas.SetLineStyle(draw.LineStyle{Color: ink, Width: 1})
				canvas.Stroke(circle(at, radius+2.4))
			}
		}
		s.glyph(canvas, at, markRadius, s.color)
	}
}

// drawExpected draws theory as a stroke across a mark where x is no scale, so that no line
// could.
func (f frame) drawExpected(canvas draw.Canvas, p analysis.Point, by vg.Length) {
	if f.x.axis.Unit != Category || !f.flip || math.IsNaN(p.Theory) || p.Theory <= 0 && f.y.axis.Scale == Log {
		return
	}
	at := f.shifted(p.X, p.Theory, by)
	canvas.StrokeLine2(draw.LineStyle{Color: ink, Width: 1}, at.X, at.Y-5, at.X, at.Y+5)
}

// bubble is a pale disc whose area says something.
func bubble(canvas draw.Canvas, at vg.Point, r vg.Length, colour color.NRGBA) {
	fill(canvas, circle(at, r), mix(colour, paper, 0.72))
	canvas.SetLineStyle(draw.LineStyle{Color: colour, Width: thinWidth})
	canvas.Stroke(circle(at, r))
}

// drawBar draws an interval. Of what was never seen it is an open arrow down to the band
// of zero.
func (f frame) drawBar(canvas draw.Canvas, p analysis.Point, colour color.Color, by vg.Length) {
	if math.IsNaN(p.Lo) || math.IsNaN(p.Hi) {
		return
	}
	low, high := f.shifted(p.X, p.Lo, by), f.shifted(p.X, p.Hi, by)
	clamp := func(at vg.Point) vg.Point {
		return vg.Point{X: min(max(at.X, f.area.Min.X), f.area.Max.X), Y: min(max(at.Y, f.area.Min.Y), f.area.Max.Y)}
	}
	low, high = clamp(low), clamp(high)
	if distance(low, high) < 0.8 {
		return
	}
	cap := vg.Point{X: 2.2}
	if !f.y.vertical {
		cap = vg.Point{Y: 2.2}
	}
	strokeAll(canvas, draw.LineStyle{Color: colour, Width: 0.9}, [][]vg.Point{
		{low, high}, {low.Sub(cap), low.Add(cap)}, {high.Sub(cap), high.Add(cap)},
	})
}

// drawCells draws the rectangles of a heat map or a map. The name of a family's stretch
// stands in its longest run.
func (f frame) drawCells(canvas draw.Canvas, p Panel, curve Curve) {
	for i, at := range curve.Points {
		r := f.cell(p, at)
		note := curve.Notes[i]
		colour, letters := harm(note.Shade)
		if curve.Family != "" {
			colour = looks(curve.Family).color
			if i == 0 || f.cell(p, curve.Points[i-1]).Max.X < r.Min.X-0.5 || curve.Points[i-1].Y != at.Y {
				r.Min.X += 1 // where another begins, of the same family perhaps
			}
			r.Max.X += 0.3 // no seams within a run
		}
		fill(canvas, r.Path(), colour)
		if note.Unsure {
			hatch(canvas, r, rgb(0xFEFEFE))
		}
		if wide := textWidth(note.Label, cellSize, false); note.Label != "" && curve.Family == "" {
			if note.Unsure {
				fill(canvas, vg.Rectangle{Min: vg.Point{X: (r.Min.X+r.Max.X-wide)/2 - 1, Y: r.Min.Y + 2}, Max: vg.Point{X: (r.Min.X+r.Max.X+wide)/2 + 1, Y: r.Max.Y - 2}}.Path(), colour)
			}
			canvas.FillText(words(cellSize, false, letters), vg.Point{X: (r.Min.X + r.Max.X - wide) / 2, Y: (r.Min.Y+r.Max.Y)/2 - 0.34*cellSize}, note.Label)
		}
	}
	if curve.Family != "" {
		f.nameRuns(canvas, p, curve)
	}
}

// cell is the rectangle of a point: of its categories, or as wide as its neighbours on a
// scale are apart.
func (f frame) cell(p Panel, at analysis.Point) vg.Rectangle {
	half := 0.5
	left, right := at.X-half, at.X+half
	if f.x.axis.Scale == Log {
		step := math.Inf(1)
		for _, c := range p.Curves {
			for _, q := range c.Points {
				if q.X > at.X*(1+1e-9) || q.X < at.X*(1-1e-9) {
					step = math.Min(step, math.Max(q.X/at.X, at.X/q.X))
				}
			}
		}
		left, right = at.X/math.Sqrt(step), at.X*math.Sqrt(step)
	}
	r := vg.Rectangle{Min: f.at(left, at.Y+half), Max: f.at(right, at.Y-half)}
	r.Min.X, r.Max.X = max(r.Min.X, f.area.Min.X), min(r.Max.X, f.area.Max.X)
	r.Max.Y -= 1
	if f.x.axis.Scale != Log {
		r.Max.X -= 1
	}
	return r
}

// nameRuns writes the name of a curve into its longest run of cells in each row, if
// there is room.
func (f frame) nameRuns(canvas draw.Canvas, p Panel, curve Curve) {
	for i := 0; i < len(curve.Points); {
		run := f.cell(p, curve.Points[i])
		j := i + 1
		for ; j < len(curve.Points) && curve.Points[j].Y == curve.Points[i].Y; j++ {
			next := f.cell(p, curve.Points[j])
			if next.Min.X > run.Max.X+0.5 {
				break
			}
			run.Max.X = next.Max.X
		}
		i = j
		lines := twoLines(curve.Name)
		step := textHeight(cellSize)
		y := (run.Min.Y+run.Max.Y)/2 + step*vg.Length(len(lines))/2 - 0.86*cellSize
		for k, line := range lines {
			wide := textWidth(line, cellSize, false)
			if wide+2 > run.Max.X-run.Min.X {
				break
			}
			at := vg.Point{X: (run.Min.X + run.Max.X - wide) / 2, Y: y - vg.Length(k)*step}
			back := vg.Rectangle{Min: vg.Point{X: at.X - 1.5, Y: at.Y - 2}, Max: vg.Point{X: at.X + wide + 1.5, Y: at.Y + cellSize - 1}}
			fill(canvas, back.Path(), rgb(0xFEFEFE))
			canvas.FillText(words(cellSize, false, rgb(0x010101)), at, line)
		}
	}
}

// drawUnmeasured hatches the cells of a heat map that nothing was measured for.
func (f frame) drawUnmeasured(canvas draw.Canvas, p Panel) {
	if f.x.axis.Unit != Category || f.y.axis.Unit != Category {
		return
	}
	measured := map[[2]int]bool{}
	for _, c := range p.Curves {
		for _, at := range c.Points {
			measured[[2]int{int(at.X), int(at.Y)}] = true
		}
	}
	for x := range f.x.axis.Names {
		for y := range f.y.axis.Names {
			if !measured[[2]int{x, y}] {
				hatch(canvas, f.cell(p, analysis.Point{X: float64(x), Y: float64(y)}), faint)
			}
		}
	}
}
