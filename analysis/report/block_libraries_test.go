package report

import (
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
)

// TestLibraries: faults of a library stand in its row and in the words below, and a
// sound one is named in neither.
func TestLibraries(t *testing.T) {
	m := sample.New(3)
	m.Audit("libraries", "sheet", "good", 20_000, sample.Flaws{Library: "example.org/good v2.0.0", Promise: 0.03, Rate: 0.03})
	m.Audit("libraries", "sheet", "bad", 20_000, sample.Flaws{Library: "example.org/bad v1.0.0", Loses: 0.9, Denies: 3, Promise: 0.01, Rate: 0.02})
	m.Audit("libraries", "sheet", "cuckoo(b=4,f=8)", 20_000, sample.Flaws{Rate: 0.03})
	blocks := composed(t, m.Dataset(""))
	table, words, ok := strings.Cut(blocks["table:libraries"], "\n\n")
	if !ok {
		t.Fatalf("no words:\n%s", table)
	}
	for _, row := range strings.Split(table, "\n") {
		switch {
		case strings.Contains(row, "`bad`"):
			for _, want := range []string{"8 of 24 taken, all deleted again", "accepted keys lost", "24 of 480,000", "1 %: broken", "of outcomes differ"} {
				if !strings.Contains(row, want) {
					t.Errorf("no %q in %s", want, row)
				}
			}
		case strings.Contains(row, "`good`"):
			for _, want := range []string{"none of the others lost", "none of 480,000", "3 %: kept", "here, but not in general"} {
				if !strings.Contains(row, want) {
					t.Errorf("no %q in %s", want, row)
				}
			}
		case strings.Contains(row, "`cuckoo(b=4,f=8)`") && (strings.Contains(row, "kept") || !strings.Contains(row, "| yes |")):
			t.Errorf("a promise or a difference that nobody gave: %s", row)
		}
	}
	if n := strings.Count(words, "`bad`"); n != 4 {
		t.Errorf("the faulty library is named %d times, want 4:\n%s", n, words)
	}
	if n := strings.Count(words, "`good`"); n != 1 || strings.Contains(words, "cuckoo") {
		t.Errorf("a sound filter is blamed:\n%s", words)
	}
	if n := strings.Count(blocks["table:defects"], "TestDefectMadeUp"); n != 1 {
		t.Errorf("a defect that two libraries share is there %d times", n)
	}
	for _, want := range []string{"example.org/bad `v1.0.0`", "`TestDefectMadeUp`", "nothing is said"} {
		if !strings.Contains(blocks["table:defects"], want) {
			t.Errorf("no %q in\n%s", want, blocks["table:defects"])
		}
	}
}

// TestLibraryRates: a rate above what was asked for is named, and one that is asked
// for and kept is not. Neither counts for whether theory holds.
func TestLibraryRates(t *testing.T) {
	m := sample.New(4)
	m.FPR("libraries", "rate", "bloom(fpr=0.02)", "uniform", 20_000, 0, 1, 4000)
	m.FPR("libraries", "rate", "bloom(fpr=0.005)", "uniform", 20_000, 0, 1.5, 4000) // overfilled: follows theory to another rate
	m.Skew = 3
	m.FPR("libraries", "rate", "bloom(fpr=0.01)", "uniform", 20_000, 0, 1, 4000)
	blocks := composed(t, m.Dataset(""))
	table, words, _ := strings.Cut(blocks["table:library-rates"], "\n\n")
	if !strings.Contains(table, "| inside | kept |") || !strings.Contains(table, "| inside | broken |") || !strings.Contains(table, "| outside | broken |") {
		t.Errorf("table\n%s", table)
	}
	if strings.Count(words, "`bloom(fpr=0.01)` with 20,000 keys") != 2 || strings.Contains(words, "fpr=0.02") {
		t.Errorf("words\n%s", words)
	}
	if strings.Contains(blocks["agreement"], "libraries") {
		t.Errorf("the libraries are asked whether theory holds:\n%s", blocks["agreement"])
	}
}
