package analysis

import (
	"cmp"
	"errors"
	"slices"

	"filterbench/internal/record"
)

// Dataset is one run, as read from its directory.
type Dataset struct {
	Dir      string
	Manifest record.Manifest
	Records  []record.Record
	Cut      bool // the last line of the records was cut off, as by a killed run, and is left out

	note func(experiment, part string) // told what is read; nil if nobody wants to know
}

// Noting returns the same run, which calls note whenever cells are read of it: of a part of
// an experiment, or of all its parts if part is "".
func (d *Dataset) Noting(note func(experiment, part string)) *Dataset {
	noting := *d
	noting.note = note
	return &noting
}

// Load reads the directory of a run. The error names the file and line at fault.
func Load(dir string) (*Dataset, error) {
	manifest, records, err := record.ReadDir(dir)
	var cut *record.TruncatedError
	if err != nil && !errors.As(err, &cut) {
		return nil, err
	}
	return &Dataset{Dir: dir, Manifest: manifest, Records: records, Cut: cut != nil}, nil
}

// Cell is what was measured at one point of an experiment: all repetitions of
// trials that are otherwise equal.
type Cell struct {
	record.Trial                  // what the records share; Rep and Seed are zero
	Records      []*record.Record // in order of Rep; at least one
	Nulls        []*record.Record // kind time: what null took in the same repetition, or nil
	Floors       []*record.Record // kind time: what reading as many random lines of a table of that size took in it, or nil
}

// Failure is a trial that could not be done.
type Failure struct {
	record.Trial
	Reason string
}

// Failures lists the trials that failed, in a fixed order.
func (d *Dataset) Failures() []Failure {
	var list []Failure
	for i := range d.Records {
		if r := &d.Records[i]; r.Failed != "" {
			list = append(list, Failure{r.Trial, r.Failed})
		}
	}
	slices.SortFunc(list, func(a, b Failure) int {
		return cmp.Or(CompareTrials(a.Trial, b.Trial), cmp.Compare(a.Rep, b.Rep))
	})
	return list
}

// Cells returns the cells of one part of an experiment, or of all its parts if
// part is "", in a fixed order. Failed trials are left out. Its error says which
// repetition is recorded twice.
func (d *Dataset) Cells(experiment, part string) ([]Cell, error) {
	if d.note != nil {
		d.note(experiment, part)
	}
	var chosen []*record.Record
	for i := range d.Records {
		r := &d.Records[i]
		if r.Failed == "" && r.Experiment == experiment && (part == "" || r.Part == part) {
			chosen = append(chosen, r)
		}
	}
	cells, err := group(chosen)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(cells, func(c Cell) bool { return c.Kind == record.KindTime }) {
		nulls, floors := record.NullsOf(d.Records), d.floors()
		for i := range cells {
			for _, r := range cells[i].Records {
				cells[i].Nulls = append(cells[i].Nulls, nulls.Of(r.Trial))
				cells[i].Floors = append(cells[i].Floors, floors.of(r))
			}
		}
	}
	return cells, nil
}

// Experiments lists the names of the experiments that have records, sorted.
func (d *Dataset) Experiments() []string {
	var names []string
	for i := range d.Records {
		names = append(names, d.Records[i].Experiment)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
