package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Outcome is what a trial counted: a pointer to the payload of its kind, such as
// [*FPR]. A line of a records file holds it under the kind's name.
type Outcome interface {
	// Kind returns the name of the kind whose payload this is.
	Kind() string

	// Tally returns the two numbers that the kind's Summary names.
	Tally() (a, b uint64)

	// Held returns how many lookups asked for keys that the filter had accepted and must
	// still hold, and how many of them were denied; both are 0 where the kind has none.
	Held(Trial) (asked, denied uint64)

	// Exact returns the outcome without what a clock, the allocator or the order of
	// goroutines gave. What is left is a function of the trial. The outcome stays as it is.
	Exact(Trial) Outcome

	check(Trial) error                // what no trial can give
	samples(*Record, Nulls) []Sampled // of the record whose outcome this is
}

// Kind describes a kind of trial. Each is declared in the file of its payload.
type Kind struct {
	Name    string         // as in [Trial] and, of the payload, in JSON
	Order   int            // in lists
	Title   string         // of its benchmarks, as in "Churn"
	Doc     string         // what its trials do, in half a sentence
	Summary string         // of several records in one line, with a %s for each sum of [Outcome.Tally]
	Asked   string         // when keys that are held are looked up, in half a sentence; "" if never
	Repeats bool           // its trials may be repeated beyond the plan
	New     func() Outcome // an empty payload
}

// kinds is the table of all kinds. Variables of this package fill it before any
// function can read it.
var kinds kindTable

type kindTable []Kind

// add inserts a row; a package-level variable of the kind's file calls it.
func (t *kindTable) add(k Kind) struct{} {
	at, taken := slices.BinarySearchFunc(*t, k, func(a, b Kind) int { return cmp.Compare(a.Order, b.Order) })
	if taken {
		panic(fmt.Sprintf("record: kinds %q and %q have the same place in lists", (*t)[at].Name, k.Name))
	}
	*t = slices.Insert(*t, at, k)
	return struct{}{}
}

// Kinds returns all kinds of trial in the order of lists.
func Kinds() []Kind { return slices.Clone(kinds) }

// KindOf returns the kind of a name; ok is false for an unknown one.
func KindOf(name string) (k Kind, ok bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// kindNames lists the names, for errors.
func kindNames() string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return strings.Join(names, ", ")
}

func sum(list []uint64) uint64 {
	total := uint64(0)
	for _, n := range list {
		total += n
	}
	return total
}
