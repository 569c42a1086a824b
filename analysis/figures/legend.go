package figures

import (
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	sampleWidth = vg.Length(26) // of the specimen before a legend's text
	sampleGap   = vg.Length(5)
	entryGap    = vg.Length(14)
	entryLine   = vg.Length(14.5)
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

func newLegend(c Chart, direct bool) legend {
	var l legend
	names, styles := assign(c)
	kind := kinds(c)
	if !direct && c.Names != Nowhere && len(names) > 1 {
		for _, name := range names {
			if name == "" {
				continue // said by what the bars are, or by the title of the panel
			}
			s, k := styles[name], kind[name]
			l.entries = append(l.entries, entry{text: name, draw: func(canvas draw.Canvas, at vg.Point) { specimen(canvas, at, s, k) }})
		}
	}
	lines := 0
	if len(l.entries) > 0 {
		lines = l.flow(0, 0)
	}
	keys := len(l.entries)
	l.entries = append(l.entries, general(c)...)
	if len(l.entries) > keys {
		lines += l.flow(keys, lines)
	}
	if lines > 0 {
		l.height = vg.Length(lines)*entryLine + 4
	}
	return l
}

// kindOf tells how a curve's specimen looks.
type kindOf struct{ marks, joined, dashed, dotted, cells bool }

func kinds(c Chart) map[string]kindOf {
	list := map[string]kindOf{}
	for _, p := range c.Panels {
		_, shared := common(p)
		for _, curve := range p.Curves {
			name := curve.Name
			if curve.Mark == Cells {
				name = curve.Family
			}
			k := list[name]
			theory := hasTheory(curve)
			k.cells = k.cells || curve.Mark == Cells
			k.marks = k.marks || !slices.Contains([]Mark{Line, Joined, Cells}, curve.Mark)
			k.joined = k.joined || slices.Contains([]Mark{Steps, Falls, Joined}, curve.Mark) || curve.Mark == Points && !theory && c.xOf(p).Unit != Category
			k.dashed = k.dashed || theory && !shared && c.xOf(p).Unit != Category
			k.dotted = k.dotted || hasBound(curve) && !theory && curve.Mark == Line
			list[name] = k
		}
	}
	return list
}

func specimen(c draw.Canvas, at vg.Point, s style, k kindOf) {
	line := draw.LineStyle{Color: s.color, Width: lineWidth}
	switch {
	case k.cells:
		fill(c, square14(at), s.color)
		return
	case k.joined:
	case k.dashed:
		line.Dashes = dashes
	case k.dotted:
		line.Dashes = dots
	}
	if k.joined || k.dashed || k.dotted {
		c.StrokeLine2(line, at.X, at.Y, at.X+sampleWidth, at.Y)
	}
	if k.marks {
		s.glyph(c, vg.Point{X: at.X + sampleWidth/2, Y: at.Y}, markRadius, s.color)
	}
}

func square14(at vg.Point) vg.Path {
	return vg.Rectangle{Min: vg.Point{X: at.X + sampleWidth - 14, Y: at.Y - 4.5}, Max: vg.Point{X: at.X + sampleWidth, Y: at.Y + 4.5}}.Path()
}

// general are the entries that explain bars, lines and colours of all curves.
func general(c Chart) []entry {
	var list []entry
	line := func(text string, pattern []vg.Length) {
		list = append(list, entry{text: text, draw: func(canvas draw.Canvas, at vg.Point) {
			canvas.StrokeLine2(draw.LineStyle{Color: soft, Width: lineWidth, Dashes: pattern}, at.X, at.Y, at.X+sampleWidth, at.Y)
		}})
	}
	if c.Bars != "" {
		list = append(list, entry{text: c.Bars, draw: func(canvas draw.Canvas, at vg.Point) {
			x := at.X + sampleWidth/2
			canvas.StrokeLine2(draw.LineStyle{Color: soft, Width: 0.9}, x, at.Y-5, x, at.Y+5)
			disc(canvas, vg.Point{X: x, Y: at.Y}, 0.8*markRadius, soft)
		}})
	}
	if c.Theory != "" {
		line(c.Theory, dashes)
	}
	if c.Bound != "" {
		line(c.Bound, dots)
	}
	for _, k := range c.Keys {
		list = append(list, entry{text: k.Text, draw: func(canvas draw.Canvas, at vg.Point) {
			r := vg.Rectangle{Min: vg.Point{X: at.X + sampleWidth - 14, Y: at.Y - 4.5}, Max: vg.Point{X: at.X + sampleWidth, Y: at.Y + 4.5}}
			if k.Ring {
				middle := vg.Point{X: at.X + sampleWidth/2, Y: at.Y}
				canvas.SetLineStyle(draw.LineStyle{Color: ink, Width: 1})
				canvas.Stroke(circle(middle, markRadius+2.4))
				disc(canvas, middle, markRadius, soft)
				return
			}
			colour, _ := harm(k.Shade)
			fill(canvas, r.Path(), colour)
			canvas.SetLineStyle(draw.LineStyle{Color: faint, Width: thinWidth})
			canvas.Stroke(r.Path())
			if k.Hatch {
				hatch(canvas, r, soft)
			}
		}})
	}
	return list
}

// flow places the entries from one on, from a line on, and returns how many lines they
// take.
func (l *legend) flow(first, line int) int {
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
