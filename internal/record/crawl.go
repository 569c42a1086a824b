package record

import "fmt"

// KindCrawl: a stream of items, of which those seen before are to be skipped.
const KindCrawl = "crawl"

var _ = kinds.add(Kind{
	Name: KindCrawl, Order: 70, Title: "Crawl", Doc: "let new items and known ones come, and skip those that the filter has seen",
	Summary: "%s of %s new items skipped",
	Asked:   "when they come again",
	New:     func() Outcome { return new(Crawl) },
})

// Crawl is the outcome of a [KindCrawl] trial: items are looked up as they come, and those
// that the filter denies are fetched and inserted. New ones that it does not deny are lost.
type Crawl struct {
	Steps []Crawled `json:"steps"` // after each tenth of the new items; counts are from the start
}

// Crawled is the state of a crawl.
type Crawled struct {
	Fresh     uint64 `json:"fresh"`             // new items that came
	Skipped   uint64 `json:"skipped"`           // of those, skipped although nobody had seen them
	Refused   uint64 `json:"refused,omitempty"` // of those, fetched, and refused by the filter
	Repeats   uint64 `json:"repeats"`           // items that came again
	Again     uint64 `json:"again,omitempty"`   // of those, fetched again, the filter having refused them before
	Known     uint64 `json:"known"`             // of the repeats, items that the filter had accepted
	Forgotten uint64 `json:"forgotten"`         // of those, denied
	Bits      uint64 `json:"bits"`              // of the table now
	Text      uint64 `json:"text"`              // bytes of the items that are held, as text
}

// Held returns how many items the filter holds.
func (c Crawled) Held() uint64 { return c.Fresh - min(c.Fresh, c.Skipped+c.Refused) }

// Crawl returns the outcome of a [KindCrawl] trial, nil of any other and of one that failed.
func (r *Record) Crawl() *Crawl { p, _ := r.Outcome.(*Crawl); return p }

func (*Crawl) Kind() string { return KindCrawl }

func (c *Crawl) last() (s Crawled) {
	if len(c.Steps) > 0 {
		s = c.Steps[len(c.Steps)-1]
	}
	return s
}

func (c *Crawl) Tally() (skipped, fresh uint64) { return c.last().Skipped, c.last().Fresh }

func (c *Crawl) Held(Trial) (asked, denied uint64) { return c.last().Known, c.last().Forgotten }

func (c *Crawl) Exact(Trial) Outcome { return c }

func (c *Crawl) check(Trial) error {
	for i, s := range c.Steps {
		if i > 0 && s.Fresh <= c.Steps[i-1].Fresh {
			return fmt.Errorf("step %d: %d new items after %d; must increase", i, s.Fresh, c.Steps[i-1].Fresh)
		}
		err := checkParts(
			atMost{"skipped and refused", s.Skipped + s.Refused, "fresh", s.Fresh},
			atMost{"known and again", s.Known + s.Again, "repeats", s.Repeats},
			atMost{"forgotten", s.Forgotten, "known", s.Known},
		)
		if err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	return nil
}

func (c *Crawl) samples(r *Record, _ Nulls) []Sampled {
	var all []Sampled
	for _, step := range c.Steps {
		s := Sampled{Record: r, N: max(1, step.Fresh), Point: []Label{{"times", short(float64(step.Fresh) / float64(max(1, r.Capacity+r.Slots)))}}}
		s.add(UnitFalsePositives, 1e6, step.Skipped, step.Fresh)
		s.add(UnitRefused, 100, step.Refused, step.Fresh)
		s.add(UnitBitsPerKey, 1, step.Bits, step.Held())
		all = append(all, s)
	}
	return all
}
