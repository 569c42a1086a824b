package families

import (
	"os"
	"strings"
	"testing"

	"filterbench/variants/shape"
	"filterbench/variants/theory"
)

// TestRowsAreComplete: a row says all that lists, figures and reports ask of it.
func TestRowsAreComplete(t *testing.T) {
	for i, f := range All() {
		if Named(f.Name) != f {
			t.Errorf("%s is not found by its name", f.Name)
		}
		if i > 0 && All()[i-1].Order >= f.Order {
			t.Errorf("%s of order %d comes after %s of order %d", f.Name, f.Order, All()[i-1].Name, All()[i-1].Order)
		}
		if f.Doc == "" || !strings.HasSuffix(f.Use, ".") || strings.Count(f.Use, ". ") > 0 {
			t.Errorf("%s: Doc is %q and Use %q; want half a sentence and one sentence", f.Name, f.Doc, f.Use)
		}
		for _, field := range f.Fields {
			if field.Doc == "" {
				t.Errorf("%s: parameter %s is not described", f.Name, field.Key)
			}
		}
		if (f.Library != nil || f.OwnHash != "" || len(f.Rivals.Fastest) > 0) && f.Peer() == "" {
			t.Errorf("%s has facts of a library and names none", f.Name)
		}
		for _, rival := range append(f.Rivals.Fastest, f.Rivals.Same...) {
			if Named(NameOf(rival)) == nil || Named(NameOf(rival)).Peer() != "" {
				t.Errorf("%s: its rival %q is no filter of this project", f.Name, rival)
			}
		}
	}
}

// TestModelsKnown: a model that theory does not know would predict nothing, silently.
func TestModelsKnown(t *testing.T) {
	for _, f := range All() {
		if f.Model == "" {
			continue
		}
		full := shape.Shape{
			Family: f.Name, Bits: 1 << 16, Cells: 1 << 12, Probes: 4, BlockBits: 512, BucketSlots: 4, FingerprintBits: 8, Stash: 16, Layers: 1,
			Growth: shape.Growth{First: 100, Factor: 2, FPR: 0.01, Tighten: 0.5, Full: 0.9},
		}
		if _, ok := theory.Predict(f.Model, full, 100); !ok {
			t.Errorf("%s: theory knows no model %q", f.Name, f.Model)
		}
		if _, ok := Predict(full, 100); !ok {
			t.Errorf("%s: no prediction by the name of the family", f.Name)
		}
	}
	if _, ok := Predict(shape.Shape{Family: "nobody's", Cells: 100, Probes: 3}, 10); ok {
		t.Error("a prediction for an unknown family")
	}
}

// TestVersions: the versions of libraries are those that the program is built with.
func TestVersions(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range All() {
		if f.Peer() != "" && !strings.Contains(string(mod), "\t"+f.Peer()+"\n") {
			t.Errorf("%s: go.mod does not require %s", f.Name, f.Peer())
		}
	}
}

// TestParse: parameters come with their defaults, in the canonical spelling.
func TestParse(t *testing.T) {
	f, v, err := Parse("cuckoo( f=8 , load=0.95)")
	if err != nil || f.Name != "cuckoo" || v.String() != "cuckoo(b=4,f=8)" || v.Int("kicks") != 500 || v.Text("alt") != AltApart {
		t.Errorf("%v, %v, %v", f, v, err)
	}
	for text, want := range map[string]string{
		"cuckoo(":                       "one closing parenthesis",
		"nobody":                        `no family is called "nobody"; there are null, floor, exact`,
		"cuckoo(b=3)":                   "b=3: must be one of 1, 2, 4, 8",
		"cuckoo(buckets=any,alt=plain)": "cuckoo(buckets=any,alt=plain): alt is for a power of two of buckets",
	} {
		if _, _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): %v; want an error that says %q", text, err, want)
		}
	}
}

// TestTraits: each trait has one word, and the words come back in order.
func TestTraits(t *testing.T) {
	if got := (Batches | Deletes | Unsound).String(); got != "delete, batch, unsound" {
		t.Error(got)
	}
	all := Traits(0)
	for _, w := range words {
		if all&w.trait != 0 {
			t.Errorf("%s shares a bit", w.word)
		}
		all |= w.trait
	}
	for _, f := range All() {
		if f.Traits&^all != 0 {
			t.Errorf("%s has a trait without a word", f.Name)
		}
	}
}
