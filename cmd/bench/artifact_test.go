package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/analysis/figures"
)

// TestArtifactIsCurrent: the page is what the figures, claims and plan give, has a row for
// each of them, and the experiments that its commands name are there.
func TestArtifactIsCurrent(t *testing.T) {
	d, err := analysis.Load(reference)
	if err != nil {
		t.Fatal(err)
	}
	want, err := artifactPage(d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../" + artifactFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not current (%v); run make report", artifactFile, err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(want)) {
		if fields := strings.SplitN(line, " | ", 2); len(fields) == 2 {
			rows[strings.TrimPrefix(fields[0], "| ")] = fields[1]
		}
	}
	for _, f := range figures.Catalogue() {
		if row := rows[f.ID]; !strings.Contains(row, "bench run --profile ") || strings.Contains(row, "--experiment  ") || strings.Contains(row, "| 0 |") {
			t.Errorf("figure %s: %q names nothing to measure", f.ID, row)
		}
	}
	for _, c := range claims.Ledger() {
		row := rows[c.ID]
		if !strings.Contains(row, "bench claims "+c.ID) || strings.Contains(row, "bench run") != (len(c.Selections()) > 0) || strings.Contains(row, "--experiment  ") {
			t.Errorf("claim %s: %q", c.ID, row)
		}
	}
	known := declaredNames()
	for _, m := range regexp.MustCompile(`--experiment (\S+)`).FindAllSubmatch(want, -1) {
		for name := range strings.SplitSeq(string(m[1]), ",") {
			if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+name+" ") {
				t.Errorf("%s: no such experiment", name)
			}
		}
	}
}

// TestArtifactCheck: a page that is missing or not current is refused, and written anew.
func TestArtifactCheck(t *testing.T) {
	d, err := analysis.Load(reference)
	if err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(t.TempDir(), "REPORT.md")
	if err := syncArtifact(d, first, true); err == nil {
		t.Error("a missing page is current")
	}
	if err := syncArtifact(d, first, false); err != nil {
		t.Fatal(err)
	}
	if err := syncArtifact(d, first, true); err != nil {
		t.Error(err)
	}
	name := filepath.Join(filepath.Dir(first), artifactFile)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(text, []byte("bench run"), []byte("bench walk"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := syncArtifact(d, first, true); err == nil || !strings.Contains(err.Error(), "run make report") {
		t.Errorf("of a page that was changed: %v", err)
	}
}
