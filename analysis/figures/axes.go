package figures

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawAxes draws the panel's grid, frame, ticks and title.
func (f frame) drawAxes(canvas draw.Canvas, c Chart, title string) {
	grid := draw.LineStyle{Color: faint, Width: thinWidth}
	frameLine := draw.LineStyle{Color: soft, Width: thinWidth}
	for _, t := range f.yTicks {
		y := f.atY(c, t.at)
		if t.label != "" {
			canvas.StrokeLine2(grid, f.area.Min.X, y, f.area.Max.X, y)
		}
		canvas.StrokeLine2(frameLine, f.area.Min.X-tickLength(t), y, f.area.Min.X, y)
	}
	for _, t := range f.xTicks {
		x := f.atX(c, t.at)
		if t.label != "" && c.X.Unit != Category {
			canvas.StrokeLine2(grid, x, f.area.Min.Y, x, f.area.Max.Y)
		}
		canvas.StrokeLine2(frameLine, x, f.area.Min.Y-tickLength(t), x, f.area.Min.Y)
	}
	canvas.StrokeLines(frameLine, []vg.Point{
		{X: f.area.Min.X, Y: f.area.Max.Y}, f.area.Min, {X: f.area.Max.X, Y: f.area.Min.Y},
	})
	if f.left {
		f.labelY(canvas, c)
	}
	if f.bottom {
		f.labelX(canvas, c)
	}
	canvas.FillText(words(labelSize, true, soft), vg.Point{X: f.area.Min.X, Y: f.area.Max.Y + 5}, title)
}

func tickLength(t tick) vg.Length {
	if t.label == "" {
		return 2
	}
	return 3.5
}

// byRank orders ticks so that those whose labels matter most come first.
func byRank(list []tick) []tick {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b tick) int { return a.rank - b.rank })
	return sorted
}

func (f frame) labelY(canvas draw.Canvas, c Chart) {
	var taken [][2]vg.Length
	for _, t := range byRank(f.yTicks) {
		y := f.atY(c, t.at)
		if t.label == "" || !reserve(&taken, y-tickSize*0.6, y+tickSize*0.6) {
			continue
		}
		drawRich(canvas, t.label, tickSize, vg.Point{X: f.area.Min.X - 6 - richWidth(t.label, tickSize), Y: y - 0.34*tickSize})
	}
}

func (f frame) labelX(canvas draw.Canvas, c Chart) {
	var taken [][2]vg.Length
	for _, t := range byRank(f.xTicks) {
		if t.label == "" {
			continue
		}
		x := f.atX(c, t.at)
		lines := []string{t.label}
		if c.X.Unit == Category {
			lines = twoLines(t.label)
		}
		wide := vg.Length(0)
		for _, line := range lines {
			wide = max(wide, richWidth(line, tickSize))
		}
		if !reserve(&taken, x-wide/2-3, x+wide/2+3) {
			continue
		}
		for i, line := range lines {
			y := f.area.Min.Y - 5 - tickSize - vg.Length(i)*textHeight(tickSize)
			drawRich(canvas, line, tickSize, vg.Point{X: x - richWidth(line, tickSize)/2, Y: y})
		}
	}
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
