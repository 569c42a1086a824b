package harness

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

// Profiles are the sizes in which every experiment can be run.
var Profiles = []string{"quick", "standard", "full"}

// Experiment is a declared experiment, as decoded from its file.
type Experiment struct {
	Name   string // the file's name without number and suffix
	File   string // where it was read, for messages
	Source []byte // the file's bytes, kept in the manifest

	Title    string `toml:"title"`    // a heading
	Question string `toml:"question"` // what the reader wants to know
	Expect   string `toml:"expect"`   // what theory or folklore says beforehand
	Seed     uint64 `toml:"seed"`     // all random numbers derive from it
	Parts    []Part `toml:"part"`
}

// Part is one grid of trials of one kind.
type Part struct {
	Name      string   `toml:"name"`
	Kind      string   `toml:"kind"`      // one of record's kinds
	Variants  []string `toml:"variants"`  // names, with {key} for values of Grid
	Workloads []string `toml:"workloads"` // names, with {key} for values of Grid
	Settings
	Quick *Settings `toml:"quick"` // what profile quick changes
	Full  *Settings `toml:"full"`  // what profile full changes
}

// Settings are the keys of a part that a profile may change. A nil field is not
// given. Which keys a kind takes is in the table of kinds.
type Settings struct {
	Grid       map[string][]any `toml:"grid"`        // values for {key}
	Capacity   []uint64         `toml:"capacity"`    // keys the filter is sized for
	Slots      []uint64         `toml:"slots"`       // or slots of its table
	Fill       []float64        `toml:"fill"`        // keys inserted, in multiples of capacity or slots
	Hashes     []string         `toml:"hashes"`      // hash functions; metro alone if not given
	Reps       *int             `toml:"reps"`        // independent repetitions, each with its own seed
	Positives  *uint64          `toml:"positives"`   // false positives to expect at each point, all reps together
	Precision  *float64         `toml:"precision"`   // or the relative half width of its interval, for which each rep asks as long as it takes
	MaxQueries *uint64          `toml:"max_queries"` // bound on the queries of a point, all reps together
	Draws      *int             `toml:"draws"`       // fillings or hot keys per trial; deletes of absent keys for erasure
	Loads      []float64        `toml:"loads"`       // centres of load windows
	Copies     *int             `toml:"copies"`      // inserts of each hot key
	Turnovers  []float64        `toml:"turnovers"`   // checkpoints of a churn
	Deletes    *bool            `toml:"deletes"`     // delete what leaves the window
	Policies   []string         `toml:"policies"`    // of the caller of a drift: every, check, last, known
	Calls      []string         `toml:"calls"`       // batch, single, chain
	Timing                      // more of kind time
	Ops        []string         `toml:"ops"`        // operations to time
	Lookups    *int             `toml:"lookups"`    // lookups per timed sample
	Rates      []float64        `toml:"rates"`      // arrivals a second
	Arrivals   []string         `toml:"arrivals"`   // even, poisson
	Guards     []string         `toml:"guards"`     // what lets goroutines share a filter
	Goroutines []int            `toml:"goroutines"` // how many work at once
}

// Decode reads one experiment file. name is the experiment's name and file what
// messages call it. Unknown keys, missing keys, keys that the part's kind does
// not use and placeholders without values are errors that name file and key.
func Decode(name, file string, source []byte) (Experiment, error) {
	e := Experiment{Name: name, File: file, Source: source}
	dec := toml.NewDecoder(bytes.NewReader(source))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return Experiment{}, decodeError(file, err)
	}
	for _, need := range [][2]string{{"title", e.Title}, {"question", e.Question}, {"expect", e.Expect}} {
		if strings.TrimSpace(need[1]) == "" {
			return Experiment{}, fmt.Errorf("%s: key %q is missing: say it in a sentence", file, need[0])
		}
	}
	if len(e.Parts) == 0 {
		return Experiment{}, fmt.Errorf("%s: no [[part]]: nothing to measure", file)
	}
	seen := map[string]bool{}
	for i := range e.Parts {
		p := &e.Parts[i]
		where := fmt.Sprintf("%s: part %q", file, p.Name)
		if p.Name == "" || seen[p.Name] {
			return Experiment{}, fmt.Errorf("%s: part %d: key \"name\" must be given and differ from the other parts", file, i+1)
		}
		seen[p.Name] = true
		if err := p.check(where); err != nil {
			return Experiment{}, err
		}
	}
	return e, nil
}

