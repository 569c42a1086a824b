package record

import "fmt"

// KindConstruction: build static filters of so many keys, one more each time.
const KindConstruction = "construction"

var _ = kinds.add(Kind{
	Name: KindConstruction, Order: 80, Title: "Construction", Doc: "build static filters, each of one key more than the one before, and count attempts and failures",
	Summary: "%s builds, %s failed",
	Asked:   "after every build",
	New:     func() Outcome { return new(Construction) },
})

// Construction is the outcome of a [KindConstruction] trial: build i is of as many keys as the
// trial's capacity, and i more, all fresh.
type Construction struct {
	Attempts []uint64 `json:"attempts"`         // of each build, failed ones included; 1 where a filter does not tell
	Failed   []uint64 `json:"failed,omitempty"` // the builds that failed, by number
	NS       []int64  `json:"ns"`               // time of each build on a core, collecting the keys not included
	Bits     uint64   `json:"bits"`             // of the tables of builds that did not fail, all together
	Keys     uint64   `json:"keys"`             // in these tables
	Missing  uint64   `json:"missing"`          // of these, all looked up, answered false
	Left     uint64   `json:"left,omitempty"`   // keys of builds that failed, all looked up afterwards
	Denied   uint64   `json:"denied,omitempty"` // of those, answered false
	Bytes    uint64   `json:"bytes"`            // allocated in all builds together, the table included
}

// Construction returns the outcome of a [KindConstruction] trial, nil of any other and of one that failed.
func (r *Record) Construction() *Construction { p, _ := r.Outcome.(*Construction); return p }

func (*Construction) Kind() string { return KindConstruction }

func (c *Construction) Tally() (builds, failed uint64) {
	return uint64(len(c.Attempts)), uint64(len(c.Failed))
}

func (c *Construction) Held(Trial) (asked, denied uint64) { return c.Keys, c.Missing }

// Exact implements [Outcome]: clock and allocator are left out.
func (c *Construction) Exact(Trial) Outcome {
	exact := *c
	exact.NS, exact.Bytes = nil, 0
	return &exact
}

func (c *Construction) check(Trial) error {
	if len(c.Attempts) != len(c.NS) {
		return fmt.Errorf("%d builds have attempts and %d times; must be as many", len(c.Attempts), len(c.NS))
	}
	for _, i := range c.Failed {
		if i >= uint64(len(c.Attempts)) {
			return fmt.Errorf("build %d failed, of %d", i, len(c.Attempts))
		}
	}
	return checkParts(
		atMost{"missing", c.Missing, "keys", c.Keys},
		atMost{"denied", c.Denied, "left", c.Left},
	)
}

func (c *Construction) samples(r *Record, _ Nulls) []Sampled {
	builds := uint64(len(c.Attempts))
	s := Sampled{Record: r, N: max(1, builds)}
	s.add(UnitAttempts, 1, sum(c.Attempts), builds)
	s.add(UnitFailedBuilds, 100, uint64(len(c.Failed)), builds)
	s.add(UnitBitsPerKey, 1, c.Bits, c.Keys)
	s.add(UnitFalseNegatives, 1e6, c.Missing, c.Keys)
	return []Sampled{s}
}
