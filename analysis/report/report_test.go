package report

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/explore"
	"filterbench/analysis/figures"
	"filterbench/internal/record"
)

// composed is the report of the committed run: what it is computed from, and its pages.
type composed struct {
	*run
	pages map[string]string // by name: "" is the first page
}

// reference composes the report of the committed run, with the records of an experiment that
// is younger, once for all tests.
var reference = sync.OnceValues(func() (composed, error) {
	d, err := analysis.Load(filepath.Join("..", "..", "results", "reference"))
	if err != nil {
		return composed{}, err
	}
	return compose(d)
})

// compose composes the text of a report as it would stand in the folder of its run.
func compose(d *analysis.Dataset) (composed, error) {
	r, err := newRun(d, filepath.Join(d.Dir, "REPORT.md"))
	if err != nil {
		return composed{}, err
	}
	files, err := r.pages()
	c := composed{r, map[string]string{}}
	for name, text := range files {
		c.pages[strings.TrimPrefix(strings.TrimPrefix(name, d.Dir), string(filepath.Separator))] = string(text)
	}
	return c, err
}

func composedReference(t *testing.T) composed {
	t.Helper()
	c, err := reference()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The first page is one that a person reads, and says all that a complete run can say.
func TestFirstPage(t *testing.T) {
	front := composedReference(t).pages["REPORT.md"]
	if lines := strings.Count(front, "\n"); lines > 400 {
		t.Errorf("%d lines, want 400 at most", lines)
	}
	if words := len(strings.Fields(front)); words > 6000 {
		t.Errorf("%d words, want 6,000 at most", words)
	}
	if n := strings.Count(front, "\n### "); n != len(findingList) {
		t.Errorf("%d findings of %d", n, len(findingList))
	}
	first, _, _ := strings.Cut(front, "## What was found")
	if strings.Count(first, "\n") > 40 || !strings.Contains(first, "semisort(f=13)") || !strings.Contains(first, "63 MB") {
		t.Errorf("the first screen does not answer:\n%s", first)
	}
}

// No page of a complete run has holes.
func TestCompleteRunHasAllItsNumbers(t *testing.T) {
	for name, text := range composedReference(t).pages {
		for _, bad := range []string{"NaN", "Inf", notMeasured, "%!", "{"} {
			if strings.Contains(text, bad) && !strings.HasSuffix(name, ".csv") {
				i := strings.Index(text, bad)
				t.Errorf("%s says %q: %q", name, bad, text[max(0, i-60):min(len(text), i+60)])
			}
		}
	}
}

// Every figure of the catalogue is shown in one place, and no other is.
func TestEveryFigureIsShownOnce(t *testing.T) {
	shown := map[string]int{}
	for _, ch := range chapterList() {
		for _, s := range ch.sections {
			for _, p := range s.parts {
				if id, ok := p.(figure); ok {
					shown[string(id)]++
				}
			}
		}
	}
	shown["claims"]++ // on their page
	for _, id := range frontFigures {
		if _, ok := figures.Find(id); ok && shown[id] == 0 {
			shown[id]++
		}
	}
	for _, f := range figures.Catalogue() {
		if shown[f.ID] != 1 {
			t.Errorf("figure %s is shown %d times", f.ID, shown[f.ID])
		}
		delete(shown, f.ID)
	}
	for id := range shown {
		t.Errorf("the catalogue has no figure %s", id)
	}
	for _, f := range findingList {
		if len(f.figures) > 0 && !slices.ContainsFunc(f.figures, func(id string) bool { _, ok := figures.Find(id); return ok }) && f.link != "libraries.md#what-they-do-with-your-keys" {
			t.Errorf("finding %q has none of the figures %q", f.headline, f.figures)
		}
	}
}

var (
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// Every link leads to a page, a table or a figure of the report, and to a heading there.
func TestLinksLead(t *testing.T) {
	c := composedReference(t)
	anchors := map[string][]string{}
	for name, text := range c.pages {
		for _, m := range heading.FindAllStringSubmatch(text, -1) {
			anchors[name] = append(anchors[name], anchor(m[1]))
		}
	}
	links := 0
	for name, text := range c.pages {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			links++
			to, place, _ := strings.Cut(m[1], "#")
			target := filepath.ToSlash(filepath.Join(filepath.Dir(name), to))
			if to == "" {
				target = name
			}
			if id, ok := strings.CutPrefix(target, figuresFolder+"/"); ok {
				if _, drawn := c.charts[strings.TrimSuffix(id, filepath.Ext(id))]; !drawn {
					t.Errorf("%s shows figure %s, which the run has not", name, id)
				}
				continue
			}
			if target == explore.File { // whose addresses are those of figures
				if !slices.ContainsFunc(figures.Catalogue(), func(f figures.Figure) bool {
					state, ok := explore.State(f.ID)
					return ok && state == place || place == ""
				}) {
					t.Errorf("%s links to %s: no figure is there", name, m[1])
				}
				continue
			}
			if _, ok := c.pages[target]; !ok {
				t.Errorf("%s links to %s: no such page", name, m[1])
			}
			if place != "" && !slices.Contains(anchors[target], place) {
				t.Errorf("%s links to %s: no such heading", name, m[1])
			}
		}
	}
	if links < 200 {
		t.Errorf("only %d links", links)
	}
}

// Every part of an experiment that a section reads is there: a part that was renamed does
// not go unnoticed.
func TestSectionsReadWhatIsThere(t *testing.T) {
	for s, cells := range composedReference(t).asked {
		if cells == 0 {
			t.Errorf("experiment %s has no part %q", s.experiment, s.part)
		}
	}
}

// A long table is a CSV with all its rows, of which the page shows some.
func TestLongTables(t *testing.T) {
	c := composedReference(t)
	tables := 0
	for name, text := range c.pages {
		if !strings.HasSuffix(name, ".csv") {
			continue
		}
		tables++
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) <= longTable+1 {
			t.Errorf("%s has %d rows: %v", name, len(rows), err)
		}
		seen := map[string]bool{}
		for _, title := range rows[0] {
			if seen[title] {
				t.Errorf("%s has two columns %q", name, title)
			}
			seen[title] = true
		}
	}
	if tables < 20 {
		t.Errorf("only %d tables", tables)
	}
	for name, text := range c.pages {
		for _, block := range strings.Split(text, "\n\n") {
			if n := strings.Count(block, "\n| "); strings.HasPrefix(block, "| ") && n > longTable+2 {
				t.Errorf("%s has a table of %d rows", name, n)
			}
		}
	}
}

