package report

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/figures"
	"filterbench/analysis/internal/sample"
)

// skeleton writes a report with all blocks and no prose, and returns its path.
func skeleton(t *testing.T, root string) string {
	t.Helper()
	var document strings.Builder
	for _, id := range blockIDs() {
		fmt.Fprintf(&document, "<!-- gen:%s -->\n<!-- /gen:%s -->\n", id, id)
	}
	path := filepath.Join(root, "REPORT.md")
	if err := os.WriteFile(path, []byte(document.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// composed fills a skeleton in memory and returns the text of each block.
func composed(t *testing.T, d *analysis.Dataset) map[string]string {
	t.Helper()
	root := t.TempDir()
	d.Dir = filepath.Join(root, "results", "run")
	path := skeleton(t, root)
	document, _, err := compose(d, path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := split(path, document)
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, s := range list {
		blocks[s.id] = s.text
	}
	return blocks
}

// churnRun is a run of one experiment with one figure, written below root.
func churnRun(t *testing.T, root string) (d *analysis.Dataset, path string) {
	t.Helper()
	m := sample.New(1)
	m.Churn("churn", "deleting", "cuckoo(b=4,f=8)", 1000, []float64{0, 1}, true)
	d = m.Dataset(filepath.Join(root, "results", "run"))
	path = skeleton(t, root)
	if err := Write(d, path, Options{}); err != nil {
		t.Fatal(err)
	}
	return d, path
}

func everything(change func(*sample.Maker)) *analysis.Dataset {
	m := sample.New(1)
	change(m)
	sample.Everything(m)
	return m.Dataset("")
}

// What was written is found as it was, and every link leads to a file.
func TestWriteThenCheck(t *testing.T) {
	root := t.TempDir()
	d, path := churnRun(t, root)
	if err := Check(d, path); err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#][^)]*)\)`).FindAllStringSubmatch(string(document), -1)
	if len(links) != 4 {
		t.Errorf("%d links, want three below the figure and one from a claim", len(links))
	}
	for _, link := range links {
		if _, err := os.Stat(filepath.Join(root, link[1])); err != nil {
			t.Errorf("link to %s: %v", link[1], err)
		}
	}
}

func TestCompleteRunHasAllItsNumbers(t *testing.T) {
	for id, text := range composed(t, everything(func(*sample.Maker) {})) {
		if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, notMeasured) {
			t.Errorf("block %s of a complete run says:\n%s", id, text)
		}
	}
}

// Writing what is there already changes nothing.
func TestWriteTwice(t *testing.T) {
	d, path := churnRun(t, t.TempDir())
	var again []string
	if err := Write(d, path, Options{Wrote: func(name string) { again = append(again, name) }}); err != nil || len(again) > 0 {
		t.Errorf("writing again changed %v, %v", again, err)
	}
}

// Check names the file that differs, whichever it is.
func TestCheckNamesTheFile(t *testing.T) {
	d, path := churnRun(t, t.TempDir())
	for name, want := range map[string]string{
		path: "differs from what its records give, first in line 2",
		filepath.Join(d.Dir, "figures", "churn.csv"): "churn.csv differs",
		filepath.Join(d.Dir, "figures", "churn.png"): "churn.png differs",
		filepath.Join(d.Dir, "figures", "churn.svg"): "churn.svg differs",
	} {
		good, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bad := strings.Replace(string(good), "\n", "\nx", 1)
		if err := os.WriteFile(name, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Check(d, path); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s was changed: %v, want %q", name, err, want)
		}
		if err := os.WriteFile(name, good, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lost := filepath.Join(d.Dir, "figures", "churn.svg")
	if err := os.Remove(lost); err != nil {
		t.Fatal(err)
	}
	if err := Check(d, path); err == nil || !strings.Contains(err.Error(), lost+" is missing") {
		t.Errorf("a figure was removed: %v", err)
	}
}

// A figure that the run no longer gives disappears, and Check minds it.
func TestStaleFigures(t *testing.T) {
	d, path := churnRun(t, t.TempDir())
	stale := filepath.Join(d.Dir, "figures", "of-old.svg")
	notes := filepath.Join(d.Dir, "figures", "notes.txt")
	for _, name := range []string{stale, notes} {
		if err := os.WriteFile(name, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := Check(d, path); err == nil || !strings.Contains(err.Error(), "of-old.svg belongs to no figure") {
		t.Errorf("error is %v", err)
	}
	if err := Write(d, path, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the old figure is still there")
	}
	if _, err := os.Stat(notes); err != nil {
		t.Error("a file that is no figure was removed")
	}
}

// A run without records says so in every block that would have needed them.
func TestNothingMeasured(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	d.Records = nil
	blocks := composed(t, d)
	for id, text := range blocks {
		if id == "" || id == "run" || id == "reading" {
			continue
		}
		if !strings.Contains(text, notMeasured) {
			t.Errorf("block %s of an empty run says:\n%s", id, text)
		}
	}
}

// One experiment alone fills its own blocks and those only.
func TestOneExperiment(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	for _, name := range experimentNames {
		one := *d
		one.Records = slices.DeleteFunc(slices.Clone(d.Records), func(r recordType) bool { return r.Experiment != name })
		blocks := composed(t, &one)
		for _, f := range figures.Catalogue() {
			filled := !strings.Contains(blocks["figure:"+f.ID], notMeasured)
			if f.Experiment == name && !filled {
				t.Errorf("%s alone leaves its figure %s out", name, f.ID)
			}
			if f.Experiment != name && filled && f.ID != "space" {
				t.Errorf("%s alone fills figure %s", name, f.ID)
			}
		}
	}
}
