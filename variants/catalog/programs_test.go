package catalog

import (
	"strings"
	"testing"

	"filterbench/internal/contender"
	"filterbench/variants"
	"filterbench/variants/families"
)

// TestEnter: a contender's filter is parsed by its parameters, like any family, and its
// name must be new.
func TestEnter(t *testing.T) {
	t.Cleanup(func() { programs, programFamilies = committed() })
	fake := contender.Contender{
		Name: "fake", Language: "C", Version: "1.0",
		Filters: []contender.Filter{{Name: "fake-cuckoo", Doc: "d", Deletes: true, Refuses: true, Params: []contender.Param{{Name: "fpr", Default: 0.01, Max: 0.5}}}},
	}
	if err := Enter([]contender.Contender{fake}); err != nil {
		t.Fatal(err)
	}
	v, err := Parse("fake-cuckoo(fpr=0.1)")
	if err != nil || v.String() != "fake-cuckoo(fpr=0.1)" || v.Peer() != "fake (C) 1.0" || !v.Has(families.Deletes|families.Refuses) {
		t.Errorf("%v of %q, traits %v, %v", v, v.Peer(), v.Traits.Words(), err)
	}
	if _, err := Parse("fake-cuckoo(fpr=2)"); err == nil {
		t.Error("a rate of 2 is taken")
	}
	if _, err := v.Shape(variants.Size{Slots: 10}); err == nil || !strings.Contains(err.Error(), "slots") {
		t.Errorf("sized by slots: %v", err)
	}
	if p, ok := ProgramOf("fake-cuckoo(fpr=0.1)"); !ok || p.Contender.Name != "fake" {
		t.Errorf("program %v, %v", p, ok)
	}
	if _, ok := ProgramOf("cuckoo(b=4,f=12)"); ok {
		t.Error("a filter of ours is a program")
	}
	fake.Filters[0].Name = "cuckoo"
	if err := Enter([]contender.Contender{fake}); err == nil {
		t.Error("a second cuckoo is taken")
	}
}
