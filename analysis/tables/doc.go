// Package tables prints what the formulas say: the tables that papers print and people
// look up, each computed from package theory when it is asked for. No number in them is
// typed, so whoever changes a formula sees what it changes.
//
// [Write] writes all tables as Markdown, as THEORY.md at the root holds them; a test
// compares the file with what the formulas say now. The package measures nothing: how
// theory compares with measurements is in the report.
package tables

import (
	"filterbench/internal/digits"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Table is one table.
type Table struct {
	Name  string // as the command line calls it
	Title string
	Note  string // symbols, source, and what the table corrects in print
	Head  []string
	Rows  [][]string
}

// All computes all tables, in the order of the document.
func All() []Table {
	return slices.Concat(bloomTables(), blockedTables(), hashingTables(), cuckooTables(), loadTables(), spaceTables())
}

// Find computes the table of a name.
func Find(name string) (Table, bool) {
	for _, t := range All() {
		if t.Name == name {
			return t, true
		}
	}
	return Table{}, false
}

// Write writes the document of all tables.
func Write(w io.Writer) error {
	if _, err := io.WriteString(w, preface); err != nil {
		return err
	}
	for _, t := range All() {
		if _, err := fmt.Fprintf(w, "\n## %s\n\n%s\n\n%s", t.Title, t.Note, t.Markdown()); err != nil {
			return err
		}
	}
	return nil
}

const preface = `# What the formulas say

Tables that papers print and people look up, computed from the formulas in
` + "`variants/theory`" + `, where each has its symbols, domain and source. ` + "`bench theory`" + ` writes
this file and a test compares the two, so no number here is typed. How measurements agree
is in REPORT.md.
`

// Markdown returns the table alone.
func (t Table) Markdown() string {
	var out strings.Builder
	line := func(cells []string) { out.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(t.Head)
	line(slices.Repeat([]string{"---:"}, len(t.Head)))
	for _, row := range t.Rows {
		line(row)
	}
	return out.String()
}

// share writes a share in per cent with four significant digits, without an exponent
// unless it is tiny.
func share(x float64) string {
	if x < 1e-6 {
		return tiny(100*x) + " %"
	}
	return digits.Significant(100*x, 4) + " %"
}

// tiny writes a number that may be too small for decimals, and even for floating point.
func tiny(x float64) string {
	if x == 0 {
		return "below 1e-300"
	}
	return strconv.FormatFloat(x, 'e', 2, 64)
}

func whole[N int | uint64](n N) string { return fmt.Sprint(n) }

// power writes 2^n.
func power(n int) string { return fmt.Sprintf("2^%d", n) }
