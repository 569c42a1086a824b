package figures_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/analysis/internal/sample"
)

func everything() *analysis.Dataset {
	m := sample.New(1)
	sample.Everything(m)
	return m.Dataset("")
}

func TestCatalogueIsConsistent(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range figures.Catalogue() {
		if seen[f.ID] || f.ID == "" {
			t.Errorf("id %q is there twice, or empty", f.ID)
		}
		seen[f.ID] = true
		if f.Title == "" || f.Caption == "" || f.Experiment == "" || len(f.Layers) == 0 && f.Make == nil {
			t.Errorf("%s lacks a title, a caption, an experiment or layers", f.ID)
		}
		if !strings.HasSuffix(f.Caption, ".") || strings.HasSuffix(f.Title, ".") {
			t.Errorf("%s: a caption is sentences and a title is none", f.ID)
		}
	}
}

// Every row of the catalogue draws something of a complete run, small enough for
// a page, and nothing of an empty one.
func TestEveryFigureDraws(t *testing.T) {
	d := everything()
	for _, f := range figures.Catalogue() {
		chart, ok, err := figures.Build(d, f)
		if err != nil || !ok {
			t.Errorf("%s: drawn %v, %v", f.ID, ok, err)
			continue
		}
		files, err := figures.Render(chart)
		if err != nil {
			t.Errorf("%s: %v", f.ID, err)
			continue
		}
		if n := len(files["png"]); n == 0 || n > 150<<10 {
			t.Errorf("%s: the PNG has %d bytes, want at most 150 KiB", f.ID, n)
		}
		if bytes.Contains(files["svg"], []byte("NaN")) || bytes.Contains(files["svg"], []byte("Inf")) {
			t.Errorf("%s: the SVG has a coordinate that is no number", f.ID)
		}
		if _, ok, err := figures.Build(&analysis.Dataset{}, f); ok || err != nil {
			t.Errorf("%s: drawn %v from no records, %v", f.ID, ok, err)
		}
	}
}

// The same data give the same bytes, in whatever order they were recorded.
func TestFiguresAreDeterministic(t *testing.T) {
	a, b := everything(), everything()
	slices.Reverse(b.Records)
	for _, id := range []string{"kicks-by-load", "real-keys-rate"} {
		f, ok := figures.Find(id)
		if !ok {
			t.Fatalf("no figure %s", id)
		}
		want, got := render(t, a, f), render(t, b, f)
		for suffix := range want {
			if !bytes.Equal(want[suffix], got[suffix]) {
				t.Errorf("%s.%s depends on the order of the records", id, suffix)
			}
		}
	}
}

func render(t *testing.T, d *analysis.Dataset, f figures.Figure) figures.Files {
	t.Helper()
	chart, ok, err := figures.Build(d, f)
	if err != nil || !ok {
		t.Fatalf("%s: drawn %v, %v", f.ID, ok, err)
	}
	files, err := figures.Render(chart)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The CSV lists exactly the points of the chart.
func TestCSVListsThePoints(t *testing.T) {
	f, _ := figures.Find("fpr-cuckoo-load")
	chart, _, err := figures.Build(everything(), f)
	if err != nil {
		t.Fatal(err)
	}
	points := 0
	for _, p := range chart.Panels {
		for _, c := range p.Curves {
			points += len(c.Points)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(figures.CSV(chart))), "\n")
	if len(lines) != points+1 || points != 45 {
		t.Errorf("%d lines for %d points, want one more than 45 points", len(lines), points)
	}
}

// A mixture of two cells on one spot reaches the caller as an error with the
// figure's name and the field.
func TestHiddenDimensionIsAnError(t *testing.T) {
	m := sample.New(1)
	m.FPR("fpr-bloom", "bits", "bloom(bpk=10)", "uniform", 1000, 0, 1, 100)
	m.FPR("fpr-bloom", "bits", "bloom(bpk=10)", "sequential", 1000, 0, 1, 100)
	f, _ := figures.Find("fpr-bloom-bits")
	_, _, err := figures.Build(m.Dataset(""), f)
	if err == nil || !strings.Contains(err.Error(), "figure fpr-bloom-bits") || !strings.Contains(err.Error(), `"workload"`) {
		t.Errorf("error is %v", err)
	}
}
