package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"filterbench/variants"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
)

// What the first screen of README.md answers.
const (
	readmeKeys   = 40_000_000
	readmeRate   = 0.001
	readmeMemory = 60e6 // bytes that somebody may have
)

// designed is a filter made for the keys of README.md: what it takes and promises.
type designed struct {
	variant string
	rate    float64
	bytes   float64
	family  *families.Family
	copies  string
}

func design(t *testing.T, variant string) (d designed, ok bool) {
	t.Helper()
	v, err := catalog.Parse(variant)
	if err != nil {
		t.Fatal(err)
	}
	shape, err := v.Shape(variants.Size{Keys: readmeKeys})
	if err != nil {
		return d, false
	}
	p, predicted := families.Predict(shape, readmeKeys)
	f := families.Named(families.NameOf(variant))
	d = designed{variant: variant, rate: p.FPR, bytes: float64(shape.Bits) / 8, family: f}
	switch {
	case f.Has(families.Static):
		d.copies = "built once from all keys"
	case !f.Has(families.Deletes):
		d.copies = "no deletes"
	case f.Has(families.Side) || shape.BucketSlots+shape.CounterBits == 0:
		d.copies = "deletes; any number of copies of a key"
	case shape.CounterBits > 0:
		d.copies = fmt.Sprintf("deletes; up to %d copies of a key", 1<<shape.CounterBits-1)
	default:
		d.copies = fmt.Sprintf("deletes; up to %d copies of a key", 2*shape.BucketSlots)
	}
	return d, predicted
}

// deletables lists the filters with deletes whose parameters may be chosen for a rate.
func deletables(t *testing.T) (all []designed) {
	var names []string
	for bits := 4; bits <= 20; bits++ {
		for _, format := range []string{"semisort(f=%d,buckets=any)", "cuckoo(b=2,f=%d,buckets=any)", "cuckoo(b=4,f=%d,buckets=any)", "cuckoo(b=8,f=%d,buckets=any)",
			"cuckoo(b=4,f=%d)", "semisort(f=%d)", "quotient(r=%d)", "sidecuckoo(b=4,f=%d,buckets=any)", "countingcuckoo(b=4,f=%d,w=2,buckets=any)", "stash(b=4,f=%d,buckets=any)"} {
			names = append(names, fmt.Sprintf(format, bits))
		}
	}
	for _, fpr := range []string{"0.001", "0.002"} {
		names = append(names, "counting(fpr="+fpr+",w=4)")
	}
	for _, name := range names {
		if _, err := catalog.Parse(name); err != nil {
			continue // a parameter that its family refuses
		}
		if d, ok := design(t, name); ok && d.family.Has(families.Deletes) {
			all = append(all, d)
		}
	}
	return all
}

// least is the filter with the fewest bytes that keeps a rate.
func least(all []designed, rate float64) designed {
	kept := slices.DeleteFunc(slices.Clone(all), func(d designed) bool { return d.rate > rate })
	return slices.MinFunc(kept, func(a, b designed) int {
		if a.bytes < b.bytes {
			return -1
		}
		return 1
	})
}

func megabytes(bytes float64) string { return fmt.Sprintf("%.0f MB", bytes/1e6) }

func perCent(rate float64) string { return fmt.Sprintf("%.2g %%", 100*rate) }

// answers writes the table and the sentence below it.
func answers(t *testing.T) string {
	all := deletables(t)
	best := least(all, readmeRate)
	var out strings.Builder
	out.WriteString("| You need | Filter | False positives | Bits per key | Memory | |\n| --- | --- | ---: | ---: | ---: | --- |\n")
	for _, row := range []struct{ need, variant string }{
		{"fewest bits, deletes, a few copies", best.variant},
		{"faster lookups, deletes, a few copies", "cuckoo(b=4,f=13,buckets=any)"},
		{"deletes, many copies of some keys", "quotient(r=10)"},
		{"keys are only added", "bloom(fpr=0.001)"},
		{"keys are only added, the fastest lookups", "splitblock(fpr=0.001)"},
		{"all keys known beforehand, more false positives", "fuse(f=8)"},
	} {
		d, ok := design(t, row.variant)
		if !ok {
			t.Fatalf("%s has no rate", row.variant)
		}
		fmt.Fprintf(&out, "| %s | `%s` | %s | %.1f | %s | %s |\n", row.need, d.variant, perCent(d.rate), 8*d.bytes/readmeKeys, megabytes(d.bytes), d.copies)
	}
	fits := slices.DeleteFunc(slices.Clone(all), func(d designed) bool { return d.bytes > readmeMemory })
	within := slices.MinFunc(fits, func(a, b designed) int {
		if a.rate < b.rate {
			return -1
		}
		return 1
	})
	static, _ := design(t, "fuse(f=8)")
	exact, _ := design(t, "exact")
	verdict := fmt.Sprintf("Nothing that deletes keeps that rate in %s; %s would do", megabytes(readmeMemory), megabytes(best.bytes))
	if best.bytes <= readmeMemory {
		verdict = fmt.Sprintf("Within %s, `%s` keeps that rate and deletes", megabytes(readmeMemory), best.variant)
	}
	fmt.Fprintf(&out, "\n%s. In %s, `%s` has %s. Of static filters `fuse(f=8)` fits in %s, at %s. An exact set takes %s. Tables without\n`buckets=any` double for one key too many.\n",
		verdict, megabytes(within.bytes), within.variant, perCent(within.rate), megabytes(static.bytes), perCent(static.rate), megabytes(exact.bytes))
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
