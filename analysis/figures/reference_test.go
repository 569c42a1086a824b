package figures

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"filterbench/analysis"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// reference is the committed run, with records of experiments that are younger than it.
var reference = sync.OnceValue(func() *analysis.Dataset {
	d, err := analysis.Load("../../results/reference")
	if err != nil {
		panic(err)
	}
	return d
})

// verdicts stand in for those of the ledger, which is tested where it is.
var verdicts = []Verdict{
	{ID: "A-1", Family: "A", Verdict: "confirmed", Value: 1, Lo: 0.9, Hi: 1.1, From: 0.5, To: 1.5},
	{ID: "A-2", Family: "A", Verdict: "refuted", Value: 7, Lo: 6, Hi: 8, From: 0.5, To: 1.5},
}

// charts are all figures of the reference run.
var charts = sync.OnceValues(func() (map[string]Chart, error) {
	all := map[string]Chart{}
	in := Input{Dataset: reference(), Verdicts: verdicts}
	for _, f := range Catalogue() {
		c, ok, err := in.Build(f)
		if err != nil || !ok {
			return nil, fmt.Errorf("%s: drawn %v, %w", f.ID, ok, err)
		}
		all[f.ID] = c
	}
	return all, nil
})

func drawn(t *testing.T) map[string]Chart {
	t.Helper()
	all, err := charts()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The points and the finding of every figure of the reference run are pinned: another
// percentile, column or selection changes them.
func TestReference(t *testing.T) {
	all := drawn(t)
	var got strings.Builder
	for _, f := range Catalogue() {
		c := all[f.ID]
		fmt.Fprintf(&got, "%s %.12x %s\n", f.ID, sha256.Sum256(CSV(c)), c.Title)
	}
	path := filepath.Join("testdata", "reference.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Errorf("line %d of %s differs from what is computed now; look at the figure, then run go test -update\n got: %s", i+1, path, line)
		}
	}
}

func TestCatalogueIsConsistent(t *testing.T) {
	seen := map[string]bool{}
	all := Catalogue()
	if len(all) > 30 {
		t.Errorf("%d figures; a report has room for 30", len(all))
	}
	for _, f := range all {
		if seen[f.ID] || f.ID == "" {
			t.Errorf("id %q is there twice, or empty", f.ID)
		}
		seen[f.ID] = true
		if f.What == "" || f.Caption == "" || f.Finding == nil || len(f.Layers) == 0 && f.Make == nil {
			t.Errorf("%s lacks words, a finding or layers", f.ID)
		}
		if strings.HasSuffix(f.Caption, ".") || strings.HasSuffix(f.What, ".") {
			t.Errorf("%s: whoever shows the words ends them", f.ID)
		}
	}
}

// What a layer names is there: its experiment and its part in the experiment's file, and
// cells of it in the reference run.
func TestLayersChooseSomething(t *testing.T) {
	for _, f := range Catalogue() {
		for i, l := range f.Layers {
			experiment := l.Experiment
			if experiment == "" {
				experiment = f.Experiment
			}
			files, err := filepath.Glob("../../experiments/[0-9][0-9]-" + experiment + ".toml")
			if err != nil || len(files) != 1 {
				t.Errorf("%s, layer %d: experiment %q is in no file of its own: %v %v", f.ID, i, experiment, files, err)
				continue
			}
			text, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			if l.Part != "" && !bytes.Contains(text, []byte("\nname = \""+l.Part+"\"")) {
				t.Errorf("%s, layer %d: experiment %s has no part %q", f.ID, i, experiment, l.Part)
			}
			cells, err := reference().Cells(experiment, l.Part)
			if err != nil {
				t.Fatal(err)
			}
			if l.Keep != nil {
				cells = l.Keep(cells)
			}
			points := 0
			for _, c := range cells {
				list, err := l.Measure(c)
				if err != nil {
					t.Errorf("%s, layer %d: %v", f.ID, i, err)
				}
				points += len(list)
			}
			if points == 0 {
				t.Errorf("%s, layer %d: no points of %d cells", f.ID, i, len(cells))
			}
		}
	}
}

// A finding is computed: other points, another sentence.
func TestFindingsFollowThePoints(t *testing.T) {
	for _, f := range Catalogue() {
		c := drawn(t)[f.ID]
		c.Panels = slices.Clone(c.Panels)
		for i := range c.Panels {
			c.Panels[i].Curves = slices.Clone(c.Panels[i].Curves)
			for j := range c.Panels[i].Curves {
				curve := &c.Panels[i].Curves[j]
				curve.Points, curve.Notes = slices.Clone(curve.Points), slices.Clone(curve.Notes)
				if f.ID == "claims" { // counts verdicts, whatever the effects are
					curve.Points = append(curve.Points, curve.Points...)
				}
				for k := range curve.Points {
					if curve.Mark != Cells {
						curve.Points[k].Y *= 1.37 + 0.1*float64(k+j)
						curve.Points[k].Lo *= 1.37
					}
				}
				for k := range curve.Notes {
					curve.Notes[k].Value *= 1.37
				}
				if f.ID == "best-filter" {
					curve.Name = "another"
				}
			}
		}
		if f.Finding(c) == drawn(t)[f.ID].Title {
			t.Errorf("%s: the finding stays %q, whatever the points are", f.ID, f.Finding(c))
		}
	}
}

