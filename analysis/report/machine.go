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

// measuredOn gives the day and the time spent measuring; the time of a run that was
// killed is not known.
func measuredOn(runs []record.Run) string {
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
		s += fmt.Sprintf(", of which %s killed and not counted", plural(killed, "was", "were"))
	}
	return s
}

func revisions(runs []record.Run) string {
	var names []string
	for _, r := range runs {
		s := "revision unknown"
		if r.Revision != "" {
			s = code(r.Revision[:min(12, len(r.Revision))])
		}
		if r.Dirty {
			s += " with changes that were not committed"
		}
		if !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return list(names)
}

func toolchain(t record.Toolchain) string {
	s := fmt.Sprintf("%s, GOMAXPROCS=%d, GOGC=%s", t.Go, t.GOMAXPROCS, t.GOGC)
	for _, extra := range []string{t.GOAMD64, pick(t.Tags == "", "", "tags "+t.Tags)} {
		if extra != "" {
			s += ", " + extra
		}
	}
	return strings.TrimPrefix(s, ", ")
}

// timedLoops lists the loops whose times are compared.
func timedLoops(d *analysis.Dataset) (loops []record.Sample) {
	for i := range d.Records {
		switch r := &d.Records[i]; {
		case r.Time() != nil:
			loops = append(loops, r.Time().Samples...)
		case r.Cold() != nil:
			loops = append(loops, r.Cold().Warm)
		}
	}
	return loops
}

// offCore says how much of the wall time of timed loops their threads were not on a
// core; "" where no record tells.
func offCore(d *analysis.Dataset) string {
	var shares []float64
	for _, s := range timedLoops(d) {
		if part, ok := s.OffCore(); ok {
			shares = append(shares, part)
		}
	}
	if len(shares) == 0 {
		return ""
	}
	slices.Sort(shares)
	return fmt.Sprintf("for %s of the wall time in the median loop, %s in the worst of %s; times are those on the core",
		percent(stat.NewMedian(shares).Value), percent(shares[len(shares)-1]), count(len(shares)).page)
}

// coreSpeed says how far the speed of the core moved over the timed trials; "" where no
// record tells.
func coreSpeed(d *analysis.Dataset) string {
	s, ok := measure.CoreSpeedOf(d)
	if !ok {
		return ""
	}
	return fmt.Sprintf("a multiplication that waits for the one before took %s ns before the median of %s timed trials, %s to %s ns in all; %s more than %s off, and no time is corrected",
		number(s.Median).page, count(s.Trials).page, number(s.Least).page, number(s.Greatest).page, plural(len(s.Off), "trial is", "trials are"), declaredPercent(measure.SpeedMargin))
}
