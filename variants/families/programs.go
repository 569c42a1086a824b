package families

import (
	"strconv"

	"filterbench/contenders"
	"filterbench/internal/contender"
	"filterbench/variants/spec"
)

// programs are the filters that are programs of their own, in whatever language. They are
// in no list of families, for no filter of them can be made here; who meets one in a
// record finds by [Named] what it can do.
var programs = func() map[string]*Family {
	list, err := contender.LoadFS(contenders.Files, "")
	if err != nil {
		panic("families: " + err.Error()) // a test reads all of them
	}
	return ofPrograms(list)
}()

// EnterPrograms puts contenders in the place of those of the project, for the life of the
// program, so that a stranger's filters are known as well. It is called before anything is
// parsed. No filter bears the name of a family.
func EnterPrograms(list []contender.Contender) { programs = ofPrograms(list) }

// firstProgram is the order of the first program: behind all families.
const firstProgram = 10_000

func ofPrograms(list []contender.Contender) map[string]*Family {
	found := map[string]*Family{}
	for _, c := range list {
		for _, f := range c.Filters {
			found[f.Name] = ofProgram(c, f, firstProgram+len(found))
		}
	}
	return found
}

// ofProgram is a family as contender.toml describes it.
func ofProgram(c contender.Contender, f contender.Filter, order int) *Family {
	family := &Family{
		Schema: spec.Schema{Name: f.Name, Doc: f.Doc},
		Order:  order, Colour: 0x6E6E6E,
		Use:    c.Title,
		Origin: Origin{Module: c.Name + " (" + c.Language + ")", Version: c.Version},
	}
	for _, p := range f.Params {
		family.Fields = append(family.Fields, spec.Field{
			Key: p.Name, Kind: spec.Float, Min: p.Min, Max: p.Max, Default: strconv.FormatFloat(p.Default, 'g', -1, 64), Show: true, Doc: p.Doc,
		})
	}
	for _, t := range []struct {
		has   bool
		trait Traits
	}{{f.Deletes, Deletes}, {f.Refuses, Refuses}, {f.Static, Static}, {f.Grows, Grows}} {
		if t.has {
			family.Traits |= t.trait
		}
	}
	return family
}
