package measure

import (
	"fmt"
	"math"

	"filterbench/analysis"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// CopyCounts is what happened to copies of single keys in one cell.
type CopyCounts struct {
	Accepted record.Histogram // hot keys by copies accepted before the first refusal
	Refused  record.Histogram // refused inserts by kicks
	Taken    record.Histogram // accepted copies by kicks
	Load     float64          // of the table before the copies came
	Limit    int              // 2b, the slots that a key can reach
	Expected float64          // copies that theory expects on average; NaN if no formula fits
	Checked  uint64           // lookups of other keys while the copies were in
	Missing  uint64           // of those, answered false
	MissHi   float64          // upper end of the 95 % interval of the false negative rate
	Leftover uint64           // other keys missing after the copies were deleted
}

// Duplicates summarises a cell of kind duplicates.
func Duplicates(c analysis.Cell) (CopyCounts, error) {
	var d CopyCounts
	for _, r := range c.Records {
		if r.Duplicates() == nil {
			return d, fmt.Errorf("%s: no copies recorded", analysis.Describe(c.Trial))
		}
		d.Accepted = Merge(d.Accepted, r.Duplicates().Accepted)
		d.Refused = Merge(d.Refused, r.Duplicates().Refused)
		d.Taken = Merge(d.Taken, r.Duplicates().Taken)
		d.Checked += r.Duplicates().Checked
		d.Missing += r.Duplicates().Missing
		d.Leftover += r.Duplicates().Leftover
		d.Load += ratio(r.Duplicates().Background, r.Shape.Cells) / float64(len(c.Records))
	}
	d.Limit = 2 * c.Shape().BucketSlots
	d.Expected = math.NaN()
	if mean, ok := CopiesExpected(c.Shape(), c.Records[0].Duplicates().Background); ok {
		d.Expected = mean
	}
	if d.Checked > 0 {
		_, d.MissHi = prob.ClopperPearson(d.Missing, d.Checked, stat.Confidence)
	}
	return d, nil
}

// Kicks merges the load windows of a cell of kind kicks over its
// repetitions.
func Kicks(c analysis.Cell) ([]record.KickWindow, error) {
	var windows []record.KickWindow
	for _, r := range c.Records {
		if r.Kicks() == nil || len(windows) > 0 && len(r.Kicks().Windows) != len(windows) {
			return nil, fmt.Errorf("%s: repetition %d has not the windows of the others", analysis.Describe(c.Trial), r.Rep)
		}
		if windows == nil {
			windows = make([]record.KickWindow, len(r.Kicks().Windows))
		}
		for i, w := range r.Kicks().Windows {
			windows[i].From, windows[i].To = w.From, w.To
			windows[i].Kicks = Merge(windows[i].Kicks, w.Kicks)
			windows[i].Refused = Merge(windows[i].Refused, w.Refused)
		}
	}
	return windows, nil
}
