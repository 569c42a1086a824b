package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// barsBlock marks each demand on speed as met or not.
func barsBlock(c *context) (string, error) {
	list, twins, err := measure.Bars(c.d)
	if err != nil {
		return "", err
	}
	if len(list) == 0 && twins.Pairs == 0 {
		return notMeasured, nil
	}
	parts := []string{readBars(list, twins)}
	for _, kind := range []struct{ id, title string }{
		{"floor", "Batched lookups beyond the second-level cache, in times of the floor (1.5 is the bar, 1.3 the prize)"},
		{"near", "Batched lookups inside the second-level cache, in nanoseconds (4 with one line, 8 with two)"},
		{"build", "Cuckoo filters at 95 % load filled by inserts, in times of a build from all keys at once (1.5 is the bar)"},
		{"build-floor", "Builds of filters with one line a key, in times of the floor (1.5 is the bar, 1.3 the prize)"},
		{"own", "The harness itself, `null` less the hash of the key, in nanoseconds (1, known to 0.1)"},
		{"null", "The loop itself with its hash, in nanoseconds (1, known to 0.1)"},
	} {
		t := newTable("Filter", "Against", "Keys", "Pages", "Operation", "Value", "95 % interval", "Bar")
		t.words = true
		for _, b := range list {
			if b.Kind == kind.id {
				t.add(code(b.Filter), choose(b.Against == "", "-", code(b.Against)), count(b.Keys), choose(b.Pages == "", "-", b.Pages), b.Op,
					choose(b.Noise, "~", barNumber(b.Value.Value)), barNumber(b.Value.Lo)+" to "+barNumber(b.Value.Hi), string(b.Standing))
			}
		}
		if len(t.rows) > 0 {
			parts = append(parts, details(kind.title, t.String()))
		}
	}
	counters, err := countersTable(c)
	if counters != "" {
		parts = append(parts, counters)
	}
	return strings.Join(parts, "\n\n"), err
}

