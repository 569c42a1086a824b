package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bench explore writes a page of several runs, and says what is wrong with a folder in one line.
func TestExplore(t *testing.T) {
	before, after, page := resultsFolder(t, 6, 0), resultsFolder(t, 6, 30), filepath.Join(t.TempDir(), "both.html")
	out, _ := bench(t, exitOK, "explore", before, after, "-o", page)
	if !strings.Contains(out, "of 2 runs") {
		t.Errorf("said %q", out)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{`id="facts"`, `id="run-0"`, `id="run-1"`} {
		if !strings.Contains(string(text), id) {
			t.Errorf("the page has no %s", id)
		}
	}
	if _, errs := bench(t, exitUsage, "explore", filepath.Join(t.TempDir(), "nowhere")); strings.Count(errs, "\n") != 1 {
		t.Errorf("of no folder: %q", errs)
	}
}
