package main

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"filterbench/harness"
	"filterbench/variants/catalog"
	"filterbench/variants/semantics"
)

func newSemanticsCmd() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "semantics [FILTER...]",
		Short: "Find out what filters do with copies, refusals, wrong deletes and too many keys",
		Long: `Find out what filters do with copies, refusals, wrong deletes and too many keys.

Every cell is the outcome of operations on the filter, the same for all filters: made for
1,000 keys, with 500 of them beside the copies of one. Programs and servers are asked by jobs
of contenders. Without arguments all families are asked with their defaults, and some with
parameters that change an answer; programs that cannot be run here are left out, a line each.`,
		Example: `  bench semantics "cuckoo(b=4,f=12)" "cuckoo(b=4,f=12,refuse=early)" redis-cf
  bench semantics --format csv > semantics.csv`,
		RunE: func(cmd *cobra.Command, names []string) error {
			named := len(names) > 0
			if !named {
				names = slices.Concat(catalog.Names(), semantics.Further, catalog.ProgramNames())
			}
			var rows []semantics.Row
			for _, name := range names {
				v, err := catalog.Parse(name)
				if err != nil {
					v, err = semantics.Default(catalog.Families(), name)
				}
				if err != nil {
					return usagef("semantics: %w", err)
				}
				if p, is := catalog.ProgramOf(v.String()); is && !named && p.Lacks() != nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "left out: %s: %v\n", v, p.Lacks())
					continue
				}
				row, err := harness.SemanticsOf(v)
				if err != nil {
					return err
				}
				rows = append(rows, row)
			}
			out := cmd.OutOrStdout()
			switch format {
			case "json":
				return printJSON(out, rows)
			case "csv":
				w := csv.NewWriter(out)
				w.Write(semantics.Columns)
				for _, r := range rows {
					w.Write(r.Cells())
				}
				w.Flush()
				return w.Error()
			}
			w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, strings.Join(semantics.Columns, "\t"))
			for _, r := range rows {
				fmt.Fprintln(w, strings.Join(r.Cells(), "\t"))
			}
			return w.Flush()
		},
	}
	redisFlag(cmd.Flags())
	formatFlag(cmd, &format, "text", "json", "csv")
	return cmd
}
