package choose

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
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
