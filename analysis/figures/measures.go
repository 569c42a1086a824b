package figures

import (
	"cmp"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/variants/theory"
)

// fprPoint is the false positive rate of a cell.
func fprPoint(c analysis.Cell) ([]analysis.Point, error) {
	f, err := measure.FPR(c)
	if err != nil {
		return nil, err
	}
	return []analysis.Point{proportion(f)}, nil
}

func proportion(f measure.FalsePositives) analysis.Point {
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = f.Rate, f.WideLo, f.WideHi
	p.Theory, p.Bound = f.Theory, f.Bound
	p.N, p.Hits, p.Seeds, p.Phi = f.Trials, f.Hits, len(f.Rates), f.Phi
	return p
}

// ratioPoint is the false positive rate of a cell relative to theory: 1 where they
// agree.
func ratioPoint(c analysis.Cell) ([]analysis.Point, error) {
	f, err := measure.FPR(c)
	if err != nil || !f.Decidable() {
		return nil, err
	}
	p := proportion(f)
	p.Y, p.Lo, p.Hi = p.Y/f.Theory, p.Lo/f.Theory, p.Hi/f.Theory
	p.Theory, p.Bound = 1, math.NaN()
	return []analysis.Point{p}, nil
}

// churnPoints are the false positive rates of a cell at its checkpoints.
func churnPoints(c analysis.Cell) ([]analysis.Point, error) {
	list, err := measure.Churn(c)
	if err != nil {
		return nil, err
	}
	points := make([]analysis.Point, len(list))
	for i, at := range list {
		points[i] = proportion(at.FalsePositives)
		points[i].X, points[i].Bound = at.Turnover, math.NaN()
	}
	return points, nil
}

// loadPoint is the median load at the first refusal, with the range of nine in ten
// fillings, and the threshold of the bucket size.
func loadPoint(c analysis.Cell) ([]analysis.Point, error) {
	loads, err := measure.Load(c)
	if err != nil {
		return nil, err
	}
	p := analysis.At(0)
	p.Y = loads.Quantile(0.5).Value
	p.Lo, p.Hi = loads.Quantile(0.05).Value, loads.Quantile(0.95).Value
	if slots := c.Shape().BucketSlots; slots > 0 {
		p.Theory = theory.LoadThreshold(choices(c), slots)
	}
	p.N, p.Hits, p.Seeds = uint64(len(loads.Distribution)), uint64(len(loads.Distribution)), len(c.Records)
	p.Warnings = loads.Warnings()
	return []analysis.Point{p}, nil
}

// choices is how many buckets a key may lie in: a cuckoo filter's fingerprints
// have two, a hash table's keys as many as its shape has probes.
func choices(c analysis.Cell) int { return max(2, c.Shape().Probes) }

// plainLoadPoint is loadPoint where the threshold does not apply.
func plainLoadPoint(c analysis.Cell) ([]analysis.Point, error) {
	points, err := loadPoint(c)
	for i := range points {
		points[i].Theory = math.NaN()
	}
	return points, err
}

// stairs is how many steps a distribution is drawn with at most.
const stairs = 200

// loadSteps is the distribution function of the load at the first refusal.
func loadSteps(c analysis.Cell) ([]analysis.Point, error) {
	loads, err := measure.Load(c)
	if err != nil {
		return nil, err
	}
	n := len(loads.Distribution)
	every := (n + stairs - 1) / stairs
	var points []analysis.Point
	for i, x := range loads.Distribution {
		if last := i+1 == n; !last && (loads.Distribution[i+1] == x || i%every != 0) {
			continue
		}
		p := analysis.At(x)
		p.Y, p.N, p.Hits = float64(i+1)/float64(n), uint64(n), uint64(i+1)
		points = append(points, p)
	}
	return points, nil
}

// kickStatistic is a number that a histogram of kicks is summed up in.
type kickStatistic func(record.Histogram) float64

