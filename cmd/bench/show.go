package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/analysis/measure"
)

func newShowCmd() *cobra.Command {
	var markdown bool
	var id string
	cmd := &cobra.Command{
		Use:   "show RESULTS [SELECTION]",
		Short: "The numbers of a run, as a table",
		Long: `show lists the cells of a run: rates with intervals beside theory, loads, and net times, all
repetitions together. Without a selection it lists the experiments. A selection is an
experiment (or *) and conditions:

  throughput part=size family=cuckoo|bloom
  "* kind=fpr family=semisort"

With --record it prints a record and the command that measures its trial again.`,
		Example: `  bench show results/reference
  bench show results/reference "throughput part=size family=cuckoo"
  bench show results/mine "* family=twochoice" --markdown
  bench show results/reference --record c84126b1da21be56`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return usagef("show takes a results folder and a selection, as in: bench show results/reference \"throughput part=size\"")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := loadRun(args[0])
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch {
			case id != "":
				return showRecord(out, d, args[0], id)
			case len(args) == 1:
				return showExperiments(out, d)
			}
			cells, err := selected(d, args[1])
			if err != nil {
				return err
			}
			return fitted(out, func(w io.Writer) error { return showCells(w, cells, markdown) })
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print tables of Markdown")
	cmd.Flags().StringVar(&id, "record", "", "print the record of this id, or of one that begins so")
	return cmd
}

func newPlotCmd() *cobra.Command {
	var x, y, output string
	cmd := &cobra.Command{
		Use:   "plot RESULTS [SELECTION] -x QUANTITY -y QUANTITY",
		Short: "Draw any two numbers of a run",
		Long: `plot draws one quantity over another, a curve for each kind of filter, with intervals of 95 %,
into an SVG file and a CSV with its points beside it.

Quantities: ` + measure.QuantityNames() + `,
or a parameter of filters that is a number, such as f or bpk. For selections see bench show.`,
		Example: `  bench plot results/mine -x bits -y fpr
  bench plot results/reference "throughput part=size" -x bytes -y miss -o miss.svg`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return usagef("plot takes a results folder and a selection, as in: bench plot results/mine -x bits -y fpr")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !strings.HasSuffix(output, ".svg") {
				return usagef("--output %s: must end in .svg", output)
			}
			d, err := loadRun(args[0])
			if err != nil {
				return err
			}
			selection := "*"
			if len(args) == 2 {
				selection = args[1]
			}
			cells, err := selected(d, selection)
			if err != nil {
				return err
			}
			return plot(cmd.OutOrStdout(), d, cells, measure.QuantityOf(x), measure.QuantityOf(y), output)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&x, "x-axis", "x", "bits", "quantity across")
	f.StringVarP(&y, "y-axis", "y", "fpr", "quantity upwards")
	f.StringVarP(&output, "output", "o", "plot.svg", "file to write")
	return cmd
}

// loadRun reads a results folder that somebody named.
func loadRun(dir string) (*analysis.Dataset, error) {
	d, err := analysis.Load(dir)
	if err != nil {
		return nil, usageError{err}
	}
	return d, nil
}

// selected returns the cells of a selection that somebody wrote.
func selected(d *analysis.Dataset, text string) ([]analysis.Cell, error) {
	s := analysis.Selection(text)
	if err := s.Check(); err != nil {
		return nil, usageError{err}
	}
	for _, name := range s.Experiments() {
		if name != "*" && !slices.Contains(d.Experiments(), name) {
			return nil, usagef("%q: the run has no records of an experiment %q; it has %s", text, name, strings.Join(d.Experiments(), ", "))
		}
	}
	cells, err := d.Select(s)
	if err != nil {
		return nil, err
	}
	cells = slices.DeleteFunc(cells, func(c analysis.Cell) bool { return analysis.FamilyOf(c.Variant) == "null" })
	if len(cells) == 0 {
		return nil, usagef("%q selects no cell of the run; without conditions bench show lists what there is", text)
	}
	return cells, nil
}

// showExperiments lists what a run has.
func showExperiments(out io.Writer, d *analysis.Dataset) error {
	fmt.Fprintf(out, "%-14s %7s  kinds: parts\n", "experiment", "records")
	for _, name := range d.Experiments() {
		var parts, kinds []string
		count := 0
		for _, r := range d.Records {
			if r.Experiment != name {
				continue
			}
			count++
			if !slices.Contains(parts, r.Part) {
				parts = append(parts, r.Part)
			}
			if !slices.Contains(kinds, r.Kind) {
				kinds = append(kinds, r.Kind)
			}
		}
		fmt.Fprint(out, wrap(fmt.Sprintf("%-14s %7d  ", name, count), strings.Join(kinds, " ")+": "+strings.Join(parts, " "), 24, proseWidth))
	}
	return nil
}

// showCells prints a table for each part of an experiment and kind of trial, with the columns in which it has
// numbers.
func showCells(out io.Writer, cells []analysis.Cell, markdown bool) error {
	type group struct{ experiment, part, kind string }
	var order []group
	of := map[group][]analysis.Cell{}
	for _, c := range cells {
		g := group{c.Experiment, c.Part, c.Kind}
		if of[g] == nil {
			order = append(order, g)
		}
		of[g] = append(of[g], c)
	}
	for i, g := range order {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if markdown {
			fmt.Fprintf(out, "### %s, part %s (%s)\n\n", g.experiment, g.part, g.kind)
		} else {
			fmt.Fprintf(out, "%s, part %s (%s)\n", g.experiment, g.part, g.kind)
		}
		if err := showTable(out, of[g], markdown); err != nil {
			return err
		}
	}
	return nil
}

func showTable(out io.Writer, cells []analysis.Cell, markdown bool) error {
	rows := [][]string{{"filter"}}
	varies := func(of func(c analysis.Cell) string) bool {
		return slices.ContainsFunc(cells, func(c analysis.Cell) bool { return of(c) != of(cells[0]) })
	}
	workload := func(c analysis.Cell) string { return c.Workload }
	call := func(c analysis.Cell) string { return c.Call }
	var texts []func(analysis.Cell) string
	if varies(workload) {
		rows[0], texts = append(rows[0], "keys as"), append(texts, workload)
	}
	if varies(call) {
		rows[0], texts = append(rows[0], "call"), append(texts, call)
	}
	var columns []measure.Quantity
	for _, q := range measure.Quantities {
		has := slices.ContainsFunc(cells, func(c analysis.Cell) bool { _, _, _, ok := q.Of(c); return ok })
		if has && q.Name != "bytes" && (q.Name != "fill" || varies(func(c analysis.Cell) string { return fmt.Sprint(c.Fill) })) {
			columns, rows[0] = append(columns, q), append(rows[0], q.Name)
		}
	}
	for _, c := range cells {
		row := []string{c.Variant}
		for _, text := range texts {
			row = append(row, text(c))
		}
		for _, q := range columns {
			row = append(row, shown(q, c))
		}
		rows = append(rows, row)
	}
	if markdown {
		for i, row := range rows {
			fmt.Fprintf(out, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(out, "|%s\n", strings.Repeat(" --- |", len(row)))
			}
		}
		return nil
	}
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(tw, "  %s\n", strings.Join(row, "\t"))
	}
	return tw.Flush()
}

