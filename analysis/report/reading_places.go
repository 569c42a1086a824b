package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// readKicksBySize says by how much the size of a table changes kicks at one load.
func readKicksBySize(_ *context, chart chartType) (string, error) {
	t := newTable("Bucket", "Load", "Smallest table", "Kicks there", "Largest table", "Kicks there", "Factor")
	for _, p := range chart.Panels {
		for _, c := range p.Curves {
			low, high := first(c.Points), last(c.Points)
			t.add(p.Title, strings.TrimPrefix(c.Name, "load "), count(uint64(low.X)), number(low.Y), count(uint64(high.X)), number(high.Y), number(high.Y/low.Y))
		}
	}
	return t.String(), nil
}

// readBins compares the longest chains with what is quoted of them, and with what
// theory expects.
func readBins(c *context, _ chartType) (string, error) {
	cells, err := c.d.Cells("places", "")
	if err != nil {
		return "", err
	}
	t := newTable("Choices", "Chains", "Fillings", "Longest chain, mean", "Least", "Most", "Theory", "Quoted term")
	for _, cell := range cells {
		if cell.Kind != record.KindBins {
			continue
		}
		var longest []float64
		for _, r := range cell.Records {
			for _, n := range r.Bins().Longest {
				longest = append(longest, float64(n))
			}
		}
		d, n := cell.Shape().Probes, cell.Shape().Cells
		t.add(count(d), count(n), count(len(longest)), number(average(longest)), number(slices.Min(longest)), number(slices.Max(longest)),
			number(theory.MeanLongest(d, cell.Capacity, n)), quotedLongest(d, float64(n)))
	}
	return "The quoted term is ln n / ln ln n for one choice and ln ln n for two. It is the leading one of a law for chains without end, and no estimate for tables that fit into a computer.\n\n" + t.String(), nil
}

func average(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// quotedLongest writes the term that is quoted for the longest chain.
func quotedLongest(choices int, n float64) string {
	switch choices {
	case 1:
		return number(math.Log(n) / math.Log(math.Log(n)))
	case 2:
		return number(math.Log(math.Log(n)))
	}
	return "-"
}

// samePlacesBlock tabulates the share of keys whose places coincide.
func samePlacesBlock(c *context) (string, error) {
	cells, err := c.d.Cells("places", "same")
	if err != nil {
		return "", err
	}
	var sizes []uint64
	for _, cell := range cells {
		sizes = append(sizes, bucketsOf(cell))
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	head := []string{"Filter"}
	for _, n := range sizes {
		head = append(head, count(n)+" buckets")
	}
	t := newTable(head...)
	for _, list := range byVariant(cells) {
		row := []string{code(list[0].Variant)}
		for _, n := range sizes {
			row = append(row, sameShare(list, n))
		}
		t.add(row...)
	}
	if len(t.rows) == 0 {
		return notMeasured, nil
	}
	return t.String(), nil
}

func bucketsOf(c analysis.Cell) uint64 {
	return c.Shape().Cells / uint64(max(1, c.Shape().BucketSlots))
}

// byVariant groups cells that stand together.
func byVariant(cells []analysis.Cell) (groups [][]analysis.Cell) {
	for _, c := range cells {
		if n := len(groups); n > 0 && groups[n-1][0].Variant == c.Variant {
			groups[n-1] = append(groups[n-1], c)
			continue
		}
		groups = append(groups, []analysis.Cell{c})
	}
	return groups
}

// sameShare writes the share of keys with one place at a number of buckets, or the
// most that it may be where there was none.
func sameShare(cells []analysis.Cell, buckets uint64) string {
	for _, c := range cells {
		if bucketsOf(c) != buckets {
			continue
		}
		var same, keys []uint64
		for _, r := range c.Records {
			same, keys = append(same, r.Places().Same), append(keys, r.Places().Keys)
		}
		p := stat.NewProportion(same, keys)
		if p.Hits == 0 {
			return fmt.Sprintf("none (under %s)", percent(p.Hi))
		}
		return percent(p.Rate)
	}
	return "-"
}
