package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/report"
)

func newReportCmd() *cobra.Command {
	var results, path string
	var check bool
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Fill REPORT.md and draw its figures from recorded results",
		Long: `report computes every number, table and figure of REPORT.md from the records in a
results folder, and writes the figures there as SVG and PNG, with the plotted points
as CSV beside each. The prose between the generated blocks is left as it is.

With --check nothing is written: the command fails, naming the file, if the report
or a figure is not what the records give.`,
		Example: `  bench report                              from the run that comes with the repository
  bench report --results results/quick
  bench report --check`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := analysis.Load(results)
			if errors.Is(err, fs.ErrNotExist) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			if check {
				if err := report.Check(d, path); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s and its figures are what %s gives\n", path, results)
				return nil
			}
			wrote := 0
			if err := report.Write(d, path, report.Options{Wrote: func(string) { wrote++ }}); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s describes %s now (%d files changed)\n", path, results, wrote)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&results, "results", "r", referenceResults, "results folder")
	f.StringVar(&path, "report", "REPORT.md", "the report to fill")
	f.BoolVar(&check, "check", false, "write nothing; fail if something would change")
	return cmd
}
