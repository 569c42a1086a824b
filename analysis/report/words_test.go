package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"filterbench/analysis/figures"
	"filterbench/analysis/internal/sample"
	"filterbench/internal/record"
)

type recordType = record.Record

// The words follow the numbers: a run whose rates are a fifth above theory is not
// described like one that agrees.
func TestWordsFollowTheNumbers(t *testing.T) {
	good := composed(t, everything(func(*sample.Maker) {}))
	bad := composed(t, everything(func(m *sample.Maker) { m.Skew = 1.2 }))
	if text := good["figure:fpr-bloom-bits"]; strings.Contains(text, "outside the interval") {
		t.Errorf("agreement is described as:\n%s", text)
	}
	if text := bad["figure:fpr-bloom-bits"]; strings.Contains(text, "inside the interval") || !strings.Contains(text, "outside the interval") {
		t.Errorf("disagreement is described as:\n%s", text)
	}
	if text := good["agreement"]; !strings.Contains(text, "No point contradicts it") {
		t.Errorf("agreement is described as:\n%s", text)
	}
	if text := bad["agreement"]; !strings.Contains(text, "points contradict it even when") || !strings.Contains(text, "The exceptions:") {
		t.Errorf("disagreement is described as:\n%s", text)
	}
}

// Saturated counters are given as the cause where they are recorded.
func TestCauseOfAnException(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	for i := range d.Records {
		r := &d.Records[i]
		if r.Variant == "counting(bpk=20,w=2)" && r.Churn() != nil {
			last := &r.Churn().Checkpoints[len(r.Churn().Checkpoints)-1]
			last.Positives, last.Overflow = last.Positives*3, 1000
		}
	}
	text := composed(t, d)["agreement"]
	if !strings.Contains(text, "`counting(bpk=20,w=2)`, fill 0.95, turnover 8 (churn)") || !strings.Contains(text, "8,000 counters had saturated in its filters") {
		t.Errorf("the exception is described as:\n%s", text)
	}
}

// A trial that failed is named with its reason.
func TestFailuresAreNamed(t *testing.T) {
	d := everything(func(*sample.Maker) {})
	d.Records[0].Outcome, d.Records[0].Failed = nil, "out of memory"
	text := composed(t, d)["run"]
	if !strings.Contains(text, ", 1 failed") || !strings.Contains(text, "repetition 0 failed: out of memory") {
		t.Errorf("the run is described as:\n%s", text)
	}
}

// Each way of keeping a key's bits together is set beside the standard filter, with
// what it costs at either end of the curve.
func TestBlocksAreCompared(t *testing.T) {
	text := composed(t, everything(func(*sample.Maker) {}))["figure:fpr-bloom-bits"]
	for _, want := range []string{
		`The blocked filter says yes to \d[^;]* there; theory says \d`, `Blocking multiplies the rate by \d\.\d+ at 4\.?\d* bits`,
		`The split block filter, which has eight probes at any number of bits, says yes to 1\.[23]\d* %`,
		`Splitting multiplies that of the standard filter by 2\.[12]\d* at 4\.?\d* bits per key and by 1[5-8]\.?\d* at 24`,
		`The filter with all bits of a key in one machine word says yes to 1\.[78]\d* %`,
		`One word for a block multiplies that of the standard filter by \d\.\d+ at 4\.?\d* bits per key and by \d\d+\.?\d* at 24`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("the reading lacks %q:\n%s", want, text)
		}
	}
}

// The fastest filter is found by its numbers, with those beside it that its
// interval does not exclude.
func TestSummary(t *testing.T) {
	blocks := composed(t, everything(func(*sample.Maker) {}))
	text := blocks["summary"]
	for _, want := range []string{
		"on 996,147 keys", "Fastest miss: `blocked(bpk=12)`", "Fastest delete: `cuckoo(b=4,f=8)`",
		"| `blocked(bpk=12)` | 12 |", "counts to 15", "at most 8",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the summary lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "`null`") {
		t.Error("null is offered as a filter")
	}
}

// Many copies are served by the filters with the fewest bits that took them all: not by
// a smaller one that took but few, nor by a larger one.
func TestManyCopiesAreServed(t *testing.T) {
	m := sample.New(1)
	sample.Everything(m)
	m.Remedy("quotient(r=9)", 3, 5000, 30)
	m.Remedy("sidecuckoo(b=2,f=12)", 3.01, 5000, 30)
	m.Remedy("stash(b=4,f=12,stash=9)", 2, 16, 30)
	blocks := composed(t, m.Dataset(""))
	want := "| Many copies of a key, and deletion | `quotient(r=9)` and `sidecuckoo(b=2,f=12)` |"
	if text := blocks["needs"]; !strings.Contains(text, want) {
		t.Errorf("the table lacks %q:\n%s", want, text)
	}
}

// number finds digits that prose may not hold. Links and code are not prose.
var notProse = regexp.MustCompile("(?s)```.*?```|`[^`]*`|\\]\\([^)]*\\)|<!--.*?-->")

// Prose of the project's report holds no digits and no figures of its own: what is
// a number is computed. And its blocks are those that can be filled.
func TestProseHasNoNumbers(t *testing.T) {
	path := filepath.Join("..", "..", "REPORT.md")
	document, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := split("REPORT.md", string(document))
	if err != nil {
		t.Fatal(err)
	}
	if err := match("REPORT.md", list, blockIDs()); err != nil {
		t.Error(err)
	}
	for _, s := range list {
		if s.id != "" {
			continue
		}
		for i, line := range strings.Split(notProse.ReplaceAllString(s.text, ""), "\n") {
			if strings.ContainsAny(line, "0123456789") {
				t.Errorf("REPORT.md, about line %d: %q holds a number", s.line+i, line)
			}
		}
	}
}

func TestEveryFigureIsPutIntoWords(t *testing.T) {
	for _, f := range figures.Catalogue() {
		if readings[f.ID] == nil {
			t.Errorf("figure %s has no reading", f.ID)
		}
	}
	for id := range readings {
		if _, ok := figures.Find(id); !ok {
			t.Errorf("reading %s has no figure", id)
		}
	}
}

func TestNumbersAsWritten(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{percent(0.0123456), "1.23 %"}, {percent(0.00000984), "0.000984 %"}, {percent(0.9996), "100 %"}, {percent(0), "0 %"},
		{number(12), "12"}, {number(1.0449), "1.04"}, {number(0.25), "0.25"}, {number(1234.5), "1230"},
		{percent1(0.9512), "95.1 %"}, {declaredPercent(0.95), "95 %"}, {declaredPercent(0.0001), "0.01 %"},
		{nanoseconds(5.67), "5.7"}, {nanoseconds(56.7), "57"}, {pValue(0.0000001), "below 0.0001"}, {pValue(0.0467), "0.047"},
		{plural(1, "point", "points"), "1 point"}, {plural(2000, "point", "points"), "2,000 points"},
		{sentence([]string{"a"}), "a"}, {sentence([]string{"a", "b", "c"}), "a, b and c"}, {memorySize(32 << 10), "32 KiB"},
	} {
		if c.got != c.want {
			t.Errorf("written %q, want %q", c.got, c.want)
		}
	}
}
