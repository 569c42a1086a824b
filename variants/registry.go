package variants

import (
	"fmt"
	"math"
	"strings"

	"filterbench/internal/spec"
	"filterbench/variants/theory"
)

// Family is one kind of filter: a row of [Families].
type Family struct {
	spec.Schema // its name and parameters

	// What its filters can do beside Insert and Contains. The conformance suite
	// proves that these agree with the method sets.
	Delete, Count, Kicks, Places, Chains, Overflow, Side, Batch bool

	// Static says that its filters are made at once from all keys: they are [Builder]s.
	Static bool

	// Peer names the library, with its version, that an adapter puts under the same
	// measurements, or is "" for a filter of this project. Peers hash by themselves:
	// an adapter hands them the 8 bytes of the 64-bit hash as the key.
	Peer string

	// Library says of a Peer what cannot be measured. Only peers have one.
	Library *Library

	// Refuses says that Insert may return [ErrFull] although the filters are no
	// [Kicker]s: what a refusal cost, and what it did to other keys, is not to be known.
	Refuses bool

	// Unseeded says that the filters draw random numbers that nobody can seed, so that
	// counts of equal trials may differ.
	Unseeded bool

	// Grows says that its filters add to their tables as keys come. Then the size
	// asked for is ignored, Insert allocates now and then, and the answers of false
	// positives depend on the order of the keys.
	Grows bool

	// Shares says that copies of a key may share a slot: Used is at most the number
	// of copies held, and 0 only with them.
	Shares bool

	// Absorbs says that an insert of a key that looks like a member is accepted and
	// changes nothing, so that a key may rely on another's trace, and on one for all
	// its copies. A delete takes that trace: it loses all keys that have the same, and
	// only those, until one of them is inserted again. Without deletes no key is lost.
	Absorbs bool

	// Allocates says that Insert allocates now and then, for a map or dictionary of
	// entries that no shape foresees.
	Allocates bool

	// Unsound says that its deletes break the contract on purpose: it is there to be
	// measured, and the conformance suite leaves it out.
	Unsound bool

	// settle, if not nil, judges parameters together that are legal one by one,
	// and returns them without those that say nothing beside the others.
	settle func(v spec.Values) (spec.Values, error)
	// shape sizes a filter: a pure function, nothing is allocated. An error says
	// which parameter or size cannot be met.
	shape func(v spec.Values, size Size) (theory.Shape, error)
	// build makes an empty filter of that shape. seed feeds what is random in the
	// filter itself, such as the walk of a cuckoo filter's evictions.
	build func(v spec.Values, shape theory.Shape, seed uint64) Filter
}

// Size says how large a filter is to be: for so many keys, or with so many
// slots. At most one field is set (neither
// asks for the smallest filter); only families that kick or refuse take Slots.
type Size struct {
	Keys  uint64 // the filter must be able to hold this many distinct keys at its design; one that grows always can
	Slots uint64 // the table has at least this many slots, whatever the load
}

// Variant is a family with its parameters.
type Variant struct {
	*Family
	Values spec.Values
}

// Define completes a family that is written outside this package. shape sizes a
// filter and build makes it, as for the families here; what is random in the filter
// feeds on seed.
func Define(f Family, shape func(v spec.Values, size Size) (theory.Shape, error),
	build func(v spec.Values, shape theory.Shape, seed uint64) Filter) Family {
	f.shape, f.build = shape, build
	return f
}

// Parse reads the name of a variant of one of [Families], such as
// "cuckoo(b=4,f=12)". Its error names the parameter and says what would be right.
func Parse(text string) (Variant, error) { return ParseIn(Families, text) }

// ParseIn is [Parse] for a table of families.
func ParseIn(families []Family, text string) (Variant, error) {
	s, err := spec.Parse(text)
	if err != nil {
		return Variant{}, fmt.Errorf("variant %w", err)
	}
	for i := range families {
		if f := &families[i]; f.Name == s.Name {
			v, err := f.resolve(s)
			if err != nil {
				return Variant{}, fmt.Errorf("variant %w", err)
			}
			return Variant{f, v}, nil
		}
	}
	return Variant{}, fmt.Errorf("variant %q: no family is called %q; there are %s", text, s.Name, strings.Join(NamesOf(families), ", "))
}

// resolve checks the parameters, each and together.
func (f *Family) resolve(s spec.Spec) (spec.Values, error) {
	v, err := f.Resolve(s)
	if err != nil || f.settle == nil {
		return v, err
	}
	if v, err = f.settle(v); err != nil {
		return v, fmt.Errorf("%s: %w", s, err)
	}
	return v, nil
}

// String returns the canonical name, which [Parse] reads back.
func (v Variant) String() string { return v.Values.String() }

// Shape returns the geometry that New would build, before any growth.
func (v Variant) Shape(size Size) (theory.Shape, error) {
	if size.Keys != 0 && size.Slots != 0 {
		return theory.Shape{}, fmt.Errorf("variant %s: give either a number of keys or of slots, not both", v)
	}
	if size.Slots != 0 && !v.Kicks && !v.Refuses {
		return theory.Shape{}, fmt.Errorf("variant %s has no slots; size it by its number of keys", v)
	}
	shape, err := v.shape(v.Values, size)
	if err != nil {
		return theory.Shape{}, fmt.Errorf("variant %s: %w", v, err)
	}
	if shape.Bits > maxBits {
		return theory.Shape{}, fmt.Errorf("variant %s: %d keys or slots need more than 2^%d bits", v, size.Keys+size.Slots, maxBitsLog)
	}
	shape.Family = v.Name
	return shape, nil
}

// New builds an empty filter.
func (v Variant) New(size Size, seed uint64) (Filter, error) {
	shape, err := v.Shape(size)
	if err != nil {
		return nil, err
	}
	return v.build(v.Values, shape, seed), nil
}

// maxBits bounds a table at 128 GiB: beyond that a size is a slip of the pen. Where
// addresses have 32 bits it is 1 GiB.
const (
	maxBitsLog = 33 + 7*(math.MaxUint>>63)
	maxBits    = uint64(1) << maxBitsLog
)

// Names lists [Families] in report order.
func Names() []string { return NamesOf(Families) }

// NamesOf lists the names of a table of families, in its order.
func NamesOf(families []Family) []string {
	names := make([]string, len(families))
	for i, f := range families {
		names[i] = f.Name
	}
	return names
}