// Digest returns the SHA-256 of the file, in hexadecimal.
func (e Experiment) Digest() string {
	sum := sha256.Sum256(e.Source)
	return hex.EncodeToString(sum[:])
}

func (p *Part) check(where string) error {
	kind, ok := kinds[p.Kind]
	if !ok {
		return fmt.Errorf("%s: key \"kind\": %q is not one of %s", where, p.Kind, kindNames())
	}
	if len(p.Variants) == 0 || len(p.Workloads) == 0 {
		return fmt.Errorf("%s: keys \"variants\" and \"workloads\" must each list at least one name", where)
	}
	for _, profile := range Profiles {
		s := p.settings(profile)
		given := s.given()
		for _, need := range append([]string{"reps"}, kind.needs...) {
			if !slices.ContainsFunc(strings.Split(need, " or "), func(key string) bool { return slices.Contains(given, key) }) {
				return fmt.Errorf("%s: kind %s needs key \"%s\"", where, p.Kind, strings.ReplaceAll(need, " or ", `" or "`))
			}
		}
		for _, key := range given {
			if !kind.has(key) {
				return fmt.Errorf("%s: key %q has no use in kind %s", where, key, p.Kind)
			}
		}
		if err := cmp.Or(s.check(), s.checkPrecision(), s.checkTraffic(), s.checkTiming(), kind.fits(&s)); err != nil {
			return fmt.Errorf("%s (profile %s): %w", where, profile, err)
		}
	}
	return nil
}

// settings returns the part's settings in a profile: its own, with what the
// profile gives put over them.
func (p *Part) settings(profile string) Settings {
	s := p.Settings
	over := map[string]*Settings{"quick": p.Quick, "full": p.Full}[profile]
	if over == nil {
		return s
	}
	replace(&s.Grid, over.Grid, over.Grid != nil)
	replace(&s.Capacity, over.Capacity, over.Capacity != nil)
	replace(&s.Slots, over.Slots, over.Slots != nil)
	replace(&s.Fill, over.Fill, over.Fill != nil)
	replace(&s.Hashes, over.Hashes, over.Hashes != nil)
	replace(&s.Reps, over.Reps, over.Reps != nil)
	replace(&s.Positives, over.Positives, over.sampling())
	replace(&s.Precision, over.Precision, over.sampling())
	replace(&s.MaxQueries, over.MaxQueries, over.MaxQueries != nil)
	replace(&s.Draws, over.Draws, over.Draws != nil)
	replace(&s.Loads, over.Loads, over.Loads != nil)
	replace(&s.Copies, over.Copies, over.Copies != nil)
	replace(&s.Turnovers, over.Turnovers, over.Turnovers != nil)
	replace(&s.Deletes, over.Deletes, over.Deletes != nil)
	replace(&s.Policies, over.Policies, over.Policies != nil)
	replace(&s.Calls, over.Calls, over.Calls != nil)
	s.Timing.replaceBy(over.Timing)
	replace(&s.Ops, over.Ops, over.Ops != nil)
	replace(&s.Lookups, over.Lookups, over.Lookups != nil)
	s.overTraffic(over)
	return s
}

func replace[T any](field *T, value T, given bool) {
	if given {
		*field = value
	}
}