// Every row of the catalogue is drawn, small enough for a page, and nothing of an empty
// run.
func TestEveryFigureDraws(t *testing.T) {
	for id, c := range drawn(t) {
		files, err := Render(c)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		svg := string(files["svg"])
		if n := len(svg); n > 400<<10 {
			t.Errorf("%s: the SVG has %d bytes, want at most 400 KiB", id, n)
		}
		if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%s: the SVG has a coordinate that is no number", id)
		}
		for _, want := range []string{"<title id=\"title\">", "<desc id=\"desc\">", "role=\"img\"", "prefers-color-scheme:dark"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: the SVG lacks %s", id, want)
			}
		}
	}
	for _, f := range Catalogue() {
		if _, ok, err := Build(&analysis.Dataset{}, f); ok || err != nil {
			t.Errorf("%s: drawn %v from no records, %v", f.ID, ok, err)
		}
	}
}

// The same data give the same bytes, in whatever order they were recorded.
func TestFiguresAreDeterministic(t *testing.T) {
	turned := *reference()
	turned.Records = slices.Clone(turned.Records)
	slices.Reverse(turned.Records)
	for _, id := range []string{"kicks-by-load", "real-keys-rate", "cards", "best-filter"} {
		f, _ := Find(id)
		again, ok, err := Build(&turned, f)
		if err != nil || !ok {
			t.Fatalf("%s: %v %v", id, ok, err)
		}
		want, _ := Render(drawn(t)[id])
		got, _ := Render(again)
		for suffix := range want {
			if !bytes.Equal(want[suffix], got[suffix]) {
				t.Errorf("%s.%s depends on the order of the records", id, suffix)
			}
		}
	}
}

// The CSV lists exactly what is drawn.
func TestCSVListsThePoints(t *testing.T) {
	for id, c := range drawn(t) {
		points := 0
		for _, p := range c.Panels {
			for _, curve := range p.Curves {
				points += len(curve.Points) + len(curve.Law)
			}
		}
		if lines := bytes.Count(CSV(c), []byte("\n")); lines != points+1 {
			t.Errorf("%s: %d lines for %d points, want one more", id, lines, points)
		}
	}
}

// A mixture of two cells on one spot reaches the caller as an error with the figure's
// name and the field.
func TestHiddenDimensionIsAnError(t *testing.T) {
	d := *reference()
	d.Records = slices.Clone(d.Records)
	for _, r := range reference().Records {
		if r.Experiment == "fpr-bloom" && r.Variant == "bloom(bpk=10)" {
			r.Workload = "sequential"
			d.Records = append(d.Records, r)
		}
	}
	f, _ := Find("fpr-bloom-bits")
	if _, _, err := Build(&d, f); err == nil || !strings.Contains(err.Error(), "figure fpr-bloom-bits") || !strings.Contains(err.Error(), `"workload"`) {
		t.Errorf("error is %v", err)
	}
}

// Any experiment is drawn without a row of the catalogue, all its parts and kinds, each
// under a name of its own; and all that was observed is on the page.
func TestGeneric(t *testing.T) {
	ids := map[string]bool{}
	for _, experiment := range reference().Experiments() {
		list, err := Generic(reference(), experiment)
		if err != nil || len(list) == 0 && experiment != "redis-replies" { // of whose replies none differs: nothing but zeros
			t.Errorf("%s: %d figures, %v", experiment, len(list), err)
		}
		for _, f := range list {
			if ids[f.ID] || strings.ContainsAny(f.ID, " /%.,()") {
				t.Errorf("id %q is there twice, or no name of a file", f.ID)
			}
			ids[f.ID] = true
			c, ok, err := Build(reference(), f)
			if err != nil || !ok {
				t.Errorf("%s: drawn %v, %v", f.ID, ok, err)
				continue
			}
			for _, p := range c.Panels {
				for _, curve := range p.Curves {
					for i, at := range curve.Points {
						if i > 0 && at.X == curve.Points[i-1].X {
							t.Errorf("%s: curve %q of panel %q has two points at %g", f.ID, curve.Name, p.Title, at.X)
						}
					}
				}
			}
			if _, err := Render(c); err != nil {
				t.Errorf("%s: %v", f.ID, err)
			}
		}
	}
}

// A generic figure finds what its experiment varies.
func TestGenericAxes(t *testing.T) {
	for id, want := range map[string]string{
		"fpr-bloom-bits-false-positive-rate":   "bpk",
		"fpr-bloom-probes-false-positive-rate": "k",
		"overload-fill-false-positive-rate":    "fill",
		"churn-deleting-false-positive-rate":   "turnovers",
		"throughput-size-net-ns-per-op":        "keys",
		"latency-bits-Mops-per-s":              "goroutines",
	} {
		experiment := map[bool]string{true: "fpr-bloom"}[strings.HasPrefix(id, "fpr-bloom")]
		if experiment == "" {
			experiment, _, _ = strings.Cut(id, "-")
		}
		list, err := Generic(reference(), experiment)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list, func(f Figure) bool { return f.ID == id })
		if i < 0 {
			t.Errorf("no figure %s of experiment %s", id, experiment)
			continue
		}
		if list[i].X.Label != want {
			t.Errorf("%s: x is %q, want %q", id, list[i].X.Label, want)
		}
	}
}
