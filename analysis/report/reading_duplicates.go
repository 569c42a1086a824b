package report

import (
	"fmt"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// duplicateCells pairs the cells of kind duplicates with their summaries.
func duplicateCells(c *context) ([]analysis.Cell, []measure.CopyCounts, error) {
	cells, err := c.d.Cells("duplicates", "")
	if err != nil {
		return nil, nil, err
	}
	var kept []analysis.Cell
	var list []measure.CopyCounts
	for _, cell := range cells {
		if cell.Kind != record.KindDuplicates || !strings.HasPrefix(cell.Part, "hot-") {
			continue
		}
		d, err := measure.Duplicates(cell)
		if err != nil {
			return nil, nil, err
		}
		kept, list = append(kept, cell), append(list, d)
	}
	return kept, list, nil
}

// readCopies says how often a key was held as often as its two buckets have slots.
func readCopies(c *context, _ chartType) (string, error) {
	cells, list, err := duplicateCells(c)
	if err != nil {
		return "", err
	}
	byBucket := map[int]*struct{ keys, full, least, copies uint64 }{}
	var order []int
	for i, d := range list {
		b := cells[i].Shape().BucketSlots
		at, ok := byBucket[b]
		if !ok {
			at = &struct{ keys, full, least, copies uint64 }{least: ^uint64(0)}
			byBucket[b] = at
			order = append(order, b)
		}
		for _, bin := range d.Accepted {
			at.keys += bin[1]
			at.copies += bin[0] * bin[1]
			at.least = min(at.least, bin[0])
			if bin[0] == uint64(d.Limit) {
				at.full += bin[1]
			}
		}
	}
	var s []string
	for _, b := range order {
		at := byBucket[b]
		s = append(s, fmt.Sprintf("- With %s per bucket, %s of %s hot keys over all loads were held exactly %d times, the number of slots of two buckets; the fewest copies before a refusal were %s.",
			plural(b, "slot", "slots"), percent1(float64(at.full)/float64(at.keys)), count(at.keys), 2*b, count(at.least)))
	}
	if inside, all := predictedCopies(cells, list); all > 0 {
		s = append(s, "", fmt.Sprintf("The share of keys held exactly that often is inside its interval of what is predicted at %s of %s; chance alone would leave one in twenty outside.",
			count(inside), plural(all, "point", "points")))
	}
	return strings.Join(s, "\n"), nil
}

// predictedCopies counts the cells with other keys in them at which the share of hot
// keys that got all slots of two buckets agrees with theory.
func predictedCopies(cells []analysis.Cell, list []measure.CopyCounts) (inside, all int) {
	for i, d := range list {
		s := cells[i].Shape()
		others := cells[i].Records[0].Duplicates().Background
		if others == 0 || measure.Buckets(s) < 2 || s.FingerprintBits < 1 {
			continue
		}
		full, keys := uint64(0), measure.Events(d.Accepted)
		for _, bin := range d.Accepted {
			if bin[0] == uint64(d.Limit) {
				full = bin[1]
			}
		}
		lo, hi := prob.ClopperPearson(full, keys, stat.Confidence)
		p := theory.CopiesOdds(measure.Buckets(s), others, s.BucketSlots, s.FingerprintBits)[d.Limit]
		all++
		if lo <= p && p <= hi {
			inside++
		}
	}
	return inside, all
}

// refusalBlock tabulates what refused copies cost and whether they harm others.
func refusalBlock(c *context) (string, error) {
	cells, list, err := duplicateCells(c)
	if err != nil {
		return "", err
	}
	if len(cells) == 0 {
		return notMeasured, nil
	}
	t := newTable("Filter", "Load", "Refused inserts", "Kicks of a refused one", "Mean kicks of an accepted copy", "Others looked up", "Missing", "Missing at most")
	var checked, missing, leftover uint64
	var refused, taken record.Histogram
	for i, d := range list {
		t.add(code(cells[i].Variant), percent1(d.Load), count(measure.Events(d.Refused)), sizes(d.Refused), mean(d.Taken),
			count(d.Checked), count(d.Missing), atMost(d))
		checked += d.Checked
		missing += d.Missing
		leftover += d.Leftover
		refused, taken = measure.Merge(refused, d.Refused), measure.Merge(taken, d.Taken)
	}
	s := fmt.Sprintf("%s; the kicks spent on each were %s. %s took %s kicks on average. Of %s of other keys while the copies were in, %s answered no. After the copies had been deleted, %s missing.",
		plural(measure.Events(refused), "copy was refused", "copies were refused"), sizes(refused),
		plural(measure.Events(taken), "copy that was accepted", "copies that were accepted"), mean(taken),
		plural(checked, "lookup", "lookups"), count(missing), plural(leftover, "other key was", "other keys were"))
	return s + "\n\n" + details("By filter and load", t.String()), nil
}

// sizes writes the range of a histogram.
func sizes(h record.Histogram) string {
	if len(h) == 0 {
		return "-"
	}
	low, high := h[0][0], h[len(h)-1][0]
	if low == high {
		return "always " + count(low)
	}
	return count(low) + " to " + count(high)
}

func mean(h record.Histogram) string {
	if len(h) == 0 {
		return "-"
	}
	return number(measure.Mean(h))
}

func atMost(d measure.CopyCounts) string {
	if d.Checked == 0 {
		return "-"
	}
	return percent(d.MissHi)
}

// readMultiset says how fast the reachable load falls as keys repeat.
func readMultiset(c *context, chart chartType) (string, error) {
	var s []string
	for _, curve := range chart.Panels[0].Curves {
		once := first(curve.Points)
		half := "at no number of copies measured"
		for _, p := range curve.Points {
			if p.Y < once.Y/2 {
				half = fmt.Sprintf("with %s copies of every key (%s)", number(p.X), percent1(p.Y))
				break
			}
		}
		most := last(curve.Points)
		s = append(s, fmt.Sprintf("- With %s, the median load at the first refusal is %s with %s, falls below half of that %s, and is %s with %s copies.",
			curve.Name, percent1(once.Y), plural(uint64(once.X), "copy", "copies"), half, percent(most.Y), number(most.X)))
	}
	distinct, err := distinctKeys(c)
	if err != nil {
		return "", err
	}
	return strings.Join(s, "\n") + "\n\n" + distinct, nil
}

// distinctKeys tabulates how many different keys a table of repeated keys holds at
// the first refusal.
func distinctKeys(c *context) (string, error) {
	cells, err := c.d.Cells("duplicates", "multiset")
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Copies of every key", "Load at the first refusal", "Different keys over slots")
	for _, cell := range cells {
		loads, err := measure.Load(cell)
		if err != nil {
			return "", err
		}
		t.add(code(cell.Variant), number(analysis.Param(cell.Workload, "r")),
			percent(loads.Quantile(0.5).Value), percent(loads.Distinct.Quantile(0.5).Value))
	}
	return details("Different keys held", t.String()), nil
}

// readZipf does the same for skewed streams.
func readZipf(_ *context, chart chartType) (string, error) {
	var s []string
	for _, c := range chart.Panels[0].Curves {
		low, high := first(c.Points), last(c.Points)
		s = append(s, fmt.Sprintf("- With %s, the median load at the first refusal is %s at exponent %s and %s at exponent %s.",
			c.Name, percent1(low.Y), number(low.X), percent(high.Y), number(high.X)))
	}
	return strings.Join(s, "\n"), nil
}
