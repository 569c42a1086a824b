package workloads

import (
	"fmt"
	"strings"

	"filterbench/internal/near"
	"filterbench/variants/spec"
)

// Workload is a kind of keys with its parameters. The zero value is not usable;
// [Parse] makes one.
type Workload struct {
	values spec.Values
	open   opener
}

// Parse reads a workload's name, such as "zipf(s=1.1)". Its error names the
// parameter and says what would be right. It opens no file.
func Parse(text string) (Workload, error) {
	s, err := spec.Parse(text)
	if err != nil {
		return Workload{}, fmt.Errorf("workload %w", err)
	}
	for i := range kinds {
		if kinds[i].Name == s.Name {
			return kinds[i].parse(s)
		}
	}
	return Workload{}, fmt.Errorf("workload %q: no workload is called %q; %s", text, s.Name, near.Hint(s.Name, names()))
}

func (k *kind) parse(s spec.Spec) (Workload, error) {
	v, err := k.Resolve(s)
	if err != nil {
		return Workload{}, fmt.Errorf("workload %w", err)
	}
	open, err := k.bind(v)
	if err != nil {
		return Workload{}, fmt.Errorf("workload %s: %w", v, err)
	}
	return Workload{v, open}, nil
}

// String returns the canonical name, which [Parse] reads back.
func (w Workload) String() string { return w.values.String() }

// Open draws the keys that belong to the seed. A file is read at the first Open
// and kept for the later ones; an error names it.
func (w Workload) Open(seed uint64) (*Keys, error) {
	k, err := w.open(seed)
	if err != nil {
		return nil, fmt.Errorf("workload %s: %w", w, err)
	}
	return k, nil
}

// FromFile reports whether opening the workload reads a file of the user's.
func (w Workload) FromFile() bool { return strings.HasPrefix(w.String(), "file(") }

// Schemas lists the workloads with their parameters, in the order in which
// people should read them.
func Schemas() []spec.Schema {
	schemas := make([]spec.Schema, len(kinds))
	for i, k := range kinds {
		schemas[i] = k.Schema
	}
	return schemas
}

func names() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}
