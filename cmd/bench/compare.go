package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"filterbench/analysis/compare"
)

func newCompareCmd() *cobra.Command {
	var c comparer
	cmd := &cobra.Command{
		Use:   "compare OLD NEW",
		Short: "Tell what changed between two runs, and whether it is noise",
		Long: `compare sets two results folders, or two files in Go's benchmark format, side by side.

Counts are exact: where both hold the same trial, every count must be equal, and one
that is not is reported as a change of behaviour. Times and other scattered values get
the statistics of benchstat, medians with 95 % intervals and the Mann-Whitney test,
corrected for the number of tests: of all series called better or worse, at most the
share --alpha is expected to be noise. The verdict stands in the first three lines; of
each unit the largest changes are listed.

--fail-on makes the exit status 1 when a unit got worse both significantly and by more
than it may: time, net, fpr, space, heap, load, kicks or any unit's own name. The word
counts fails on any change of behaviour, missing on cells that only OLD has.`,
		Example: `  bench compare results/before results/after
  bench compare results/before results/after --experiment throughput --fail-on time:5%,counts
  bench compare old.txt new.txt --format csv > changes.csv`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usagef("compare takes two folders or files, OLD and NEW, but got %d; see %s --help", len(args), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args[0], args[1]) },
	}
	f := cmd.Flags()
	f.StringSliceVarP(&c.names, "experiment", "e", nil, "only these experiments; default all (results folders only)")
	f.StringSliceVar(&c.failOn, "fail-on", nil, "what must not get worse, and by how much it may, as in time:5%")
	f.Float64Var(&c.alpha, "alpha", 0.05, "share of noise expected at most among the changes found")
	f.BoolVar(&c.all, "all", false, "a line for every series, changed or not")
	formatFlag(cmd, &c.format, "text", "csv", "json")
	complete(cmd, "experiment", declaredNames())
	complete(cmd, "fail-on", []string{"time:5%", "net:5%", "fpr", "space", "load", "kicks", "counts", "missing"})
	return cmd
}

// comparer is the flags of bench compare.
type comparer struct {
	names  []string
	failOn []string
	alpha  float64
	all    bool
	format string
}

func (c *comparer) run(cmd *cobra.Command, oldPath, newPath string) error {
	if !(c.alpha > 0 && c.alpha < 1) {
		return usagef("--alpha %v: must be between 0 and 1", c.alpha)
	}
	if cmd.Flags().Changed("fail-on") && len(c.failOn) == 0 {
		return usagef("--fail-on \"\": must be such as counts, missing or time:5%%")
	}
	gates := make([]compare.Gate, len(c.failOn))
	for i, text := range c.failOn {
		var err error
		if gates[i], err = compare.ParseGate(text); err != nil {
			return usagef("--fail-on %w", err)
		}
	}
	before, err := c.load(cmd, oldPath)
	if err != nil {
		return err
	}
	after, err := c.load(cmd, newPath)
	if err != nil {
		return err
	}
	result := compare.Compare(before, after, c.alpha)
	violations, err := result.Violations(gates)
	if err != nil {
		return usagef("--fail-on %w", err)
	}
	if err := c.print(cmd, result); err != nil {
		return err
	}
	for _, line := range violations {
		fmt.Fprintf(cmd.ErrOrStderr(), "regression: %s\n", line)
	}
	if len(violations) > 0 {
		return fmt.Errorf("--fail-on: regressions found: %d", len(violations))
	}
	return nil
}

func (c *comparer) print(cmd *cobra.Command, r *compare.Result) error {
	switch c.format {
	case "csv":
		return r.WriteCSV(cmd.OutOrStdout())
	case "json":
		return r.WriteJSON(cmd.OutOrStdout())
	}
	return r.WriteText(cmd.OutOrStdout(), compare.Text{All: c.all, Width: columns(cmd.OutOrStdout())})
}

// load reads a results folder, or a file in Go's benchmark format.
func (c *comparer) load(cmd *cobra.Command, path string) (*compare.Data, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("compare: %s: no such file or directory; give two results folders, or two files in Go's benchmark format", path)
	case err != nil:
		return nil, err
	case info.IsDir():
		manifest, records, err := loadResults(cmd, path)
		if err == nil {
			records, err = chooseExperiments(records, c.names)
		}
		if err != nil {
			return nil, err
		}
		return compare.FromRecords(path, manifest, records), nil
	case len(c.names) > 0:
		return nil, usagef("--experiment chooses from results folders, and %s is a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return compare.FromBenchfmt(path, f)
}
