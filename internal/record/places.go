package record

// KindPlaces: count the keys whose places coincide.
const KindPlaces = "places"

var _ = kinds.add(Kind{
	Name: KindPlaces, Order: 12, Title: "Places", Doc: "count the keys whose places coincide",
	Summary: "%s of %s keys",
	New:     func() Outcome { return new(Places) },
})

// Places is the outcome of a [KindPlaces] trial.
type Places struct {
	Keys uint64 `json:"keys"` // keys looked at; none is inserted
	Same uint64 `json:"same"` // of those, keys with fewer different places than choices
}

// Places returns the outcome of a [KindPlaces] trial, nil of any other and of one that failed.
func (r *Record) Places() *Places { p, _ := r.Outcome.(*Places); return p }

func (*Places) Kind() string { return KindPlaces }

func (p *Places) Tally() (same, keys uint64) { return p.Same, p.Keys }

func (*Places) Held(Trial) (asked, denied uint64) { return 0, 0 }

func (p *Places) Exact(Trial) Outcome { return p }

func (p *Places) check(Trial) error { return checkParts(atMost{"same", p.Same, "keys", p.Keys}) }

func (p *Places) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, p.Keys)}
	s.add(UnitSamePlaces, 1e6, p.Same, p.Keys)
	return []Sampled{s}
}
