package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/report"
)

func newReportCmd() *cobra.Command {
	var results, path, second string
	var check bool
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Write the report of a run, with its figures and tables",
		Long: `report computes a report from the records in a results folder: a first page, and in
the folder the chapters with their tables (report/) and the figures with the points
that are drawn (figures/). Any run has one, of any experiments, your own included.

The first page is REPORT.md in the results folder; that of the run that comes with the
repository stands at the top, with ARTIFACT.md beside it: the command that repeats each
figure and claim, its minutes and its tolerance.

With --check nothing is written: the command fails, naming the file, if anything is not
what the records give.`,
		Example: `  bench report                              from the run that comes with the repository
  bench report --results results/mine
  bench report --check`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if path == "" && !cmd.Flags().Changed("report") {
				path = firstPage(results)
			}
			if info, err := os.Stat(path); cmd.Flags().Changed("report") && (path == "" || err == nil && !info.Mode().IsRegular()) {
				return usagef("--report %q: must be a file that can be replaced", path)
			}
			d, err := analysis.Load(results)
			if errors.Is(err, fs.ErrNotExist) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			again, err := secondRun(results, second)
			if err != nil {
				return err
			}
			// the run that comes with the repository is of the declared experiments; one of
			// others has no figures or claims that everybody could repeat
			if isReference(results) {
				if err := syncArtifact(d, path, check); err != nil {
					return err
				}
			}
			if check {
				if err := report.Check(d, path, report.Options{Second: again}); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s, its chapters and figures are what %s gives\n", path, results)
				return nil
			}
			wrote := 0
			if err := report.Write(d, path, report.Options{Wrote: func(string) { wrote++ }, Second: again}); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s describes %s now (%d files changed)\n", path, results, wrote)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&results, "results", "r", referenceResults, "results folder")
	f.StringVar(&path, "report", "", "the first page to write (default REPORT.md in the results folder; at the top for "+referenceResults+")")
	f.StringVar(&second, "replicate", "", "results folder of a second run: its verdicts, under the same rules, stand beside the first's (default the folder replication in the results folder, if it is there)")
	f.BoolVar(&check, "check", false, "write nothing; fail if something would change")
	return cmd
}

// firstPage is where the report of a run begins: in its folder, and for the run that comes
// with the repository where people look first.
func firstPage(results string) string {
	if isReference(results) {
		return "REPORT.md"
	}
	return filepath.Join(results, "REPORT.md")
}

func isReference(results string) bool {
	return filepath.Clean(results) == filepath.FromSlash(referenceResults)
}
