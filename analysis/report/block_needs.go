package report

import (
	"fmt"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/stat"
)

// needsBlock is the table for the reader who must choose: a need, the filter of
// this run that serves it best, and the numbers that say so.
func needsBlock(c *context) (string, error) {
	list, err := configurations(c)
	if err != nil {
		return "", err
	}
	cells, err := timedCells(c)
	if err != nil {
		return "", err
	}
	if len(list) == 0 || len(cells) == 0 {
		return notMeasured, nil
	}
	t := newTable("What you need", "What serves it", "What it costs")
	for _, target := range []float64{0.01, 0.001} {
		t.addChoice(fmt.Sprintf("The fewest bits for a rate of at most %s", declaredPercent(target)), list, target, false)
		t.addChoice(fmt.Sprintf("The same, and keys can be deleted (rate at most %s)", declaredPercent(target)), list, target, true)
	}
	for _, op := range []struct{ name, need string }{
		{"miss", "The fastest lookups of keys that are mostly absent"},
		{"hit", "The fastest lookups of keys that are mostly present"},
		{"insert", "The fastest inserts"},
	} {
		best, ok := measure.FastestOf(approximate(cells), op.name, c.noise)
		if !ok {
			continue
		}
		name := code(best.Variant)
		if len(best.Ties) > 0 {
			name += ", not told apart from " + sentence(codes(best.Ties))
		}
		t.add(fmt.Sprintf("%s (%s keys)", op.need, count(cells[0].Size())), name,
			fmt.Sprintf("%s, at a rate of %s", netWords(best.Time.Net), rateOf(list, best.Variant)))
	}
	for _, row := range []func(*context, *table) error{addCopies, addOverload} {
		if err := row(c, t); err != nil {
			return "", err
		}
	}
	return t.String(), nil
}

// addChoice adds the cheapest configuration that keeps a rate.
func (t *table) addChoice(need string, list []configuration, target float64, deletes bool) {
	best := cheapest(list, target, deletes)
	if best == nil {
		t.add(need, "none measured", "-")
		return
	}
	t.add(need, code(best.variant), fmt.Sprintf("%s bits per key for %s (%s to %s)",
		number(best.bits), percent(best.fpr.Rate), percent(best.fpr.WideLo), percent(best.fpr.WideHi)))
}

// approximate leaves out the exact set.
func approximate(cells []analysis.Cell) []analysis.Cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c analysis.Cell) bool { return analysis.FamilyOf(c.Variant) == "exact" })
}

// netWords writes a net time with its interval. One whose interval reaches nothing is
// only known to be short.
func netWords(m stat.Median) string {
	if m.Lo <= 0 {
		return fmt.Sprintf("below %s ns net", nanoseconds(math.Max(0, m.Hi)))
	}
	return fmt.Sprintf("%s ns net (%s to %s)", nanoseconds(m.Value), nanoseconds(m.Lo), nanoseconds(m.Hi))
}

// codes marks names.
func codes(names []string) []string {
	marked := make([]string, len(names))
	for i, name := range names {
		marked[i] = code(name)
	}
	return marked
}

// addCopies says what to take when a key may be inserted often and must be
// deletable: of the filters that took every copy, and refused nothing and denied no key
// as copies came and went, those with the fewest bits.
func addCopies(c *context, t *table) error {
	list, err := remedies(c)
	if err != nil {
		return err
	}
	const alike = 1.01 // bits that differ by less are the same
	var names []string
	least, copies := 0.0, 0
	for _, r := range list { // cheapest first
		took, err := r.tookAll()
		if err != nil {
			return err
		}
		if took && (len(names) == 0 || r.bits() <= alike*least) {
			names = append(names, code(r.variant))
			least, copies = max(least, r.bits()), r.cells["copies"].Copies
		}
	}
	if len(names) > 0 {
		t.add("Many copies of a key, and deletion", sentence(names),
			fmt.Sprintf("%s bits per distinct key; all %s copies of one key were taken, and no key was denied as copies came and went", number(least), count(copies)))
	}
	return nil
}

// addOverload says what becomes of a filter that gets twice the keys it was made
// for: the rate of those that take them, the refusals of those that do not.
func addOverload(c *context, t *table) error {
	cells, err := c.d.Cells("overload", "fill")
	if err != nil {
		return err
	}
	const twice = 2
	for _, cell := range cells {
		if cell.Fill != twice || analysis.FamilyOf(cell.Variant) == "blocked" {
			continue
		}
		f, err := measure.FPR(cell)
		if err != nil {
			return err
		}
		offered := uint64(0)
		for _, r := range cell.Records {
			offered += r.FPR().Inserted
		}
		cost := fmt.Sprintf("the rate becomes %s", percent(f.Rate))
		if f.Refused > 0 {
			cost = fmt.Sprintf("%s of the keys refused; the rate stays at %s", percent1(float64(f.Refused)/float64(offered)), percent(f.Rate))
		}
		t.add("Twice as many keys as planned for", code(cell.Variant), cost)
	}
	return nil
}
