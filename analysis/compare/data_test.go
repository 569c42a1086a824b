package compare

import (
	"strings"
	"testing"

	"filterbench/internal/record"
)

// TestBenchmarkFiles: what go test -bench prints is compared by the same rules, with
// the units' meaning known or read from Unit lines.
func TestBenchmarkFiles(t *testing.T) {
	read := func(name, text string) *Data {
		t.Helper()
		d, err := FromBenchfmt(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	var old, new strings.Builder
	old.WriteString("Unit size assume=exact better=lower\ncpu: A\n")
	new.WriteString("Unit size assume=exact better=lower\ncpu: A\n")
	for _, v := range []string{"10", "11", "12", "13", "14", "15"} {
		old.WriteString("BenchmarkX-2 100 " + v + " ns/op 64 size 3 furlongs\n")
		new.WriteString("BenchmarkX-2 100 3" + v + " ns/op 65 size 3 furlongs\n")
	}
	r := Compare(read("old", old.String()), read("new", new.String()), 0.05)
	want := map[string]Verdict{"ns/op": Worse, "size": Worse, "furlongs": Equal}
	for _, c := range r.Cells {
		if c.Verdict != want[c.Unit] || c.Name != "X-2" {
			t.Errorf("%+v; want %s", c, want[c.Unit])
		}
	}
	if len(r.Cells) != 3 || r.Cells[0].Old.Median != 12.5 {
		t.Errorf("cells %+v; want 3, times in ns", r.Cells)
	}
	for text, want := range map[string]string{
		"":       "f: no benchmark results in it",
		"PASS\n": "f: no benchmark results in it",
		"BenchmarkX 1 2 ns/op\nBenchmarkX 100 many ns/op\n": "f:2: ",
	} {
		if _, err := FromBenchfmt("f", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v; want %s", text, err, want)
		}
	}
}

// TestExportRoundTrip: comparing exported files gives the verdicts of comparing the
// folders that they come from.
func TestExportRoundTrip(t *testing.T) {
	slower := func(r *record.Record) {
		if r.Time() != nil {
			r.Time().Samples[0].ElapsedNS *= 2
		}
	}
	old, new := sample(8, nil), sample(8, slower)
	export := func(records []record.Record) *Data {
		var text strings.Builder
		if _, err := record.ToBenchfmt(&text, manifest(), records, record.MinSamples); err != nil {
			t.Fatal(err)
		}
		d, err := FromBenchfmt("x", strings.NewReader(text.String()))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	verdicts := func(r *Result) map[string]Verdict {
		m := map[string]Verdict{}
		for _, c := range r.Cells {
			m[c.Name+" "+c.Unit] = c.Verdict
		}
		return m
	}
	direct := verdicts(Compare(fromRecords("old", old), fromRecords("new", new), 0.05))
	viaFile := verdicts(Compare(export(old), export(new), 0.05))
	for key, v := range viaFile {
		if direct[key] != v {
			t.Errorf("%s: %s in the files, %s in the folders", key, v, direct[key])
		}
	}
	if len(viaFile) != 3 { // times, false positives, bits; zeros are not exported
		t.Errorf("verdicts %v", viaFile)
	}
}
