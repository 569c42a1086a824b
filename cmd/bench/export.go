package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"filterbench/internal/record"
)

// referenceResults is the folder of the run that comes with the repository.
const referenceResults = "results/reference"

func newExportCmd() *cobra.Command {
	e := exporter{results: referenceResults, least: record.MinSamples}
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Print results in Go's benchmark format, as CSV, JSON or Parquet",
		Long: `export prints what a results folder holds, for other tools.

--format bench is Go's benchmark format: a line for each repetition, with names such as

  BenchmarkTime/exp=throughput/part=size/keys=15564/fill=1/call=batch/op=miss/workload=uniform/filter=cuckoo(b=4,f=12)

of which benchstat can put any part into its rows and columns. Series of fewer than
--min-samples repetitions are left out, for benchstat has no interval for them.
net-ns/op is the time less that of the filter "null" in the same repetition.

--format csv, json and parquet are long tables: a line for each value, with all that defines
it. results/README.md describes the columns, which are the same in the three.`,
		Example: `  bench export > all.txt
  benchstat -filter '.unit:net-ns/op /part:size /op:(hit OR miss)' -row /op,/keys -col /filter all.txt
  bench export --results results/quick --experiment kicks --format csv > kicks.csv
  bench export --format parquet > all.parquet`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.run(cmd) },
	}
	f := cmd.Flags()
	f.StringVarP(&e.results, "results", "r", e.results, "results folder")
	f.StringSliceVarP(&e.names, "experiment", "e", nil, "only these experiments; default all")
	f.IntVar(&e.least, "min-samples", e.least, "least samples of a series in the benchmark format")
	formatFlag(cmd, &e.format, "bench", "csv", "json", "parquet")
	complete(cmd, "experiment", declaredNames())
	completeResults(cmd, "results")
	return cmd
}

// exporter is the flags of bench export.
type exporter struct {
	results string
	names   []string
	least   int
	format  string
}

func (e *exporter) run(cmd *cobra.Command) error {
	if e.least < 1 {
		return usagef("--min-samples %d: must be at least 1", e.least)
	}
	manifest, records, err := loadResults(cmd, e.results)
	if err != nil {
		return err
	}
	if records, err = chooseExperiments(records, e.names); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	switch e.format {
	case "csv":
		return record.WriteCSV(out, records)
	case "json":
		return record.WriteJSON(out, records)
	case "parquet":
		if columns(out) > 0 {
			return usagef("--format parquet is for no terminal; send it to a file, as in bench export --format parquet > all.parquet")
		}
		return writeParquet(out, records)
	}
	short, err := record.ToBenchfmt(out, manifest, records, e.least)
	if err == nil && short > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "bench: left out %d series of fewer than %d samples; --min-samples 1 prints them too\n", short, e.least)
	}
	return err
}

// loadResults reads a results folder. A last line that a killed run cut off is
// told on stderr and left out; a folder that is not there is a usage error.
func loadResults(cmd *cobra.Command, dir string) (record.Manifest, []record.Record, error) {
	manifest, records, err := record.ReadDir(dir)
	var cut *record.TruncatedError
	switch {
	case errors.As(err, &cut):
		fmt.Fprintf(cmd.ErrOrStderr(), "bench: %v\n", err)
	case errors.Is(err, fs.ErrNotExist):
		return manifest, nil, usageError{err}
	case err != nil:
		return manifest, nil, err
	}
	return manifest, records, nil
}

// chooseExperiments keeps the records of the named experiments, all if there is
// no name. A name without records is a usage error.
func chooseExperiments(records []record.Record, names []string) ([]record.Record, error) {
	if len(names) == 0 {
		return records, nil
	}
	known := map[string]bool{}
	for _, r := range records {
		known[r.Experiment] = true
	}
	for _, name := range names {
		if !known[name] {
			return nil, usagef("--experiment %q: no records of it; there are %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return slices.DeleteFunc(records, func(r record.Record) bool { return !slices.Contains(names, r.Experiment) }), nil
}
