package figures

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// layout is where everything of a chart stands, in points from the lower left.
type layout struct {
	height  vg.Length
	columns int
	title   []string // lines, the first on top
	what    []string
	legend  legend
	panels  []frame
	direct  bool // names stand beside their curves
}

// frame is the place of one panel.
type frame struct {
	area  vg.Rectangle
	x, y  side
	flip  bool
	names bool      // of the curves stand to its right
	above bool      // the label of the vertical axis stands above it
	title vg.Length // the baseline of its title, above its upper edge
	below bool      // the label of the horizontal axis stands below it
}

// side is one axis of a panel on the page.
type side struct {
	axis     Axis
	span     span
	zeros    bool      // zero has a band at the low end
	from, to vg.Length // where the low and the high end lie
	vertical bool
	ticks    []tick
	written  bool // the labels of the ticks are
}

// zeroBand is the room that zero gets on a logarithmic axis.
const zeroBand = vg.Length(18)

// at is where a value lies. Far places stay finite; drawing is clipped to the panel.
func (s side) at(v float64) vg.Length {
	low := s.from
	if s.zeros {
		if v <= 0 {
			return low + zeroBand/2
		}
		low += zeroBand
	}
	return low + (s.to-low)*vg.Length(min(max(s.span.place(v, s.axis.Scale), -5), 6))
}

// at turns values into a place in the panel.
func (f frame) at(x, y float64) vg.Point {
	if f.flip {
		return vg.Point{X: f.y.at(y), Y: f.x.at(x)}
	}
	return vg.Point{X: f.x.at(x), Y: f.y.at(y)}
}

// across and up are the axes that run so.
func (f frame) across() side {
	if f.flip {
		return f.y
	}
	return f.x
}

