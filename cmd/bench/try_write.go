package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"filterbench/workloads"
)

// tryAnswer is what bench try found out.
type tryAnswer struct {
	Variant string               `json:"variant"`
	Keys    uint64               `json:"keys"`             // inserted in each repetition
	File    *workloads.FileFacts `json:"file,omitempty"`   // nil for generated keys
	Stream  string               `json:"stream,omitempty"` // of copies
	Columns []tryColumn          `json:"columns"`          // the user's keys, then random ones
}

// tryInterval is an estimate with its 95 % interval.
type tryInterval struct {
	Value float64 `json:"value"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

type tryTime struct {
	Op    string      `json:"op"`
	Gross tryInterval `json:"gross_ns"` // with hash and loop
	Net   tryInterval `json:"net_ns"`   // less those of null
}

// tryColumn is the filter under one workload. Pointers are nil where the filter
// or the theory has no such number.
type tryColumn struct {
	Workload   string      `json:"workload"`
	FPR        tryInterval `json:"fpr"`
	Positives  uint64      `json:"positives"`
	Queries    uint64      `json:"queries"`
	Capped     bool        `json:"capped"` // fewer positives than asked for are expected
	Theory     *float64    `json:"theory_fpr,omitempty"`
	Bound      *float64    `json:"bound_fpr,omitempty"`
	Model      string      `json:"model,omitempty"`
	Covered    bool        `json:"theory_inside_interval"`
	Members    uint64      `json:"members_checked"`
	Missing    uint64      `json:"false_negatives"`
	Refused    uint64      `json:"refused"`
	Bits       uint64      `json:"bits"`
	BitsPerKey float64     `json:"bits_per_key"`
	Load       *float64    `json:"load,omitempty"`
	Kicks      *float64    `json:"kicks_per_insert,omitempty"`
	MaxKicks   *uint64     `json:"max_kicks,omitempty"`
	Times      []tryTime   `json:"times"`
	Left       *tryLeft    `json:"after_deletes,omitempty"`
	CopiesLeft *tryLeft    `json:"after_copies,omitempty"`
}

// tryLeft is what a filter holds after deletes.
type tryLeft struct {
	Inserted  uint64 `json:"inserted"`  // keys or copies
	Refused   uint64 `json:"refused"`   // of these
	Held      uint64 `json:"held"`      // keys that must be there
	Denied    uint64 `json:"denied"`    // of these, answered false
	Undeleted uint64 `json:"undeleted"` // deletes that found nothing
}

func (l *tryLeft) String() string {
	if l == nil {
		return "cannot delete"
	}
	text := fmt.Sprintf("%d of %d keys lost", l.Denied, l.Held)
	if l.Refused > 0 {
		text += fmt.Sprintf(", %s of copies refused", percent(float64(l.Refused)/float64(l.Inserted)))
	}
	return text
}

// number is a pointer to x, nil if x is not a number.
func number(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// writeAnswers prints the answers: of one filter alone, of several side by side.
func writeAnswers(w io.Writer, answers []tryAnswer, format string) error {
	switch format {
	case "json":
		if len(answers) == 1 {
			return printJSON(w, answers[0])
		}
		return printJSON(w, answers)
	case "csv":
		cw := csv.NewWriter(w)
		cw.Write([]string{"variant", "workload", "measure", "value", "lo", "hi"})
		for _, a := range answers {
			a.writeCSV(cw)
		}
		cw.Flush()
		return cw.Error()
	}
	if len(answers) == 1 {
		return answers[0].writeText(w)
	}
	return writeBeside(w, answers)
}

// row is a line of the answer: what, and a cell for each column and theory.
type row struct {
	what  string
	cells []string
}

func (a tryAnswer) rows() []row { return rowsOf(a.Columns, a.Stream) }

// rowsOf compares columns, which are the same filter on several keys or several filters on
// the same.
func rowsOf(columns []tryColumn, stream string) []row {
	var rows []row
	add := func(what string, cell func(c tryColumn) string) {
		r := row{what: what}
		for _, c := range columns {
			r.cells = append(r.cells, cell(c))
		}
		rows = append(rows, r)
	}
	add("false-positive rate", func(c tryColumn) string {
		return fmt.Sprintf("%s (%s to %s)", percent(c.FPR.Value), percent(c.FPR.Lo), percent(c.FPR.Hi))
	})
	add("  from", func(c tryColumn) string { return fmt.Sprintf("%d of %d absent keys", c.Positives, c.Queries) })
	add("  theory", tryColumn.theory)
	add("false negatives", func(c tryColumn) string { return fmt.Sprintf("%d of %d members", c.Missing, c.Members) })
	add("bits per key", func(c tryColumn) string { return fmt.Sprintf("%.2f", c.BitsPerKey) })
	if slices.ContainsFunc(columns, func(c tryColumn) bool { return c.Load != nil }) {
		slots := func(cell func(c tryColumn) string) func(c tryColumn) string {
			return func(c tryColumn) string {
				if c.Load == nil {
					return "-"
				}
				return cell(c)
			}
		}
		add("load", slots(func(c tryColumn) string { return percent(*c.Load) }))
		add("refused inserts", slots(func(c tryColumn) string { return fmt.Sprint(c.Refused) }))
		add("kicks per insert", slots(func(c tryColumn) string { return fmt.Sprintf("%.3f, at most %d", *c.Kicks, *c.MaxKicks) }))
	}
	if slices.ContainsFunc(columns, func(c tryColumn) bool { return c.Left != nil }) {
		left := func(of func(c tryColumn) *tryLeft) func(c tryColumn) string {
			return func(c tryColumn) string {
				if c.Workload != columns[0].Workload {
					return ""
				}
				return of(c).String()
			}
		}
		add("after deletes", left(func(c tryColumn) *tryLeft { return c.Left }))
		if stream != "" {
			add("  of "+stream, left(func(c tryColumn) *tryLeft { return c.CopiesLeft }))
		}
	}
	for _, op := range opsOf(columns) {
		add(op+", ns", func(c tryColumn) string {
			t, ok := c.time(op)
			if !ok {
				return "-"
			}
			return fmt.Sprintf("%.1f (%.1f to %.1f), net %.1f", t.Gross.Value, t.Gross.Lo, t.Gross.Hi, t.Net.Value)
		})
	}
	return rows
}

// opsOf lists the operations that were timed in any of the columns.
func opsOf(columns []tryColumn) (ops []string) {
	for _, c := range columns {
		for _, t := range c.Times {
			if !slices.Contains(ops, t.Op) {
				ops = append(ops, t.Op)
			}
		}
	}
	return ops
}

func (c tryColumn) time(op string) (tryTime, bool) {
	i := slices.IndexFunc(c.Times, func(t tryTime) bool { return t.Op == op })
	if i < 0 {
		return tryTime{}, false
	}
	return c.Times[i], true
}

func (c tryColumn) theory() string {
	switch {
	case c.Theory == nil:
		return "no formula"
	case c.Covered:
		return percent(*c.Theory) + ", inside the interval"
	}
	return percent(*c.Theory) + ", OUTSIDE the interval"
}

func (a tryAnswer) headers() []string {
	names := []string{"your keys", "random keys"}
	if a.File == nil {
		names[0] = a.Columns[0].Workload
	}
	return names[:len(a.Columns)]
}

func (a tryAnswer) writeText(w io.Writer) error {
	fmt.Fprintf(w, "%s with %d keys, %.1f KiB\n", a.Variant, a.Keys, float64(a.Columns[0].Bits)/8192)
	if f := a.File; f != nil {
		fmt.Fprintf(w, "%s: %d lines, %d different keys, %d repeated, %d empty, %d bytes of keys\n", f.Path, f.Lines, f.Distinct, f.Repeated, f.Empty, f.Bytes)
	}
	fmt.Fprintln(w)
	if err := writeRows(w, a.headers(), a.rows()); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nIntervals are 95 %. Times include the hash and the loop; net is without them.\n")
	return err
}

func writeRows(w io.Writer, headers []string, rows []row) error {
	tw := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprint(tw, "\t")
	for _, h := range headers {
		fmt.Fprintf(tw, "%s\t", h)
	}
	fmt.Fprintln(tw)
	for _, r := range rows {
		fmt.Fprintf(tw, "%s\t", r.what)
		for _, c := range r.cells {
			fmt.Fprintf(tw, "%s\t", c)
		}
		fmt.Fprintln(tw)
	}
	return tw.Flush()
}

// writeBeside puts several filters side by side, and says below how many times as long each
// takes as the fastest, and how many times the bits of the smallest it has.
func writeBeside(w io.Writer, answers []tryAnswer) error {
	var headers []string
	var columns []tryColumn
	for _, a := range answers {
		headers, columns = append(headers, a.Variant), append(columns, a.Columns[0])
	}
	keys := columns[0].Workload
	if f := answers[0].File; f != nil {
		keys = f.Path
	}
	fmt.Fprintf(w, "%d keys: %s\n\n", answers[0].Keys, keys)
	if err := writeRows(w, headers, rowsOf(columns, answers[0].Stream)); err != nil {
		return err
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "bits: %s\n", ratios(headers, columns, func(c tryColumn) (float64, float64, float64) { return c.BitsPerKey, c.BitsPerKey, c.BitsPerKey }))
	for _, op := range opsOf(columns) {
		if op == "mix50" {
			continue
		}
		fmt.Fprintf(w, "%s: %s\n", op, ratios(headers, columns, func(c tryColumn) (float64, float64, float64) {
			t, ok := c.time(op)
			if !ok {
				return 0, 0, 0
			}
			return t.Gross.Value, t.Gross.Lo, t.Gross.Hi
		}))
	}
	_, err := fmt.Fprint(w, "\nIntervals are 95 %. Times include the hash and the loop; net is without them. ~ marks intervals that overlap.\n")
	return err
}

// ratios says by which factor the others are above the least.
func ratios(names []string, columns []tryColumn, of func(c tryColumn) (x, lo, hi float64)) string {
	least := -1
	for i, c := range columns {
		if x, _, _ := of(c); x > 0 {
			if least >= 0 {
				if best, _, _ := of(columns[least]); best <= x {
					continue
				}
			}
			least = i
		}
	}
	if least < 0 {
		return "none"
	}
	best, _, end := of(columns[least])
	text := names[least]
	for i, c := range columns {
		if x, lo, _ := of(c); i != least && x > 0 {
			mark := ""
			if lo <= end && x != best {
				mark = "~"
			}
			text += fmt.Sprintf("; %s %s%.2f times", names[i], mark, x/best)
		}
	}
	return text
}

// writeCSV writes a row for each number, with its interval.
func (a tryAnswer) writeCSV(cw *csv.Writer) {
	line := func(c tryColumn, measure string, v tryInterval) {
		cw.Write([]string{a.Variant, c.Workload, measure, fmt.Sprint(v.Value), fmt.Sprint(v.Lo), fmt.Sprint(v.Hi)})
	}
	exact := func(x float64) tryInterval { return tryInterval{x, x, x} }
	for _, c := range a.Columns {
		line(c, "fpr", c.FPR)
		for _, n := range []struct {
			name  string
			value *float64
		}{{"theory_fpr", c.Theory}, {"bound_fpr", c.Bound}, {"load", c.Load}, {"kicks_per_insert", c.Kicks}} {
			if n.value != nil {
				line(c, n.name, exact(*n.value))
			}
		}
		line(c, "bits_per_key", exact(c.BitsPerKey))
		line(c, "false_negatives", exact(float64(c.Missing)))
		line(c, "refused", exact(float64(c.Refused)))
		for _, left := range []struct {
			name string
			left *tryLeft
		}{{"after_deletes", c.Left}, {"after_copies", c.CopiesLeft}} {
			if left.left != nil {
				line(c, left.name+"_denied", exact(float64(left.left.Denied)))
				line(c, left.name+"_refused", exact(float64(left.left.Refused)))
			}
		}
		for _, t := range c.Times {
			line(c, t.Op+"_gross_ns", t.Gross)
			line(c, t.Op+"_net_ns", t.Net)
		}
	}
}

// percent writes a share with three digits that count.
func percent(x float64) string {
	if x == 0 {
		return "0 %"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(100*math.Abs(x)))))
	return fmt.Sprintf("%.*f %%", min(digits, 12), 100*x)
}
