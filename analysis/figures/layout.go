package figures

import (
	"gonum.org/v1/plot/vg"
)

// layout is where everything of a chart stands, in points from the lower left.
type layout struct {
	height       vg.Length
	columns      int
	rows         int
	legend       legend
	panels       []frame
	titleBase    vg.Length
	xLabel       vg.Length // baseline of the label of the x axis
	yLabel       vg.Length // right edge of the turned label of the y axis
	plotsCentreX vg.Length
	plotsCentreY vg.Length
}

// frame is the place of one panel.
type frame struct {
	area   vg.Rectangle
	limits limits
	inset  vg.Length // room at both ends of x for curves that stand apart
	xTicks []tick
	yTicks []tick
	left   bool // the ticks of y are written
	bottom bool // the ticks of x are written
}

// columnsFor chooses how many panels stand side by side.
func columnsFor(panels, wish int) int {
	switch {
	case wish > 0:
		return min(wish, panels)
	case panels <= 3:
		return panels
	case panels == 4:
		return 2
	}
	return 3
}

// panelHeight is smaller the more panels share the width.
func panelHeight(columns int) vg.Length {
	switch columns {
	case 1:
		return 250
	case 2:
		return 190
	}
	return 165
}

// arrange computes the layout of a chart.
func arrange(c Chart) layout {
	l := layout{columns: columnsFor(len(c.Panels), c.Columns)}
	l.rows = (len(c.Panels) + l.columns - 1) / l.columns
	l.legend = newLegend(c)
	all := limitsOf(c)
	tall := panelHeight(l.columns)

	// Widths, from the left: label of y, ticks of y, panels and gaps.
	widths := make([]vg.Length, len(c.Panels))
	frames := make([]frame, len(c.Panels))
	widest := vg.Length(0)
	for i := range frames {
		frames[i].limits = all[i]
		frames[i].left = c.Y.Free || i%l.columns == 0
		frames[i].bottom = c.X.Free || i+l.columns >= len(c.Panels)
		frames[i].yTicks = ticksOf(c.Y, all[i].y.low, all[i].y.high, nil, int(tall/24))
		widths[i] = tickWidth(frames[i].yTicks)
		widest = max(widest, widths[i])
	}
	left := margin + textHeight(labelSize) + 4 + widest + 6
	gap := 12 + overhang(c, all[0])
	if c.Y.Free {
		gap += widest + 6
	}
	right := margin + 14
	wide := (pageWidth - left - right - gap*vg.Length(l.columns-1)) / vg.Length(l.columns)
	l.yLabel = margin + textHeight(labelSize)

	// Heights, from below: legend, label of x, then rows of ticks and panel.
	ticksBelow := tickDepth(c)
	head := vg.Length(0)
	if len(c.Panels) > 1 || c.Panels[0].Title != "" {
		head = textHeight(labelSize) + 4
	}
	between := head + 8
	if c.X.Free {
		between += ticksBelow
	}
	l.xLabel = margin + l.legend.height + 8
	bottom := l.xLabel + ticksBelow
	if c.X.Label != "" {
		bottom += textHeight(labelSize) + 4
	}
	top := bottom + vg.Length(l.rows)*tall + vg.Length(l.rows-1)*between
	l.titleBase = top + head + 10
	l.height = l.titleBase + titleSize + margin
	for i := range frames {
		x := left + vg.Length(i%l.columns)*(wide+gap)
		y := bottom + vg.Length(l.rows-1-i/l.columns)*(tall+between)
		frames[i].inset = insetOf(c, i)
		frames[i].area = vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + wide, Y: y + tall}}
		frames[i].xTicks = ticksOf(c.X, all[i].x.low, all[i].x.high, c.Categories, roomX(wide))
	}
	l.panels = frames
	l.plotsCentreX = (left + pageWidth - right) / 2
	l.plotsCentreY = (bottom + top) / 2
	return l
}

// roomX is how many labels fit below a panel.
func roomX(wide vg.Length) int { return min(int(wide/30), 12) }

// overhang is how far the labels at both ends of the x axis reach beyond it.
func overhang(c Chart, l limits) vg.Length {
	beyond := vg.Length(0)
	for _, t := range ticksOf(c.X, l.x.low, l.x.high, c.Categories, roomX(pageWidth/3)) {
		if place := l.x.place(t.at, c.X.Scale); place < 0.03 || place > 0.97 {
			beyond += richWidth(t.label, tickSize) / 2
		}
	}
	return beyond
}

func tickWidth(list []tick) vg.Length {
	widest := vg.Length(0)
	for _, t := range list {
		widest = max(widest, richWidth(t.label, tickSize))
	}
	return widest
}

// tickDepth is the height of the labels below a panel: categories take two lines.
func tickDepth(c Chart) vg.Length {
	if c.X.Unit == Category {
		return 2*textHeight(tickSize) + 6
	}
	return textHeight(tickSize) + 6
}

func textHeight(size vg.Length) vg.Length { return size * 1.15 }

// at turns a value into a place in the panel.
func (f frame) at(c Chart, x, y float64) vg.Point {
	return vg.Point{X: f.atX(c, x), Y: f.atY(c, y)}
}

func (f frame) atX(c Chart, x float64) vg.Length {
	wide := f.area.Max.X - f.area.Min.X - 2*f.inset
	return f.area.Min.X + f.inset + wide*vg.Length(clampPlace(f.limits.x.place(x, c.X.Scale)))
}

func (f frame) atY(c Chart, y float64) vg.Length {
	tall := f.area.Max.Y - f.area.Min.Y
	return f.area.Min.Y + tall*vg.Length(clampPlace(f.limits.y.place(y, c.Y.Scale)))
}

// apart is the distance from the first curve to the last where curves stand beside
// their places, in a chart whose x axis is a scale.
func apart(c Chart, p Panel) vg.Length {
	if !c.Apart || c.X.Unit == Category {
		return 0
	}
	return min(5*vg.Length(len(p.Curves)-1), 16)
}

// insetOf is the room that a panel keeps at both ends of x. Panels that share their
// limits share the room too, or the ticks written under one would not be those of
// the panel above it.
func insetOf(c Chart, panel int) vg.Length {
	if c.X.Free {
		return apart(c, c.Panels[panel]) / 2
	}
	widest := vg.Length(0)
	for _, p := range c.Panels {
		widest = max(widest, apart(c, p))
	}
	return widest / 2
}

// clampPlace keeps far places finite; drawing is clipped to the panel anyway.
func clampPlace(p float64) float64 { return min(max(p, -5), 6) }