// A run without records says so in every section, and one experiment alone fills its own.
func TestPartsOfARun(t *testing.T) {
	d := *composedReference(t).d
	all := d.Records
	d.Records = nil
	empty, err := compose(&d)
	if err != nil {
		t.Fatal(err)
	}
	sections := 0
	for _, ch := range chapterList() {
		sections += len(ch.sections)
		if n := strings.Count(empty.pages[filepath.Join(chaptersFolder, ch.id+".md")], notMeasured); n != len(ch.sections) {
			t.Errorf("chapter %s of an empty run has %d sections without records, want %d", ch.id, n, len(ch.sections))
		}
	}
	if sections < 30 {
		t.Errorf("only %d sections", sections)
	}
	for _, name := range []string{"churn", "libraries", "load-factor"} {
		d.Records = slices.DeleteFunc(slices.Clone(all), func(r record.Record) bool { return r.Experiment != name })
		one, err := compose(&d)
		if err != nil {
			t.Fatalf("%s alone: %v", name, err)
		}
		if !strings.Contains(fmt.Sprint(one.pages), "> **Question** (`"+name+"`)") || len(one.charts) == 0 && name != "libraries" {
			t.Errorf("%s alone fills nothing", name)
		}
	}
}

// An experiment that no chapter knows gets a section with a figure and its numbers,
// whatever the kinds of its trials.
func TestOwnExperiment(t *testing.T) {
	d := *composedReference(t).d
	d.Records = slices.Clone(d.Records)
	for i := range d.Records {
		r := &d.Records[i]
		if r.Experiment == "space" && r.Part == "sizes" || r.Experiment == "load-factor" && r.Part == "fingerprint" || r.Kind != record.KindFPR && r.Kind != record.KindLoad && r.Rep < 2 {
			r.Experiment = "mine-" + r.Experiment
		} else {
			r.Failed = "left out"
		}
	}
	d.Records = slices.DeleteFunc(d.Records, func(r record.Record) bool { return r.Failed != "" })
	d.Manifest.Experiments = []record.Source{{Name: "mine-space", Text: "title = \"My sizes\"\nquestion = \"How large?\"\nexpect = \"So large.\"\n"}}
	c, err := compose(&d)
	if err != nil {
		t.Fatal(err)
	}
	page := c.pages[filepath.Join(chaptersFolder, "experiments.md")]
	for _, want := range []string{"## My sizes", "How large?", "../figures/mine-space-sizes-false-positive-rate.svg", "| 14.4 |", "(own-mine-churn-all.csv)", "(own-mine-throughput-times.csv)"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page of own experiments", want)
		}
	}
	if !strings.Contains(c.pages["REPORT.md"], "[My sizes](report/experiments.md#my-sizes)") {
		t.Error("the first page does not lead to it")
	}
	if strings.Contains(page, notMeasured) {
		t.Error("an experiment of the run has no numbers")
	}
	chart := c.charts["mine-space-sizes-false-positive-rate"]
	theory := 0
	for _, p := range chart.Panels {
		for _, curve := range p.Curves {
			for _, at := range curve.Points {
				if at.Theory > 0 {
					theory++
				}
			}
		}
	}
	if theory == 0 {
		t.Error("the figure has no theory")
	}
}