// shown writes a quantity of a cell, with its interval if it has one.
func shown(q measure.Quantity, c analysis.Cell) string {
	x, lo, hi, ok := q.Of(c)
	if !ok || math.IsNaN(x) {
		return "-"
	}
	write := func(x float64) string { return fmt.Sprintf("%.4g", x) }
	switch q.Name {
	case "fpr", "theory", "load":
		write = percent
	case "keys":
		write = func(x float64) string { return fmt.Sprintf("%.0f", x) }
	case "insert", "hit", "miss", "delete":
		write = func(x float64) string { return fmt.Sprintf("%.1f", x) }
	}
	if lo == hi {
		return write(x)
	}
	return fmt.Sprintf("%s (%s to %s)", write(x), strings.TrimSuffix(write(lo), " %"), strings.TrimSuffix(write(hi), " %"))
}

// showRecord prints a record and how to measure it again.
func showRecord(out io.Writer, d *analysis.Dataset, dir, id string) error {
	for _, r := range d.Records {
		if !strings.HasPrefix(r.ID, id) {
			continue
		}
		if err := printJSON(out, r); err != nil {
			return err
		}
		_, err := fmt.Fprintf(out, "\nMeasure its experiment again, and compare the counts:\n  bench run --profile %s --experiment %s --results again\n  bench compare %s again\n", d.Manifest.Profile, r.Experiment, dir)
		return err
	}
	return usagef("--record %s: the run has no record of that id", id)
}

// plot draws cells and says where.
func plot(out io.Writer, d *analysis.Dataset, cells []analysis.Cell, x, y measure.Quantity, output string) error {
	cells = slices.DeleteFunc(cells, func(c analysis.Cell) bool {
		_, _, _, ok := x.Of(c)
		_, _, _, also := y.Of(c)
		return !ok || !also
	})
	if len(cells) == 0 {
		return usagef("no cell has both %q and %q; quantities are %s, or a parameter of the filters; times are in cells of kind time, rates in those of kind fpr", x.Name, y.Name, measure.QuantityNames())
	}
	chart, ok, err := figures.Build(d, figures.Chosen(cells, x, y))
	if err != nil || !ok {
		return err
	}
	files, err := figures.Render(chart)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(output, ".svg")
	for suffix, data := range files {
		if err := os.WriteFile(base+"."+suffix, data, 0o644); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%d points in %s.svg and %s.csv\n", len(cells), base, base)
	return err
}
