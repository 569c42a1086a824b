package harness

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
	"filterbench/variants/shape"
)

// kind says how trials of one of [record.Kinds] are planned and measured. Each is declared
// in the file of its probe. The files are in this package and not below it because a probe
// is written with what the package keeps to itself: the trial's filter under its keys, the
// timed loops and the clocks.
type kind struct {
	name  string
	needs []string // keys of a part, beside reps; "a or b" is one of the two
	takes []string // keys that may be given besides
	draws string   // what the key of that name counts; "" if the kind has no use for it
	stage stage

	keyed  bool                                    // an empty filter gives nothing to measure
	wants  []want                                  // what a filter must be able to do
	atOnce bool                                    // measures filters that are made at once from all keys, too
	suits  func(variants.Variant, *Settings) error // what else keeps a filter out; nil if nothing does
	check  func(*Settings) error                   // what else settings must fulfil; nil if nothing

	inserts func(record.Trial) uint64 // positions of the workload that a trial cannot do without; nil if those that fill the filter
	stays   bool                      // all of these may be in the filter at once
	absents func(record.Trial) uint64 // keys that are no members, the same; nil if it asks for what there are
	cost    func(work) cost
	probe   func(record.Trial, *record.Record) error // fills in shape and outcome
	program func(program, *record.Record) error      // the same for a filter that is a program; nil if no job of a program is of this kind
}

// stage is when trials of a kind run, and beside what.
type stage int

const (
	counting stage = iota // on all cores
	single                // alone, for the heap is read or its allocations are counted, which all trials of the process share
	timed                 // alone, for the clock is on, and interleaved
)

// work is a trial with what its cost depends on.
type work struct {
	record.Trial
	variant     variants.Variant
	shape       shape.Shape
	keys, slots float64 // keys inserted; slots of the table
	perKey      float64 // nanoseconds of an insert
	perHit      float64 // of a lookup of a member
	perLookup   float64 // of a lookup of an absent key
	refused     float64 // inserts, about
}

// cost is what a trial takes beside what all take.
type cost struct {
	ns      float64 // of one core
	bytes   uint64  // beside the filter and what it keeps
	lookups float64 // of absent keys, where their number is not known beforehand
}

// want is something that a filter must be able to do.
type want struct {
	any families.Traits // of which it has one
	why string          // what is said of one that has none, with a %s for the kind
}

var (
	refusals = want{families.Kicks | families.Refuses, "never refuses a key, so kind %s has nothing to measure"}
	kicks    = want{families.Kicks, "never refuses a key, so kind %s has nothing to measure"}
	chains   = want{families.Chains, "has no chains, whose lengths kind %s counts"}
	placings = want{families.Places, "does not say where a key may lie, which kind %s needs"}
	deletes  = want{families.Deletes, "cannot delete, which kind %s needs"}
)

// kinds is the table of all kinds, by name. Variables of this package fill it before any
// function can read it.
var kinds = kindTable{}

type kindTable map[string]kind

// add inserts a row; a package-level variable of the kind's file calls it.
func (t kindTable) add(k kind) struct{} {
	t[k.name] = k
	return struct{}{}
}

// kindNames lists the kinds in the order of lists.
func kindNames() string {
	var names []string
	for _, k := range record.Kinds() {
		names = append(names, k.Name)
	}
	return strings.Join(names, ", ")
}

// admits reports why a variant cannot take part in trials of the kind, if so.
func (k kind) admits(v variants.Variant, s *Settings) error {
	if v.Has(families.Static) && !k.atOnce {
		return fmt.Errorf("%s is made at once from all keys, which kind %s cannot measure", v, k.name)
	}
	for _, w := range k.wants {
		if !v.HasAny(w.any) {
			return fmt.Errorf("%s "+w.why, v, k.name)
		}
	}
	if _, is := catalog.ProgramOf(v.String()); is && k.program == nil {
		return fmt.Errorf("%s is a program, and kind %s is for filters that are made here", v, k.name)
	} else if is && k.stage == timed {
		return timesPrograms(v, s)
	}
	if k.suits != nil {
		return k.suits(v, s)
	}
	return nil
}

// has reports whether a part of the kind may give a key.
func (k kind) has(key string) bool {
	for _, need := range k.needs {
		if slices.Contains(alternatives(need), key) {
			return true
		}
	}
	return key == "grid" || key == "reps" || slices.Contains(k.takes, key)
}

// mustInsert returns how many positions of its workload a trial cannot do without.
// Fillings and searches end by themselves where the keys do.
func mustInsert(t record.Trial) uint64 {
	if inserts := kinds[t.Kind].inserts; inserts != nil {
		return inserts(t)
	}
	return keysOf(t)
}

// none is for trials that end by themselves where the keys do.
func none(record.Trial) uint64 { return 0 }

// insertedBy returns the most keys that a trial's filter takes in its life: those
// that it is filled with and, in a churn that deletes nothing, those that follow.
func insertedBy(t record.Trial) uint64 {
	if kinds[t.Kind].stays {
		return mustInsert(t)
	}
	return keysOf(t)
}

// signPeer notes whose filter a record is of, and whether its counts can be repeated.
func signPeer(r *record.Record) {
	if v, err := catalog.Parse(r.Variant); err == nil {
		r.Peer, r.Unseeded = cmp.Or(r.Peer, v.Peer()), v.Has(families.Unseeded)
	}
}

// alone reports whether trials of a kind must run by themselves.
func alone(kind string) bool { return kinds[kind].stage != counting }

// clocked reports whether the clock is on trials of a kind.
func clocked(kind string) bool { return kinds[kind].stage == timed }

// order lists trials as they are to start: counting, on all cores, then audits and the
// heap, then times, interleaved.
func order(trials []record.Trial) []record.Trial {
	if !slices.ContainsFunc(trials, func(t record.Trial) bool { return alone(t.Kind) }) {
		return trials
	}
	var stages [timed + 1][]record.Trial
	for _, t := range trials {
		stage := kinds[t.Kind].stage
		stages[stage] = append(stages[stage], t)
	}
	return slices.Concat(stages[counting], stages[single], Interleave(stages[timed]))
}
