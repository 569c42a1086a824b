package harness

import (
	"errors"
	"fmt"
	"slices"

	"filterbench/internal/record"
)

// Timing is what a part of kind time may say beside the keys that it needs.
type Timing struct {
	Depths []int    `toml:"depths"` // keys of a batch call, from 1 to 512; 512 alone if not given
	Pages  []string `toml:"pages"`  // of the filters' tables: small, huge; as the system gives them if not given
	Twins  *int     `toml:"twins"`  // trials that do the same, to see what differs by chance; 1 if not given
}

// mostTwins bounds the trials of one kind of work in a repetition.
const mostTwins = 10

func (t *Timing) replaceBy(over Timing) {
	replace(&t.Depths, over.Depths, over.Depths != nil)
	replace(&t.Pages, over.Pages, over.Pages != nil)
	replace(&t.Twins, over.Twins, over.Twins != nil)
}

// checkTiming judges the keys that only kind time has a use for.
func (s *Settings) checkTiming() error {
	t := s.Timing
	if t.Depths != nil && !slices.Contains(s.Calls, callBatch) {
		return errors.New(`key "depths" has a use with calls = ["batch"] only`)
	}
	if t.Depths != nil && len(t.Depths) == 0 {
		return errors.New(`key "depths": the list is empty`)
	}
	for i, depth := range t.Depths {
		if depth < 1 || depth > group || slices.Contains(t.Depths[:i], depth) {
			return fmt.Errorf("key \"depths\": %d must be from 1 to %d, and listed once", depth, group)
		}
	}
	for _, pages := range t.Pages {
		if pages != record.PagesSmall && pages != record.PagesHuge {
			return fmt.Errorf("key \"pages\": %q is not %s or %s", pages, record.PagesSmall, record.PagesHuge)
		}
	}
	if t.Twins != nil && (*t.Twins < 2 || *t.Twins > mostTwins) {
		return fmt.Errorf("key \"twins\" = %d: must be from 2 to %d", *t.Twins, mostTwins)
	}
	return checkList("pages", t.Pages)
}

// way is how a caller goes about it: with which policy, by which calls, on which
// pages; and which of several that do the same it is.
type way struct {
	policy, call, pages, arrival, guard string
	depth, twin                         int
}

func ways(s Settings) (list []way) {
	for _, w := range callers(s) {
		depths := []int{0}
		if w.call == callBatch {
			depths = orOne(s.Depths)
		}
		for _, depth := range depths {
			if w.depth = depth; depth == group {
				w.depth = 0
			}
			for _, pages := range orOne(s.Pages) {
				for twin := range max(1, deref(s.Twins)) {
					w.pages, w.twin = pages, twin
					list = append(list, w)
				}
			}
		}
	}
	return list
}

// callers lists the combinations of policies, calls, arrivals and guards.
func callers(s Settings) (list []way) {
	for _, policy := range orOne(s.Policies) {
		for _, call := range orOne(s.Calls) {
			for _, arrival := range orOne(s.Arrivals) {
				for _, guard := range orOne(s.Guards) {
					list = append(list, way{policy: policy, call: call, arrival: arrival, guard: guard})
				}
			}
		}
	}
	return list
}