// given lists the keys that are set.
func (s *Settings) given() []string {
	var keys []string
	add := func(key string, given bool) {
		if given {
			keys = append(keys, key)
		}
	}
	add("grid", s.Grid != nil)
	add("capacity", s.Capacity != nil)
	add("slots", s.Slots != nil)
	add("fill", s.Fill != nil)
	add("hashes", s.Hashes != nil)
	add("reps", s.Reps != nil)
	add("positives", s.Positives != nil)
	add("precision", s.Precision != nil)
	add("max_queries", s.MaxQueries != nil)
	add("draws", s.Draws != nil)
	add("loads", s.Loads != nil)
	add("copies", s.Copies != nil)
	add("turnovers", s.Turnovers != nil)
	add("deletes", s.Deletes != nil)
	add("policies", s.Policies != nil)
	add("calls", s.Calls != nil)
	add("depths", s.Depths != nil)
	add("pages", s.Pages != nil)
	add("twins", s.Twins != nil)
	add("ops", s.Ops != nil)
	add("lookups", s.Lookups != nil)
	return append(keys, s.givenTraffic()...)
}

// check bounds every number that is given.
func (s *Settings) check() error {
	if s.Capacity != nil && s.Slots != nil {
		return errors.New(`keys "capacity" and "slots" exclude each other`)
	}
	if s.Capacity != nil && len(s.Capacity) == 0 || s.Slots != nil && len(s.Slots) == 0 {
		return errors.New(`key "capacity" or "slots": the list is empty`)
	}
	for _, n := range slices.Concat(s.Capacity, s.Slots) {
		if n == 0 {
			return errors.New(`keys "capacity" and "slots" must be above 0`)
		}
	}
	counts := []struct {
		key string
		n   *int
		max int
	}{{"reps", s.Reps, 1e6}, {"draws", s.Draws, 1e6}, {"copies", s.Copies, 1e6}, {"lookups", s.Lookups, 1e9}}
	for _, c := range counts {
		if c.n != nil && (*c.n < 1 || *c.n > c.max) {
			return fmt.Errorf("key %q = %d: must be from 1 to %d", c.key, *c.n, c.max)
		}
	}
	if s.Positives != nil && *s.Positives == 0 || s.MaxQueries != nil && *s.MaxQueries == 0 {
		return errors.New(`keys "positives" and "max_queries" must be above 0`)
	}
	ranges := []struct {
		key      string
		list     []float64
		min, max float64
	}{{"fill", s.Fill, 0, 1000}, {"loads", s.Loads, 0, 1}, {"turnovers", s.Turnovers, 0, 1e6}}
	for _, r := range ranges {
		if r.list != nil && len(r.list) == 0 {
			return fmt.Errorf("key %q: the list is empty", r.key)
		}
		for _, x := range r.list {
			if !(x >= r.min && x <= r.max) { // written so that NaN fails
				return fmt.Errorf("key %q: %v is not from %v to %v", r.key, x, r.min, r.max)
			}
		}
		if !slices.IsSorted(r.list) {
			return fmt.Errorf("key %q must be in increasing order", r.key)
		}
	}
	if err := cmp.Or(checkList("hashes", s.Hashes), checkList("policies", s.Policies), checkList("calls", s.Calls), checkList("ops", s.Ops)); err != nil {
		return err
	}
	for _, hash := range s.Hashes {
		if _, err := hashing.FunctionOf(hash); err != nil {
			return fmt.Errorf("key \"hashes\": %w", err)
		}
	}
	for _, policy := range s.Policies {
		if !slices.Contains(record.Policies, policy) {
			return fmt.Errorf("key \"policies\": %q is not one of %s", policy, strings.Join(record.Policies, ", "))
		}
	}
	for _, call := range s.Calls {
		if !slices.Contains(callNames, call) {
			return fmt.Errorf("key \"calls\": %q is not one of %s", call, strings.Join(callNames, ", "))
		}
	}
	for _, op := range s.Ops {
		if !record.ValidOp(op) {
			return fmt.Errorf("key \"ops\": %q is not insert, build, hit, miss, delete, refused, hash or a mix such as mix50", op)
		}
	}
	return nil
}
