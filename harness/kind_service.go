package harness

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/internal/service"
)

var _ = kinds.add(kind{
	name: record.KindService, needs: append(slices.Clone(servesRows), "rates", "backends"), takes: []string{"hashes", "seconds"},
	keyed: true, atOnce: true, suits: guards, inserts: none,
	stage: timed,
	cost: func(w work) cost {
		c := cost{ns: w.keys*(nsRow+nsRequest+w.perKey) + nsRequest*float64(w.Lookups), bytes: 100*keysOf(w.Trial) + 2000*uint64(w.Lookups)}
		for _, rate := range w.Rates {
			c.ns += 1e9 * cmp.Or(w.Seconds, leastRun)
			c.bytes += 2000 * uint64(arrivalsAt(w.Trial, rate))
		}
		return c
	},
	probe: probeService,
})

// probeService sends Lookups requests one after the other, each timed, and then requests that
// arrive at each of the trial's rates, timed from when they should have begun.
func probeService(t record.Trial, r *record.Record) error {
	if err := drawsRows(t); err != nil {
		return err
	}
	s, err := newTraffic(t, r)
	if err != nil {
		return err
	}
	defer s.service.Close()
	out := &record.Service{Start: wallTime().Format(time.RFC3339)}
	defer quiet()()
	if out.Ends, err = s.closed(t.Lookups); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(uint64(t.Seed), hashing.Golden))
	for _, rate := range t.Rates {
		n := max(1, int(rate*cmp.Or(t.Seconds, leastRun)))
		run, err := s.arrive(dueTimes(record.ArrivalPoisson, rate, n, rng))
		if err != nil {
			return err
		}
		run.Rate = rate
		out.Runs = append(out.Runs, run)
	}
	if out.CacheBytes, err = s.service.Cache.Bytes(); err != nil {
		return err
	}
	if out.StoreBytes, err = s.service.Store.Bytes(); err != nil {
		return err
	}
	r.Outcome = out
	return nil
}

// request is one that was drawn before the clock runs.
type request struct {
	key    uint64
	attack bool
}

func (s *traffic) draw(n int) ([]request, error) {
	list := make([]request, n)
	for i := range list {
		key, attack, err := s.next()
		if err != nil {
			return nil, err
		}
		list[i] = request{key, attack}
	}
	return list, nil
}

// closed sends requests one after the other.
func (s *traffic) closed(n int) ([]record.Ended, error) {
	list, err := s.draw(n)
	if err != nil {
		return nil, err
	}
	var sums [2 * service.Ends]record.Ended
	for _, q := range list {
		start := monotonic()
		end, err := s.get(q.key, q.attack)
		took := monotonic() - start
		if err != nil {
			return nil, err
		}
		at := int(end)
		if q.attack {
			at += service.Ends
		}
		sums[at].N++
		sums[at].NS += took
	}
	for i := range sums {
		sums[i].Attack, sums[i].End = i >= service.Ends, record.EndNames[i%service.Ends]
	}
	return slices.DeleteFunc(sums[:], func(e record.Ended) bool { return e.N == 0 }), nil
}

// arrive sends a request when it is due, or as soon after as the one before is done.
func (s *traffic) arrive(due []int64) (run record.ServiceRun, err error) {
	list, err := s.draw(len(due))
	if err != nil {
		return run, err
	}
	legit, attack := &latencies{}, &latencies{}
	start, last := monotonic(), int64(0)
	for i, q := range list {
		intended := start + due[i]
		for monotonic() < intended {
		}
		end, err := s.get(q.key, q.attack)
		if err != nil {
			return run, err
		}
		last = monotonic()
		if q.attack {
			attack.add(last - intended)
		} else {
			legit.add(last - intended)
		}
		if end == service.Read {
			run.Reads++
		}
	}
	run.Ops, run.DueNS, run.BehindNS = uint64(len(list)), due[len(due)-1], last-start-due[len(due)-1]
	run.Legit, run.Attack = legit.histogram(), attack.histogram()
	return run, nil
}
