package record

import "fmt"

// KindService: time the requests of a service with cache, filter and database.
const KindService = "service"

var _ = kinds.add(Kind{
	Name: KindService, Order: 61, Title: "Service", Doc: "time requests for rows and for absent keys to a service with cache, filter and database",
	Summary: "%s requests timed at %s rates",
	New:     func() Outcome { return new(Service) },
})

// The parts of a service.
const (
	BackendEmbedded = "embedded" // an LRU cache and SQLite in memory, in the process
	BackendServers  = "servers"  // Redis and PostgreSQL, each a process of its own
)

// Backends lists all of them.
var Backends = []string{BackendEmbedded, BackendServers}

// Service is the outcome of a [KindService] trial: first requests one after the other, then
// requests that arrive at given rates whether or not the one before is done.
type Service struct {
	Ends       []Ended      `json:"ends"`                  // of requests one after the other, by who sent them and who answered
	Runs       []ServiceRun `json:"runs"`                  // one for each of the trial's rates
	CacheBytes uint64       `json:"cache_bytes,omitempty"` // of memory, by the cache's own word
	StoreBytes uint64       `json:"store_bytes,omitempty"` // of the table with its index, by the database's own word
	Start      string       `json:"start"`                 // RFC 3339
}

// Ended are requests of one kind.
type Ended struct {
	Attack bool   `json:"attack,omitempty"` // for keys that have no row
	End    string `json:"end"`              // cached, stopped or read: who answered
	N      uint64 `json:"n"`                // how many
	NS     int64  `json:"ns"`               // of the wall clock, all together
}

// The ends of a request.
const (
	EndCached  = "cached"
	EndStopped = "stopped"
	EndRead    = "read"
)

// EndNames lists them, in the order of package service.
var EndNames = []string{EndCached, EndStopped, EndRead}

// ServiceRun is requests that arrive at a rate, at random. One that waits for the one before
// is timed from when it should have begun.
type ServiceRun struct {
	Rate     float64   `json:"rate"`            // intended, a second
	Ops      uint64    `json:"n"`               // requests
	Reads    uint64    `json:"reads,omitempty"` // of those, reads of the database
	Legit    Histogram `json:"legit"`           // requests for rows, by nanoseconds from when each should have begun to its end
	Attack   Histogram `json:"attack"`          // requests for keys that have none
	DueNS    int64     `json:"due_ns"`          // when the last request should have begun, after the first one
	BehindNS int64     `json:"behind_ns"`       // when it ended, after that
}

// Service returns the outcome of a [KindService] trial, nil of any other and of one that failed.
func (r *Record) Service() *Service { p, _ := r.Outcome.(*Service); return p }

func (*Service) Kind() string { return KindService }

func (s *Service) Tally() (requests, rates uint64) {
	for _, e := range s.Ends {
		requests += e.N
	}
	for _, run := range s.Runs {
		requests += run.Ops
	}
	return requests, uint64(len(s.Runs))
}

func (*Service) Held(Trial) (asked, denied uint64) { return 0, 0 }

// Exact keeps nothing: how much a cache holds of what was asked for first depends on what a
// server does in between.
func (s *Service) Exact(Trial) Outcome { return &Service{} }

func (s *Service) check(Trial) error {
	for _, e := range s.Ends {
		if e.NS < 0 || e.N == 0 {
			return fmt.Errorf("%d requests took %d ns; must be some, and not less than 0", e.N, e.NS)
		}
	}
	for i, run := range s.Runs {
		if !(run.Rate > 0) {
			return fmt.Errorf("run %d: rate %g: must be above 0", i, run.Rate)
		}
		for _, h := range []Histogram{run.Legit, run.Attack} {
			if err := h.checkTimes("times"); err != nil {
				return err
			}
		}
		if n := run.Legit.events() + run.Attack.events(); n != run.Ops {
			return fmt.Errorf("run %d: the histograms are of %d requests; must be of %d", i, n, run.Ops)
		}
	}
	return nil
}

func (s *Service) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, run := range s.Runs {
		x := Sampled{Record: r, Point: []Label{{"strategy", r.Strategy}, {"absent", r.Absent}, {"backend", r.Backend}, {"rate", short(run.Rate)}}}.sampleTimes(run.Legit)
		x.Values = append(x.Values, Value{UnitBehind, float64(run.BehindNS)})
		all = append(all, x)
	}
	return all
}
