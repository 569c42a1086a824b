package report

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
	"filterbench/internal/stat"
)

// singleInsert are the inserts of a cell near one load, each timed by itself.
type singleInsert struct {
	analysis.Cell
	load float64
}

func singleInserts(r *run) (rows []singleInsert, err error) {
	cells, err := r.kind(record.KindLatency, "latency", "insert")
	for _, c := range cells {
		for _, load := range c.Loads {
			rows = append(rows, singleInsert{c, load})
		}
	}
	return rows, err
}

func (s singleInsert) quantile(q float64) value {
	m, ok := measure.TimeQuantile(s.Cell, measure.InsertTimes(s.load), q)
	return pick(ok, median(m), nothing)
}

// arrival is one rate of lookups that are due.
type arrival struct {
	analysis.Cell
	rate   float64
	kept   int
	behind float64
	added  stat.Estimate // to the 99th percentile of null
}

func arrivals(r *run) (rows []arrival, err error) {
	for _, part := range []string{"even", "random"} {
		cells, err := r.kind(record.KindArrivals, "latency", part)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			for _, rate := range c.Rates {
				a := arrival{Cell: c, rate: rate}
				a.added = measure.WaitAdded(rate).Estimate([]analysis.Cell{c}, nil, nil)
				var behind []float64
				for _, rec := range c.Records {
					run, ok := measure.RunAt(rec, rate)
					if !ok {
						continue
					}
					if measure.Kept(run) {
						a.kept++
					}
					behind = append(behind, float64(run.BehindNS))
				}
				if len(behind) > 0 {
					a.behind = stat.NewMedian(behind).Value
					rows = append(rows, a)
				}
			}
		}
	}
	return rows, nil
}

func (a arrival) quantile(q float64) value {
	m, ok := measure.TimeQuantile(a.Cell, measure.ArrivalTimes(a.rate), q)
	if !ok {
		return nothing
	}
	return median(m)
}

func coldCells(r *run) ([]analysis.Cell, error) { return r.kind(record.KindCold, "latency", "cold") }

func coldTime(c analysis.Cell, of func(*record.Cold) float64) value {
	var values []float64
	for _, r := range c.Records {
		values = append(values, of(r.Cold()))
	}
	return number(stat.NewMedian(values).Value)
}

func warmOf(c *record.Cold) float64  { return c.Warm.PerOp() }
func coldOf(c *record.Cold) float64  { return c.First.TimeQuantile(0.5) }
func clockOf(c *record.Cold) float64 { return c.Clock.TimeQuantile(0.5) }
func againOf(c *record.Cold) float64 { return c.Again.TimeQuantile(0.5) }

// parallel is a filter that several goroutines share.
type parallel struct {
	analysis.Cell
	n            int
	lost, denied uint64
}

func parallels(r *run) (rows []parallel, err error) {
	for _, part := range []string{"bits", "slots", "many", "words"} {
		cells, err := r.kind(record.KindParallel, "latency", part)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			for _, n := range c.Goroutines {
				p := parallel{Cell: c, n: n}
				for _, rec := range c.Records {
					for _, run := range rec.Parallel().Runs {
						if run.Goroutines == n && run.ElapsedNS > 0 {
							p.lost, p.denied = p.lost+run.Lost+run.Extra, p.denied+run.Missing
						}
					}
				}
				rows = append(rows, p)
			}
		}
	}
	return rows, nil
}

// millions is the median over repetitions of operations, or of the lookups among them, in
// millions a second.
func (p parallel) millions(op string, reads bool) value {
	var values []float64
	for _, rec := range p.Records {
		for _, run := range rec.Parallel().Runs {
			if run.Op == op && run.Goroutines == p.n && run.ElapsedNS > 0 {
				n := run.Ops
				if reads {
					n = run.Reads
				}
				values = append(values, 1e3*float64(n)/float64(run.ElapsedNS))
			}
		}
	}
	if len(values) == 0 {
		return nothing
	}
	return number(stat.NewMedian(values).Value)
}
