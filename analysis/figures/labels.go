package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mostDirect is how many names fit beside a panel.
const mostDirect = 9

// fitsDirect reports whether the names of all curves can stand at the right end of the
// last panel of each row: there are few, and all of them are in it.
func fitsDirect(c Chart) bool {
	names, _ := assign(c)
	if c.Names != Beside || c.Flip || len(names) < 2 || len(names) > mostDirect || c.X.Unit == Category {
		return false
	}
	columns := columnsFor(len(c.Panels), c.Columns)
	for i, p := range c.Panels {
		if i%columns != columns-1 && i != len(c.Panels)-1 {
			continue
		}
		for _, name := range names {
			if !slices.ContainsFunc(p.Curves, func(curve Curve) bool { return curve.Name == name && curve.Mark != Cells }) {
				return false
			}
		}
	}
	return true
}

func namesWidth(c Chart) vg.Length {
	names, _ := assign(c)
	widest := vg.Length(0)
	for _, name := range names {
		widest = max(widest, richWidth(name, tickSize))
	}
	return widest
}

// drawNames writes the names of the curves to the right of a panel, each at the height of
// its curve's end or as near as the others let it.
func (f frame) drawNames(canvas draw.Canvas, p Panel, styles map[string]style) {
	type name struct {
		text     string
		from, at vg.Point
	}
	var list []name
	for _, curve := range p.Curves {
		end := f.end(curve)
		if curve.Name == "" || slices.ContainsFunc(list, func(n name) bool { return n.text == curve.Name }) {
			continue
		}
		list = append(list, name{curve.Name, end, vg.Point{X: f.area.Max.X + 10, Y: end.Y}})
	}
	slices.SortStableFunc(list, func(a, b name) int { return cmp.Compare(a.from.Y, b.from.Y) })
	const step = tickSize * 1.12
	low := f.area.Min.Y + tickSize/2
	for range 60 { // neighbours push each other apart until all have room
		for i := range list {
			if i > 0 {
				if over := list[i-1].at.Y + step - list[i].at.Y; over > 0.01 {
					list[i-1].at.Y -= over / 2
					list[i].at.Y += over / 2
				}
			}
		}
		if len(list) > 0 && list[0].at.Y < low {
			list[0].at.Y = low
		}
	}
	for i := range list { // what is left is pushed up
		if i > 0 {
			list[i].at.Y = max(list[i].at.Y, list[i-1].at.Y+step)
		}
	}
	for _, n := range list {
		s := styles[n.text]
		canvas.StrokeLine2(draw.LineStyle{Color: s.color, Width: thinWidth}, n.from.X+3, n.from.Y, f.area.Max.X+8, n.at.Y)
		drawColoured(canvas, n.text, tickSize, false, vg.Point{X: n.at.X, Y: n.at.Y - 0.34*tickSize}, mix(s.color, ink, 0.25))
	}
}

// end is where a curve ends at the right, inside of the panel.
func (f frame) end(c Curve) vg.Point {
	at := vg.Point{X: f.area.Max.X, Y: (f.area.Min.Y + f.area.Max.Y) / 2}
	best := vg.Length(math.Inf(-1))
	take := func(x, y float64) {
		if math.IsNaN(y) || f.y.axis.Scale == Log && y <= 0 && !f.y.zeros {
			return
		}
		if q := f.at(x, y); q.X >= best && q.X <= f.area.Max.X+1 {
			best = q.X
			at = vg.Point{X: q.X, Y: min(max(q.Y, f.area.Min.Y), f.area.Max.Y)}
		}
	}
	for _, p := range c.Points {
		take(p.X, p.Y)
	}
	if math.IsInf(float64(best), -1) {
		for _, p := range c.Law {
			take(p.X, p.Theory)
		}
	}
	return at
}

// drawNotes writes the labels of single points beside them, where no mark or other label
// is; a label that finds no place is left out, the last ones first.
func (f frame) drawNotes(canvas draw.Canvas, p Panel) {
	var taken []vg.Rectangle
	for _, c := range p.Curves {
		for i, at := range c.Points {
			if c.Notes == nil || c.Mark == Cells || math.IsNaN(at.Y) {
				continue
			}
			r, q := markRadius+1, f.at(at.X, at.Y)
			if a := c.Notes[i].Area; a > 0 {
				r = markRadius*vg.Length(math.Sqrt(a)) + 1
			}
			taken = append(taken, vg.Rectangle{Min: vg.Point{X: q.X - r, Y: q.Y - r}, Max: vg.Point{X: q.X + r, Y: q.Y + r}})
		}
	}
	for _, c := range p.Curves {
		for i, at := range c.Points {
			if c.Notes != nil && c.Mark != Cells && c.Notes[i].Label != "" && !math.IsNaN(at.Y) {
				f.drawNote(canvas, c.Notes[i], f.at(at.X, at.Y), &taken)
			}
		}
	}
}

func (f frame) drawNote(canvas draw.Canvas, n Note, at vg.Point, taken *[]vg.Rectangle) {
	wide, tall := textWidth(n.Label, cellSize, false), cellSize
	off := markRadius + 2
	if n.Area > 0 {
		off = max(off, markRadius*vg.Length(math.Sqrt(n.Area))+2)
	}
	for _, reach := range []vg.Length{off, off + 6, off + 13, off + 22} {
		for _, d := range [][2]vg.Length{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.8, 0.8}, {0.8, -0.8}, {-0.8, 0.8}, {-0.8, -0.8}} {
			min := vg.Point{X: at.X + d[0]*reach - wide*(1-d[0])/2, Y: at.Y + d[1]*reach - tall*(1-d[1])/2}
			r := vg.Rectangle{Min: min, Max: min.Add(vg.Point{X: wide, Y: tall})}
			if r.Min.X < f.area.Min.X || r.Max.X > f.area.Max.X+8 || r.Min.Y < f.area.Min.Y || r.Max.Y > f.area.Max.Y+4 {
				continue
			}
			free := !slices.ContainsFunc(*taken, func(o vg.Rectangle) bool {
				return r.Min.X < o.Max.X && o.Min.X < r.Max.X && r.Min.Y < o.Max.Y && o.Min.Y < r.Max.Y
			})
			if free {
				*taken = append(*taken, r)
				canvas.SetColor(color.NRGBA{R: 255, G: 255, B: 255, A: 190})
				canvas.Fill(vg.Rectangle{Min: r.Min.Sub(vg.Point{X: 1}), Max: r.Max.Add(vg.Point{X: 1})}.Path())
				canvas.FillText(words(cellSize, false, ink), vg.Point{X: r.Min.X, Y: r.Min.Y + 1.5}, n.Label)
				return
			}
		}
	}
}
