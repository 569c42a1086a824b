package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// listed is how many lines of one sort the text form shows before it sums up.
const listed = 20

// WriteText writes the comparison for people: a line for each unit and one for each
// cell that changed, or for every cell if all is set.
func (r *Result) WriteText(w io.Writer, all bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "old: %s\nnew: %s\n", r.Old, r.New)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	r.writeCounts(&b)
	for _, unit := range r.units() {
		r.writeUnit(&b, unit, all)
	}
	writeList(&b, "only in old", r.OldOnly)
	writeList(&b, "only in new", r.NewOnly)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Result) writeCounts(b *strings.Builder) {
	if len(r.Counts)+r.Same == 0 {
		return // no trial in common, or no records at all
	}
	fmt.Fprintf(b, "\ncounts: %d trials in common, %d with equal counts\n", len(r.Counts)+r.Same, r.Same)
	lines := make([]string, len(r.Counts))
	for i, c := range r.Counts {
		lines[i] = fmt.Sprintf("%s (%s): %s", c.Trial, c.ID, strings.Join(c.Diffs, ", "))
	}
	writeList(b, "counts differ: the code behaves differently now", lines)
}

// writeList writes lines under a title, and how many more there are.
func writeList(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s (%d):\n", title, len(lines))
	for i, line := range lines {
		if i == listed {
			fmt.Fprintf(b, "  ... and %d more\n", len(lines)-listed)
			break
		}
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// writeUnit writes the summary of one unit and a table of its cells.
func (r *Result) writeUnit(b *strings.Builder, unit string, all bool) {
	tally, logs, ratios := map[Verdict]int{}, 0.0, 0
	var cells []Cell
	for _, c := range r.Cells {
		if c.Unit != unit {
			continue
		}
		tally[c.Verdict]++
		if c.Old.Median > 0 && c.New.Median > 0 {
			logs += math.Log(c.New.Median / c.Old.Median)
			ratios++
		}
		if all || c.Verdict != Equal && c.Verdict != Undecided {
			cells = append(cells, c)
		}
	}
	fmt.Fprintf(b, "\n%s:", unit)
	sep := " "
	for _, v := range []Verdict{Worse, Better, Differs, Undecided, Equal} {
		if n := tally[v]; n > 0 {
			fmt.Fprintf(b, "%s%d %s", sep, n, v)
			sep = ", "
		}
	}
	if ratios > 0 {
		fmt.Fprintf(b, "; geometric mean %s", percent(math.Expm1(logs/float64(ratios))))
	}
	b.WriteByte('\n')
	tw := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, c := range cells {
		fmt.Fprintf(tw, "  %s\t%s\t%s\t-> %s\tq=%s\tn=%d+%d\t%s\n", c.Verdict, percent(c.Change),
			c.Old, c.New, digits(c.Q, 2), c.Old.N, c.New.N, c.Name)
	}
	tw.Flush() // into memory: it cannot fail
}

// String writes a median with its interval.
func (s Summary) String() string {
	if s.Lo == s.Hi {
		return digits(s.Median, 4)
	}
	return fmt.Sprintf("%s [%s, %s]", digits(s.Median, 4), digits(s.Lo, 4), digits(s.Hi, 4))
}

func digits(x float64, n int) string { return strconv.FormatFloat(x, 'g', n, 64) }

// percent writes a relative change.
func percent(change float64) string {
	if math.Abs(change) == math.MaxFloat64 {
		return "from 0"
	}
	return fmt.Sprintf("%+.2f%%", 100*change)
}

// WriteCSV writes every cell as a line.
func (r *Result) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"name", "unit", "old_n", "old_median", "old_lo", "old_hi",
		"new_n", "new_median", "new_lo", "new_hi", "change", "p", "q", "verdict"}}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	side := func(s Summary) []string {
		return []string{strconv.Itoa(s.N), number(s.Median), number(s.Lo), number(s.Hi)}
	}
	for _, c := range r.Cells {
		line := append([]string{c.Name, c.Unit}, append(side(c.Old), side(c.New)...)...)
		lines = append(lines, append(line, number(c.Change), number(c.P), number(c.Q), string(c.Verdict)))
	}
	return out.WriteAll(lines)
}

// WriteJSON writes the whole comparison as one object.
func (r *Result) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // notes and diffs hold arrows
	e.SetIndent("", "  ")
	return e.Encode(r)
}