// barNumber writes a ratio or nanoseconds with two decimals.
func barNumber(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// readBars counts the standings of each kind.
func readBars(list []measure.Bar, twins measure.Twins) string {
	t := newTable("Bar", "Cells", "Met", "Not met", "Not decided", "Furthest")
	for _, kind := range []struct{ id, name string }{
		{"floor", "Batched lookups within 1.5 times the floor"},
		{"near", "Inside the second-level cache at most 4 or 8 ns"},
		{"build", "Cuckoo filters built 1.5 times as fast as filled"},
		{"build-floor", "Blocked filters built within 1.5 times the floor"},
		{"own", "The harness itself below 1 ns, known to 0.1"},
		{"null", "The loop and its hash below 1 ns, known to 0.1"},
	} {
		met, not, open, worst := 0, 0, 0, measure.Bar{}
		for _, b := range list {
			if b.Kind != kind.id {
				continue
			}
			switch b.Standing {
			case measure.Met, measure.Prize:
				met++
			case measure.NotMet:
				not++
			default:
				open++
			}
			if known := !math.IsNaN(b.Value.Value); known && (worst.Filter == "" || shortfall(b) > shortfall(worst)) {
				worst = b
			}
		}
		if met+not+open > 0 {
			t.add(kind.name, count(met+not+open), count(met), count(not), count(open), furthest(worst))
		}
	}
	text := strings.TrimSpace(t.String())
	if twins.Pairs > 0 {
		text += fmt.Sprintf("\n\nOf %s of equal trials, %s told apart after correction, where one in twenty may be: %s. Medians of equal trials differ by up to %s in nineteen of twenty pairs; ratios that are no further from 1 are written ~.",
			plural(twins.Pairs, "pair", "pairs"), choose(twins.Apart == 1, "1 is", count(twins.Apart)+" are"), twins.Standing, percent(twins.Spread))
	}
	return text
}

// shortfall is by which factor a bar is missed; below 1 it is met.
func shortfall(b measure.Bar) float64 {
	if b.Kind == "build" {
		return b.Limit / b.Value.Value
	}
	return b.Value.Value / b.Limit
}

func furthest(b measure.Bar) string {
	if b.Filter == "" {
		return "-"
	}
	against := choose(b.Against == "", "", " against "+code(b.Against))
	pages := choose(b.Pages == "", "", ", "+b.Pages+" pages")
	return fmt.Sprintf("%s (%s to %s): %s%s, %s keys%s, %s", barNumber(b.Value.Value), barNumber(b.Value.Lo), barNumber(b.Value.Hi), code(b.Filter), against, count(b.Keys), pages, b.Op)
}

// speedsBlock tabulates the ways of calling: net nanoseconds of a lookup.
func speedsBlock(c *context) (string, error) {
	cells, err := c.d.Cells("speed-bars", "speeds")
	if err != nil || len(cells) == 0 {
		return notMeasured, err
	}
	ways := []string{"chain", "single", "batch 1", "batch 8", "batch 64", "batch 512"}
	t := newTable("Filter", "Keys", "Operation", "Latency: a chain", "Throughput: one by one", "Batches of 1", "Of 8", "Of 64", "Of 512")
	type line struct {
		variant, op string
		keys        uint64
	}
	var order []line
	rows := map[line][]string{}
	for _, cell := range cells {
		at := slices.Index(ways, wayOf(cell))
		for _, op := range cell.Ops {
			timing, ok := measure.Time(cell, op)
			if !ok || at < 0 {
				continue
			}
			value := timing.Net
			if analysis.FamilyOf(cell.Variant) == "null" {
				value = timing.Gross
			} else if !timing.HasNet() {
				continue
			}
			l := line{cell.Variant, op, cell.Size()}
			if rows[l] == nil {
				order = append(order, l)
				rows[l] = slices.Repeat([]string{"-"}, len(ways))
			}
			rows[l][at] = choose(value.Lo <= 0, "below "+decimal(math.Max(0, value.Hi)), decimal(value.Value))
		}
	}
	for _, l := range order {
		t.add(append([]string{code(l.variant), count(l.keys), l.op}, rows[l]...)...)
	}
	return "Nanoseconds of a lookup, net of the loop, whose own are those of `null`. In a chain each lookup waits for the answer of the one before; one by one none waits; a batch is given so many keys at once:\n\n" + strings.TrimSpace(t.String()), nil
}

// readOverFloor says how far each filter is above the floor at the largest size.
func readOverFloor(ctx *context, chart chartType) (string, error) {
	t := newTable("Filter", "Keys", "Operation", "Times the floor")
	for _, p := range chart.Panels {
		for _, c := range p.Curves {
			at := last(c.Points)
			same := at.Lo <= 1 && 1 <= at.Hi || math.Abs(at.Y-1) <= ctx.noise
			t.add(code(c.Name), count(uint64(at.X)), p.Title, fmt.Sprintf("%s (%s to %s)", choose(same, "~", barNumber(at.Y)), barNumber(at.Lo), barNumber(at.Hi)))
		}
	}
	return "At the largest size, ~ where it is not told apart from the floor:\n\n" + t.String(), nil
}

// wayOf names the way in which a cell calls.
func wayOf(c analysis.Cell) string {
	if c.Call != "batch" {
		return c.Call
	}
	if c.Depth == 0 {
		return "batch 512"
	}
	return fmt.Sprintf("batch %d", c.Depth)
}

// pagesBlock sets huge pages against small ones.
func pagesBlock(c *context) (string, error) {
	cells, err := c.d.Cells("speed-bars", "pages")
	if err != nil || len(cells) == 0 {
		return notMeasured, err
	}
	t := newTable("Filter", "Keys", "Operation", "Small ns", "Huge ns", "Small over huge", "95 % interval", "Table on huge pages")
	for _, small := range cells {
		i := slices.IndexFunc(cells, func(o analysis.Cell) bool {
			return o.Pages == "huge" && o.Variant == small.Variant && o.Capacity == small.Capacity
		})
		if small.Pages != "small" || i < 0 || analysis.FamilyOf(small.Variant) == "null" {
			continue
		}
		huge := cells[i]
		for _, op := range small.Ops {
			a, ok1 := measure.Time(small, op)
			b, ok2 := measure.Time(huge, op)
			ratio, ok3 := measure.TimesAs(small, huge, op)
			if !ok1 || !ok2 || !ok3 || !a.HasNet() || !b.HasNet() {
				continue
			}
			t.add(code(small.Variant), count(small.Size()), op, decimal(a.Net.Value), decimal(b.Net.Value), choose(ratio.Lo <= 1 && 1 <= ratio.Hi || math.Abs(ratio.Value-1) <= c.noise, "~", barNumber(ratio.Value)),
				barNumber(ratio.Lo)+" to "+barNumber(ratio.Hi), percent(hugeShare(huge)))
		}
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return strings.TrimSpace(t.String()), nil
}

// hugeShare is how much of its tables a cell had on huge pages, all repetitions together.
func hugeShare(c analysis.Cell) float64 {
	var huge, all uint64
	for _, r := range c.Records {
		huge, all = huge+r.Time().HugeBytes, all+r.Time().TableBytes
	}
	return portion(huge, all)
}
