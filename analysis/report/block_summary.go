package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// typicalKeys is the size at which the summary compares speed.
const typicalKeys = 1e6

// configuration is a filter whose rate was measured at its design load.
type configuration struct {
	variant string
	bits    float64 // per key held
	fpr     measure.FalsePositives
	deletes bool
}

// configurations lists every variant with uniform keys at the fullest state in
// which it still took all keys.
func configurations(c *context) ([]configuration, error) {
	deleting := deleters(c.d)
	best := map[string]analysis.Cell{}
	var order []string
	for _, experiment := range []string{"fpr-bloom", "fpr-cuckoo"} {
		cells, err := c.d.Cells(experiment, "")
		if err != nil {
			return nil, err
		}
		for _, cell := range cells {
			old, seen := best[cell.Variant]
			if cell.Kind != record.KindFPR || cell.Fill > 1 || seen && old.Fill >= cell.Fill {
				continue
			}
			if !seen {
				order = append(order, cell.Variant)
			}
			best[cell.Variant] = cell
		}
	}
	var list []configuration
	for _, variant := range order {
		f, err := measure.FPR(best[variant])
		if err != nil {
			return nil, err
		}
		list = append(list, configuration{variant, measure.BitsPerKey(best[variant]), f, deleting[analysis.FamilyOf(variant)]})
	}
	return list, nil
}

// deleters lists the families of which a deletion was recorded.
func deleters(d *analysis.Dataset) map[string]bool {
	can := map[string]bool{}
	for i := range d.Records {
		r := &d.Records[i]
		deletes := r.Duplicates() != nil || r.Churn() != nil && r.Deletes
		if r.Time() != nil {
			deletes = slices.ContainsFunc(r.Time().Samples, func(s record.Sample) bool { return s.Op == "delete" })
		}
		if deletes {
			can[analysis.FamilyOf(r.Variant)] = true
		}
	}
	return can
}

// summaryBlock is the table that answers which filter is for what.
func summaryBlock(c *context) (string, error) {
	cells, err := timedCells(c)
	if err != nil {
		return "", err
	}
	if len(cells) == 0 {
		return notMeasured, nil
	}
	list, err := configurations(c)
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Bits per key", "False positive rate", "Insert", "Hit", "Miss", "Delete", "Copies of one key", "First refusal at load")
	for _, cell := range cells {
		refusal, err := refusalLoad(c, cell)
		if err != nil {
			return "", err
		}
		copies, err := copiesHeld(c, cell)
		if err != nil {
			return "", err
		}
		t.add(code(cell.Variant), number(measure.BitsPerKey(cell)), rateOf(list, cell.Variant),
			netTime(cell, "insert"), netTime(cell, "hit"), netTime(cell, "miss"), netTime(cell, "delete"), copies, refusal)
	}
	lead := fmt.Sprintf("Times are nanoseconds per operation in batches on %s keys, net of the loop with the hash of the key, which is the same for all; of one whose interval reaches nothing only the upper end is known. Rates are those of the same filter at its design load.", count(cells[0].Size()))
	if c.noise > 0 {
		lead += fmt.Sprintf(" Times of equal trials differ by up to %s in nineteen of twenty pairs, and no difference below that is told.", percent(c.noise))
	}
	return lead + "\n\n" + t.String() + "\n" + strings.Join(champions(c, cells), "\n"), nil
}

// timedCells are the cells of the throughput experiment at the size nearest to the
// typical one, without null.
func timedCells(c *context) ([]analysis.Cell, error) {
	cells, err := c.d.Cells("throughput", "size")
	if err != nil || len(cells) == 0 {
		return nil, err
	}
	size := cells[0].Size()
	for _, cell := range cells {
		if distance(cell.Size()) < distance(size) {
			size = cell.Size()
		}
	}
	return slices.DeleteFunc(cells, func(cell analysis.Cell) bool {
		return cell.Size() != size || analysis.FamilyOf(cell.Variant) == "null"
	}), nil
}

func distance(n uint64) float64 { return math.Abs(math.Log(float64(n) / typicalKeys)) }

func rateOf(list []configuration, variant string) string {
	i := slices.IndexFunc(list, func(c configuration) bool { return c.variant == variant })
	if i < 0 {
		return "-"
	}
	return percent(list[i].fpr.Rate)
}

func netTime(cell analysis.Cell, op string) string {
	t, ok := measure.Time(cell, op)
	switch {
	case !ok:
		return "-"
	case !t.HasNet():
		return nanoseconds(t.Gross.Value) + " gross"
	}
	return netNumber(t.Net.Value, t.Net.Lo, t.Net.Hi)
}

// netNumber writes a net time, or what it is below where its interval reaches nothing.
func netNumber(x, lo, hi float64) string {
	if lo <= 0 {
		return "below " + nanoseconds(math.Max(0, hi))
	}
	return nanoseconds(x)
}

// refusalLoad is the median load at the first refusal, at the largest size that
// was tried with plain keys.
func refusalLoad(c *context, cell analysis.Cell) (string, error) {
	if cell.Shape().BucketSlots == 0 {
		return "never refuses", nil
	}
	cells, err := c.d.Cells("load-factor", "")
	if err != nil {
		return "", err
	}
	cells = slices.DeleteFunc(cells, func(x analysis.Cell) bool { return x.Variant != cell.Variant || x.Kind != record.KindLoad })
	if len(cells) == 0 {
		return "-", nil
	}
	largest := slices.MaxFunc(cells, func(a, b analysis.Cell) int { return compare(float64(a.Size()), float64(b.Size())) })
	loads, err := measure.Load(largest)
	if err != nil {
		return "", err
	}
	return percent1(loads.Quantile(0.5).Value), nil
}

// copiesHeld is the most copies of one key that a filter took.
func copiesHeld(c *context, cell analysis.Cell) (string, error) {
	shape := cell.Shape()
	switch {
	case shape.CounterBits > 0:
		return fmt.Sprintf("counts to %d", 1<<shape.CounterBits-1), nil
	case shape.BucketSlots == 0:
		return "no limit", nil
	}
	cells, err := c.d.Cells("duplicates", "")
	if err != nil {
		return "", err
	}
	most := 0.0
	for _, x := range cells {
		if x.Variant != cell.Variant || x.Kind != record.KindDuplicates {
			continue
		}
		d, err := measure.Duplicates(x)
		if err != nil {
			return "", err
		}
		most = max(most, measure.Largest(d.Accepted))
	}
	if most == 0 {
		return "-", nil
	}
	return "at most " + number(most), nil
}

// champions names the fastest filter for each operation, and those that are not told
// apart from it.
func champions(c *context, cells []analysis.Cell) []string {
	var lines []string
	for _, op := range []string{"insert", "hit", "miss", "delete"} {
		best, ok := measure.FastestOf(approximate(cells), op, c.noise)
		if !ok {
			continue
		}
		line := fmt.Sprintf("- Fastest %s: %s, %s", op, code(best.Variant), netWords(best.Time.Net))
		if len(best.Ties) > 0 {
			line += "; not told apart from " + sentence(codes(best.Ties))
		}
		lines = append(lines, line+".")
	}
	return lines
}
