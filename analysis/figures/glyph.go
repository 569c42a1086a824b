package figures

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// glyph draws a mark of radius r at a place.
type glyph func(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color)

func disc(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	fill(c, circle(at, r), colour)
}

func square(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	fill(c, polygon(at, 1.25*r, 4, math.Pi/4), colour)
}

func triangle(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	fill(c, polygon(at, 1.4*r, 3, math.Pi/2), colour)
}

func wedge(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	fill(c, polygon(at, 1.4*r, 3, -math.Pi/2), colour)
}

func diamond(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	fill(c, polygon(at, 1.4*r, 4, 0), colour)
}

func ring(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	hollow(c, circle(at, r), colour)
}

func box(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	hollow(c, polygon(at, 1.25*r, 4, math.Pi/4), colour)
}

func tent(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	hollow(c, polygon(at, 1.4*r, 3, math.Pi/2), colour)
}

func cross(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) {
	crossed(c, at, r, colour, math.Pi/4)
}

func plus(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color) { crossed(c, at, r, colour, 0) }

func crossed(c draw.Canvas, at vg.Point, r vg.Length, colour color.Color, turn float64) {
	c.SetLineStyle(draw.LineStyle{Color: colour, Width: 1.2 * lineWidth})
	for _, turn := range []float64{turn, turn + math.Pi/2} {
		d := vg.Point{X: 1.2 * r * vg.Length(math.Cos(turn)), Y: 1.2 * r * vg.Length(math.Sin(turn))}
		var p vg.Path
		p.Move(at.Add(d))
		p.Line(at.Sub(d))
		c.Stroke(p)
	}
}

func fill(c draw.Canvas, p vg.Path, colour color.Color) {
	c.SetColor(colour)
	c.Fill(p)
}

// hollow fills with white before it strokes, so that lines do not show through.
func hollow(c draw.Canvas, p vg.Path, colour color.Color) {
	fill(c, p, color.White)
	c.SetLineStyle(draw.LineStyle{Color: colour, Width: lineWidth})
	c.Stroke(p)
}

func polygon(at vg.Point, r vg.Length, corners int, turn float64) vg.Path {
	var p vg.Path
	for i := range corners {
		a := turn + 2*math.Pi*float64(i)/float64(corners)
		to := at.Add(vg.Point{X: r * vg.Length(math.Cos(a)), Y: r * vg.Length(math.Sin(a))})
		if i == 0 {
			p.Move(to)
		} else {
			p.Line(to)
		}
	}
	p.Close()
	return p
}

func circle(at vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}
