package catalog

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"filterbench/contenders"
	"filterbench/internal/contender"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Program is a filter that is a program of its own, in whatever language: no filter of it
// can be made here. The harness hands it whole trials.
type Program struct {
	contender.Contender
	contender.Filter
	Lacks func() error // why it cannot be run on this machine; nil if it can
}

// The contenders' filters, by name: those of the project, until [Enter] says where their
// drivers are. Their names are known wherever the program is run.
var programs, programFamilies = committed()

func committed() (map[string]Program, map[string]variants.Family) {
	list, err := contender.LoadFS(contenders.Files, "")
	if err != nil {
		panic("catalog: " + err.Error()) // a test reads all of them
	}
	families.EnterPrograms(list)
	return tables(list)
}

func tables(list []contender.Contender) (byName map[string]Program, made map[string]variants.Family) {
	byName, made = map[string]Program{}, map[string]variants.Family{}
	for _, c := range list {
		ready := sync.OnceValue(c.Ready)
		for _, f := range c.Filters {
			made[f.Name] = variants.FromShape(*families.Named(f.Name), programShape, noFilter)
			byName[f.Name] = Program{c, f, ready}
		}
	}
	return byName, made
}

// Enter puts contenders in the place of those that are known by name alone, for the life
// of the program. It is called before anything is parsed or planned. Its error names a
// filter that bears the name of a family.
func Enter(list []contender.Contender) error {
	for _, c := range list {
		for _, f := range c.Filters {
			if slices.Contains(Names(), f.Name) {
				return fmt.Errorf("contender %s: filter %q bears the name of a family that there is already", c.Name, f.Name)
			}
		}
	}
	families.EnterPrograms(list)
	programs, programFamilies = tables(list)
	return nil
}

// ProgramOf returns the program behind a variant's name; ok is false for a filter that is
// made here.
func ProgramOf(variant string) (p Program, ok bool) {
	p, ok = programs[families.NameOf(variant)]
	return p, ok
}

// ProgramNames lists the programs by name.
func ProgramNames() []string { return slices.Sorted(maps.Keys(programs)) }

// programShape knows nothing of the table beforehand: the program tells its bytes.
func programShape(_ spec.Values, size variants.Size) (shape.Shape, error) {
	if size.Slots != 0 {
		return shape.Shape{}, fmt.Errorf("is sized by keys alone: key %q is for filters that are made here", "slots")
	}
	return shape.Shape{}, nil
}

func noFilter(v spec.Values, _ shape.Shape, _ uint64) variants.Filter {
	panic("catalog: " + v.String() + " is a program, whose filters are not made here")
}
