// Package figures draws what analysis computed. A figure is a row of a catalogue
// (catalogue_*.go): which cells, which curves, which axes, which words. One
// renderer draws them all in one style and knows no experiment.
//
//	Figure --Build--> Chart --Render--> SVG, PNG, CSV
//
// A [Chart] holds exactly the points that are drawn, and its CSV is a list of
// them. Measured values are filled marks with bars; theory is a dashed line and a
// bound a dotted one in the colour of its curve. Colours are those of Okabe and
// Ito, and every curve has a shape of its own too, so a figure can be read in grey
// and by the colour-blind. The legend has a band of its own below the panels.
//
// The same chart gives the same bytes: nothing here reads a clock, a locale or an
// installed font. (The fonts are the Liberation family that comes with gonum/plot;
// an SVG names fallbacks of the same metrics.)
package figures
