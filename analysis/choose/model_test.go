package choose

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"filterbench/variants/families"
)

var update = flag.Bool("update", false, "write reference.json from the committed run")

// TestReferenceModel: what the adviser carries is what the committed run gives.
func TestReferenceModel(t *testing.T) {
	d, _ := run(t)
	m, err := Model(d, "results/reference")
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile("reference.json", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(want, reference) {
		t.Error("reference.json is of another run: go test ./analysis/choose -run ReferenceModel -update")
	}
}

// TestEveryFamilyIsDesigned: the adviser has a candidate of each family, or says why not.
func TestEveryFamilyIsDesigned(t *testing.T) {
	designed := map[string]bool{}
	for _, c := range candidates() {
		designed[c.Family] = true
	}
	for _, f := range families.All() {
		if _, reason := undesigned[f.Name]; designed[f.Name] == reason {
			t.Errorf("%s: add it to candidates, or to undesigned with the reason", f.Name)
		}
	}
	for name := range undesigned {
		if families.Named(name) == nil {
			t.Errorf("%s is no family", name)
		}
	}
}
