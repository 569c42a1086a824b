package report

import (
	"fmt"
	"math"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// readInsertLatency compares the lowest load with the highest, percentile by percentile.
func readInsertLatency(_ *context, chart chartType) (string, error) {
	points := chart.Panels[0].Curves[0].Points
	low, high := first(points).X, last(points).X
	head := []string{"Filter", "Time"}
	for _, p := range points {
		head = append(head, "At "+percent(p.X))
	}
	t := newTable(append(head, "Last over first")...)
	for _, c := range chart.Panels[0].Curves {
		for _, p := range chart.Panels {
			own, ok := curve(chart, p.Title, c.Name)
			if !ok || len(own.Points) != len(points) {
				continue
			}
			row := []string{code(c.Name), p.Title}
			for _, at := range own.Points {
				row = append(row, number(at.Y))
			}
			t.add(append(row, number(last(own.Points).Y/first(own.Points).Y))...)
		}
	}
	return fmt.Sprintf("Nanoseconds of one insert at loads from %s to %s, of which the clock takes %s:\n\n%s",
		percent(low), percent(high), number(first(points).Bound), t), nil
}

// readArrivals tabulates the rates, and says which were not kept.
func readArrivals(c *context, chart chartType) (string, error) {
	t := newTable("Arrivals", "Lookups a second", "Filter", "Median", "99th percentile", "99.9th percentile", "Repetitions that kept the rate", "Behind at the end, ns")
	for _, part := range []string{"even", "random"} {
		cells, err := c.d.Cells("latency", part)
		if err != nil {
			return "", err
		}
		for _, cell := range cells {
			for _, rate := range cell.Rates {
				row := []string{part, count(uint64(rate)), code(cell.Variant)}
				for _, q := range []float64{0.5, 0.99, 0.999} {
					m, ok := measure.TimeQuantile(cell, measure.ArrivalTimes(rate), q)
					if !ok {
						return "", fmt.Errorf("%s has no lookups at %g a second", cell.Variant, rate)
					}
					row = append(row, number(m.Value))
				}
				kept, behind := 0, []float64{}
				for _, r := range cell.Records {
					run, _ := measure.RunAt(r, rate)
					if measure.Kept(run) {
						kept++
					}
					behind = append(behind, float64(run.BehindNS))
				}
				t.add(append(row, fmt.Sprintf("%d of %d", kept, len(cell.Records)), count(uint64(max(0, stat.NewMedian(behind).Value))))...)
			}
		}
	}
	return "Nanoseconds from when a lookup was due to its end, and whether the last one ended within 1 % of the time in which all were due:\n\n" + t.String(), nil
}

// coldBlock sets single lookups beside many.
func coldBlock(c *context) (string, error) {
	cells, err := c.d.Cells("latency", "cold")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Keys", "Among many, ns", "Single and cold, ns", "Clock alone, cold, ns", "The same again, ns", "Cold over among many")
	for _, cell := range cells {
		median := func(of func(*record.Cold) float64) float64 {
			var values []float64
			for _, r := range cell.Records {
				values = append(values, of(r.Cold()))
			}
			return stat.NewMedian(values).Value
		}
		warm := median(func(c *record.Cold) float64 { return c.Warm.PerOp() })
		cold := median(func(c *record.Cold) float64 { return c.First.TimeQuantile(0.5) })
		t.add(code(cell.Variant), count(cell.Size()), number(warm), number(cold),
			number(median(func(c *record.Cold) float64 { return c.Clock.TimeQuantile(0.5) })),
			number(median(func(c *record.Cold) float64 { return c.Again.TimeQuantile(0.5) })), number(cold/warm))
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return t.String(), nil
}

// parallelBlock tabulates operations a second of all goroutines, and losses.
func parallelBlock(c *context) (string, error) {
	t := newTable("Filter", "Keys", "Shared by", "Goroutines", "Inserts", "Lookups", "Inserts, mixed", "Lookups, mixed", "Bits lost", "Keys denied")
	procs := 0
	for _, part := range []string{"bits", "slots"} {
		cells, err := c.d.Cells("latency", part)
		if err != nil {
			return "", err
		}
		for _, cell := range cells {
			for _, n := range cell.Goroutines {
				row := []string{code(cell.Variant), count(cell.Size()), cell.Guard, count(n)}
				var lost, denied uint64
				for _, op := range []string{record.ParallelInsert, record.ParallelLookup, record.ParallelMixed} {
					ops, reads := rates(cell, op, n, &lost, &denied)
					row = append(row, millions(ops))
					if op == record.ParallelMixed {
						row = append(row, millions(reads))
					}
				}
				procs = cell.Records[0].Parallel().Procs
				bits := "-"
				if cell.Records[0].Parallel().Bits > 0 {
					bits = count(lost)
				}
				t.add(append(row, bits, count(denied))...)
			}
		}
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return fmt.Sprintf("Millions of operations a second of all goroutines together, medians over repetitions, where %s can run at once; bits and keys lost in all repetitions together:\n\n%s",
		plural(uint64(procs), "goroutine", "goroutines"), strings.TrimSpace(t.String())), nil
}

// rates lists operations and reads per nanosecond of one operation by so many
// goroutines, one a repetition, and adds up what was lost.
func rates(cell analysis.Cell, op string, n int, lost, denied *uint64) (ops, reads []float64) {
	for _, r := range cell.Records {
		for _, run := range r.Parallel().Runs {
			if run.Op == op && run.Goroutines == n && run.ElapsedNS > 0 {
				ops = append(ops, float64(run.Ops)/float64(run.ElapsedNS))
				reads = append(reads, float64(run.Reads)/float64(run.ElapsedNS))
				*lost += run.Lost + run.Extra
				*denied += run.Missing
			}
		}
	}
	return ops, reads
}

// millions writes the median of operations per nanosecond as millions a second.
func millions(perNS []float64) string {
	if len(perNS) == 0 {
		return "-"
	}
	m := stat.NewMedian(perNS).Value
	if math.IsNaN(m) {
		return "-"
	}
	return number(1e3 * m)
}
