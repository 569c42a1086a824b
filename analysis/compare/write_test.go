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
		func() error { return r.WriteText(&out, false) }, func() error { return r.WriteText(&out, true) },
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
	writeList(&b, "title", make([]string, listed+3))
	if !strings.HasSuffix(b.String(), "  ... and 3 more\n") || strings.Count(b.String(), "\n") != listed+3 {
		t.Errorf("%q", b.String())
	}
}
