package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"filterbench/analysis/tables"
	"filterbench/internal/near"
)

// theoryTables are the names of tables.All, of which to compute all takes longer than other
// commands take in all.
var theoryTables = []string{"bloom", "small", "overload", "counters", "scalable", "blocked", "mixture", "double-hashing", "narrow-hash", "cuckoo", "fingerprints", "thresholds", "peeling", "bins", "space", "crossings"}

func newTheoryCmd() *cobra.Command {
	names := theoryTables
	return &cobra.Command{
		Use:   "theory [TABLE...]",
		Short: "Print what the formulas say, as tables",
		Long: `theory prints the tables that papers print and people look up, computed from the
formulas that measurements are compared with: rates by bits per key, what blocking
costs, load thresholds, bits for a rate, and where one filter becomes smaller than
another. Without names it prints all of them, as THEORY.md holds them.

The tables: ` + strings.Join(names, ", ") + `.`,
		Example: `  bench theory
  bench theory thresholds space`,
		ValidArgsFunction: cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				return tables.Write(out)
			}
			for i, name := range args {
				t, ok := tables.Find(name)
				if !ok {
					return usageError{fmt.Errorf("no table is called %q; %s", name, near.Hint(name, names))}
				}
				if i > 0 {
					fmt.Fprintln(out)
				}
				if _, err := fmt.Fprintf(out, "%s\n\n%s\n\n%s", t.Title, t.Note, t.Markdown()); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
