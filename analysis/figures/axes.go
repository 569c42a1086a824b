package figures

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawGround draws what lies under the curves: bands, grid, rules and frame.
func (f frame) drawGround(canvas draw.Canvas, p Panel) {
	for _, b := range p.Bands {
		f.drawBand(canvas, b)
	}
	grid := draw.LineStyle{Color: faint, Width: thinWidth}
	line := draw.LineStyle{Color: soft, Width: thinWidth}
	for _, s := range []side{f.across(), f.up()} {
		for _, t := range s.ticks {
			at, long := s.at(t.at), vg.Length(3.5)
			if t.label == "" {
				long = 2
			}
			if s.vertical {
				if t.label != "" && s.axis.Unit != Category {
					canvas.StrokeLine2(grid, f.area.Min.X, at, f.area.Max.X, at)
				}
				canvas.StrokeLine2(line, f.area.Min.X-long, at, f.area.Min.X, at)
				continue
			}
			if t.label != "" && s.axis.Unit != Category {
				canvas.StrokeLine2(grid, at, f.area.Min.Y, at, f.area.Max.Y)
			}
			canvas.StrokeLine2(line, at, f.area.Min.Y-long, at, f.area.Min.Y)
		}
	}
	if f.flip {
		for i := range f.x.axis.Names { // a dot plot leads the eye along its rows
			canvas.StrokeLine2(grid, f.area.Min.X, f.x.at(float64(i)), f.area.Max.X, f.x.at(float64(i)))
		}
	}
	f.drawZeros(canvas)
	canvas.StrokeLines(line, []vg.Point{{X: f.area.Min.X, Y: f.area.Max.Y}, f.area.Min, {X: f.area.Max.X, Y: f.area.Min.Y}})
	if value, ok := common(p); ok {
		f.drawRule(canvas, Rule{At: value}, dashes)
	}
	for _, r := range p.Rules {
		f.drawRule(canvas, r, nil)
	}
}

func (f frame) drawBand(canvas draw.Canvas, b Band) {
	s, r := f.x, f.area
	if b.Y {
		s = f.y
	}
	from, to := s.at(b.From), s.at(b.To)
	if s.vertical {
		r.Min.Y, r.Max.Y = max(min(from, to), f.area.Min.Y), min(max(from, to), f.area.Max.Y)
	} else {
		r.Min.X, r.Max.X = max(min(from, to), f.area.Min.X), min(max(from, to), f.area.Max.X)
	}
	if r.Min.X >= r.Max.X || r.Min.Y >= r.Max.Y {
		return
	}
	if !b.Clear {
		fill(canvas, r.Path(), wash)
	}
	if wide := textWidth(b.Label, cellSize, false); wide+2 < r.Max.X-r.Min.X {
		canvas.FillText(words(cellSize, false, soft), vg.Point{X: r.Min.X + 3, Y: r.Max.Y - cellSize - 1}, b.Label)
	}
}

// drawZeros marks the band of zero on a logarithmic axis.
func (f frame) drawZeros(canvas draw.Canvas) {
	s := f.y
	if !s.zeros {
		return
	}
	edge := s.from + zeroBand
	line := draw.LineStyle{Color: soft, Width: thinWidth, Dashes: dots}
	r := f.area
	if s.vertical {
		r.Max.Y = edge
		fill(canvas, r.Path(), wash)
		canvas.StrokeLine2(line, f.area.Min.X, edge, f.area.Max.X, edge)
		if s.written {
			drawRich(canvas, zeroName, tickSize, vg.Point{X: f.area.Min.X - 5 - textWidth(zeroName, tickSize, false), Y: s.at(0) - 0.34*tickSize})
		}
		return
	}
	r.Max.X = edge
	fill(canvas, r.Path(), wash)
	canvas.StrokeLine2(line, edge, f.area.Min.Y, edge, f.area.Max.Y)
	if s.written {
		drawRich(canvas, zeroName, tickSize, vg.Point{X: s.at(0) - textWidth(zeroName, tickSize, false)/2, Y: f.area.Min.Y - 5 - tickSize})
	}
}

// zeroName is written beside the band of zero.
const zeroName = "none"

func (f frame) drawRule(canvas draw.Canvas, r Rule, pattern []vg.Length) {
	s := f.y
	if r.X {
		s = f.x
	}
	at := s.at(r.At)
	line := draw.LineStyle{Color: soft, Width: lineWidth * 0.8, Dashes: pattern}
	if s.vertical {
		if at < f.area.Min.Y || at > f.area.Max.Y {
			return
		}
		canvas.StrokeLine2(line, f.area.Min.X, at, f.area.Max.X, at)
		canvas.FillText(words(cellSize, false, soft), vg.Point{X: f.area.Min.X + 3, Y: at + 2}, r.Label)
		return
	}
	if at < f.area.Min.X || at > f.area.Max.X {
		return
	}
	canvas.StrokeLine2(line, at, f.area.Min.Y, at, f.area.Max.Y)
	if wide := textWidth(r.Label, cellSize, false); at+3+wide < f.area.Max.X {
		canvas.FillText(words(cellSize, false, soft), vg.Point{X: at + 3, Y: f.area.Max.Y - cellSize}, r.Label)
	} else {
		canvas.FillText(words(cellSize, false, soft), vg.Point{X: at - 3 - wide, Y: f.area.Max.Y - cellSize}, r.Label)
	}
}