func (f frame) up() side {
	if f.flip {
		return f.x
	}
	return f.y
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

// rowTall is the height of a category of a vertical axis.
const rowTall = vg.Length(16)

// tallOf is the height of a panel.
func (c Chart) tallOf(f frame, columns int) vg.Length {
	switch n := len(f.up().axis.Names); {
	case f.up().axis.Unit == Category && c.Tall > 0:
		return vg.Length(n) * c.Tall
	case f.up().axis.Unit == Category:
		return vg.Length(n) * rowTall
	case c.Tall > 0:
		return c.Tall
	case columns == 1:
		return 260
	case columns == 2:
		return 205
	}
	return 175
}

// arrange computes the layout of a chart.
func arrange(c Chart) layout {
	l := layout{
		columns: columnsFor(len(c.Panels), c.Columns),
		title:   wrap(c.Title, titleSize, true, pageWidth-2*margin),
		what:    wrap(c.What, tickSize, false, pageWidth-2*margin),
		direct:  fitsDirect(c),
	}
	l.legend = newLegend(c, l.direct)
	l.panels = frames(c, l.columns)
	head := l.columnsOf(c)
	l.rowsOf(c, head)
	for i := range l.panels {
		l.panels[i].finish()
	}
	return l
}

// frames returns the panels without their places.
func frames(c Chart, columns int) []frame {
	list := make([]frame, len(c.Panels))
	for i, e := range extentsOf(c) {
		f := frame{flip: c.Flip}
		f.x = side{axis: e.xa, span: e.x, vertical: c.Flip}
		f.y = side{axis: e.ya, span: e.y, vertical: !c.Flip, zeros: e.zeros}
		list[i] = f
	}
	for i := range list {
		f := &list[i]
		tall := c.tallOf(*f, columns)
		lone := func(j int, across bool) bool { // whether the panel j shares no axis with i
			if j < 0 || j >= len(list) {
				return true
			}
			a, b := c.Panels[i].Y, c.Panels[j].Y
			free := f.y.axis.Free
			if across != c.Flip {
				a, b, free = c.Panels[i].X, c.Panels[j].X, f.x.axis.Free
			}
			return a != b || free
		}
		up, across := &f.y, &f.x
		if c.Flip {
			up, across = &f.x, &f.y
		}
		up.written = i%columns == 0 || lone(i-1, false)
		across.written = lone(i+columns, true)
		f.above = up.written && up.axis.Label != "" && (i < columns || lone(i-columns, false))
		f.below = across.written
		up.ticks = ticksOf(up.axis, up.span.low, up.span.high, int(tall/26))
	}
	return list
}

// columnsOf places the panels from left to right and returns the heights above their rows.
func (l *layout) columnsOf(c Chart) (head []vg.Length) {
	pads := make([]vg.Length, l.columns)
	head = make([]vg.Length, (len(l.panels)+l.columns-1)/l.columns)
	labels := make([]vg.Length, len(head)) // the room of the labels of the vertical axes
	for i, f := range l.panels {
		row, column := i/l.columns, i%l.columns
		if up := f.up(); up.written {
			pads[column] = max(pads[column], tickWidth(up.ticks)+6)
		}
		if f.above {
			labels[row] = textHeight(tickSize) + 3
		}
	}
	for i := range l.panels {
		row := i / l.columns
		l.panels[i].title = labels[row] + 5
		head[row] = max(head[row], labels[row]+8)
		if c.Panels[i].Title != "" {
			head[row] = labels[row] + textHeight(labelSize) + 8
		}
	}
	right := vg.Length(12)
	if l.direct {
		right = namesWidth(c) + 14
	}
	const gap = vg.Length(16)
	room := pageWidth - 2*margin - right - gap*vg.Length(l.columns-1)
	for _, p := range pads {
		room -= p
	}
	wide := room / vg.Length(l.columns)
	x := margin
	for column := range l.columns {
		x += pads[column]
		for i := column; i < len(l.panels); i += l.columns {
			f := &l.panels[i]
			f.area.Min.X, f.area.Max.X = x, x+wide
			f.names = l.direct && (column == l.columns-1 || i == len(l.panels)-1)
		}
		x += wide + gap
	}
	return head
}

// rowsOf places everything from the foot to the top.
func (l *layout) rowsOf(c Chart, head []vg.Length) {
	y := margin + l.legend.height
	for row := len(head) - 1; row >= 0; row-- {
		foot, tall := vg.Length(6), vg.Length(0)
		for i := row * l.columns; i < min((row+1)*l.columns, len(l.panels)); i++ {
			f := &l.panels[i]
			across := f.across()
			wide := f.area.Max.X - f.area.Min.X
			across.ticks = ticksOf(across.axis, across.span.low, across.span.high, max(2, min(int(wide/34), 12)))
			f.setAcross(across)
			tall = max(tall, c.tallOf(*f, l.columns))
			deep := vg.Length(5)
			if across.written {
				deep += tickDepth(across, wide)
				if across.axis.Label != "" {
					deep += textHeight(labelSize) + 3
				}
			}
			foot = max(foot, deep)
		}
		y += foot
		for i := row * l.columns; i < min((row+1)*l.columns, len(l.panels)); i++ {
			f := &l.panels[i]
			f.area.Min.Y, f.area.Max.Y = y+tall-c.tallOf(*f, l.columns), y+tall
		}
		y += tall + head[row]
	}
	l.height = y + vg.Length(len(l.title))*textHeight(titleSize) + vg.Length(len(l.what))*textHeight(tickSize) + 4 + margin
}

func (f *frame) setAcross(s side) {
	if f.flip {
		f.y = s
	} else {
		f.x = s
	}
}

// finish tells both axes where they end on the page. Categories run down.
func (f *frame) finish() {
	for _, s := range []*side{&f.x, &f.y} {
		s.from, s.to = f.area.Min.X, f.area.Max.X
		if s.vertical {
			s.from, s.to = f.area.Min.Y, f.area.Max.Y
			if s.axis.Unit == Category {
				s.from, s.to = s.to, s.from
			}
		}
	}
}

func tickWidth(list []tick) vg.Length {
	widest := vg.Length(0)
	for _, t := range list {
		widest = max(widest, richWidth(t.label, tickSize))
	}
	return widest
}

// tickDepth is the height of the labels below a panel: those of categories take a line,
// or two, or stand upright.
func tickDepth(s side, wide vg.Length) vg.Length {
	if s.axis.Unit != Category {
		return textHeight(tickSize)
	}
	if upright(s, wide) {
		return tickWidth(s.ticks)
	}
	lines := 1
	for _, t := range s.ticks {
		lines = max(lines, len(twoLines(t.label)))
	}
	return vg.Length(lines) * textHeight(tickSize)
}

// upright reports whether the names of categories must stand upright.
func upright(s side, wide vg.Length) bool {
	each := wide / vg.Length(max(1, len(s.ticks)))
	for _, t := range s.ticks {
		for _, line := range twoLines(t.label) {
			if richWidth(line, tickSize)+4 > each {
				return true
			}
		}
	}
	return false
}

func textHeight(size vg.Length) vg.Length { return size * 1.2 }

// glue stands for a space at which no line ends: before a unit.
const glue = "\x00"

var units = strings.NewReplacer(" %", glue+"%", " ns", glue+"ns", " µs", glue+"µs", " ms", glue+"ms")

// wrap cuts a text into lines of a width.
func wrap(s string, size vg.Length, bold bool, wide vg.Length) (lines []string) {
	for _, word := range strings.Fields(units.Replace(s)) {
		word = strings.ReplaceAll(word, glue, " ")
		if n := len(lines); n > 0 && textWidth(lines[n-1]+" "+word, size, bold) <= wide {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// distance between two places.
func distance(a, b vg.Point) vg.Length {
	d := a.Sub(b)
	return vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
}
