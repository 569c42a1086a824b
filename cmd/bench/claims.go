package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/claims"
)

func newClaimsCmd() *cobra.Command {
	var results, second, format string
	cmd := &cobra.Command{
		Use:   "claims [ID...]",
		Short: "Decide what people say about filters, from recorded results",
		Long: `claims prints the ledger: what articles and papers assert about filters, and what
the records of a run make of it. A verdict is computed by the claim's rule, which is
frozen: true as said, true only if something holds that a reader can check, false, false
and worse than said, or open where records or repetitions do not suffice.

With ids it explains these claims: source, rule, numbers and the records behind them.
With --replicate a second run is judged under the same rules and stands beside the first.`,
		Example: `  bench claims                    all, by verdict
  bench claims SPC-1              one, explained
  bench claims --replicate results/second
  bench claims --format json > claims.json`,
		Args: func(_ *cobra.Command, args []string) error { return knownClaims(args) },
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return claimIDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			list, err := judged(results, second, args)
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
	cmd.Flags().StringVar(&second, "replicate", "", "results folder of a second run, judged under the same rules (default the folder replication in the results folder, if it is there)")
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
		if !slices.ContainsFunc(all, func(known string) bool { return strings.EqualFold(known, id) }) {
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
func judged(dir, second string, ids []string) ([]claims.Result, error) {
	d, err := loaded(dir)
	if err != nil {
		return nil, err
	}
	list, err := claims.Evaluate(d)
	if err != nil {
		return nil, err
	}
	again, err := secondRun(dir, second)
	if err != nil {
		return nil, err
	}
	if again != nil {
		if err := claims.Replicate(list, again); err != nil {
			return nil, err
		}
	}
	if len(ids) == 0 {
		return list, nil
	}
	return slices.DeleteFunc(list, func(r claims.Result) bool {
		return !slices.ContainsFunc(ids, func(id string) bool { return strings.EqualFold(id, r.ID) })
	}), nil
}

func loaded(dir string) (*analysis.Dataset, error) {
	d, err := analysis.Load(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usageError{err}
	}
	return d, err
}

// secondRun loads the run that stands beside another: the one that was named, or the one in
// the folder replication of the other's; nil if there is neither.
func secondRun(results, named string) (*analysis.Dataset, error) {
	if named != "" {
		return loaded(named)
	}
	beside := filepath.Join(results, "replication")
	if _, err := os.Stat(beside); err != nil {
		return nil, nil
	}
	return loaded(beside)
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
	rows := [][]string{{"id", "verdict", "condition", "effect", "value", "unit", "lo", "hi", "p", "p_adjusted", "records", "figure", "statement", "line", "digest", "since", "replication"}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, r := range list {
		s := r.Summary()
		row := []string{s.ID, string(s.Verdict), s.Condition, "", "", "", "", "", "", "", strconv.Itoa(s.Records.Count), s.Figure, s.Statement, s.Line, s.Digest, s.Since, ""}
		if s.Effect != nil {
			row[3], row[4], row[5] = s.Effect.What, number(s.Effect.Value), s.Effect.Unit
		}
		if s.Interval != nil {
			row[6], row[7] = number(s.Interval.Lo), number(s.Interval.Hi)
		}
		if s.P != nil {
			row[8], row[9] = number(*s.P), number(*s.Adjusted)
		}
		if s.Again != nil {
			row[16] = string(s.Again.Verdict)
		}
		rows = append(rows, row)
	}
	return w.WriteAll(rows)
}

// claimsText lists the claims by verdict, within 80 columns: what is said, and of what is
// not true as said the number that decides.
func claimsText(out io.Writer, list []claims.Result) error {
	var tally []string
	for i, n := range claims.Tally(list) {
		v := claims.Verdicts()[i]
		tally = append(tally, fmt.Sprintf("%d %s", n, v))
		if n == 0 {
			continue
		}
		fmt.Fprintf(out, "%s\n", strings.ToUpper(string(v)))
		for _, r := range list {
			if r.Verdict != v {
				continue
			}
			text := r.Statement
			switch {
			case r.Verdict == claims.Undecided && r.Open():
				text += " (no records: " + r.Missing + ")"
			case r.Condition != "":
				text += " Only if " + firstWords(r.Condition, 14)
			case r.Amount() != "" && r.Verdict != claims.Confirmed:
				text += " Measured: " + r.Amount() + ", " + r.What + "."
			}
			if r.Again != nil && r.Again.Verdict != r.Verdict {
				text += " The second run: " + string(r.Again.Verdict) + "."
			}
			fmt.Fprint(out, hanging("  "+r.ID, 12, text))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprint(out, hanging("", 0, fmt.Sprintf("%d claims: %s. Open are those without records or repetitions to decide them, %d of them without a rule.", len(list), strings.Join(tally, ", "), withoutRule(list))))
	_, err := fmt.Fprintln(out, "\nbench claims ID shows a claim's rule, its numbers and the records behind them.")
	return err
}

func withoutRule(list []claims.Result) (n int) {
	for _, r := range list {
		if r.Open() {
			n++
		}
	}
	return n
}

// firstWords cuts a text that is longer than so many words.
func firstWords(text string, n int) string {
	words := strings.Fields(text)
	if len(words) <= n {
		return strings.TrimSuffix(text, ".") + "."
	}
	return strings.TrimRight(strings.Join(words[:n], " "), ",;:") + " ..."
}

// hanging writes a text behind a label, at a column, in lines of 80.
func hanging(label string, column int, text string) string {
	var b strings.Builder
	line := fmt.Sprintf("%-*s", column, label)
	empty := true
	if len(line) > column {
		b.WriteString(line + "\n")
		line = strings.Repeat(" ", column)
	}
	for _, word := range strings.Fields(text) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > 80 {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line, empty = strings.Repeat(" ", column), true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	b.WriteString(line + "\n")
	return b.String()
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

// explainClaim writes all that is known of one claim, within 80 columns.
func explainClaim(out io.Writer, r claims.Result) error {
	fmt.Fprintf(out, "%s: %s\n%s\n", r.ID, r.Verdict, hanging("", 0, r.Statement))
	s := r.Summary()
	lines := [][2]string{{"Said by", sourceTitles(r.Sources)}, {"Found", r.Line}, {"Only if", r.Condition}}
	for _, q := range r.Quotes() {
		lines = append(lines, [2]string{"Source " + q.Tag, q.Original + " " + q.English})
	}
	if s.Effect != nil {
		lines = append(lines, [2]string{"Effect", fmt.Sprintf("%s, %s", r.What, r.Amount())})
	}
	if s.P != nil {
		lines = append(lines, [2]string{"P value", fmt.Sprintf("%.2g; %.2g after Holm's correction among the claims of its family", *s.P, *s.Adjusted)})
	}
	lines = append(lines, [2]string{"Rule", r.Rule()})
	if s.Digest != "" {
		lines = append(lines, [2]string{"Frozen", fmt.Sprintf("rule %s, since %s", s.Digest, s.Since)})
	}
	if r.Changed != "" {
		lines = append(lines, [2]string{"Restated", r.Changed})
	}
	if r.Again != nil {
		lines = append(lines, [2]string{"Second run", string(r.Again.Verdict) + ": " + r.Again.Line})
	}
	lines = append(lines, [2]string{"Turns", r.Flips}, [2]string{"Missing", r.Missing}, [2]string{"Figure", r.Figure}, [2]string{"Selections", r.Needs()})
	for _, line := range lines {
		if line[1] != "" {
			fmt.Fprint(out, hanging(line[0], 11, line[1]))
		}
	}
	rows := r.Rows()
	if len(rows) == 0 {
		return nil
	}
	fmt.Fprintf(out, "\n%d records in %d cells:\n", s.Records.Count, len(rows))
	head := ""
	for _, row := range rows {
		if here := row.Experiment + ", part " + row.Part; here != head {
			head = here
			fmt.Fprintf(out, "%s\n", here)
		}
		what := row.Variant + " on " + row.Workload
		size := fmt.Sprintf("%d", row.Size)
		if row.Fill > 0 && row.Fill != 1 {
			size += fmt.Sprintf(" x %g", row.Fill)
		}
		label := "  " + what
		if len(label) > 80 {
			fmt.Fprint(out, "  "+row.Variant+"\n")
			label = "    on " + row.Workload
		}
		fmt.Fprint(out, hanging(label, 40, fmt.Sprintf("%s, %d times: %s", size, row.N, row.Counts)))
	}
	return nil
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
