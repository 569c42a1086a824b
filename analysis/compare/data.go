package compare

import (
	"fmt"
	"io"
	"math"

	"golang.org/x/perf/benchfmt"

	"filterbench/internal/record"
)

// Data is one side of a comparison.
type Data struct {
	Label   string            // what people call it: a folder or a file
	Machine map[string]string // facts that times depend on, by name; empty ones left out
	Series  []Series          // in the order of their first sample
	trials  map[string]*record.Record
	units   map[string]record.Unit // of the series
}

// Series is a sample: the values of one unit under one name.
type Series struct {
	Name   string // as in a benchmark file, without the word Benchmark
	Unit   string
	Values []float64
}

// collector gathers values into series.
type collector struct {
	data  *Data
	index map[[2]string]int
}

func newCollector(label string) collector {
	return collector{&Data{Label: label, Machine: map[string]string{}, units: map[string]record.Unit{}}, map[[2]string]int{}}
}

func (c collector) add(name, unit string, value float64) {
	key := [2]string{name, unit}
	i, ok := c.index[key]
	if !ok {
		i = len(c.data.Series)
		c.index[key] = i
		c.data.Series = append(c.data.Series, Series{Name: name, Unit: unit})
	}
	c.data.Series[i].Values = append(c.data.Series[i].Values, value)
}

func (d *Data) fact(key, value string) {
	if value != "" {
		d.Machine[key] = value
	}
}

// FromRecords returns the samples of a results folder.
func FromRecords(label string, m record.Manifest, records []record.Record) *Data {
	c := newCollector(label)
	for _, s := range record.Samples(records) {
		name := s.Name()
		for _, v := range s.Values {
			c.add(name, v.Unit, v.Amount)
		}
	}
	for _, u := range record.Units {
		c.data.units[u.Name] = u
	}
	c.data.fact("cpu", m.Machine.CPU)
	c.data.fact("goos", m.Machine.OS)
	c.data.fact("goarch", m.Machine.Arch)
	c.data.fact("go", m.Toolchain.Go)
	c.data.fact("clock", clockOf(records))
	c.data.trials = map[string]*record.Record{}
	for i := range records {
		c.data.trials[records[i].ID] = &records[i]
	}
	return c.data
}

// clockOf says which clock the loops of some records were timed by; "" if none was timed.
func clockOf(records []record.Record) string {
	clock := ""
	for i := range records {
		if records[i].Time() == nil {
			continue
		}
		for _, s := range records[i].Time().Samples {
			if clock = "time on a core"; s.CPUNS <= 0 {
				return "wall time"
			}
		}
	}
	return clock
}

// FromBenchfmt returns the samples of a file in Go's benchmark format, whoever
// wrote it. Times come back in the unit in which they were written. A line that
// begins like a benchmark and is none is an error naming file and line.
func FromBenchfmt(label string, in io.Reader) (*Data, error) {
	c := newCollector(label)
	reader := benchfmt.NewReader(in, label)
	for reader.Scan() {
		switch r := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, r
		case *benchfmt.Result:
			for _, v := range r.Values {
				unit, value := v.Unit, v.Value
				if v.OrigUnit != "" {
					unit, value = v.OrigUnit, v.OrigValue
				}
				if math.IsNaN(value) || math.IsInf(value, 0) {
					_, line := r.Pos()
					return nil, fmt.Errorf("%s:%d: %s %v: must be a number", label, line, unit, value)
				}
				c.add(r.Name.String(), unit, value)
				c.data.units[unit] = unitOf(reader.Units(), unit)
			}
			for _, key := range []string{"cpu", "goos", "goarch", "go"} {
				c.data.fact(key, r.GetConfig(key))
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", label, err)
	}
	if len(c.data.Series) == 0 {
		return nil, fmt.Errorf("%s: no benchmark results in it", label)
	}
	return c.data, nil
}

// unitOf describes a unit from the Unit lines read so far and from what is known
// of Go's own units.
func unitOf(lines benchfmt.UnitMetadataMap, name string) record.Unit {
	u := record.Unit{Name: name, Assume: "nothing"}
	if line := lines.Get(name, "assume"); line != nil {
		u.Assume = line.Value
	}
	switch lines.GetBetter(name) {
	case 1:
		u.Better = "higher"
	case -1:
		u.Better = "lower"
	}
	return u
}
