package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/analysis/explore"
	"filterbench/internal/digits"
)

func newExploreCmd() *cobra.Command {
	var out string
	var show bool
	cmd := &cobra.Command{
		Use:   "explore [RESULTS...]",
		Short: "Write one page that shows every record of a run: pick axes, compare, ask",
		Long: `explore writes an HTML file that holds all records of one or several runs and works
without a server or a network: choose axes, panels and filters, see theory, intervals and
the front of the best, what a choice costs, what every claim rests on, and how two runs
differ. Records that are dropped on the page join the others. Its address says what is
shown, so that a view can be kept and cited.

Without folders it is of the run that comes with the repository.`,
		Example: `  bench explore --open
  bench explore results/mine -o mine.html
  bench explore results/reference results/mine -o both.html`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if len(dirs) == 0 {
				dirs = []string{referenceResults}
			}
			if out == "" {
				out = explore.File
			}
			var runs []*analysis.Dataset
			for _, dir := range dirs {
				d, err := loaded(dir)
				if err != nil {
					return err
				}
				runs = append(runs, d)
			}
			verdicts, err := claims.Evaluate(runs[0])
			if err != nil {
				return err
			}
			page, err := explore.Page(runs, verdicts)
			if err != nil {
				return err
			}
			if err := os.WriteFile(out, page, 0o644); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s holds %s (%.1f MB)\n", out, holding(runs), float64(len(page))/1e6)
			if show {
				return open(out)
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the page to write (default "+explore.File+")")
	cmd.Flags().BoolVar(&show, "open", false, "show it in the browser")
	return cmd
}

func holding(runs []*analysis.Dataset) string {
	n := 0
	for _, d := range runs {
		n += len(d.Records)
	}
	if len(runs) == 1 {
		return fmt.Sprintf("%s records", digits.Thousands(uint64(n)))
	}
	return fmt.Sprintf("%s records of %d runs", digits.Thousands(uint64(n)), len(runs))
}

// open shows a file in the user's browser.
func open(name string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	command := []string{"xdg-open", path}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", path}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", path}
	}
	if err := exec.Command(command[0], command[1:]...).Start(); err != nil {
		return fmt.Errorf("--open: no browser could be started (%w); open %s yourself", err, path)
	}
	return nil
}
