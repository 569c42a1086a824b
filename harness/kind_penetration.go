package harness

import (
	"filterbench/internal/record"
	"filterbench/internal/service"
)

var _ = kinds.add(kind{
	name: record.KindPenetration, needs: servesRows, takes: []string{"hashes"},
	keyed: true, atOnce: true, suits: guards, inserts: none,
	cost: func(w work) cost {
		return cost{ns: w.keys*(nsRow+nsRequest+w.perKey) + nsRequest*float64(w.Lookups), bytes: 100 * keysOf(w.Trial)}
	},
	probe: probePenetration,
})

// probePenetration sends Lookups requests to the service, of which Share ask for keys that
// have no row, and counts who answers them.
func probePenetration(t record.Trial, r *record.Record) error {
	if err := drawsRows(t); err != nil {
		return err
	}
	s, err := newTraffic(t, r)
	if err != nil {
		return err
	}
	defer s.service.Close()
	out := &record.Penetration{Rows: uint64(len(s.rows)), Pool: uint64(len(s.pool)), Searched: s.searched}
	for i := range t.Lookups {
		if i%chunk == 0 {
			s.checkStop()
		}
		key, attack, err := s.next()
		if err != nil {
			return err
		}
		end, err := s.get(key, attack)
		if err != nil {
			return err
		}
		if attack {
			count(&out.Attack, end)
		} else {
			count(&out.Legit, end)
		}
	}
	cache := s.service.Cache.(*service.LRU)
	out.Entries = cache.Room()
	out.Kept, out.Nulls = cache.Count()
	r.Outcome = out
	return nil
}

// count notes who answered a request.
func count(r *record.Requests, end service.End) {
	r.Sent++
	switch end {
	case service.Cached:
		r.Cached++
	case service.Stopped:
		r.Stopped++
	default:
		r.Reads++
	}
}
