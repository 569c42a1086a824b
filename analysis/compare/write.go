package compare

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/record"
)

// listed is how many lines of one sort the text form shows before it sums up.
const listed = 20

// Text says how the text form is written. The zero value lists changes, a line each.
type Text struct {
	All   bool // every cell is listed, changed or not, and no list is cut
	Width int  // of the terminal, at which lines are folded; 0 folds none
}

// WriteText writes the comparison for people: the verdict in three lines, then what to
// know before believing it, and then the changes, unit by unit.
func (r *Result) WriteText(w io.Writer, o Text) error {
	var b strings.Builder
	fmt.Fprintf(&b, "counts: %s\ntimes:  %s\nothers: %s\n\n", r.countsVerdict(), r.verdict(isTime), r.verdict(func(unit string) bool { return !isTime(unit) }))
	fmt.Fprintf(&b, "old: %s\nnew: %s\n", r.Old, r.New)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	lines := make([]string, len(r.Counts))
	for i, c := range r.Counts {
		lines[i] = fmt.Sprintf("%s (%s): %s", c.Trial, c.ID, strings.Join(c.Diffs, ", "))
	}
	o.list(&b, "counts differ: the code behaves differently now", lines)
	for _, unit := range r.units() {
		r.writeUnit(&b, unit, o)
	}
	o.list(&b, "only in old", r.OldOnly)
	o.list(&b, "only in new", r.NewOnly)
	_, err := io.WriteString(w, Fold(b.String(), o.Width))
	return err
}

// isTime reports whether a unit is one of time.
func isTime(unit string) bool { return strings.HasPrefix(unit, "ns/") || strings.Contains(unit, "-ns") }

// countsVerdict says whether the code behaves as it did.
func (r *Result) countsVerdict() string {
	switch n := len(r.Counts) + r.Same; {
	case n == 0:
		return "no trial in common"
	case len(r.Counts) == 0:
		return fmt.Sprintf("all equal in %d trials in common", n)
	default:
		return fmt.Sprintf("%d of %d trials in common DIFFER: the code behaves differently", len(r.Counts), n)
	}
}

// verdict sums up the cells of some units.
func (r *Result) verdict(of func(unit string) bool) string {
	tally, all, logs, ratios := map[Verdict]int{}, 0, 0.0, 0
	for _, c := range r.Cells {
		if of(c.Unit) {
			all++
			tally[c.Verdict]++
			if c.Old.Median > 0 && c.New.Median > 0 {
				logs, ratios = logs+math.Log(c.New.Median/c.Old.Median), ratios+1
			}
		}
	}
	if all == 0 {
		return "none in common"
	}
	text := fmt.Sprintf("%d of %d series changed beyond noise", all-tally[Equal]-tally[Undecided], all)
	for _, v := range []Verdict{Worse, Better, Differs} {
		if tally[v] > 0 {
			text += fmt.Sprintf(", %d %s", tally[v], v)
		}
	}
	if ratios > 0 && of(record.UnitTime) { // an average over other units means nothing
		text += fmt.Sprintf(" (%s on average)", percent(math.Expm1(logs/float64(ratios))))
	}
	return text
}

// Fold breaks lines that are too long, at blanks or slashes where it can, and indents
// what follows. A width of 0 breaks none.
func Fold(text string, width int) string {
	const indent = "    "
	if width <= 2*len(indent) {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		for len([]rune(line)) > width {
			runes := []rune(line)
			at := width
			for i := width; i > width/2; i-- {
				if runes[i-1] == ' ' || runes[i-1] == '/' {
					at = i
					break
				}
			}
			out.WriteString(strings.TrimRight(string(runes[:at]), " ") + "\n")
			line = indent + strings.TrimLeft(string(runes[at:]), " ")
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// list writes lines under a title, and how many more there are.
func (o Text) list(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s (%d):\n", title, len(lines))
	for i, line := range lines {
		if i == listed && !o.All {
			fmt.Fprintf(b, "  ... and %d more\n", len(lines)-listed)
			break
		}
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// writeUnit writes the summary of one unit, and the series of it that changed the most.
func (r *Result) writeUnit(b *strings.Builder, unit string, o Text) {
	var cells []Cell
	tally := map[Verdict]int{}
	for _, c := range r.Cells {
		if c.Unit != unit {
			continue
		}
		tally[c.Verdict]++
		if o.All || c.Verdict != Equal && c.Verdict != Undecided {
			cells = append(cells, c)
		}
	}
	if len(cells) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:", unit)
	sep := " "
	for _, v := range []Verdict{Worse, Better, Differs, Undecided, Equal} {
		if n := tally[v]; n > 0 {
			fmt.Fprintf(b, "%s%d %s", sep, n, v)
			sep = ", "
		}
	}
	b.WriteByte('\n')
	if !o.All {
		slices.SortStableFunc(cells, func(x, y Cell) int { return cmp.Compare(math.Abs(y.Change), math.Abs(x.Change)) })
	}
	for i, c := range cells {
		if i == listed && !o.All {
			fmt.Fprintf(b, "  ... and %d more; --all lists them, --format csv for programs\n", len(cells)-listed)
			return
		}
		fmt.Fprintf(b, "  %-7s %8s  %s -> %s  q=%s n=%d+%d  %s\n", c.Verdict, percent(c.Change), c.Old, c.New, digits(c.Q, 2), c.Old.N, c.New.N, c.Name)
	}
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
