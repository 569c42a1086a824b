package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"filterbench/analysis/advise"
	"filterbench/analysis/tables"
	"filterbench/harness"
)

func TestTheoryTables(t *testing.T) {
	var names []string
	for _, table := range tables.All() {
		names = append(names, table.Name)
	}
	if got, want := strings.Join(theoryTables, " "), strings.Join(names, " "); got != want {
		t.Errorf("theoryTables are %s\nwant %s", got, want)
	}
}

// widest returns the length of the longest line, but for words that are longer than a line.
func widest(text string) (n int) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if len(strings.Fields(line)) > 1 {
			n = max(n, utf8.RuneCountInString(line))
		}
	}
	return n
}

func TestListFitsTheTerminal(t *testing.T) {
	l, err := newListing()
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{60, 80, 120} {
		var b strings.Builder
		if err := l.write(&b, width); err != nil || widest(b.String()) > width {
			t.Errorf("%d columns: a line of %d, %v", width, widest(b.String()), err)
		}
		for _, f := range l.Filters {
			if !strings.Contains(b.String(), "\n  "+f.Name+"  ") {
				t.Errorf("%s is not listed", f.Name)
			}
			var one strings.Builder
			if err := l.writeOne(&one, f.Name, width); err != nil || widest(one.String()) > width {
				t.Errorf("%s, %d columns: a line of %d, %v", f.Name, width, widest(one.String()), err)
			}
		}
	}
}

// TestPlanFitsTheTerminal: what stands below the table of a plan is as wide as the terminal.
func TestPlanFitsTheTerminal(t *testing.T) {
	all, err := declared()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := harness.Expand("quick", all)
	if err != nil {
		t.Fatal(err)
	}
	total := plan.Estimate(2)
	for _, width := range []int{60, 80} {
		if text := planWords(plan, total, width); widest(text) > width || !strings.Contains(text, "measured again") {
			t.Errorf("%d columns: a line of %d\n%s", width, widest(text), text)
		}
	}
	if piped := planWords(plan, total, 0); widest(piped) <= 80 {
		t.Errorf("piped, lines are broken:\n%s", piped)
	}
}

func TestListNames(t *testing.T) {
	status, stdout, _ := call("list", "cuckoo")
	if status != exitOK || !strings.HasPrefix(stdout, "cuckoo  ") || !strings.Contains(stdout, "\n  kicks  ") || strings.Contains(stdout, "bloom  ") {
		t.Errorf("status %d:\n%s", status, stdout)
	}
	if status, _, stderr := call("list", "cukoo"); status != exitUsage || !strings.Contains(stderr, "did you mean cuckoo") {
		t.Errorf("status %d: %s", status, stderr)
	}
	if status, _, stderr := call("try", "blom(bpk=8)", "--workload", "uniform"); status != exitUsage || !strings.Contains(stderr, "did you mean bloom?") {
		t.Errorf("status %d: %s", status, stderr)
	}
	if status, _, stderr := call("try", "bloom(bpk=8)", "--workload", "zpif"); status != exitUsage || !strings.Contains(stderr, "did you mean zipf?") {
		t.Errorf("status %d: %s", status, stderr)
	}
}

func TestWrap(t *testing.T) {
	if got, want := wrap("  a  ", "one two three averyverylongword four", 4, 12), "  a  one two\n    three\n    averyverylongword\n    four\n"; got != want {
		t.Errorf("%q; want %q", got, want)
	}
	if got, want := wrap("  a  ", "one two", 4, 0), "  a  one two\n"; got != want {
		t.Errorf("%q; want %q", got, want)
	}
}

// TestChooseFitsTheTerminal: the table of designs is as wide as a terminal of 80 columns, and
// whole where it is piped.
func TestChooseFitsTheTerminal(t *testing.T) {
	name := "countingcuckoo(b=4,f=13,w=2,buckets=any,kicks=5000)"
	slow := &advise.Estimate{NS: 312e3, Outside: true}
	r := advise.Ranking{Answers: []advise.Answer{{Design: advise.Design{Variant: name, Rate: 0.00000847, Bytes: 1.14e9}, Feasible: true, PerKey: 228.17, Miss: slow, Insert: slow}}}
	for _, width := range []int{0, 80} {
		var b strings.Builder
		if err := (&chooseFlags{only: []string{"none"}}).write(&b, r, width); err != nil {
			t.Fatal(err)
		}
		table, _, _ := strings.Cut(b.String()[strings.Index(b.String(), " filter "):], "\n\n")
		if (widest(table) > 80) != (width == 0) || strings.Contains(table, name) != (width == 0) {
			t.Errorf("%d columns: a line of %d\n%s", width, widest(table), table)
		}
	}
}
