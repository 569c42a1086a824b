package families

import (
	"filterbench/contenders"
	"filterbench/variants/spec"
)

// programs are the filters that are programs of their own, in whatever language. They are
// in no list of families, for no filter of them can be made here; who meets one in a
// record finds by [Named] what it can do.
var programs = func() map[string]*Family {
	found := map[string]*Family{}
	for i, c := range contenders.List() {
		f := &Family{
			Schema: spec.Schema{Name: c.Name, Doc: c.Doc},
			Order:  firstProgram + i, Colour: 0x6E6E6E,
			Use:    c.Title,
			Origin: Origin{Module: c.Contender + " (" + c.Language + ")", Version: c.Version},
		}
		for _, t := range []struct {
			has   bool
			trait Traits
		}{{c.Deletes, Deletes}, {c.Refuses, Refuses}, {c.Static, Static}} {
			if t.has {
				f.Traits |= t.trait
			}
		}
		found[f.Name] = f
	}
	return found
}()

// firstProgram is the order of the first program: behind all families.
const firstProgram = 10_000
