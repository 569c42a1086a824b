// Package spec reads and writes the one notation by which filters and
// workloads are named everywhere: on the command line, in experiment files, in
// records, legends and benchmark names.
//
//	cuckoo(b=4,f=12)     a name and its parameters
//	exact                no parameters, no parentheses
//
// A [Spec] is only the parsed text. A [Schema] says which parameters a name
// takes, with their ranges and defaults; [Schema.Resolve] checks a Spec against
// it and returns [Values], whose String is the canonical spelling: parameters in
// the schema's order, those at their default left out. Equal meaning, equal
// string, so a string can be a key.
//
// The package knows no filter and no workload; variants and workloads hold the
// schemas. Everything here is a pure function of its arguments.
package spec

import (
	"fmt"
	"strings"
)

// Spec is a name with parameters as they were written, in the written order.
type Spec struct {
	Name   string
	Params []Param
}

// Param is one key=value pair of a [Spec].
type Param struct{ Key, Value string }

// Parse reads a name, optionally followed by parameters in parentheses. Blanks
// around the parts are ignored. Values may hold anything but blanks, commas,
// equals signs and parentheses, so that file names fit. A key that is given
// twice is an error. Parse(s.String()) returns s.
func Parse(text string) (Spec, error) {
	fail := func(format string, args ...any) (Spec, error) {
		return Spec{}, fmt.Errorf("%q: %s; write name or name(key=value,...), for example cuckoo(b=4,f=12)",
			text, fmt.Sprintf(format, args...))
	}
	body := strings.TrimSpace(text)
	name, rest, hasParams := strings.Cut(body, "(")
	name = strings.TrimSpace(name)
	if !isWord(name) {
		return fail("the name must be letters, digits and dashes, starting with a letter")
	}
	s := Spec{Name: name}
	if !hasParams {
		return s, nil
	}
	inside, after, closed := strings.Cut(rest, ")")
	if !closed || after != "" {
		return fail("the parameters must end with one closing parenthesis")
	}
	if strings.TrimSpace(inside) == "" {
		return fail("the parentheses are empty")
	}
	seen := map[string]bool{}
	for _, part := range strings.Split(inside, ",") {
		key, value, ok := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch {
		case !ok || !isWord(key):
			return fail("%q is not key=value", strings.TrimSpace(part))
		case value == "" || strings.ContainsAny(value, "=( \t\n\r\v\f"):
			return fail("%s has no usable value", key)
		case seen[key]:
			return fail("%s is given twice", key)
		}
		seen[key] = true
		s.Params = append(s.Params, Param{key, value})
	}
	return s, nil
}

// String writes the Spec in the notation that [Parse] reads.
func (s Spec) String() string {
	if len(s.Params) == 0 {
		return s.Name
	}
	var b strings.Builder
	b.WriteString(s.Name)
	sep := byte('(')
	for _, p := range s.Params {
		b.WriteByte(sep)
		b.WriteString(p.Key + "=" + p.Value)
		sep = ','
	}
	b.WriteByte(')')
	return b.String()
}

// Lookup returns the value written for key.
func (s Spec) Lookup(key string) (string, bool) {
	for _, p := range s.Params {
		if p.Key == key {
			return p.Value, true
		}
	}
	return "", false
}

func isWord(s string) bool {
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '-')) {
			return false
		}
	}
	return s != ""
}
