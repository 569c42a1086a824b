package record

import (
	"slices"
	"testing"
)

func TestEscape(t *testing.T) {
	for value, want := range map[string]string{
		"cuckoo(b=4,f=12)":    "cuckoo(b=4,f=12)",
		"file(path=/a b/c)":   "file(path=%2Fa%20b%2Fc)",
		"run-2":               "run%2D2",
		"a-b-12":              "a-b%2D12",
		"-":                   "-",
		"12":                  "12",
		"":                    "",
		"1e-9":                "1e%2D9",
		"100%":                "100%25",
		"%2F":                 "%252F",
		"\u00fc":              "%C3%BC",
		"file(path=words-3)":  "file(path=words-3)",
		"tab\tand\nnewline\r": "tab%09and%0Anewline%0D",
	} {
		if got := escape(value); got != want {
			t.Errorf("escape(%q) is %q; want %q", value, got, want)
		}
	}
}

// TestNamesTellTrialsApart changes each field of a trial in turn: the name changes
// with every field that says what was measured, and with no other.
func TestNamesTellTrialsApart(t *testing.T) {
	base := examples()[4] // churn has most
	name := func(change func(*Trial)) string {
		r := base
		change(&r.Trial)
		return Sampled{Record: &r}.Name()
	}
	original := name(func(*Trial) {})
	for field, change := range map[string]func(*Trial){
		"experiment": func(t *Trial) { t.Experiment += "x" },
		"part":       func(t *Trial) { t.Part += "x" },
		"kind":       func(t *Trial) { t.Kind = KindFPR },
		"variant":    func(t *Trial) { t.Variant = "exact" },
		"workload":   func(t *Trial) { t.Workload = "urls" },
		"capacity":   func(t *Trial) { t.Capacity = 7 },
		"slots":      func(t *Trial) { t.Slots = 7 },
		"fill":       func(t *Trial) { t.Fill = 0.7 },
		"copies":     func(t *Trial) { t.Copies = 7 },
		"deletes":    func(t *Trial) { t.Deletes = false },
		"policy":     func(t *Trial) { t.Policy = "last" },
		"call":       func(t *Trial) { t.Call = "single" },
	} {
		if name(change) == original {
			t.Errorf("another %s has the same name %s", field, original)
		}
	}
	for field, change := range map[string]func(*Trial){
		"rep": func(t *Trial) { t.Rep++ }, "seed": func(t *Trial) { t.Seed++ }, "queries": func(t *Trial) { t.Queries++ },
		"capped": func(t *Trial) { t.Capped = true }, "draws": func(t *Trial) { t.Draws++ }, "lookups": func(t *Trial) { t.Lookups++ },
	} {
		if got := name(change); got != original {
			t.Errorf("another %s changes the name to %s", field, got)
		}
	}
}

func TestSamplesAreOrdered(t *testing.T) {
	got := []string{"bloom(bpk=10)", "cuckoo(b=4,f=8)", "bloom(bpk=4)", "cuckoo(b=2,f=12)", "bloom", "odd)", "cuckoo(b=4,f=12)"}
	slices.SortFunc(got, compareSpecs)
	if want := []string{"bloom", "bloom(bpk=4)", "bloom(bpk=10)", "cuckoo(b=2,f=12)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "odd)"}; !slices.Equal(got, want) {
		t.Errorf("order %v; want %v", got, want)
	}
	label := func(key, value string) Label { return Label{key, value} }
	for _, pair := range [][2]Label{
		{label("op", "hit"), label("op", "miss")}, {label("op", "mix5"), label("op", "mix50")},
		{label("load", "0.5"), label("load", "0.95")}, {label("turnover", "2"), label("turnover", "16")}, {label("load", "9"), label("turnover", "1")},
	} {
		if comparePoints(pair[0], pair[1]) >= 0 || comparePoints(pair[1], pair[0]) <= 0 {
			t.Errorf("%v does not come before %v", pair[0], pair[1])
		}
	}
}
