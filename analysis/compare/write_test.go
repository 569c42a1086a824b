package compare

import (
	"flag"
	"os"
	"strings"
	"testing"

	"filterbench/internal/record"
)

var update = flag.Bool("update", false, "write the golden file")

func TestGoldenOutput(t *testing.T) {
	worse := func(r *record.Record) {
		if r.Time() != nil {
			r.Time().Samples[0].ElapsedNS += 2000
		}
		if r.FPR() != nil && r.Rep == 2 {
			r.FPR().Positives += 5
		}
	}
	r := Compare(fromRecords("results/old", append(sample(8, nil), extra())), fromRecords("results/new", sample(8, worse)), 0.05)
	var out strings.Builder
	for _, write := range []func() error{
		func() error { return r.WriteText(&out, Text{Width: 80}) }, func() error { return r.WriteText(&out, Text{All: true}) },
		func() error { return r.WriteCSV(&out) }, func() error { return r.WriteJSON(&out) },
	} {
		if err := write(); err != nil {
			t.Fatal(err)
		}
		out.WriteString("----\n")
	}
	const path = "testdata/output.golden"
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || out.String() != string(want) {
		t.Errorf("error %v; output\n%s\nwant\n%s", err, out.String(), want)
	}
}

func TestLongListsAreCut(t *testing.T) {
	var b strings.Builder
	Text{}.list(&b, "title", make([]string, listed+3))
	if !strings.HasSuffix(b.String(), "  ... and 3 more\n") || strings.Count(b.String(), "\n") != listed+3 {
		t.Errorf("%q", b.String())
	}
}

// The verdict stands in the first three lines, and no line is longer than the terminal.
func TestVerdictFirst(t *testing.T) {
	slower := func(r *record.Record) {
		if r.Time() != nil {
			r.Time().Samples[0].ElapsedNS += 20000
		}
	}
	r := Compare(fromRecords("results/old", sample(8, nil)), fromRecords("results/new", sample(8, slower)), 0.05)
	for _, width := range []int{40, 80, 0} {
		var b strings.Builder
		if err := r.WriteText(&b, Text{Width: width}); err != nil {
			t.Fatal(err)
		}
		if width == 0 && !strings.HasPrefix(b.String(), "counts: all equal in 16 trials in common\ntimes:  1 of 1 series changed beyond noise, 1 worse (") {
			t.Errorf("the verdict is not first:\n%s", &b)
		}
		for line := range strings.Lines(b.String()) {
			if n := len([]rune(strings.TrimSuffix(line, "\n"))); width > 0 && n > width {
				t.Errorf("%d wide at %d: %q", n, width, line)
			}
		}
	}
}
