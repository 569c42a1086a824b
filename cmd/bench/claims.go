package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/claims"
)

func newClaimsCmd() *cobra.Command {
	var results, format string
	cmd := &cobra.Command{
		Use:   "claims [ID...]",
		Short: "Decide what people say about filters, from recorded results",
		Long: `claims prints the ledger: what articles and papers assert about filters, and what
the records of a run make of it. A verdict is computed by the claim's rule: confirmed,
confirmed with condition, refuted, or undecided where records or repetitions do not
suffice.

With ids it explains these claims: source, rule, numbers and the rows behind them.`,
		Example: `  bench claims                    all, one line each
  bench claims SPC-1              one, explained
  bench claims --format json > claims.json`,
		Args: func(_ *cobra.Command, args []string) error { return knownClaims(args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return claimIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := judged(results, args)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch {
			case format == "json":
				return claimsJSON(out, list)
			case format == "csv":
				return claimsCSV(out, list)
			case len(args) > 0:
				return explainClaims(out, list)
			}
			return claimsText(out, list)
		},
	}
	cmd.Flags().StringVarP(&results, "results", "r", referenceResults, "results folder")
	formatFlag(cmd, &format, "text", "json", "csv")
	return cmd
}

func claimIDs() []string {
	var ids []string
	for _, c := range claims.Ledger() {
		ids = append(ids, c.ID)
	}
	return ids
}

// knownClaims demands that all ids are in the ledger.
func knownClaims(ids []string) error {
	all := claimIDs()
	for _, id := range ids {
		if !slices.Contains(all, strings.ToUpper(id)) {
			return usagef("claim %q: not in the ledger; near are %s", id, orList(nearClaims(id, all)))
		}
	}
	return nil
}

// nearClaims lists ids that might have been meant: those that begin alike, else
// the first of each family.
func nearClaims(id string, all []string) []string {
	family, number, _ := strings.Cut(strings.ToUpper(id), "-")
	var near, firsts []string
	for _, other := range all {
		name, n, _ := strings.Cut(other, "-")
		switch {
		case name == family && number != "" && (strings.HasPrefix(number, n) || strings.HasPrefix(n, number)):
			near = append(near, other)
		case n == "1":
			firsts = append(firsts, other)
		}
	}
	if len(near) > 0 {
		return near
	}
	for _, other := range all {
		if strings.HasPrefix(other, family+"-") {
			near = append(near, other)
		}
	}
	if len(near) > 0 {
		return []string{near[0], near[len(near)-1]}
	}
	return firsts
}

// judged evaluates the ledger and keeps the claims of some ids, all if there are
// none. The whole ledger is evaluated in any case: the correction for many tests
// needs all of a family.
func judged(dir string, ids []string) ([]claims.Result, error) {
	d, err := analysis.Load(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usageError{err}
	}
	if err != nil {
		return nil, err
	}
	list, err := claims.Evaluate(d)
	if err != nil || len(ids) == 0 {
		return list, err
	}
	return slices.DeleteFunc(list, func(r claims.Result) bool {
		return !slices.ContainsFunc(ids, func(id string) bool { return strings.EqualFold(id, r.ID) })
	}), nil
}

func claimsJSON(out io.Writer, list []claims.Result) error {
	summaries := []claims.Summary{}
	for _, r := range list {
		summaries = append(summaries, r.Summary())
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(summaries)
}

func claimsCSV(out io.Writer, list []claims.Result) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"id", "verdict", "condition", "effect", "value", "unit", "lo", "hi", "p", "p_adjusted", "records", "figure", "statement", "line"}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, r := range list {
		s := r.Summary()
		row := []string{s.ID, string(s.Verdict), s.Condition, "", "", "", "", "", "", "", strconv.Itoa(s.Records.Count), s.Figure, s.Statement, s.Line}
		if s.Effect != nil {
			row[3], row[4], row[5] = s.Effect.What, number(s.Effect.Value), s.Effect.Unit
		}
		if s.Interval != nil {
			row[6], row[7] = number(s.Interval.Lo), number(s.Interval.Hi)
		}
		if s.P != nil {
			row[8], row[9] = number(*s.P), number(*s.Adjusted)
		}
		rows = append(rows, row)
	}
	return w.WriteAll(rows)
}

func claimsText(out io.Writer, list []claims.Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, r := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, r.Verdict, r.Line)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	var words []string
	for i, n := range claims.Tally(list) {
		words = append(words, fmt.Sprintf("%d %s", n, claims.Verdicts()[i]))
	}
	_, err := fmt.Fprintf(out, "\n%d claims: %s. bench claims ID explains one.\n", len(list), strings.Join(words, ", "))
	return err
}

func explainClaims(out io.Writer, list []claims.Result) error {
	for i, r := range list {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := explainClaim(out, r); err != nil {
			return err
		}
	}
	return nil
}

// explainClaim writes all that is known of one claim.
func explainClaim(out io.Writer, r claims.Result) error {
	fmt.Fprintf(out, "%s: %s\n%s\n\n", r.ID, r.Verdict, r.Statement)
	s := r.Summary()
	lines := [][2]string{{"Said by", sourceTitles(r.Sources)}, {"Found", r.Line}, {"Condition", r.Condition}}
	if s.Effect != nil {
		lines = append(lines, [2]string{"Effect", fmt.Sprintf("%s, %s", r.What, r.Amount())})
	}
	if s.P != nil {
		lines = append(lines, [2]string{"P value", fmt.Sprintf("%.2g, %.2g after Holm's correction in its family", *s.P, *s.Adjusted)})
	}
	lines = append(lines, [2]string{"Rule", r.Rule}, [2]string{"Turns", r.Flips}, [2]string{"Records", r.Needs}, [2]string{"Missing", r.Missing}, [2]string{"Figure", r.Figure})
	for _, line := range lines {
		if line[1] != "" {
			fmt.Fprintf(out, "%-10s %s\n", line[0], line[1])
		}
	}
	rows := r.Rows()
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\n%d records in %d rows:\n\n", s.Records.Count, len(rows))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "experiment\tpart\tfilter\tworkload\tsize\tfill\tn\tcounted")
	for _, row := range rows {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%g\t%d\t%s\n", row.Experiment, row.Part, row.Variant, row.Workload, row.Size, row.Fill, row.N, row.Counts)
	}
	return w.Flush()
}

// sourceTitles writes out the sources behind their tags.
func sourceTitles(tags []string) string {
	var titles []string
	for _, s := range claims.Sources() {
		if slices.Contains(tags, s.Tag) {
			titles = append(titles, fmt.Sprintf("%s (%s)", s.Title, s.Tag))
		}
	}
	return strings.Join(titles, "; ")
}
