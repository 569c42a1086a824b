package workloads

import (
	"os"
	"path/filepath"
	"testing"
)

// examples names every workload that needs no file, with every parameter that
// changes its keys.
var examples = []string{
	"uniform",
	"sequential", "sequential(start=1000)", "sequential(start=1000,absent=1500)",
	"strided(stride=4096)", "strided(stride=1000)", "strided(stride=281474976710656)",
	"lowentropy(kind=high)", "lowentropy(kind=low)", "lowentropy(kind=digits)",
	"timestamps",
	"bitreversed",
	"repeat(r=4)", "repeat(r=7)",
	"bursts(r=16,every=100)", "bursts(r=3,every=1)", "hot(share=0.01)", "hot(share=0.5)", "hot(share=0.5,keys=10)",
	"zipf(s=1.1)", "zipf(s=0.7,keys=1000)", "zipf(s=1)", "zipf(s=2.5)",
	"urls",
	"uuids(version=4)", "uuids(version=7)",
	"words",
	"english", "english(members=all)",
}

// open opens a workload whose name is known to be right.
func open(t testing.TB, name string, seed uint64) *Keys {
	t.Helper()
	w, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	k, err := w.Open(seed)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// fileExamples are workloads of files that are there when tests run.
var fileExamples = []string{
	"file(path=testdata/colours.txt)", "file(path=testdata/colours.txt,members=half)",
	"file(path=words/american-english.gz)", "file(path=words/american-english.gz,members=half)",
}

// allExamples are the examples of every kind of workload.
func allExamples() []string { return append(append([]string{}, examples...), fileExamples...) }

// write makes a file in a directory of the test and returns its path.
func write(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// mustPanic fails the test unless f panics.
func mustPanic(t testing.TB, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s did not panic", what)
		}
	}()
	f()
}
