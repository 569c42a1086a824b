package spec

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is the type of a parameter's value.
type Kind int

// The kinds of parameters.
const (
	Int   Kind = iota // a whole number
	Float             // a decimal number, never NaN or infinite
	Text              // anything [Parse] allows, or one of Field.Choices
)

// Field declares one parameter.
type Field struct {
	Key     string
	Kind    Kind
	Min     float64  // smallest legal number, for Int and Float
	Max     float64  // largest legal number
	Choices []string // the legal words of a Text; empty allows any
	Default string   // value when absent; "" makes the parameter optional and unset
	Need    bool     // absent is an error
	Show    bool     // keep in the canonical string even at its default
	Doc     string   // one line for people, with the unit
}

// Schema declares a name and its parameters, in canonical order.
type Schema struct {
	Name   string
	Fields []Field
	Doc    string // one line for people

	// Settle, if not nil, judges parameters together that are legal one by one,
	// and returns them without those that say nothing beside the others.
	Settle func(v Values) (Values, error)
}

// Field returns the declaration of a parameter; ok is false if there is none.
func (sc *Schema) Field(key string) (f Field, ok bool) {
	i := slices.IndexFunc(sc.Fields, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return Field{}, false
	}
	return sc.Fields[i], true
}

// Values are the checked parameters of a Spec: numbers in range, defaults filled in.
type Values struct {
	schema *Schema
	text   map[string]string
	given  map[string]bool
}

// Resolve checks s against the schema. The error names the parameter and what
// would be right.
func (sc *Schema) Resolve(s Spec) (Values, error) {
	if s.Name != sc.Name {
		panic("spec: Resolve of " + s.Name + " with the schema of " + sc.Name)
	}
	v := Values{schema: sc, text: map[string]string{}, given: map[string]bool{}}
	for _, p := range s.Params {
		f, ok := sc.Field(p.Key)
		if !ok {
			return Values{}, fmt.Errorf("%s: unknown parameter %q; it takes %s", s, p.Key, sc.Usage())
		}
		canonical, err := f.check(p.Value)
		if err != nil {
			return Values{}, fmt.Errorf("%s: %w", s, err)
		}
		v.text[p.Key], v.given[p.Key] = canonical, true
	}
	for _, f := range sc.Fields {
		if v.given[f.Key] {
			continue
		}
		if f.Need {
			return Values{}, fmt.Errorf("%s: parameter %s is missing (%s)", s, f.Key, f.Doc)
		}
		if f.Default != "" {
			v.text[f.Key] = f.Default
		}
	}
	if sc.Settle == nil {
		return v, nil
	}
	v, err := sc.Settle(v)
	if err != nil {
		return Values{}, fmt.Errorf("%s: %w", s, err)
	}
	return v, nil
}

// check returns the canonical spelling of a value.
func (f Field) check(value string) (string, error) {
	switch f.Kind {
	case Int:
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || float64(n) < f.Min || float64(n) > f.Max {
			return "", fmt.Errorf("%s=%s: must be a whole number from %g to %g", f.Key, value, f.Min, f.Max)
		}
		return strconv.FormatInt(n, 10), nil
	case Float:
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(x) || x < f.Min || x > f.Max {
			return "", fmt.Errorf("%s=%s: must be a number from %g to %g", f.Key, value, f.Min, f.Max)
		}
		if x == 0 {
			x = 0 // not -0, which would be another text for the same number
		}
		return strconv.FormatFloat(x, 'g', -1, 64), nil
	}
	if len(f.Choices) > 0 && !slices.Contains(f.Choices, value) {
		return "", fmt.Errorf("%s=%s: must be one of %s", f.Key, value, strings.Join(f.Choices, ", "))
	}
	return value, nil
}

// Usage lists the parameters in one line: "b=1|2|4|8, f=2..16, kicks=500".
func (sc *Schema) Usage() string {
	if len(sc.Fields) == 0 {
		return "no parameters"
	}
	parts := make([]string, len(sc.Fields))
	for i, f := range sc.Fields {
		parts[i] = f.Key + "=" + f.Range()
	}
	return strings.Join(parts, ", ")
}

// Range writes the legal values of a parameter: "2|4|8", "2..16" or "...".
func (f Field) Range() string {
	switch {
	case len(f.Choices) > 0:
		return strings.Join(f.Choices, "|")
	case f.Kind == Text:
		return "..."
	}
	return fmt.Sprintf("%g..%g", f.Min, f.Max)
}

// Without returns the values with a parameter unset, as if it had never been written.
func (v Values) Without(key string) Values {
	v.text, v.given = maps.Clone(v.text), maps.Clone(v.given)
	delete(v.text, key)
	delete(v.given, key)
	return v
}

// Has reports whether the parameter was written, not defaulted.
func (v Values) Has(key string) bool { return v.given[key] }

// IsDefault reports whether the parameter has its default, written or not.
func (v Values) IsDefault(key string) bool {
	f, _ := v.schema.Field(key)
	return v.text[key] == f.Default
}

// Int returns an Int parameter, 0 if it is unset.
func (v Values) Int(key string) int {
	n, _ := strconv.Atoi(v.text[key])
	return n
}

// Float returns a Float or Int parameter, 0 if it is unset.
func (v Values) Float(key string) float64 {
	x, _ := strconv.ParseFloat(v.text[key], 64)
	return x
}

// Text returns a parameter as text, "" if it is unset.
func (v Values) Text(key string) string { return v.text[key] }

// String returns the canonical spelling.
func (v Values) String() string {
	s := Spec{Name: v.schema.Name}
	for _, f := range v.schema.Fields {
		if value, ok := v.text[f.Key]; ok && (f.Show || value != f.Default) {
			s.Params = append(s.Params, Param{f.Key, value})
		}
	}
	return s.String()
}
