package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"filterbench/workloads"
)

// tryAnswer is what bench try found out.
type tryAnswer struct {
	Variant string               `json:"variant"`
	Keys    uint64               `json:"keys"`           // inserted in each repetition
	File    *workloads.FileFacts `json:"file,omitempty"` // nil for generated keys
	Columns []tryColumn          `json:"columns"`        // the user's keys, then random ones
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
}

// number is a pointer to x, nil if x is not a number.
func number(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

func (a tryAnswer) write(w io.Writer, format string) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(a)
	case "csv":
		return a.writeCSV(w)
	}
	return a.writeText(w)
}

// row is a line of the answer: what, and a cell for each column and theory.
type row struct {
	what  string
	cells []string
}

func (a tryAnswer) rows() []row {
	var rows []row
	add := func(what string, cell func(c tryColumn) string) {
		r := row{what: what}
		for _, c := range a.Columns {
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
	if a.Columns[0].Load != nil {
		add("load", func(c tryColumn) string { return percent(*c.Load) })
		add("refused inserts", func(c tryColumn) string { return fmt.Sprint(c.Refused) })
		add("kicks per insert", func(c tryColumn) string { return fmt.Sprintf("%.3f, at most %d", *c.Kicks, *c.MaxKicks) })
	}
	for i, t := range a.Columns[0].Times {
		add(t.Op+", ns", func(c tryColumn) string {
			gross, net := c.Times[i].Gross, c.Times[i].Net
			return fmt.Sprintf("%.1f (%.1f to %.1f), net %.1f", gross.Value, gross.Lo, gross.Hi, net.Value)
		})
	}
	return rows
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
	tw := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprint(tw, "\t")
	for _, h := range a.headers() {
		fmt.Fprintf(tw, "%s\t", h)
	}
	fmt.Fprintln(tw)
	for _, r := range a.rows() {
		fmt.Fprintf(tw, "%s\t", r.what)
		for _, c := range r.cells {
			fmt.Fprintf(tw, "%s\t", c)
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "\nIntervals are 95 %. Times include the hash and the loop; net is without them.\n")
	return err
}

// writeCSV writes a row for each number, with its interval.
func (a tryAnswer) writeCSV(w io.Writer) error {
	cw := csv.NewWriter(w)
	cw.Write([]string{"variant", "workload", "measure", "value", "lo", "hi"})
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
		for _, t := range c.Times {
			line(c, t.Op+"_gross_ns", t.Gross)
			line(c, t.Op+"_net_ns", t.Net)
		}
	}
	cw.Flush()
	return cw.Error()
}

// percent writes a share with three digits that count.
func percent(x float64) string {
	if x == 0 {
		return "0 %"
	}
	digits := max(0, 2-int(math.Floor(math.Log10(100*math.Abs(x)))))
	return fmt.Sprintf("%.*f %%", min(digits, 12), 100*x)
}
