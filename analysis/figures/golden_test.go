package figures_test

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"filterbench/analysis/figures"
	"filterbench/analysis/internal/sample"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got) {
		t.Errorf("%s differs from what is drawn now; look at it, then run go test -update\n got: %.2000s\nwant: %.2000s", path, got, want)
	}
}

// A tiny run with all that a figure can hold: two panels, bars, theory and bound,
// a logarithmic axis. Its points are pinned as they are, its drawing by digest; a
// change of the style is meant to be seen and renewed.
func TestGolden(t *testing.T) {
	m := sample.New(7)
	m.Reps = 3
	for _, v := range []string{"cuckoo(b=2,f=8)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)"} {
		for _, fill := range []float64{0.25, 0.5, 0.75} {
			m.FPR("fpr-cuckoo", "tiny", v, "uniform", 0, 4096, fill, 300)
		}
	}
	f, _ := figures.Find("fpr-cuckoo-load")
	files := render(t, m.Dataset(""), f)
	golden(t, "tiny.csv", files["csv"])
	sum := sha256.Sum256(files["svg"])
	golden(t, "tiny.svg.sha256", []byte(hex.EncodeToString(sum[:])+"\n"))
}