// drawWords writes the ticks, the labels of the axes and the title of a panel.
func (f frame) drawWords(canvas draw.Canvas, p Panel) {
	up, across := f.up(), f.across()
	if up.written {
		up.labelUp(canvas, f.area.Min.X)
	}
	if f.above {
		x := max(margin, f.area.Min.X-tickWidth(up.ticks)-6)
		drawColoured(canvas, up.axis.Label, tickSize, false, vg.Point{X: x, Y: f.area.Max.Y + 6}, soft)
	}
	if p.Title != "" {
		drawColoured(canvas, p.Title, labelSize, true, vg.Point{X: f.area.Min.X, Y: f.area.Max.Y + f.title}, soft)
	}
	if !across.written {
		return
	}
	depth := across.labelAcross(canvas, f.area)
	if label := across.axis.Label; label != "" {
		wide := richWidth(label, labelSize)
		x := min(max((f.area.Min.X+f.area.Max.X-wide)/2, margin), pageWidth-margin-wide)
		drawRich(canvas, label, labelSize, vg.Point{X: x, Y: f.area.Min.Y - depth - 5 - textHeight(labelSize)})
	}
}

// byRank orders ticks so that those whose labels matter most come first.
func byRank(list []tick) []tick {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b tick) int { return a.rank - b.rank })
	return sorted
}

func (s side) labelUp(canvas draw.Canvas, right vg.Length) {
	var taken [][2]vg.Length
	for _, t := range byRank(s.ticks) {
		y := s.at(t.at)
		if t.label == "" || !reserve(&taken, y-tickSize*0.55, y+tickSize*0.55) {
			continue
		}
		drawRich(canvas, t.label, tickSize, vg.Point{X: right - 6 - richWidth(t.label, tickSize), Y: y - 0.34*tickSize})
	}
}

// labelAcross writes labels below a panel and returns how deep they reach.
func (s side) labelAcross(canvas draw.Canvas, area vg.Rectangle) vg.Length {
	wide := area.Max.X - area.Min.X
	depth := tickDepth(s, wide)
	if s.axis.Unit == Category && upright(s, wide) {
		for _, t := range s.ticks {
			turned := words(tickSize, false, ink)
			turned.Rotation = math.Pi / 2
			canvas.FillText(turned, vg.Point{X: s.at(t.at) + 0.34*tickSize, Y: area.Min.Y - 5 - turned.Width(t.label)}, t.label)
		}
		return depth
	}
	var taken [][2]vg.Length
	for _, t := range byRank(s.ticks) {
		if t.label == "" {
			continue
		}
		lines := []string{t.label}
		if s.axis.Unit == Category {
			lines = twoLines(t.label)
		}
		widest := vg.Length(0)
		for _, line := range lines {
			widest = max(widest, richWidth(line, tickSize))
		}
		x := min(s.at(t.at), pageWidth-widest/2-1)
		if !reserve(&taken, x-widest/2-3, x+widest/2+3) {
			continue
		}
		for i, line := range lines {
			drawRich(canvas, line, tickSize, vg.Point{X: x - richWidth(line, tickSize)/2, Y: area.Min.Y - 5 - tickSize - vg.Length(i)*textHeight(tickSize)})
		}
	}
	return depth
}

// reserve takes a stretch for a label unless another has part of it.
func reserve(taken *[][2]vg.Length, from, to vg.Length) bool {
	for _, t := range *taken {
		if from < t[1] && t[0] < to {
			return false
		}
	}
	*taken = append(*taken, [2]vg.Length{from, to})
	return true
}

// twoLines breaks a variant's name before its parameters.
func twoLines(name string) []string {
	family, params, ok := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	if !ok {
		return []string{name}
	}
	return []string{family, params}
}

// hatch fills a rectangle with slanted lines.
func hatch(canvas draw.Canvas, r vg.Rectangle, colour color.Color) {
	const step = vg.Length(4.5)
	line := draw.LineStyle{Color: colour, Width: 0.7}
	inside := draw.Canvas{Canvas: canvas.Canvas, Rectangle: r}
	tall := r.Max.Y - r.Min.Y
	var lines [][]vg.Point
	for x := r.Min.X - tall; x < r.Max.X; x += step {
		lines = append(lines, inside.ClipLinesXY([]vg.Point{{X: x, Y: r.Min.Y}, {X: x + tall, Y: r.Max.Y}})...)
	}
	strokeAll(canvas, line, lines)
}

// strokeAll strokes several lines as one path.
func strokeAll(canvas draw.Canvas, line draw.LineStyle, lines [][]vg.Point) {
	var path vg.Path
	for _, l := range lines {
		for i, at := range l {
			if i == 0 {
				path.Move(at)
			} else {
				path.Line(at)
			}
		}
	}
	if len(path) > 0 {
		canvas.SetLineStyle(line)
		canvas.Stroke(path)
	}
}
