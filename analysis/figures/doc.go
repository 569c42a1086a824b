// Package figures draws what analysis computed. A figure is a row of a catalogue
// (catalogue_*.go): which cells, which curves, which axes, and a finding that is
// computed from the points and becomes the title. One renderer draws them all and
// knows no experiment.
//
//	Figure --Build--> Chart --Render--> SVG, CSV
//
// A [Chart] holds exactly what is drawn, and its CSV is a list of it. Measured values
// are filled marks with bars; theory is a dashed line, computed at a hundred places
// and more, and a bound a dotted one, both in the colour of their curve. A family of
// filters has one colour in all figures, and the variants of a family are shades of
// it, from light to dark in their order; every curve has a mark of its own too, so a
// figure can be read in grey and by the colour-blind. Names stand at the right ends of
// the curves where they fit, else in a legend below. What is zero on a logarithmic axis
// stands in a band at its foot, and what was not measured is hatched.
//
// [Generic] makes figures of any experiment, those of other people included.
//
// The same chart gives the same bytes: nothing here reads a clock, a locale or an
// installed font. (The fonts that texts are measured by are the Liberation family that
// comes with gonum/plot; an SVG names fallbacks of the same metrics.)
package figures
