package report

import (
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/choose"
	"filterbench/analysis/measure"
	"filterbench/internal/prob"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// hotKey is what happened to copies of single keys in one cell.
type hotKey struct {
	analysis.Cell
	measure.CopyCounts
}

func hotKeys(r *run) (rows []hotKey, err error) {
	rows, err = perCell(record.KindDuplicates, "duplicates", "", copiesTaken)(r)
	return slices.DeleteFunc(rows, func(h hotKey) bool { return h.Part != "hot-2" && h.Part != "hot-4" && h.Part != "hot-8" }), err
}

func copiesTaken(c analysis.Cell) (hotKey, error) {
	d, err := measure.Duplicates(c)
	return hotKey{c, d}, err
}

// copiesHeld sums up hot keys by the slots of a bucket.
type copiesHeld struct {
	slots             int
	keys, full, least uint64
	inside, points    int
}

func copiesByBucket(r *run) (rows []copiesHeld, err error) {
	hot, err := hotKeys(r)
	for _, h := range hot {
		s := h.Shape()
		at := analysis.Among(&rows, func(c copiesHeld) bool { return c.slots == s.BucketSlots }, copiesHeld{slots: s.BucketSlots, least: math.MaxUint64})
		full := uint64(0)
		for _, bin := range h.Accepted {
			at.keys += bin[1]
			at.least = min(at.least, bin[0])
			if bin[0] == uint64(h.Limit) {
				full = bin[1]
			}
		}
		at.full += full
		others := h.Records[0].Duplicates().Background
		if others == 0 || measure.Buckets(s) < 2 || s.FingerprintBits < 1 {
			continue
		}
		at.points++
		lo, hi := prob.ClopperPearson(full, measure.Events(h.Accepted), stat.Confidence)
		if p := theory.CopiesOdds(measure.Buckets(s), others, s.BucketSlots, s.FingerprintBits)[h.Limit]; lo <= p && p <= hi {
			at.inside++
		}
	}
	return rows, err
}

func refusals(r *run) (holes, error) {
	hot, err := hotKeys(r)
	if err != nil || len(hot) == 0 {
		return nil, err
	}
	var checked, missing, leftover uint64
	var refused, taken record.Histogram
	for _, h := range hot {
		checked, missing, leftover = checked+h.Checked, missing+h.Missing, leftover+h.Leftover
		refused, taken = measure.Merge(refused, h.CopyCounts.Refused), measure.Merge(taken, h.Taken)
	}
	return holes{"refused": count(measure.Events(refused)), "kicks": sizes(refused), "taken": count(measure.Events(taken)), "mean": meanSize(taken),
		"checked": words(plural(checked, "lookup", "lookups")), "missing": count(missing), "leftover": count(leftover)}, nil
}

// sizes writes the range of a histogram.
func sizes(h record.Histogram) value {
	if len(h) == 0 {
		return nothing
	}
	low, high := h[0][0], h[len(h)-1][0]
	if low == high {
		return words("always " + count(low).page)
	}
	return words(count(low).page + " to " + count(high).page)
}

func meanSize(h record.Histogram) value {
	if len(h) == 0 {
		return nothing
	}
	return number(measure.Mean(h))
}

func refusalKicks(r *run) (holes, error) {
	cells, err := perCell(record.KindDuplicates, "duplicates", "bound", copiesTaken)(r)
	if err != nil || len(cells) == 0 {
		return nil, err
	}
	short, least, most := 0, math.Inf(1), 0.0
	for _, d := range cells {
		bound := analysis.Param(d.Variant, "kicks")
		if math.IsNaN(bound) {
			bound = usualKicks
		}
		if refused := d.CopyCounts.Refused; len(refused) > 0 && (float64(refused[0][0]) != bound || measure.Largest(refused) != bound) {
			short++
		}
		least, most = min(least, bound), max(most, bound)
	}
	return holes{"least": number(least), "most": number(most), "words": words(pick(short == 0, "every refused copy spent all of them",
		"some refused copies spent fewer, in "+count(short).page+" of "+plural(len(cells), "cell", "cells")))}, nil
}

func multisetLoads(r *run) ([]loads, error) { return loadsOf(r, "duplicates", "multiset") }

// streamsOf lists the filters on the stream of a family of workloads, cheapest first.
func streamsOf(family string) func(*run) ([]choose.Stream, error) {
	return func(r *run) ([]choose.Stream, error) {
		if _, err := r.cells("multisets", "stream"); err != nil {
			return nil, err
		}
		rows, err := choose.Streams(r.d, "multisets", "stream")
		rows = slices.DeleteFunc(rows, func(s choose.Stream) bool { return analysis.FamilyOf(s.Workload) != family })
		slices.SortStableFunc(rows, func(a, b choose.Stream) int { return compare(a.Bits, b.Bits) })
		return rows, err
	}
}

var streamColumns = []column[choose.Stream]{
	{"Filter", func(s choose.Stream) value { return name(s.Variant) }},
	{"Bits per different key", func(s choose.Stream) value { return number(s.Bits) }},
	{"Copies refused", func(s choose.Stream) value { return shareOf(s.Refused, s.Copies) }},
	{"Keys lost", func(s choose.Stream) value { return shareOf(s.Lost, s.Offered) }},
	{"Of these accepted and denied", func(s choose.Stream) value { return count(s.Denied) }},
	{"Error of counts", func(s choose.Stream) value { return pick(s.Counted, share(s.Wrong), nothing) }},
	{"Rate", func(s choose.Stream) value { return rate(s.Rate) }},
}

// repeats is a filter's bits by how often every key comes.
type repeats struct {
	variant string
	bits    map[float64]float64
}

// copiesAsked are the numbers of copies for which the table of repeats has a column.
var copiesAsked = []float64{1, 2, 4, 8, 16}

func repeatsByCopies(r *run) (rows []repeats, err error) {
	all, err := choose.EveryKey(r.d, "multisets", "repeat")
	for _, x := range all {
		analysis.Among(&rows, func(p repeats) bool { return p.variant == x.Variant }, repeats{x.Variant, map[float64]float64{}}).bits[x.Copies] = x.Bits
	}
	return rows, err
}

func repeatColumns() []column[repeats] {
	columns := []column[repeats]{{"Filter", func(p repeats) value { return name(p.variant) }}}
	for _, n := range copiesAsked {
		columns = append(columns, column[repeats]{pick(n == 1, "Every key once", plain(n)+" times"), func(p repeats) value {
			return pick(p.bits[n] > 0, number(p.bits[n]), nothing)
		}})
	}
	return columns
}

// remedy is a candidate for keys that come more than once.
type remedy struct {
	variant string
	cells   map[string][]analysis.Cell // by part
}

func remedies(r *run) (rows []remedy, err error) {
	cells, err := r.cells("multisets", "")
	for _, c := range cells {
		if c.Variant == "null" {
			continue
		}
		row := analysis.Among(&rows, func(m remedy) bool { return m.variant == c.Variant }, remedy{c.Variant, map[string][]analysis.Cell{}})
		row.cells[c.Part] = append(row.cells[c.Part], c)
	}
	slices.SortStableFunc(rows, func(a, b remedy) int { return compare(a.bits(), b.bits()) })
	return rows, err
}

// one is the cell of a part with a workload, of any workload if that is "".
func (m remedy) one(part, workload string) (analysis.Cell, bool) {
	i := slices.IndexFunc(m.cells[part], func(c analysis.Cell) bool { return workload == "" || c.Workload == workload })
	if i < 0 {
		return analysis.Cell{}, false
	}
	return m.cells[part][i], true
}

func (m remedy) bits() float64 {
	c, ok := m.one("space", "")
	if !ok {
		return math.Inf(1)
	}
	return measure.BitsPerKey(c)
}

func (m remedy) rate() value {
	c, ok := m.one("space", "")
	if !ok {
		return nothing
	}
	f, err := measure.FPR(c)
	if err != nil {
		return nothing
	}
	return rate(f.Proportion)
}

func (m remedy) copies() value {
	c, ok := m.one("copies", "")
	if !ok {
		return nothing
	}
	d, err := measure.Duplicates(c)
	switch {
	case err != nil || len(d.Accepted) == 0:
		return nothing
	case d.Accepted[0][0] >= uint64(c.Copies):
		return written(float64(c.Copies), "all "+count(c.Copies).page)
	}
	return number(measure.Mean(d.Accepted))
}

// stops is the median load at the first refusal where one key has a share of the inserts.
func (m remedy) stops(workload string) value {
	c, ok := m.one("hot", workload)
	if !ok {
		return nothing
	}
	l, err := measure.Load(c)
	if err != nil {
		return nothing
	}
	return share(l.Quantile(0.5).Value)
}

func (m remedy) time(op string) value {
	c, ok := m.one("speed", "")
	if !ok {
		return nothing
	}
	switch t, ok := measure.Time(c, op); {
	case !ok:
		return nothing
	case t.HasNet():
		return netShort(t.Net)
	default:
		return written(t.Gross.Value, nanoseconds(t.Gross.Value))
	}
}

// lowest is the point of a curve at which a stream stops a table first.
type lowest struct {
	filter, stream string
	at             analysis.Point
}

func lowestLoads(r *run) (rows []lowest, err error) {
	groups, err := curves{experiment: "multisets", kind: record.KindLoad, series: func(c analysis.Cell) string { return streamOf(c.Workload) }, facet: variantOf,
		x: func(c analysis.Cell) float64 { return measure.MeanCopies(c.Workload, c.Shape().Cells) }, of: measure.LoadPoint}.grouped(r)
	for _, g := range groups {
		low := slices.MinFunc(g, func(a, b chartPoint) int { return compare(a.Y, b.Y) })
		rows = append(rows, lowest{g[0].panel, g[0].name, low.Point})
	}
	return rows, err
}

// streamOf names a kind of stream in which keys repeat.
func streamOf(workload string) string {
	switch family := analysis.FamilyOf(workload); family {
	case "repeat":
		return "every key as often"
	case "zipf":
		return "Zipf, exponent " + plain(analysis.Param(workload, "s"))
	case "hot":
		return "one hot key"
	default:
		return family
	}
}

// churned is a filter at the first and at the last checkpoint.
type churned struct {
	analysis.Cell
	start, end    measure.ChurnPoint
	missing, live uint64
}

func churns(r *run) ([]churned, error) {
	return perCell(record.KindChurn, "churn", "", func(c analysis.Cell) (row churned, err error) {
		points, err := measure.Churn(c)
		for i, p := range points {
			if row.Cell, row.end = c, p; i == 0 {
				row.start = p
			}
			row.missing, row.live = row.missing+p.Missing, row.live+p.Live
		}
		return row, err
	})(r)
}

// erased is what deletes did in one cell, and what theory expects of wrong ones.
type erased struct {
	analysis.Cell
	record.Erasure
	succeed, lost float64 // share that succeeds, and keys that each costs; 0 where no formula fits
}

func erasures(r *run) ([]erased, error) {
	return perCell(record.KindErasure, "deletion", "", func(c analysis.Cell) (erased, error) {
		sum, err := measure.Erasure(c)
		if err != nil {
			return erased{}, err
		}
		row := erased{Cell: c, Erasure: sum}
		first, s := c.Records[0].Erasure(), c.Shape()
		held := first.Background - first.Cleared
		if p, ok := families.Predict(s, held); ok {
			row.succeed = p.FPR
		}
		if (s.Family == "cuckoo" || s.Family == "semisort") && measure.Buckets(s) > 1 {
			row.lost = theory.LostPerWrongDelete(measure.Buckets(s), held, s.FingerprintBits)
		}
		return row, nil
	})(r)
}

// policy is what a way of calling loses in the end, over all streams.
type policy struct {
	name                  string
	offered, lost, denied uint64
}

func policies(r *run) (rows []policy, err error) {
	all, err := causesOf(r, "drift", "policies")
	for _, wanted := range record.Policies {
		p := policy{name: wanted}
		for _, c := range all {
			if c.Policy == wanted {
				p.offered, p.denied = p.offered+c.offered, p.denied+c.sum.Missing
				p.lost += c.sum.Missing + c.offered - c.sum.Live
			}
		}
		if p.offered > 0 {
			rows = append(rows, p)
		}
	}
	return rows, err
}

// safePolicies names the callers that lose nothing on any stream of the run, and those
// that lose something somewhere.
func safePolicies(r *run) (holes, error) {
	all, err := causes(r)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var safe, unsafe []string
	for _, wanted := range record.Policies {
		worst, seen := 0.0, false
		for _, c := range all {
			if c.Policy == wanted && c.Experiment == "drift" {
				seen = true
				worst = max(worst, float64(c.sum.Missing+c.offered-c.sum.Live)/float64(c.offered))
			}
		}
		switch {
		case seen && worst == 0:
			safe = append(safe, wanted)
		case seen:
			unsafe = append(unsafe, wanted+" (up to "+percent(worst)+" of the keys)")
		}
	}
	return holes{"safe": words("Nothing is lost on any stream by " + list(safe) + ". Keys are lost by " + list(unsafe) + ".")}, nil
}

// causeRow is a cell at its last checkpoint, with what its keys were lost by.
type causeRow struct {
	analysis.Cell
	turnover float64
	offered  uint64
	sum      record.Drifted
}

func causesOf(r *run, experiment, part string) (rows []causeRow, err error) {
	cells, err := r.kind(record.KindDrift, experiment, part)
	if err != nil {
		return nil, err
	}
	offered := choose.Offered(cells)
	for _, c := range cells {
		points, err := measure.Drift(c)
		if err != nil {
			return nil, err
		}
		end := points[len(points)-1]
		row := causeRow{Cell: c, turnover: end.Turnover, sum: end.Sum}
		for _, rec := range c.Records {
			row.offered += offered(rec)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func causes(r *run) ([]causeRow, error) {
	drift, err := causesOf(r, "drift", "")
	if err != nil {
		return nil, err
	}
	multisets, err := causesOf(r, "multisets", "stream")
	return slices.Concat(drift, multisets), err
}

// driftState is a cell at one checkpoint.
type driftState struct {
	analysis.Cell
	measure.DriftPoint
}

func driftStates(r *run) (rows []driftState, err error) {
	cells, err := r.kind(record.KindDrift, "drift", "policies")
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		points, err := measure.Drift(c)
		if err != nil {
			return nil, err
		}
		for _, p := range points {
			rows = append(rows, driftState{c, p})
		}
	}
	return rows, nil
}

// absorbed counts the keys that were not stored while the window filled.
type absorbed struct {
	analysis.Cell
	keys, absorbed uint64
	expected       float64
	end            measure.DriftPoint
}

func absorption(r *run) ([]absorbed, error) {
	return perCell(record.KindDrift, "drift", "distinct", func(c analysis.Cell) (absorbed, error) {
		points, err := measure.Drift(c)
		if err != nil {
			return absorbed{}, err
		}
		row := absorbed{Cell: c, absorbed: points[0].Sum.Absorbed, end: points[len(points)-1]}
		for _, rec := range c.Records {
			live := rec.Drift().Checkpoints[0].Live
			row.keys += live
			row.expected += theory.AbsorbedKeys(measure.Buckets(rec.Shape), live, rec.Shape.FingerprintBits)
		}
		return row, nil
	})(r)
}

// grownFilter is what copies of one key made of a filter.
type grownFilter struct {
	analysis.Cell
	measure.Grown
}

func grownFilters(r *run) ([]grownFilter, error) {
	return perCell(record.KindGrowth, "redis", "copies", func(c analysis.Cell) (grownFilter, error) {
		g, err := measure.GrownBy(c)
		return grownFilter{c, g}, err
	})(r)
}
