package figures

import (
	"maps"
	"math"
	"slices"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
	"filterbench/variants/theory"
)

// hits counts the false positives of a cell.
func hits(c analysis.Cell) (sum, lookups uint64) {
	for _, r := range c.Records {
		if r.FPR() != nil {
			sum += r.FPR().Positives
			lookups += r.FPR().Queries
		}
	}
	return sum, lookups
}

// distinct is how many different keys the filter of the first repetition held.
func distinct(c analysis.Cell) uint64 { return c.Records[0].FPR().Distinct }

// refusedPoint is the share of inserts that a filter refused.
func refusedPoint(c analysis.Cell) ([]analysis.Point, error) {
	var refused, inserted []uint64
	for _, r := range c.Records {
		refused, inserted = append(refused, r.FPR().Inserted-r.FPR().Accepted), append(inserted, r.FPR().Inserted)
	}
	return []analysis.Point{measure.ProportionPoint(stat.NewProportion(refused, inserted))}, nil
}

// ratioPoint is the false positive rate of a cell relative to theory: 1 where they
// agree.
func ratioPoint(c analysis.Cell) ([]analysis.Point, error) {
	f, err := measure.FPR(c)
	if err != nil || !f.Decidable() {
		return nil, err
	}
	p := f.Point().Over(f.Theory)
	p.Bound = math.NaN()
	return []analysis.Point{p}, nil
}

// churnPoints are the false positive rates of a cell at its checkpoints, over the keys
// inserted so far in multiples of the live set.
func churnPoints(c analysis.Cell) ([]analysis.Point, error) {
	list, err := measure.Churn(c)
	if err != nil {
		return nil, err
	}
	points := make([]analysis.Point, len(list))
	for i, at := range list {
		points[i] = at.Point()
		points[i].X, points[i].Bound = 1+at.Turnover, math.NaN()
	}
	return points, nil
}

// plainLoadPoint is measure.LoadPoint where the threshold does not apply.
func plainLoadPoint(c analysis.Cell) ([]analysis.Point, error) {
	return withoutTheory(measure.LoadPoint)(c)
}

// loadSteps is the distribution function of the load at the first refusal.
func loadSteps(c analysis.Cell) ([]analysis.Point, error) {
	loads, err := measure.Load(c)
	if err != nil {
		return nil, err
	}
	return staircase(loads.Distribution), nil
}

// stairs is how fine a distribution is drawn: no step is left out that would move it by
// more than one in so many.
const stairs = 200

// staircase is the distribution function of sorted draws: the share that does not exceed
// a value, at the last of each run of equal draws. Of the first steps, which are the tail,
// and of large ones all are kept.
func staircase(draws []float64) (points []analysis.Point) {
	n, kept := len(draws), 0
	for i, x := range draws {
		rank := i + 1
		if rank < n && draws[rank] == x {
			continue
		}
		if rank < n && rank > 8 && (rank-kept)*stairs <= n {
			continue
		}
		kept = rank
		p := analysis.At(x)
		p.Y, p.N, p.Hits = float64(rank)/float64(n), uint64(n), uint64(rank)
		points = append(points, p)
	}
	return points
}

// kickStatistic is a number that a histogram of kicks is summed up in.
type kickStatistic func(record.Histogram) float64

func meanKicks(h record.Histogram) float64 { return measure.Mean(h) }

func kickQuantile(q float64) kickStatistic {
	return func(h record.Histogram) float64 { return measure.Percentile(h, q) }
}

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
			p.N, p.Hits, p.Seeds = measure.Events(w.Kicks), measure.Events(w.Kicks), len(c.Records)
			points = append(points, p)
		}
		return points, nil
	}
}

// kicksNear is the mean number of kicks in the window of one load.
func kicksNear(load float64) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		all, err := kicksOver(meanKicks)(c)
		i := slices.IndexFunc(all, func(p analysis.Point) bool { return math.Abs(p.X-load) < 1e-9 })
		if i < 0 {
			return nil, err
		}
		return all[i : i+1], err
	}
}

