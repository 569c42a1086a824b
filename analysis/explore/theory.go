package explore

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// prediction is what theory says of one observation. A cell is known by the id of its first
// record, which another run of the same plan has too.
type prediction struct {
	ID    string `json:"id"`
	Unit  string `json:"unit"`
	Point string `json:"point,omitempty"` // the label of the observation, as in a checkpoint's turnover
	Value num    `json:"value"`
	Bound num    `json:"bound,omitempty"` // an upper limit, 0 for none
}

// law is a rate over the fill of one filter, at many places.
type law struct {
	ID     string   `json:"id"` // of the first record at the lowest fill
	Points [][2]num `json:"points"`
}

// num is a number of six digits, null where it is not finite.
type num float64

func (x num) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return null, nil
	}
	text := strconv.AppendFloat(nil, float64(x), 'g', 6, 64)
	if short := strconv.AppendFloat(nil, float64(x), 'g', -1, 64); len(short) < len(text) {
		text = short
	}
	return text, nil
}

// predictions lists what theory says of the cells of a run.
func predictions(cells []analysis.Cell) (list []prediction, err error) {
	for _, c := range cells {
		id := c.Records[0].ID
		put := func(unit, point string, value, bound float64) {
			if math.IsNaN(bound) {
				bound = 0
			}
			if !math.IsNaN(value) {
				list = append(list, prediction{id, unit, point, num(value), num(bound)})
			}
		}
		switch c.Kind {
		case record.KindFPR:
			f, err := measure.FPR(c)
			if err != nil {
				continue // nothing was looked up
			}
			put(record.UnitFalsePositives, "", f.Theory, f.Bound)
		case record.KindChurn:
			points, err := measure.Churn(c)
			if err != nil {
				return nil, err
			}
			for _, p := range points {
				put(record.UnitFalsePositives, strconv.FormatFloat(p.Turnover, 'g', 6, 64), p.Theory, math.NaN())
			}
		case record.KindLoad:
			if slots := c.Shape().BucketSlots; slots > 0 && c.Workload == "uniform" {
				put(record.UnitLoad, "", theory.LoadThreshold(max(2, c.Shape().Probes), slots), math.NaN())
			}
		case record.KindDuplicates:
			if d, err := measure.Duplicates(c); err == nil {
				put(record.UnitCopies, "", d.Expected, math.NaN())
			}
		case record.KindBins:
			b := c.Records[0].Bins()
			put(record.UnitLongest, "", theory.MeanLongest(c.Shape().Probes, b.Keys, b.Chains), math.NaN())
		case record.KindTime:
			// what the timed table answers wrongly, so that times can be drawn over rates
			if p, ok := families.Predict(c.Shape(), c.Records[0].Time().Accepted); ok {
				put("rate", "", p.FPR, math.NaN())
			}
		}
	}
	return list, nil
}

// lawPlaces is at how many places a law is given, beside the first.
const lawPlaces = 48

// laws traces theory between the fills at which a filter was measured.
func laws(cells []analysis.Cell) (list []law) {
	first, last := map[string]analysis.Cell{}, map[string]float64{}
	var order []string
	for _, c := range cells {
		if f := families.Named(analysis.FamilyOf(c.Variant)); c.Kind != record.KindFPR || f == nil || f.Has(families.Grows) {
			continue
		}
		t := c.Trial
		t.Fill, t.Queries, t.Target, t.Capped = 0, 0, 0, false
		key := analysis.Identity(t)
		if _, seen := first[key]; !seen {
			first[key] = c
			order = append(order, key)
		}
		last[key] = c.Fill
	}
	for _, key := range order {
		c := first[key]
		if !(last[key] > c.Fill) || c.Fill <= 0 {
			continue
		}
		l := law{ID: c.Records[0].ID}
		s, most := c.Shape(), math.Inf(1)
		if s.BucketSlots > 0 {
			most = 0.98 * float64(s.Cells) // a table with slots takes no more
		}
		for i := range lawPlaces + 1 {
			share := float64(i) / lawPlaces
			x := c.Fill + (last[key]-c.Fill)*share
			if last[key] > 20*c.Fill {
				x = c.Fill * math.Pow(last[key]/c.Fill, share)
			}
			p, ok := families.Predict(s, uint64(math.Min(x*float64(c.Size()), most)+0.5))
			if !ok {
				break
			}
			l.Points = append(l.Points, [2]num{num(x), num(p.FPR)})
		}
		if len(l.Points) > 0 {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b law) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// allCells lists the cells of all experiments of a run.
func allCells(d *analysis.Dataset) (all []analysis.Cell, err error) {
	for _, experiment := range d.Experiments() {
		cells, err := d.Cells(experiment, "")
		if err != nil {
			return nil, err
		}
		all = append(all, cells...)
	}
	return all, nil
}
