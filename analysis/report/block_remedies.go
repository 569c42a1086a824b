package report

import (
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// remedy is a row of the table of candidates for keys that come more than once.
type remedy struct {
	variant string
	cells   map[string]analysis.Cell // by part, one each
}

// remediesBlock compares the candidates: what each costs, holds, loses and takes.
func remediesBlock(c *context) (string, error) {
	list, err := remedies(c)
	if err != nil {
		return "", err
	}
	t := newTable("Filter", "Bits per distinct key", "False positive rate", "Copies of one key accepted", "Refused in the stream", "False negatives in the stream", "Error of counts", "Load at the first refusal, one hot key",
		"Insert, ns", "Hit, ns", "Miss, ns", "Delete, ns", "Refused insert, ns")
	for _, r := range list {
		row := []string{code(r.variant)}
		row = append(row, r.space()...)
		row = append(row, r.copies())
		stream, err := r.stream()
		if err != nil {
			return "", err
		}
		row = append(row, stream...)
		row = append(row, r.stops())
		for _, op := range []string{"insert", "hit", "miss", "delete", "refused"} {
			row = append(row, r.time(op))
		}
		t.add(row...)
	}
	if text := t.String(); text != "" {
		return text, nil
	}
	return notMeasured, nil
}

// remedies gathers the cells of the candidates, cheapest in bits first. Where a part
// has several workloads, that with one hot key is taken.
func remedies(c *context) ([]remedy, error) {
	cells, err := c.d.Cells("multisets", "")
	if err != nil {
		return nil, err
	}
	var list []remedy
	for _, cell := range cells {
		if cell.Variant == "null" {
			continue
		}
		i := slices.IndexFunc(list, func(r remedy) bool { return r.variant == cell.Variant })
		if i < 0 {
			i = len(list)
			list = append(list, remedy{cell.Variant, map[string]analysis.Cell{}})
		}
		if old, ok := list[i].cells[cell.Part]; !ok || analysis.FamilyOf(old.Workload) != "hot" {
			list[i].cells[cell.Part] = cell
		}
	}
	slices.SortStableFunc(list, func(a, b remedy) int { return compare(a.bits(), b.bits()) })
	return list, nil
}

func (r remedy) bits() float64 {
	if cell, ok := r.cells["space"]; ok {
		return measure.BitsPerKey(cell)
	}
	return math.Inf(1)
}

func (r remedy) space() []string {
	cell, ok := r.cells["space"]
	if !ok {
		return []string{"-", "-"}
	}
	f, err := measure.FPR(cell)
	if err != nil {
		return []string{number(r.bits()), "-"}
	}
	return []string{number(r.bits()), percent(f.Rate)}
}

func (r remedy) copies() string {
	cell, ok := r.cells["copies"]
	if !ok {
		return "-"
	}
	d, err := measure.Duplicates(cell)
	if err != nil || len(d.Accepted) == 0 {
		return "-"
	}
	if d.Accepted[0][0] >= uint64(cell.Copies) {
		return "all " + count(cell.Copies)
	}
	return number(measure.Mean(d.Accepted))
}

// tookAll reports whether a filter took every copy of a key, and refused nothing and
// denied no key as copies came and went.
func (r remedy) tookAll() (bool, error) {
	copies, ok1 := r.cells["copies"]
	stream, ok2 := r.cells["stream"]
	if !ok1 || !ok2 || math.IsInf(r.bits(), 1) {
		return false, nil
	}
	d, err := measure.Duplicates(copies)
	if err != nil {
		return false, err
	}
	points, err := measure.Drift(stream)
	if err != nil {
		return false, err
	}
	end := points[len(points)-1].Sum
	return len(d.Accepted) > 0 && d.Accepted[0][0] >= uint64(copies.Copies) && end.Refused == 0 && end.Missing == 0, nil
}

func (r remedy) stream() ([]string, error) {
	cell, ok := r.cells["stream"]
	if !ok {
		return []string{"-", "-", "-"}, nil
	}
	points, err := measure.Drift(cell)
	if err != nil {
		return nil, err
	}
	end := points[len(points)-1].Sum
	wrong := "-"
	if end.Counted {
		wrong = share(end.Excess+end.Lack, end.Copies)
	}
	return []string{share(end.Refused, end.Inserted), share(end.Missing, end.Live), wrong}, nil
}

func (r remedy) stops() string {
	cell, ok := r.cells["hot"]
	if !ok {
		return "-"
	}
	loads, err := measure.Load(cell)
	if err != nil {
		return "-"
	}
	return percent(loads.Quantile(0.5).Value)
}

// time is the net time of an operation, gross where the null filter has none.
func (r remedy) time(op string) string {
	cell, ok := r.cells["speed"]
	if !ok {
		return "-"
	}
	t, ok := measure.Time(cell, op)
	switch {
	case !ok:
		return "-"
	case t.HasNet():
		return nanoseconds(t.Net.Value)
	}
	return nanoseconds(t.Gross.Value)
}

// causesBlock tabulates why keys were denied in windows of copies.
func causesBlock(c *context) (string, error) {
	t := newTable("Filter", "Stream", "Policy", "Turnovers", "Live keys", "Denied", "Refused insert", "Own delete", "Delete of a key taken for it", "Delete of another", "Saturated counter", "Other", "New keys not stored", "Error of counts")
	for _, experiment := range []string{"drift", "multisets"} {
		cells, err := c.d.Cells(experiment, "")
		if err != nil {
			return "", err
		}
		for _, cell := range cells {
			if cell.Policy == "" {
				continue
			}
			points, err := measure.Drift(cell)
			if err != nil {
				return "", err
			}
			p := points[len(points)-1]
			s := p.Sum
			wrong := "-"
			if s.Counted {
				wrong = share(s.Excess+s.Lack, s.Copies)
			}
			t.add(code(cell.Variant), code(cell.Workload), cell.Policy, plainNumber(p.Turnover), count(s.Live), count(s.Missing),
				count(s.Causes.Victim), count(s.Causes.Own), count(s.Causes.Collided), count(s.Causes.Unsafe), count(s.Causes.Overflow), count(s.Causes.Other),
				count(s.Absorbed), wrong)
		}
	}
	if text := t.String(); text != "" {
		return details("Every false negative with its cause", text), nil
	}
	return notMeasured, nil
}

// erasureTheory is what theory expects of a cell's wrong deletes: the share that
// succeeds and the keys that each costs.
func erasureTheory(c analysis.Cell) (succeed, lost string) {
	first := c.Records[0].Erasure()
	held, s := first.Background-first.Cleared, c.Shape()
	succeed, lost = "-", "-"
	if p, ok := families.Predict(s, held); ok {
		succeed = percent(p.FPR)
	}
	if (s.Family == "cuckoo" || s.Family == "semisort") && measure.Buckets(s) > 1 {
		lost = number(theory.LostPerWrongDelete(measure.Buckets(s), held, s.FingerprintBits))
	}
	return succeed, lost
}

// driftBlock tabulates the state of filters over time, for each policy, on the most
// skewed stream.
func driftBlock(c *context) (string, error) {
	cells, err := c.d.Cells("drift", "policies")
	if err != nil {
		return "", err
	}
	steepest := math.Inf(-1)
	for _, cell := range cells {
		if s := analysis.Param(cell.Workload, "s"); s > steepest {
			steepest = s
		}
	}
	t := newTable("Filter", "Policy", "Turnovers", "Live keys denied", "False positive rate", "Load", "Kicks per copy that came", "Refused", "Error of counts")
	for _, cell := range cells {
		if analysis.Param(cell.Workload, "s") != steepest {
			continue
		}
		points, err := measure.Drift(cell)
		if err != nil {
			return "", err
		}
		for _, p := range points {
			s := p.Sum
			t.add(code(cell.Variant), cell.Policy, plainNumber(p.Turnover), share(s.Missing, s.Live), share(s.Positives, s.Queries),
				share(s.Used, cell.Shape().Cells*uint64(len(cell.Records))), number(float64(s.Kicks)/float64(s.Inserted)),
				share(s.Refused, s.Inserted), share(s.Excess+s.Lack, s.Copies))
		}
	}
	if text := t.String(); text != "" {
		return details("State over time, on the stream "+code(workloadOf(cells, steepest)), text), nil
	}
	return notMeasured, nil
}

// workloadOf names the workload with an exponent.
func workloadOf(cells []analysis.Cell, exponent float64) string {
	i := slices.IndexFunc(cells, func(c analysis.Cell) bool { return analysis.Param(c.Workload, "s") == exponent })
	return cells[i].Workload
}
