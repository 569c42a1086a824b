package report

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/claims"
	"filterbench/analysis/explore"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// run is what the report is computed from: a dataset and what several sections need of
// it, computed once.
type run struct {
	d        *analysis.Dataset
	report   string // path of the report's first page
	charts   map[string]figures.Chart
	rows     map[string]figures.Figure
	measured []string // experiments that have records
	results  []claims.Result
	choice   *choose.Run
	noise    float64 // share by which times of equal trials differ
	asked    map[selection]int
}

// selection is a part of an experiment that a section reads, and how many cells it has.
type selection struct{ experiment, part string }

func newRun(d *analysis.Dataset, report string) (*run, error) {
	r := &run{d: d, report: report, charts: map[string]figures.Chart{}, rows: map[string]figures.Figure{}, measured: d.Experiments(), asked: map[selection]int{}}
	var err error
	if r.noise, err = measure.Noise(d); err != nil {
		return nil, err
	}
	if r.choice, err = choose.Read(d); err != nil {
		return nil, err
	}
	if r.results, err = claims.Evaluate(d); err != nil {
		return nil, err
	}
	own, err := r.ownFigures()
	if err != nil {
		return nil, err
	}
	in := figures.Input{Dataset: d, Verdicts: verdicts(r.results)}
	for _, f := range slices.Concat(figures.Catalogue(), own) {
		chart, ok, err := in.Build(f)
		if err != nil {
			return nil, err
		}
		if ok {
			r.charts[f.ID], r.rows[f.ID] = chart, f
		}
	}
	return r, nil
}

// cells returns the cells of a part of an experiment, of all its parts if part is "".
func (r *run) cells(experiment, part string) ([]analysis.Cell, error) {
	cells, err := r.d.Cells(experiment, part)
	r.asked[selection{experiment, part}] = len(cells)
	return cells, err
}

// kind returns the cells of a part that were measured in one way.
func (r *run) kind(kind, experiment, part string) ([]analysis.Cell, error) {
	cells, err := r.cells(experiment, part)
	return slices.DeleteFunc(cells, func(c analysis.Cell) bool { return c.Kind != kind }), err
}

// perCell lists what each cell of a kind in a part comes to, of all parts if part is "".
func perCell[T any](kind, experiment, part string, read func(analysis.Cell) (T, error)) func(*run) ([]T, error) {
	return func(r *run) (rows []T, err error) {
		cells, err := r.kind(kind, experiment, part)
		for _, c := range cells {
			row, err := read(c)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
		return rows, err
	}
}

// caption says how to read a figure.
func (r *run) caption(id string) string {
	f := r.rows[id]
	return f.What + ". " + f.Caption + "."
}

// chapters and tables are in the folder report of a run, figures in the folder figures.
const (
	chaptersFolder = "report"
	figuresFolder  = "figures"
)

// figures is the way from a page to the folder of figures.
func (r *run) figures(page string) string {
	if page == frontPage {
		return r.from(figuresFolder)
	}
	return "../" + figuresFolder
}

// explorer is the way from a page to the page on which all records can be looked at.
func (r *run) explorer(page string) string {
	if page == frontPage {
		return r.from(explore.File)
	}
	return "../" + explore.File
}

// frontPage names the report's first page, wherever it is.
const frontPage = ""

// from is the way from the first page to something in the folder of the run.
func (r *run) from(name string) string {
	return slashed(filepath.Dir(r.report), filepath.Join(r.d.Dir, name))
}

// reportFrom is the way from a chapter to the first page.
func (r *run) reportFrom(string) string {
	return slashed(filepath.Join(r.d.Dir, chaptersFolder), r.report)
}

// slashed is the way from a folder to a file, as links write it.
func slashed(from, to string) string {
	relative, err := filepath.Rel(absolute(from), absolute(to))
	if err != nil {
		return filepath.ToSlash(to)
	}
	return path.Clean(filepath.ToSlash(relative))
}

// absolute keeps a path as it is if the working directory is unknown.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// experiments lists the experiments that have records, in the manifest's order, those
// that it does not know last.
func (r *run) experiments() []string {
	var names []string
	for _, s := range r.d.Manifest.Experiments {
		if slices.Contains(r.measured, s.Name) {
			names = append(names, s.Name)
		}
	}
	for _, name := range r.measured {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// declaredWords is what an experiment's file says to the reader.
type declaredWords struct {
	Title    string `toml:"title"`
	Question string `toml:"question"`
	Expect   string `toml:"expect"`
}

// declaration reads an experiment's words from the manifest.
func (r *run) declaration(name string) (declaredWords, bool, error) {
	i := slices.IndexFunc(r.d.Manifest.Experiments, func(s record.Source) bool { return s.Name == name })
	if i < 0 {
		return declaredWords{}, false, nil
	}
	var words declaredWords
	if err := toml.Unmarshal([]byte(r.d.Manifest.Experiments[i].Text), &words); err != nil {
		return declaredWords{}, false, fmt.Errorf("manifest: experiment %s: %w", name, err)
	}
	return words, true, nil
}
