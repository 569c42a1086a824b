package variants

import (
	"fmt"

	"filterbench/internal/near"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
	"filterbench/variants/spec"
)

// Family is one kind of filter: what is known of it, and how it is made.
type Family struct {
	families.Family

	size Sizer
	make Maker
}

// Sizer computes the geometry of a filter: a pure function, nothing is allocated. Its error
// says which parameter or size cannot be met.
type Sizer func(v spec.Values, size Size) (shape.Shape, error)

// Maker makes an empty filter of the geometry that the family's [Sizer] computes. seed
// feeds what is random in the filter itself, such as the walk of a cuckoo filter's
// evictions.
type Maker func(v spec.Values, size Size, seed uint64) (Filter, error)

// Define binds a family to what sizes and makes its filters.
func Define(f families.Family, size Sizer, make Maker) Family { return Family{f, size, make} }

// Config is what a filter is made from: its parameters, and how many keys it is for.
type Config interface {
	// Shape returns the geometry of the filter, with the name of its family. Nothing is
	// allocated. The error says which field cannot be met, and what would be right.
	Shape() (shape.Shape, error)
}

// Row binds a family of package families, by its name, to the configuration and the
// constructor of its filters.
func Row[C Config, F Filter](name string, config func(v spec.Values, size Size, seed uint64) C, build func(C) (F, error)) Family {
	f := families.Named(name)
	if f == nil {
		panic("variants: package families has no family " + name)
	}
	return Define(*f,
		func(v spec.Values, size Size) (shape.Shape, error) { return config(v, size, 0).Shape() },
		func(v spec.Values, size Size, seed uint64) (Filter, error) { return build(config(v, size, seed)) })
}

// FromShape binds a family to filters that are made from their geometry and parameters
// alone, as those of libraries are.
func FromShape(f families.Family, size Sizer, build func(v spec.Values, s shape.Shape, seed uint64) Filter) Family {
	checked := func(v spec.Values, n Size) (shape.Shape, error) {
		s, err := size(v, n)
		if err != nil {
			return shape.Shape{}, err
		}
		s.Family = f.Name
		return sizing.Check(s)
	}
	return Define(f, checked, func(v spec.Values, n Size, seed uint64) (Filter, error) {
		s, err := checked(v, n)
		if err != nil {
			return nil, err
		}
		return build(v, s, seed), nil
	})
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

// ParseIn reads the name of a variant of one of the families of a table, such as
// "cuckoo(b=4,f=12)". Its error names the parameter and says what would be right.
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
	return Variant{}, fmt.Errorf("variant %q: no family is called %q; %s", text, s.Name, near.Hint(s.Name, NamesOf(table)))
}

// String returns the canonical name, which [ParseIn] reads back.
func (v Variant) String() string { return v.Values.String() }

// Shape returns the geometry that New would build, before any growth.
func (v Variant) Shape(size Size) (shape.Shape, error) {
	if err := v.takes(size); err != nil {
		return shape.Shape{}, err
	}
	s, err := v.size(v.Values, size)
	if err != nil {
		return shape.Shape{}, fmt.Errorf("variant %s: %w", v, err)
	}
	return s, nil
}

// takes reports what is wrong with a size for the variant.
func (v Variant) takes(size Size) error {
	switch {
	case size.Keys != 0 && size.Slots != 0:
		return fmt.Errorf("variant %s: give either a number of keys or of slots, not both", v)
	case size.Slots != 0 && !v.HasAny(families.Kicks|families.Refuses):
		return fmt.Errorf("variant %s has no slots; size it by its number of keys", v)
	}
	return nil
}

// New builds an empty filter.
func (v Variant) New(size Size, seed uint64) (Filter, error) {
	if err := v.takes(size); err != nil {
		return nil, err
	}
	f, err := v.make(v.Values, size, seed)
	if err != nil {
		return nil, fmt.Errorf("variant %s: %w", v, err)
	}
	return f, nil
}

// NamesOf lists the names of a table of families, in its order.
func NamesOf(table []Family) []string {
	names := make([]string, len(table))
	for i, f := range table {
		names[i] = f.Name
	}
	return names
}
