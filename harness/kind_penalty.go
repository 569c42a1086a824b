package harness

import (
	"errors"
	"fmt"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindPenalty, needs: append(slices.Clone(servesRows), "draws", "backends"), takes: []string{"hashes"},
	draws: "turns, in each of which each service gets its requests",
	keyed: true, atOnce: true, inserts: none,
	stage: timed,
	suits: func(v variants.Variant, s *Settings) error {
		if !slices.Equal(s.Strategies, []string{record.StrategyFilter}) {
			return fmt.Errorf(`kind %s sets an exact set and nothing beside each filter by itself: key "strategies" must be ["%s"]`, record.KindPenalty, record.StrategyFilter)
		}
		return guards(v, s)
	},
	cost: func(w work) cost {
		asked := float64(w.Draws) * float64(w.Lookups)
		return cost{ns: 3*w.keys*(nsRow+nsRequest+w.perKey) + 2*asked*(nsRequest/penaltyShare+2*nsGuarded), bytes: 300*keysOf(w.Trial) + 24*uint64(w.Lookups) + 2000*uint64(2*asked/penaltyShare)}
	},
	probe: probePenalty,
})

// penaltyShare is how many requests a filter gets for each that nothing stops, which takes as
// much longer; nsGuarded is the rough cost of one that is stopped.
const (
	penaltyShare = 8
	nsGuarded    = 300.0
)

// probePenalty opens three services with the same rows and lets them take turns, each time in
// another order: Lookups requests go to that with the filter and to that with the exact set,
// after as many that do not count.
func probePenalty(t record.Trial, r *record.Record) (err error) {
	if err := drawsRows(t); err != nil {
		return err
	}
	services := [3]*traffic{}
	for i, as := range [][2]string{{t.Variant, t.Strategy}, {"exact", record.StrategyFilter}, {"null", record.StrategyNone}} {
		trial, about := t, &record.Record{}
		trial.Variant, trial.Strategy = as[0], as[1]
		if i == 0 {
			about = r
		}
		if services[i], err = newTraffic(trial, about); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, services[i].service.Close()) }()
	}
	out := &record.Penalty{}
	defer quiet()()
	for turn := range t.Draws {
		var stints [3]record.Stint
		for i := range services {
			at := (turn + i) % len(services)
			n := t.Lookups
			if at == 2 {
				n = max(1, n/penaltyShare)
			}
			// The others left the caches to it, and its rows and its filter come back first.
			if _, err := services[at].closed(n); err != nil {
				return err
			}
			ends, err := services[at].closed(n)
			if err != nil {
				return err
			}
			stints[at] = stintOf(ends)
		}
		out.Turns = append(out.Turns, record.Turn{Filter: stints[0], Exact: stints[1], Nothing: stints[2]})
	}
	r.Outcome = out
	return nil
}

// stintOf keeps the requests for absent keys.
func stintOf(ends []record.Ended) (s record.Stint) {
	for _, e := range ends {
		switch {
		case e.Attack && e.End == record.EndRead:
			s.Read, s.ReadNS = e.N, e.NS
		case e.Attack && e.End == record.EndStopped:
			s.Stopped, s.StoppedNS = e.N, e.NS
		}
	}
	return s
}