// kickSurvival is, for one load window, the share of accepted inserts that moved
// at least so many entries, from one on.
func kickSurvival(load float64) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		windows, err := measure.Kicks(c)
		if err != nil {
			return nil, err
		}
		for i, w := range windows {
			if math.Abs(measure.WindowLoad(c, i, w)-load) < 1e-9 && len(w.Kicks) > 0 {
				points := measure.Survival(w.Kicks)
				return slices.DeleteFunc(points, func(p analysis.Point) bool { return p.X == 0 }), nil
			}
		}
		return nil, nil
	}
}

// longestPoint is the mean length of the longest chain of a filling, with the range of
// nine fillings in ten.
func longestPoint(c analysis.Cell) ([]analysis.Point, error) {
	var longest []float64
	sum := 0.0
	for _, r := range c.Records {
		for _, n := range r.Bins().Longest {
			longest = append(longest, float64(n))
			sum += float64(n)
		}
	}
	d := stat.NewDistribution(longest)
	p := analysis.At(0)
	p.Y, p.Lo, p.Hi = sum/float64(len(longest)), d.Quantile(0.05).Value, d.Quantile(0.95).Value
	p.Theory = theory.MeanLongest(c.Shape().Probes, c.Records[0].Bins().Keys, c.Records[0].Bins().Chains)
	p.N, p.Hits, p.Seeds = uint64(len(longest)), uint64(len(longest)), len(c.Records)
	return []analysis.Point{p}, nil
}

// wrongDeletes is the share of wrong deletes that succeed, with the false positive
// rate of the keys held meanwhile.
func wrongDeletes(c analysis.Cell) ([]analysis.Point, error) {
	if _, err := measure.Erasure(c); err != nil {
		return nil, err
	}
	var hits, trials []uint64
	for _, r := range c.Records {
		hits, trials = append(hits, r.Erasure().Succeeded), append(trials, r.Erasure().Attempts)
	}
	p := measure.ProportionPoint(stat.NewProportion(hits, trials))
	first := c.Records[0].Erasure()
	p.Theory = rateOf(c.Shape(), float64(first.Background-first.Cleared))
	return []analysis.Point{p}, nil
}

// deniedPoints are the shares of live keys denied at the checkpoints.
func deniedPoints(c analysis.Cell) ([]analysis.Point, error) {
	list, err := measure.Drift(c)
	if err != nil {
		return nil, err
	}
	points := make([]analysis.Point, len(list))
	for i, at := range list {
		points[i] = measure.ProportionPoint(at.Denied)
		points[i].X = at.Turnover
	}
	return points, nil
}

// lastDenied is the share of live keys denied at the last checkpoint.
func lastDenied(c analysis.Cell) ([]analysis.Point, error) {
	points, err := deniedPoints(c)
	if err != nil || len(points) == 0 {
		return nil, err
	}
	return points[len(points)-1:], nil
}

// lastDeniedInTheory is lastDenied of a window of distinct keys, with what theory says of
// a caller that looks before it inserts.
func lastDeniedInTheory(c analysis.Cell) ([]analysis.Point, error) {
	points, err := lastDenied(c)
	s := c.Shape()
	for i := range points {
		points[i].Theory = theory.SlidingLoss(measure.Buckets(s), c.Records[0].Drift().Checkpoints[0].Live, s.FingerprintBits)
	}
	return points, err
}

// insertTimes is a quantile of the times of single inserts, over the load.
func insertTimes(q float64) analysis.Measure {
	return func(c analysis.Cell) (points []analysis.Point, err error) {
		for _, load := range c.Loads {
			if m, ok := measure.TimeQuantile(c, measure.InsertTimes(load), q); ok {
				p := measure.MedianPoint(m)
				p.X = load
				points = append(points, p)
			}
		}
		return points, nil
	}
}

// timesFalls is the share of single inserts at a load that take at least so long.
func timesFalls(load float64) analysis.Measure {
	return func(c analysis.Cell) ([]analysis.Point, error) {
		var all []record.Histogram
		for _, r := range c.Records {
			all = append(all, measure.InsertTimes(load)(r))
		}
		return measure.Survival(measure.Merge(all...)), nil
	}
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
