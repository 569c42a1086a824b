package figures

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
)

// encodePNG writes an image with at most 256 colours: a third of the size of full
// colour, and no visible loss, because a chart has few colours and their shades.
func encodePNG(img image.Image) ([]byte, error) {
	flat, ok := img.(*image.RGBA)
	if !ok {
		flat = image.NewRGBA(img.Bounds())
		draw.Draw(flat, flat.Bounds(), img, flat.Bounds().Min, draw.Src)
	}
	var out bytes.Buffer
	encoder := png.Encoder{}
	if err := encoder.Encode(&out, reduce(flat)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// shade is an opaque colour.
type shade [3]uint8

func (s shade) colour() color.RGBA { return color.RGBA{s[0], s[1], s[2], 255} }

// reduce keeps the most frequent colours and maps all others to the nearest.
func reduce(img *image.RGBA) *image.Paletted {
	shades := make([]shade, len(img.Pix)/4)
	for i := range shades {
		shades[i] = shade(img.Pix[4*i : 4*i+3])
	}
	counts := map[shade]int{}
	runs(shades, func(s shade, from, to int) { counts[s] += to - from })
	palette := frequent(counts, 256)
	index := map[shade]uint8{}
	for s := range counts {
		index[s] = uint8(palette.Index(s.colour()))
	}
	out := image.NewPaletted(img.Bounds(), palette)
	runs(shades, func(s shade, from, to int) {
		for i := range out.Pix[from:to] {
			out.Pix[from+i] = index[s]
		}
	})
	return out
}

// runs calls f for every stretch of equal shades; charts are mostly long ones.
func runs(shades []shade, f func(s shade, from, to int)) {
	from := 0
	for i := range shades {
		if i+1 == len(shades) || shades[i+1] != shades[from] {
			f(shades[from], from, i+1)
			from = i + 1
		}
	}
}

// frequent lists the most frequent colours; equal counts go by value.
func frequent(counts map[shade]int, n int) color.Palette {
	list := make([]shade, 0, len(counts))
	for s := range counts {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b shade) int {
		return cmp.Or(counts[b]-counts[a], slices.Compare(a[:], b[:]))
	})
	palette := make(color.Palette, 0, n)
	for _, s := range list[:min(n, len(list))] {
		palette = append(palette, s.colour())
	}
	return palette
}
