package record

// KindTraffic: look up a few absent keys again and again, and repair false positives.
const KindTraffic = "traffic"

var _ = kinds.add(Kind{
	Name: KindTraffic, Order: 81, Title: "Traffic", Doc: "look up absent keys by Zipf's law, and repair false positives where the filter can",
	Summary: "%s of %s lookups",
	Asked:   "after the traffic",
	New:     func() Outcome { return new(Traffic) },
})

// Traffic is the outcome of a [KindTraffic] trial: lookups of absent keys, the key of rank x in
// proportion to x^-1.1; after each false positive a filter that can is told of it. Then every
// key that was a false positive once is asked for again, as an attacker would.
type Traffic struct {
	Members   uint64 `json:"members"`            // keys held, each looked up at the end
	Missing   uint64 `json:"missing"`            // of those, answered false
	Queries   uint64 `json:"queried"`            // lookups of absent keys
	Positives uint64 `json:"positives"`          // of those, answered true
	Distinct  uint64 `json:"distinct"`           // different keys among them
	Ever      uint64 `json:"ever"`               // of these keys, answered true once or more
	Adapted   uint64 `json:"adapted,omitempty"`  // entries that were changed
	Replayed  uint64 `json:"replayed"`           // lookups of keys that had been answered true
	Repeated  uint64 `json:"repeated,omitempty"` // of those, answered true again
}

// Traffic returns the outcome of a [KindTraffic] trial, nil of any other and of one that failed.
func (r *Record) Traffic() *Traffic { p, _ := r.Outcome.(*Traffic); return p }

func (*Traffic) Kind() string { return KindTraffic }

func (t *Traffic) Tally() (positives, queries uint64) { return t.Positives, t.Queries }

func (t *Traffic) Held(Trial) (asked, denied uint64) { return t.Members, t.Missing }

func (t *Traffic) Exact(Trial) Outcome { return t }

func (t *Traffic) check(Trial) error {
	return checkParts(
		atMost{"missing", t.Missing, "members", t.Members},
		atMost{"positives", t.Positives, "queried", t.Queries},
		atMost{"distinct", t.Distinct, "queried", t.Queries},
		atMost{"ever", t.Ever, "distinct", t.Distinct},
		atMost{"repeated", t.Repeated, "replayed", t.Replayed},
	)
}

func (t *Traffic) samples(r *Record, _ Nulls) []Sampled {
	seen := Sampled{Record: r, N: max(1, t.Queries), Point: []Label{{"lookups", "zipf"}}}
	seen.add(UnitFalsePositives, 1e6, t.Positives, t.Queries)
	seen.add(UnitFalseNegatives, 1e6, t.Missing, t.Members)
	again := Sampled{Record: r, N: max(1, t.Replayed), Point: []Label{{"lookups", "replay"}}}
	again.add(UnitFalsePositives, 1e6, t.Repeated, t.Replayed)
	return []Sampled{seen, again}
}
