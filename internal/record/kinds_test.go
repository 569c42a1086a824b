package record

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestReferenceIsKept: every line of the reference run is read and written again byte
// for byte, so that the form of records has not changed under them.
func TestReferenceIsKept(t *testing.T) {
	text, err := os.ReadFile("../../results/reference/" + RecordsFile)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for i, line := range bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		line, _, _, err := unseal(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		var r Record
		if err := r.UnmarshalJSON(line); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		again, err := r.MarshalJSON()
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		if at := firstDifference(line, again); at >= 0 {
			t.Fatalf("line %d, column %d: written again as %s", i+1, at+1, excerpt(again, at))
		}
		if r.Outcome != nil {
			seen[r.Outcome.Kind()]++
		}
	}
	if len(seen) < 17 { // as many as there were when it was measured
		t.Errorf("the reference run has %d kinds of trial", len(seen))
	}
}

// TestKinds: rows are whole, and what a payload says of itself is what its row says.
func TestKinds(t *testing.T) {
	names := map[string]bool{}
	for _, k := range Kinds() {
		if names[k.Name] || k.Name == "" || k.Title == "" || k.Doc == "" {
			t.Errorf("kind %+v: its name, title or words are missing or double", k)
		}
		names[k.Name] = true
		typ := reflect.TypeOf(k.New())
		if m, ok := reflect.TypeFor[*Record]().MethodByName(typ.Elem().Name()); !ok || m.Type.NumOut() != 1 || m.Type.Out(0) != typ {
			t.Errorf("a record has no method %s that returns its outcome of kind %s", typ.Elem().Name(), k.Name)
		}
		if got := k.New().Kind(); got != k.Name {
			t.Errorf("the payload of kind %s is of kind %s", k.Name, got)
		}
		if strings.Count(k.Summary, "%s") != 2 {
			t.Errorf("summary %q of kind %s: must have two %%s", k.Summary, k.Name)
		}
		if found, ok := KindOf(k.Name); !ok || found.Order != k.Order {
			t.Errorf("kind %s is not found by its name", k.Name)
		}
	}
	if _, ok := KindOf("guess"); ok {
		t.Error("a kind that does not exist is found")
	}
}

// TestExactLeavesTheOutcome: what is taken from the copy stays in the record, and a kind says when held keys are looked up if it counts such lookups.
func TestExactLeavesTheOutcome(t *testing.T) {
	for _, r := range examples() {
		if r.Outcome == nil {
			continue
		}
		before, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		r.Outcome.Exact(r.Trial)
		if after, err := r.Encode(); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: the record itself was changed", r.Kind)
		}
		if a, b := r.Outcome.Tally(); a+b == 0 {
			t.Errorf("%s: the tally of an example is 0", r.Kind)
		}
		k, _ := KindOf(r.Kind)
		if asked, _ := r.Outcome.Held(r.Trial); asked > 0 && k.Asked == "" {
			t.Errorf("%s: held keys are looked up, and the kind does not say when", r.Kind)
		}
	}
}
