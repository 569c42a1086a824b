// Package families says what every family of filters is, without building one: its name,
// place in reports, colour, parameters with their defaults, the model that predicts its
// rate of false positives, the cache lines that a lookup touches, what it can do, and
// where it comes from. A [Family] is one value, next to its kin in one file.
//
// It is data, so that those who read records may know families as well as those who
// build filters: package variants binds a row to the code of its filters, and package
// analysis reads names of variants with [Parse], colours, orders and models.
//
// Everything here is fixed when the program starts; nothing depends on the machine.
package families

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"filterbench/internal/near"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Family is what is known of one kind of filter.
type Family struct {
	spec.Schema // its name, its parameters, and half a sentence on what it is

	Order  int    // its place in lists and reports, ascending; no two are equal
	Colour Colour // in every figure
	Use    string // one sentence on when to take it

	Traits Traits       // what its filters can do and what to expect of them
	Model  theory.Model // what predicts its rate; "" where no formula fits

	// Lines is how many cache lines of the table a lookup touches, for families in which
	// that is fixed and the same for all parameters; a bucket that straddles two lines
	// counts as one. 0 where it depends on the parameters, the key or the load.
	Lines int

	Origin  Origin
	Rivals  Rivals   // what stands against a library
	OwnHash string   // why a library cannot be measured without its own hash; "" where it can be
	Library *Library // what an audit of a library goes by; nil for what is not audited
}

// Origin says whose filter it is. The zero value means that it was written here.
type Origin struct {
	Module  string // of the library that an adapter calls
	Version string // of that library
	Port    string // the program whose filter was written anew here, bit for bit
}

// String returns the library with its version, the program of a port, or "".
func (o Origin) String() string {
	if o.Module != "" {
		return o.Module + " " + o.Version
	}
	return o.Port
}

// Peer returns the library with its version, or "" for a filter of this project.
// Libraries hash by themselves: an adapter hands them the 8 bytes of the 64-bit hash as
// the key.
func (f *Family) Peer() string {
	if f.Origin.Module == "" {
		return ""
	}
	return f.Origin.String()
}

// Has reports whether the family has all of the given traits.
func (f *Family) Has(all Traits) bool { return f.Traits.Has(all) }

// HasAny reports whether the family has any of the given traits.
func (f *Family) HasAny(of Traits) bool { return f.Traits&of != 0 }

// Rivals are the filters that a library is compared with, each a family or the name of
// one filter.
type Rivals struct {
	Fastest []string // those of which the fastest at the library's rate stands against it
	Same    []string // of the library's own kind, where that is not the fastest
}

// Library is what the code and the documentation of a library say of one of its
// filters: facts for people, beside what an audit counts.
type Library struct {
	Hash    string // how it hashes keys
	Seeds   string // what of its randomness a caller can seed
	Threads string // what its documentation says of concurrent use

	Forgets bool // it denies keys that it took, as its documentation says

	// What rate of false positives the documentation gives for a filter that holds the
	// keys it was sized for: that of a parameter, or a number; neither for no promise.
	PromiseKey  string
	PromiseRate float64

	Defects []Defect // known ones of the version under audit
}

// Defect is something that a library does otherwise than its documentation says, or
// than anybody would expect of it.
type Defect struct {
	What string // in half a sentence
	Test string // the test that shows it, and that notices its repair
}

// Promise returns the rate that the documentation gives for the parameters, 0 for none.
func (l *Library) Promise(v spec.Values) float64 {
	if l.PromiseKey != "" {
		return v.Float(l.PromiseKey)
	}
	return l.PromiseRate
}

// table holds the families in their order, and named the same by name.
var (
	table []*Family
	named = map[string]*Family{}
)

// add puts a family in its place. Each family's file calls it once for each of its rows.
func add(f Family) *Family {
	at, taken := slices.BinarySearchFunc(table, f.Order, func(g *Family, order int) int { return g.Order - order })
	if taken {
		panic(fmt.Sprintf("families: %s and %s have the same order %d", f.Name, table[at].Name, f.Order))
	}
	if named[f.Name] != nil {
		panic("families: two families are called " + f.Name)
	}
	table, named[f.Name] = slices.Insert(table, at, &f), &f
	return &f
}

// All returns the families in the order of reports. The caller writes nothing.
func All() []*Family { return table }

// Named returns the family of a name, that of a program of the project's contenders too;
// nil if there is none.
func Named(name string) *Family {
	if f := named[name]; f != nil {
		return f
	}
	return programs[name]
}

// NameOf returns the family's name in a variant's: "cuckoo" of "cuckoo(b=4,f=12)".
func NameOf(variant string) string {
	name, _, _ := strings.Cut(variant, "(")
	return name
}

// Parse reads the name of a variant of any family, such as "cuckoo(b=4,f=12)", and
// returns its parameters with their defaults. Its error names the parameter and says
// what would be right.
func Parse(text string) (*Family, spec.Values, error) {
	s, err := spec.Parse(text)
	if err != nil {
		return nil, spec.Values{}, fmt.Errorf("variant %w", err)
	}
	f := Named(s.Name)
	if f == nil {
		return nil, spec.Values{}, fmt.Errorf("variant %q: no family is called %q; %s", text, s.Name, near.Hint(s.Name, Names()))
	}
	v, err := f.Resolve(s)
	if err != nil {
		return nil, spec.Values{}, fmt.Errorf("variant %w", err)
	}
	return f, v, nil
}

// Default returns the default of a parameter that is a number.
func Default(family, key string) float64 {
	field, _ := named[family].Field(key)
	x, err := strconv.ParseFloat(field.Default, 64)
	if err != nil {
		panic(fmt.Sprintf("families: %s of %s has no default that is a number", key, family))
	}
	return x
}

// Names lists all families in the order of reports.
func Names() []string {
	names := make([]string, len(table))
	for i, f := range table {
		names[i] = f.Name
	}
	return names
}

// Predict returns what the model of the shape's family expects of a filter that holds
// that many distinct keys; false if no formula fits the family or the shape.
func Predict(s shape.Shape, keys uint64) (theory.Prediction, bool) {
	f := Named(s.Family)
	if f == nil {
		return theory.Prediction{}, false
	}
	return theory.Predict(f.Model, s, keys)
}
