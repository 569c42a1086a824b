package report

import (
	"fmt"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// timedLoops lists the loops whose times are compared.
func timedLoops(d *analysis.Dataset) (list []record.Sample) {
	for i := range d.Records {
		switch r := &d.Records[i]; {
		case r.Time() != nil:
			list = append(list, r.Time().Samples...)
		case r.Cold() != nil:
			list = append(list, r.Cold().Warm)
		}
	}
	return list
}

// offCoreRow says how much of the wall time of timed loops their threads were not on a
// core; "" where no record tells.
func offCoreRow(d *analysis.Dataset) string {
	var shares []float64
	for _, s := range timedLoops(d) {
		if share, ok := s.OffCore(); ok {
			shares = append(shares, share)
		}
	}
	if len(shares) == 0 {
		return ""
	}
	slices.Sort(shares)
	return fmt.Sprintf("for %s of the wall time in the median loop, %s in the worst of %s; times are those on the core",
		percent(stat.NewMedian(shares).Value), percent(shares[len(shares)-1]), count(len(shares)))
}

// coreSpeedRow says how far the speed of the core moved over the timed trials; "" where no
// record tells.
func coreSpeedRow(d *analysis.Dataset) string {
	s, ok := measure.CoreSpeedOf(d)
	if !ok {
		return ""
	}
	return fmt.Sprintf("a multiplication that waits for the one before took %s ns before the median of %s timed trials, %s to %s ns in all; %s more than %s off, and no time is corrected",
		number(s.Median), count(s.Trials), number(s.Least), number(s.Greatest), plural(len(s.Off), "trial is", "trials are"), declaredPercent(measure.SpeedMargin))
}
