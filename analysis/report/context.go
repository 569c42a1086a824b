package report

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
)

// context is what the blocks are computed from.
type context struct {
	d          *analysis.Dataset
	figures    string // path from the report to the folder of figures, with slashes
	charts     map[string]figures.Chart
	agreements []measure.Agreement
	measured   []string        // experiments that have records
	results    []claims.Result // of the ledger; nil until asked for
	noise      float64         // share by which times of equal trials differ; 0 where that was not measured
}

// notMeasured is the text of a block whose experiment has no records.
const notMeasured = "*Not measured in this run.*"

func newContext(d *analysis.Dataset, reportDir string) (*context, error) {
	c := &context{d: d, charts: map[string]figures.Chart{}, measured: d.Experiments()}
	relative, err := filepath.Rel(absolute(reportDir), absolute(figuresDir(d)))
	if err != nil {
		return nil, err
	}
	c.figures = filepath.ToSlash(relative)
	if c.noise, err = measure.Noise(d); err != nil {
		return nil, err
	}
	for _, f := range figures.Catalogue() {
		chart, ok, err := figures.Build(d, f)
		if err != nil {
			return nil, err
		}
		if ok {
			c.charts[f.ID] = chart
		}
	}
	for _, name := range c.experiments() {
		if name == librariesExperiment { // whether others follow theory is told there
			continue
		}
		a, err := measure.Agree(d, name)
		if err != nil {
			return nil, err
		}
		c.agreements = append(c.agreements, a)
	}
	return c, nil
}

// absolute keeps a path as it is if the working directory is unknown.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// experiments lists the experiments that have records, in the manifest's order,
// those that it does not know last.
func (c *context) experiments() []string {
	var names []string
	for _, s := range c.d.Manifest.Experiments {
		if slices.Contains(c.measured, s.Name) {
			names = append(names, s.Name)
		}
	}
	for _, name := range c.measured {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// fill returns the text of a block.
func (c *context) fill(id string) (string, error) {
	for _, b := range blocks() {
		if b.id == id {
			return b.text(c)
		}
	}
	return "", fmt.Errorf("nothing is called %q", id)
}

// declared is what an experiment file says to the reader.
type declared struct {
	Title    string `toml:"title"`
	Question string `toml:"question"`
	Expect   string `toml:"expect"`
}

// declaration reads an experiment's words from the manifest.
func (c *context) declaration(name string) (declared, bool, error) {
	for _, s := range c.d.Manifest.Experiments {
		if s.Name == name {
			var words declared
			if err := toml.Unmarshal([]byte(s.Text), &words); err != nil {
				return declared{}, false, fmt.Errorf("manifest: experiment %s: %w", name, err)
			}
			return words, true, nil
		}
	}
	return declared{}, false, nil
}

// curve finds a curve of a chart by panel and name.
func curve(chart figures.Chart, panel, name string) (figures.Curve, bool) {
	for _, p := range chart.Panels {
		for _, curve := range p.Curves {
			if p.Title == panel && curve.Name == name {
				return curve, true
			}
		}
	}
	return figures.Curve{}, false
}

// nearest returns the point whose x is closest.
func nearest(points []analysis.Point, x float64) analysis.Point {
	best := points[0]
	for _, p := range points {
		if abs(p.X-x) < abs(best.X-x) {
			best = p
		}
	}
	return best
}

func abs(x float64) float64 { return max(x, -x) }

func first(points []analysis.Point) analysis.Point { return points[0] }
func last(points []analysis.Point) analysis.Point  { return points[len(points)-1] }
