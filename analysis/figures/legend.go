package figures

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	sampleWidth = vg.Length(30) // of the specimen before a legend's text
	sampleGap   = vg.Length(5)
	entryGap    = vg.Length(16)
	entryLine   = vg.Length(15)
)

// entry is one line of the legend: a specimen and words.
type entry struct {
	text string
	draw func(c draw.Canvas, at vg.Point) // at is the left end of the specimen, at mid height
	at   vg.Point                         // from the upper left of the legend
}

// legend is a band below the panels. Entries run from left to right in lines.
type legend struct {
	entries []entry
	height  vg.Length
}

func newLegend(c Chart) legend {
	var l legend
	names, styles := assign(c)
	kind := kinds(c)
	for _, name := range names {
		if name == "" {
			continue // explained among the general entries
		}
		s, k := styles[name], kind[name]
		l.entries = append(l.entries, entry{text: name, draw: func(canvas draw.Canvas, at vg.Point) {
			specimen(canvas, at, s, k)
		}})
	}
	lines := 0
	if len(l.entries) > 1 {
		lines = l.flow(0)
	} else {
		l.entries = nil // a single curve needs no name beside the title
	}
	keys := len(l.entries)
	l.entries = append(l.entries, general(c)...)
	if len(l.entries) > keys {
		lines += l.flowFrom(keys, lines)
	}
	l.height = vg.Length(lines) * entryLine
	return l
}

// kindOf tells how a curve's specimen looks.
type kindOf struct{ marks, joined, dashed, dotted bool }

func kinds(c Chart) map[string]kindOf {
	list := map[string]kindOf{}
	for _, p := range c.Panels {
		_, shared := common(p)
		for _, curve := range p.Curves {
			k := list[curve.Name]
			theory, bound := hasTheory(curve), hasBound(curve)
			k.marks = k.marks || curve.Mark != Line
			k.joined = k.joined || curve.Mark == Steps || curve.Mark == Points && !theory && c.X.Unit != Category
			k.dashed = k.dashed || theory && !shared
			k.dotted = k.dotted || bound && !theory && curve.Mark == Line
			list[curve.Name] = k
		}
	}
	return list
}

func specimen(c draw.Canvas, at vg.Point, s style, k kindOf) {
	end := vg.Point{X: at.X + sampleWidth, Y: at.Y}
	switch {
	case k.joined:
		c.StrokeLine2(draw.LineStyle{Color: s.color, Width: lineWidth}, at.X, at.Y, end.X, end.Y)
	case k.dashed:
		c.StrokeLine2(draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: s.dash}, at.X, at.Y, end.X, end.Y)
	case k.dotted:
		c.StrokeLine2(draw.LineStyle{Color: s.color, Width: lineWidth, Dashes: dots}, at.X, at.Y, end.X, end.Y)
	}
	if k.marks {
		s.glyph(c, vg.Point{X: at.X + sampleWidth/2, Y: at.Y}, markRadius, s.color)
	}
}

// general are the entries that explain bars and lines of all curves.
func general(c Chart) []entry {
	var list []entry
	line := func(text string, dashes []vg.Length) {
		list = append(list, entry{text: text, draw: func(canvas draw.Canvas, at vg.Point) {
			canvas.StrokeLine2(draw.LineStyle{Color: soft, Width: lineWidth, Dashes: dashes}, at.X, at.Y, at.X+sampleWidth, at.Y)
		}})
	}
	if c.Bars != "" {
		list = append(list, entry{text: c.Bars, draw: func(canvas draw.Canvas, at vg.Point) {
			x := at.X + sampleWidth/2
			whisker(canvas, soft, x, at.Y-4.5, at.Y+4.5)
			disc(canvas, vg.Point{X: x, Y: at.Y}, 0.8*markRadius, soft)
		}})
	}
	if c.Theory != "" {
		line(c.Theory, styles[0].dash)
	}
	if c.Bound != "" {
		line(c.Bound, dots)
	}
	return list
}

// flow places all entries from a line on and returns how many lines they take.
func (l *legend) flow(line int) int { return l.flowFrom(0, line) }

func (l *legend) flowFrom(first, line int) int {
	x, start := vg.Length(0), line
	limit := pageWidth - 2*margin
	for i := first; i < len(l.entries); i++ {
		wide := sampleWidth + sampleGap + richWidth(l.entries[i].text, tickSize)
		if x > 0 && x+wide > limit {
			x = 0
			line++
		}
		l.entries[i].at = vg.Point{X: x, Y: -(vg.Length(line) + 0.5) * entryLine}
		x += wide + entryGap
	}
	return line - start + 1
}

// draw writes the legend, its upper left at a place.
func (l legend) draw(c draw.Canvas, at vg.Point) {
	for _, e := range l.entries {
		place := at.Add(e.at)
		e.draw(c, place)
		drawRich(c, e.text, tickSize, vg.Point{X: place.X + sampleWidth + sampleGap, Y: place.Y - 0.34*tickSize})
	}
}
