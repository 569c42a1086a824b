package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// runBlock says what was run, on what.
func runBlock(c *context) (string, error) {
	m := c.d.Manifest
	t := newTable("What", "Value")
	row := func(name, value string) {
		if value != "" {
			t.rows = append(t.rows, []string{name, value})
		}
	}
	row("Profile", m.Profile)
	row("Trials", trialsRow(c.d))
	row("Measured", whenRow(m.Runs))
	row("Source", revisionRow(m.Runs))
	row("Processor", fmt.Sprintf("%s, %s", m.Machine.CPU, plural(m.Machine.Cores, "core", "cores")))
	row("Caches", cachesRow(m.Machine.Caches))
	row("Memory", memorySize(m.Machine.MemoryBytes))
	row("System", strings.TrimSpace(m.Machine.OS+"/"+m.Machine.Arch+" "+m.Machine.Kernel))
	row("Frequency governor", m.Machine.Governor)
	row("Huge pages", m.Machine.HugePages)
	row("Go", toolchainRow(m.Toolchain))
	row("Timed loops off the core", offCoreRow(c.d))
	row("Speed of the core", coreSpeedRow(c.d))
	text := strings.Replace(t.String(), "---:", "---", 1)
	if list := failuresList(c.d); list != "" {
		text += "\n" + list
	}
	return text, nil
}

func trialsRow(d *analysis.Dataset) string {
	failed, extra := len(d.Failures()), 0
	for i := range d.Records {
		if d.Records[i].Extra {
			extra++
		}
	}
	done := len(d.Records) - failed
	s := fmt.Sprintf("%s planned, %s measured, %s failed", count(d.Manifest.Trials), count(done), count(failed))
	if extra > 0 {
		s += fmt.Sprintf(", %s of these beyond the plan, because times did not grow with the size", count(extra))
	}
	if open := d.Manifest.Trials - (len(d.Records) - extra); open > 0 {
		s += fmt.Sprintf(", %s to be done when the run is resumed", count(open))
	}
	return s
}

// whenRow gives the day and the time spent measuring; the time of a run that was
// killed is not known.
func whenRow(runs []record.Run) string {
	if len(runs) == 0 {
		return ""
	}
	var spent time.Duration
	killed := 0
	for _, r := range runs {
		if r.End.IsZero() {
			killed++
			continue
		}
		spent += r.End.Sub(r.Start)
	}
	s := fmt.Sprintf("%s, %s of measuring in %s", runs[0].Start.UTC().Format("2 January 2006"), spent.Round(time.Second), plural(len(runs), "run", "runs"))
	if killed > 0 {
		s += fmt.Sprintf(", of which %s killed and is not counted", plural(killed, "one was", "were"))
	}
	return s
}

func revisionRow(runs []record.Run) string {
	var list []string
	for _, r := range runs {
		s := "revision unknown"
		if r.Revision != "" {
			s = code(r.Revision[:min(12, len(r.Revision))])
		}
		if r.Dirty {
			s += " with changes that were not committed"
		}
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return sentence(list)
}

func cachesRow(caches []record.Cache) string {
	var list []string
	for _, c := range caches {
		list = append(list, c.Name+" "+memorySize(c.Bytes))
	}
	return strings.Join(list, ", ")
}

func toolchainRow(t record.Toolchain) string {
	s := fmt.Sprintf("%s, GOMAXPROCS=%d, GOGC=%s", t.Go, t.GOMAXPROCS, t.GOGC)
	if t.GOAMD64 != "" {
		s += ", " + t.GOAMD64
	}
	if t.Tags != "" {
		s += ", tags " + t.Tags
	}
	return s
}

// memorySize writes a size in binary units.
func memorySize(n uint64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	x, i := float64(n), 0
	for x >= 1024 && i+1 < len(units) {
		x /= 1024
		i++
	}
	return number(x) + " " + units[i]
}

func failuresList(d *analysis.Dataset) string {
	var lines []string
	for _, f := range d.Failures() {
		lines = append(lines, fmt.Sprintf("- %s, part %s, %s, repetition %d failed: %s\n", f.Experiment, f.Part, code(f.Variant), f.Rep, f.Reason))
	}
	return strings.Join(lines, "")
}

// readingBlock gives the numbers behind the intervals.
func readingBlock(c *context) (string, error) {
	least, most := seeds(c.d)
	lines := []string{
		fmt.Sprintf("- Every interval is a %s interval unless it says otherwise.", declaredPercent(stat.Confidence)),
		fmt.Sprintf("- Every point is measured with %s of its own (%s): other keys, another hash, another filter.",
			seedRange(least, most), "all variants of a comparison share them"),
		fmt.Sprintf("- Points are called exceptions when they contradict theory after Holm's correction, at a level of %s for all points of an experiment together.",
			declaredPercent(measure.FamilywiseLevel)),
	}
	if n := capped(c.d); n > 0 {
		lines = append(lines, fmt.Sprintf("- %s had the number of lookups cut for time, and so %s wider intervals than the rest.",
			plural(n, "point", "points"), choose(n == 1, "has", "have")))
	}
	return strings.Join(lines, "\n"), nil
}

func seedRange(least, most int) string {
	if least == most {
		return plural(least, "seed", "seeds")
	}
	return fmt.Sprintf("%s to %s seeds", count(least), count(most))
}

// seeds returns the smallest and the largest number of repetitions of a cell.
func seeds(d *analysis.Dataset) (least, most int) {
	perCell := map[string]int{}
	for i := range d.Records {
		t := d.Records[i].Trial
		t.Rep, t.Seed = 0, 0
		perCell[t.ID()]++
	}
	for _, n := range perCell {
		if least == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return least, most
}

// capped counts the points whose lookups were cut.
func capped(d *analysis.Dataset) int {
	points := map[string]bool{}
	for i := range d.Records {
		if t := d.Records[i].Trial; t.Capped {
			t.Rep, t.Seed = 0, 0
			points[t.ID()] = true
		}
	}
	return len(points)
}