// kicksOver is a statistic of the kicks of accepted inserts, over the load. The
// bars reach from the smallest to the largest value among the repetitions.
func kicksOver(statistic kickStatistic) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		windows, err := measure.Kicks(c)
		if err != nil {
			return nil, err
		}
		var points []analysis.Point
		for i, w := range windows {
			if len(w.Kicks) == 0 {
				continue
			}
			p := analysis.At(measure.WindowLoad(c, i, w))
			p.Y = statistic(w.Kicks)
			p.Lo, p.Hi = math.Inf(1), math.Inf(-1)
			for _, r := range c.Records {
				if own := r.Kicks().Windows[i].Kicks; len(own) > 0 {
					p.Lo, p.Hi = math.Min(p.Lo, statistic(own)), math.Max(p.Hi, statistic(own))
				}
			}
			if p.Lo == 0 {
				p.Lo, p.Hi = math.NaN(), math.NaN()
			}
			p.N, p.Hits, p.Seeds = measure.Events(w.Kicks), measure.Events(w.Kicks), len(c.Records)
			points = append(points, p)
		}
		return points, nil
	}
}

// kickSurvival is, for one load window, the share of accepted inserts that moved
// at least so many entries.
func kickSurvival(load float64) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		windows, err := measure.Kicks(c)
		if err != nil {
			return nil, err
		}
		for i, w := range windows {
			if math.Abs(measure.WindowLoad(c, i, w)-load) < 1e-9 && len(w.Kicks) > 0 {
				return aboveZero(measure.Survival(w.Kicks)), nil
			}
		}
		return nil, nil
	}
}

// aboveZero drops the point at no kicks, which a logarithmic axis cannot show.
func aboveZero(points []analysis.Point) []analysis.Point {
	if len(points) > 0 && points[0].X == 0 {
		return points[1:]
	}
	return points
}

// copiesPoint is the mean number of copies of a key that were accepted, with the
// range of nine in ten keys, and the mean that theory expects.
func copiesPoint(c analysis.Cell) ([]analysis.Point, error) {
	d, err := measure.Duplicates(c)
	if err != nil {
		return nil, err
	}
	p := analysis.At(d.Load)
	p.Y = measure.Mean(d.Accepted)
	p.Lo, p.Hi = measure.Percentile(d.Accepted, 0.05), measure.Percentile(d.Accepted, 0.95)
	p.Theory = d.Expected
	p.N, p.Hits, p.Seeds = measure.Events(d.Accepted), measure.Events(d.Accepted), len(c.Records)
	return []analysis.Point{p}, nil
}

// timeOf is the net time of one operation.
func timeOf(op string) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		t, ok := measure.Time(c, op)
		if !ok || !t.HasNet() {
			return nil, nil
		}
		p := analysis.At(0)
		p.Y, p.Lo, p.Hi = t.Net.Value, t.Net.Lo, t.Net.Hi
		p.N, p.Hits, p.Seeds = t.Ops, t.Ops, t.Net.N
		return []analysis.Point{p}, nil
	}
}

// timeByHits is the net time of lookups over the share that hit.
func timeByHits(c analysis.Cell) ([]analysis.Point, error) {
	var points []analysis.Point
	for _, op := range c.Ops {
		share, lookup := record.HitShare(op)
		if !lookup {
			continue
		}
		more, err := timeOf(op)(c)
		if err != nil {
			return nil, err
		}
		for i := range more {
			more[i].X = share
		}
		points = append(points, more...)
	}
	slices.SortStableFunc(points, func(a, b analysis.Point) int { return cmp.Compare(a.X, b.X) })
	return points, nil
}

// limitPoint is the rate that the bits of a filter could give at best.
func limitPoint(c analysis.Cell) ([]analysis.Point, error) {
	p := analysis.At(0)
	p.Bound = math.Exp2(-measure.BitsPerKey(c))
	return []analysis.Point{p}, nil
}