// smallRun is a run of one experiment, written below a folder of its own.
func smallRun(t *testing.T) (d *analysis.Dataset, path string) {
	t.Helper()
	whole := *composedReference(t).d
	whole.Dir = t.TempDir()
	whole.Records = slices.DeleteFunc(slices.Clone(whole.Records), func(r record.Record) bool { return r.Experiment != "churn" })
	path = filepath.Join(whole.Dir, "REPORT.md")
	if err := Write(&whole, path, Options{}); err != nil {
		t.Fatal(err)
	}
	return &whole, path
}

// What was written is found as it was; what was changed, lost or left over is named.
func TestWriteThenCheck(t *testing.T) {
	d, path := smallRun(t)
	if err := Check(d, path, Options{}); err != nil {
		t.Fatal(err)
	}
	var again []string
	if err := Write(d, path, Options{Wrote: func(name string) { again = append(again, name) }}); err != nil || len(again) > 0 {
		t.Errorf("writing again changed %v, %v", again, err)
	}
	for _, name := range []string{path, filepath.Join(d.Dir, chaptersFolder, "duplicates.md"), filepath.Join(d.Dir, figuresFolder, "churn.svg")} {
		good, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(name, append(slices.Clone(good), 'x'), 0o644)
		if err := Check(d, path, Options{}); err == nil || !strings.Contains(err.Error(), name+" differs") {
			t.Errorf("%s was changed: %v", name, err)
		}
		os.Remove(name)
		if err := Check(d, path, Options{}); err == nil || !strings.Contains(err.Error(), name+" is missing") {
			t.Errorf("%s was removed: %v", name, err)
		}
		os.WriteFile(name, good, 0o644)
	}
	stale := filepath.Join(d.Dir, chaptersFolder, "of-old.md")
	notes := filepath.Join(d.Dir, figuresFolder, "notes.txt")
	os.WriteFile(stale, []byte("x"), 0o644)
	os.WriteFile(notes, []byte("x"), 0o644)
	if err := Check(d, path, Options{}); err == nil || !strings.Contains(err.Error(), "of-old.md belongs to nothing") {
		t.Errorf("error is %v", err)
	}
	if err := Write(d, path, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("the old page is still there")
	}
	if _, err := os.Stat(notes); err != nil {
		t.Error("a file that is none of the report was removed")
	}
}
