package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis/advise"
	"filterbench/analysis/choose"
)

// What the first screen of README.md answers.
const (
	readmeKeys   = 40_000_000
	readmeRate   = 0.001
	readmeMemory = 60e6 // bytes that somebody may have
)

// bestOf is the best answer to a need, of one family if any is named.
func bestOf(t *testing.T, n advise.Need, families ...string) advise.Answer {
	t.Helper()
	model, err := choose.Reference()
	if err != nil {
		t.Fatal(err)
	}
	r, err := advise.Rank(n, model)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Answers {
		if len(families) == 0 || slices.Contains(families, a.Family) {
			return a
		}
	}
	t.Fatalf("no answer of %s", families)
	return advise.Answer{}
}

// answers writes the table and the sentence below it, all by the adviser.
func answers(t *testing.T) string {
	var out strings.Builder
	out.WriteString("| You need | Filter | False positives | Bits per key | Memory | Copies of a key |\n| --- | --- | ---: | ---: | ---: | --- |\n")
	need := advise.Need{Keys: readmeKeys, Rate: readmeRate}
	deleting, counting, static := need, need, need
	deleting.Deletes, counting.Deletes = true, true
	counting.Copies = advise.Stream{Rule: "zipf", Value: 1}
	static.Static = true
	for _, row := range []struct {
		words string
		need  advise.Need
		of    []string
	}{
		{"fewest bits, keys are deleted", deleting, nil},
		{"the same, faster lookups", deleting, []string{"cuckoo"}},
		{"keys are deleted, some have very many copies", counting, nil},
		{"keys are only added, none is ever refused", need, []string{"bloom"}},
		{"the same, faster lookups of single keys", need, []string{"splitblock"}},
		{"all keys known beforehand", static, nil},
	} {
		a := bestOf(t, row.need, row.of...)
		fmt.Fprintf(&out, "| %s | `%s` | %s | %.1f | %s | %s |\n", row.words, a.Variant, advise.Percent(a.Rate), a.PerKey, advise.Bytes(a.Bytes), a.Copies)
	}
	within := deleting
	within.Bytes = readmeMemory
	model, _ := choose.Reference()
	r, err := advise.Rank(within, model)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&out, "\n%s\nAn exact set takes %s. Cuckoo filters without `buckets=any` double for one key too many.\n", r.Verdict, advise.Bytes(bestOf(t, need, "exact").Bytes))
	return out.String()
}

// block returns what stands in README.md between a marker and the next end.
func block(t *testing.T, readme, marker string) string {
	t.Helper()
	_, rest, ok := strings.Cut(readme, "<!-- "+marker)
	_, rest, _ = strings.Cut(rest, "-->\n")
	text, _, closed := strings.Cut(rest, "<!-- end -->")
	if !ok || !closed {
		t.Fatalf("README.md has no block %q", marker)
	}
	return text
}

// TestReadmeAnswers: the first screen of README.md answers what somebody with 40 million
// keys asks, with numbers that sizing and theory give, and no filter that deletes is
// smaller than the one that it names.
func TestReadmeAnswers(t *testing.T) {
	readme := read(t, filepath.Join("..", "..", "README.md"))
	want := answers(t)
	if got := block(t, readme, "which filter"); got != want {
		t.Errorf("README.md has another answer; put this between the marks:\n%s", want)
	}
	at := strings.Index(readme, "<!-- end -->")
	if lines := strings.Count(readme[:at], "\n"); lines > 24 {
		t.Errorf("the answer ends in line %d, and a terminal has 24", lines)
	}
}

// TestReadmeSamples: the outputs that README.md shows are those of the commands above
// them, but for the times.
func TestReadmeSamples(t *testing.T) {
	readme := read(t, filepath.Join("..", "..", "README.md"))
	out, _ := bench(t, exitOK, "try", "semisort(f=13,buckets=any)", "--workload", "uniform", "--n", "100000", "--reps", "3")
	sample(t, readme, "try", out)
	out, _ = bench(t, exitOK, "choose", "--keys", "40M", "--fpr", "0.1%", "--memory", "60MB", "--deletes")
	head, _, _ := strings.Cut(out, "\n\nsemisort(f=13,buckets=any)\n") // the rest holds times
	sample(t, readme, "choose", head)
	out, _ = bench(t, exitOK, "compare", resultsFolder(t, 8, 1), resultsFolder(t, 8, 2))
	lines := strings.SplitAfter(out, "\n")
	sample(t, readme, "compare", strings.Join(lines[:3], ""))
}

// sample compares a block of README.md with an output, without the numbers of lines that
// hold nanoseconds.
func sample(t *testing.T, readme, marker, out string) {
	t.Helper()
	exact := func(text string) string {
		var lines []string
		for line := range strings.Lines(text) {
			line = strings.TrimRight(strings.TrimPrefix(line, "    "), " \n")
			if what, _, timed := strings.Cut(line, ", ns"); timed {
				line = what
			}
			if line != "" {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		return strings.Join(lines, "\n")
	}
	if got, want := exact(block(t, readme, marker)), exact(out); got != want {
		t.Errorf("README.md shows another output of %s; it is\n    %s", marker, strings.ReplaceAll(strings.TrimSpace(out), "\n", "\n    "))
	}
}

// TestReadmeLinks: every file that README.md names by a link is there.
func TestReadmeLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	links := regexp.MustCompile(`\]\(([^)#][^)#]*)`).FindAllStringSubmatch(read(t, filepath.Join(root, "README.md")), -1)
	if len(links) < 10 {
		t.Errorf("only %d links", len(links))
	}
	for _, link := range links {
		if _, err := os.Stat(filepath.Join(root, link[1])); err != nil {
			t.Errorf("link to %s: %v", link[1], err)
		}
	}
}
