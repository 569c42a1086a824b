package workloads

import (
	"strings"
	"testing"
)

// TestNamesParseBack: a canonical name means itself, whatever was written.
func TestNamesParseBack(t *testing.T) {
	for written, canonical := range map[string]string{
		"uniform":                               "uniform",
		" uniform ":                             "uniform",
		"sequential":                            "sequential",
		"sequential(start=0)":                   "sequential(start=0)",
		"strided":                               "strided(stride=4096)",
		"strided(stride=01000)":                 "strided(stride=1000)",
		"lowentropy":                            "lowentropy(kind=low)",
		"lowentropy(kind=digits)":               "lowentropy(kind=digits)",
		"timestamps":                            "timestamps",
		"repeat":                                "repeat(r=4)",
		"zipf":                                  "zipf(s=1.1)",
		"zipf(keys=1000000, s=1.10)":            "zipf(s=1.1)",
		"zipf(keys=4294967296,s=0)":             "zipf(s=0,keys=4294967296)",
		"urls":                                  "urls",
		"words":                                 "words",
		"english":                               "english",
		"english(members=half)":                 "english",
		"english(members=all)":                  "english(members=all)",
		"file(path=a.txt)":                      "file(path=a.txt)",
		"file(members=half,path=/tmp/a%20b.gz)": "file(path=/tmp/a%20b.gz,members=half)",
	} {
		w, err := Parse(written)
		if err != nil {
			t.Errorf("Parse(%q): %v", written, err)
			continue
		}
		again, err := Parse(w.String())
		if err != nil || w.String() != canonical || again.String() != canonical {
			t.Errorf("Parse(%q) is %s and parses back to %s (%v), want %s", written, w, again, err, canonical)
		}
	}
}

func TestBadNames(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "the name must be letters",
		"unform":                             "did you mean uniform?",
		"uniform(n=3)":                       `unknown parameter "n"; it takes no parameters`,
		"uniform()":                          "empty",
		"sequential(start=-1)":               "start=-1: must be a whole number from 0",
		"sequential(absent=7)":               "absent=7: must be above start, which must be given too",
		"sequential(start=7,absent=7)":       "absent=7: must be above start",
		"strided(stride=1)":                  "must be a whole number from 2",
		"strided(stride=0)":                  "must be a whole number from 2",
		"strided(stride=562949953421312)":    "must be a whole number from 2",
		"lowentropy(kind=middle)":            "must be one of high, low, digits",
		"repeat(r=0)":                        "must be a whole number from 1",
		"repeat(r=1.5)":                      "must be a whole number from 1",
		"zipf(s=NaN)":                        "must be a number from 0 to 8",
		"zipf(s=-1)":                         "must be a number from 0 to 8",
		"zipf(s=Inf)":                        "must be a number from 0 to 8",
		"zipf(keys=0)":                       "keys=0: must be a whole number from 1",
		"zipf(keys=4294967297)":              "must be a whole number from 1",
		"english(members=none)":              "must be one of half, all",
		"file":                               "parameter path is missing",
		"file(path=a.txt,members=some)":      "must be one of all, half",
		"file(path=100%.txt)":                "write %25 for a percent sign",
		"file(path=a b)":                     "path has no usable value",
		"zipf(s=1,s=2)":                      "s is given twice",
		"strided(stride=999999999999999999)": "must be a whole number from 2",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "workload ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("Parse(%q): %v; want one line with %q", text, err, want)
		}
	}
}

// TestSchemas: every workload is listed, documented, and its bare name opens
// unless it needs a parameter.
func TestSchemas(t *testing.T) {
	used := map[string]bool{}
	for _, name := range allExamples() {
		bare, _, _ := strings.Cut(name, "(")
		used[bare] = true
	}
	for _, schema := range Schemas() {
		if !used[schema.Name] {
			t.Errorf("%s is not among the examples that these tests look at", schema.Name)
		}
		if schema.Doc == "" {
			t.Errorf("%s has no description", schema.Name)
		}
		needs := false
		for _, f := range schema.Fields {
			needs = needs || f.Need
			if f.Doc == "" {
				t.Errorf("%s: parameter %s has no description", schema.Name, f.Key)
			}
		}
		if _, err := Parse(schema.Name); (err != nil) != needs {
			t.Errorf("Parse(%q): %v", schema.Name, err)
		}
	}
}
