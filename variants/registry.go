package variants

import (
	"fmt"
	"math"
	"strings"

	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Family is one kind of filter: what is known of it, and how it is made.
type Family struct {
	families.Family

	shape Sizer
	build Maker
}

// Sizer computes the geometry of a filter: a pure function, nothing is allocated. Its error
// says which parameter or size cannot be met.
type Sizer func(v spec.Values, size Size) (shape.Shape, error)

// Maker makes an empty filter of that geometry. seed feeds what is random in the filter
// itself, such as the walk of a cuckoo filter's evictions.
type Maker func(v spec.Values, s shape.Shape, seed uint64) Filter

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

// Define binds a family to what sizes and makes its filters.
func Define(f families.Family, size Sizer, make Maker) Family {
	return Family{f, size, make}
}

// Parse reads the name of a variant of one of [Families], such as
// "cuckoo(b=4,f=12)". Its error names the parameter and says what would be right.
func Parse(text string) (Variant, error) { return ParseIn(Families, text) }

// ParseIn is [Parse] for a table of families.
func ParseIn(table []Family, text string) (Variant, error) {
	s, err := spec.Parse(text)
	if err != nil {
		return Variant{}, fmt.Errorf("variant %w", err)
	}
	for i := range table {
		if f := &table[i]; f.Name == s.Name {
			v, err := f.Resolve(s)
			if err != nil {
				return Variant{}, fmt.Errorf("variant %w", err)
			}
			return Variant{f, v}, nil
		}
	}
	return Variant{}, fmt.Errorf("variant %q: no family is called %q; there are %s", text, s.Name, strings.Join(NamesOf(table), ", "))
}

// String returns the canonical name, which [Parse] reads back.
func (v Variant) String() string { return v.Values.String() }

// Shape returns the geometry that New would build, before any growth.
func (v Variant) Shape(size Size) (shape.Shape, error) {
	if size.Keys != 0 && size.Slots != 0 {
		return shape.Shape{}, fmt.Errorf("variant %s: give either a number of keys or of slots, not both", v)
	}
	if size.Slots != 0 && !v.HasAny(families.Kicks|families.Refuses) {
		return shape.Shape{}, fmt.Errorf("variant %s has no slots; size it by its number of keys", v)
	}
	out, err := v.shape(v.Values, size)
	if err != nil {
		return shape.Shape{}, fmt.Errorf("variant %s: %w", v, err)
	}
	if out.Bits > maxBits {
		return shape.Shape{}, fmt.Errorf("variant %s: %d keys or slots need more than 2^%d bits", v, size.Keys+size.Slots, maxBitsLog)
	}
	out.Family = v.Name
	return out, nil
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
func NamesOf(table []Family) []string {
	names := make([]string, len(table))
	for i, f := range table {
		names[i] = f.Name
	}
	return names
}
