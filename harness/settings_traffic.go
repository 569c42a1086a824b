package harness

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"filterbench/internal/record"
)

// The settings of kinds that time operations one by one, and several goroutines.

// overTraffic puts what a profile gives over the settings.
func (s *Settings) overTraffic(over *Settings) {
	replace(&s.Rates, over.Rates, over.Rates != nil)
	replace(&s.Arrivals, over.Arrivals, over.Arrivals != nil)
	replace(&s.Guards, over.Guards, over.Guards != nil)
	replace(&s.Goroutines, over.Goroutines, over.Goroutines != nil)
}

// givenTraffic lists which of these keys are set.
func (s *Settings) givenTraffic() (keys []string) {
	for key, given := range map[string]bool{
		"rates": s.Rates != nil, "arrivals": s.Arrivals != nil, "guards": s.Guards != nil, "goroutines": s.Goroutines != nil,
	} {
		if given {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// The bounds of these settings: a rate beyond the higher one is more than a clock can
// tell apart, and one below the lower one waits for most of the time.
const (
	leastRate      = 1e3
	mostRate       = 1e8
	mostGoroutines = 1024
)

// checkTraffic bounds the settings of these kinds.
func (s *Settings) checkTraffic() error {
	if s.Rates != nil && len(s.Rates) == 0 || s.Goroutines != nil && len(s.Goroutines) == 0 {
		return errors.New(`key "rates" or "goroutines": the list is empty`)
	}
	for _, rate := range s.Rates {
		if !(rate >= leastRate && rate <= mostRate) {
			return fmt.Errorf("key \"rates\": %v is not from %v to %v", rate, leastRate, mostRate)
		}
	}
	for _, n := range s.Goroutines {
		if n < 1 || n > mostGoroutines {
			return fmt.Errorf("key \"goroutines\": %d is not from 1 to %d", n, mostGoroutines)
		}
	}
	if !slices.IsSorted(s.Rates) || !slices.IsSorted(s.Goroutines) {
		return errors.New(`keys "rates" and "goroutines" must be in increasing order`)
	}
	if err := cmp.Or(oneOf("arrivals", s.Arrivals, []string{record.ArrivalEven, record.ArrivalPoisson}), oneOf("guards", s.Guards, record.Guards)); err != nil {
		return err
	}
	return nil
}

// oneOf judges a list of names.
func oneOf(key string, list, known []string) error {
	for _, name := range list {
		if !slices.Contains(known, name) {
			return fmt.Errorf("key %q: %q is not one of %s", key, name, strings.Join(known, ", "))
		}
	}
	return checkList(key, list)
}
