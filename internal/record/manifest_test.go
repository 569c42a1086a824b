package record

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func exampleManifest() Manifest {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return Manifest{
		Schema: Schema, Profile: "quick", Plan: "00ff00ff00ff00ff", Trials: 7,
		Experiments: []Source{NewSource("demo", []byte("# a <demo> & more\nseed = 42\n"), 42)},
		Machine: Machine{CPU: "Example CPU 3000", Cores: 2, Caches: []Cache{{"L1d", 32 << 10}, {"L2", 1 << 20}},
			MemoryBytes: 24 << 30, OS: "linux", Arch: "amd64", Kernel: "6.1.0", HugePages: "madvise"},
		Toolchain: Toolchain{Go: "go1.26.0", Modules: []Module{{"example.com/m", "v1.2.3"}}, GOMAXPROCS: 2, GOGC: "100", GOAMD64: "v1"},
		Runs: []Run{
			{Start: start, Revision: "0123abc", Dirty: true, Done: 3},
			{Start: start.Add(time.Hour), End: start.Add(2 * time.Hour), Revision: "0123abc", Done: 3, Failed: 1, Skipped: 1,
				Failures: []Failure{{Trial: "0011223344556677", Reason: "needs 5 GiB; the budget is 4 GiB"}}},
		},
	}
}

func TestManifestRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	want := exampleManifest()
	for range 2 { // the second replaces the first
		if err := WriteManifest(dir, want); err != nil {
			t.Fatal(err)
		}
		got, err := ReadManifest(dir)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("error %v\nread %+v\nwant %+v", err, got, want)
		}
		want.Runs[1].Done++
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v; want the manifest alone", entries)
	}
	if info, err := entries[0].Info(); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, error %v; want 0644", info.Mode(), err)
	}
	text, _ := os.ReadFile(filepath.Join(dir, ManifestFile))
	if !strings.Contains(string(text), `"# a <demo> & more\nseed = 42\n"`) {
		t.Errorf("the experiment is hard to read in\n%s", text)
	}
}

func TestReadManifestRefuses(t *testing.T) {
	good := exampleManifest()
	dir := t.TempDir()
	if err := WriteManifest(dir, good); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, ManifestFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"newer":    {`"schema": 1`, `"schema": 2`, "schema 2 is newer than the 1 that this program reads"},
		"unknown":  {`"profile"`, `"weather": 1, "profile"`, `unknown field "weather"`},
		"edited":   {`seed = 42`, `seed = 43`, "experiment demo: sha256 "},
		"cut":      {"\n}\n", "\n", "not a JSON object"},
		"trailing": {"\n}\n", "\n}\n{}", "not a JSON object"},
		"type":     {`"done": 3`, `"done": "3"`, `field "runs.done" is a JSON string; must be a int`},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(string(text), c.old, c.new, 1)
			if changed == string(text) {
				t.Fatalf("%q is not in the manifest", c.old)
			}
			if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := ReadManifest(dir)
			if err == nil || !strings.HasPrefix(err.Error(), path+": "+c.want) {
				t.Errorf("error %v\nwant %s: %s", err, path, c.want)
			}
		})
	}
}

func TestWriteManifestRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := WriteManifest(dir, Manifest{}); err == nil {
		t.Error("a manifest without a schema is written")
	}
	m := exampleManifest()
	m.Experiments[0] = NewSource("demo", []byte("\xff"), 0)
	if err := WriteManifest(dir, m); err == nil || !strings.Contains(err.Error(), "experiment demo: its text is not UTF-8") {
		t.Errorf("error %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("the folder holds %v", entries)
	}
}

// TestWriteManifestKeepsOld: when the new one cannot be put in place, the old one
// stays and no litter is left.
func TestWriteManifestKeepsOld(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, ManifestFile)
	if err := os.MkdirAll(filepath.Join(blocked, "full"), 0o755); err != nil { // a folder cannot be replaced by a file
		t.Fatal(err)
	}
	if err := WriteManifest(dir, exampleManifest()); err == nil || !strings.Contains(err.Error(), "the manifest before it is kept") {
		t.Errorf("error %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("the folder holds %v", entries)
	}
}

func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := ReadDir(dir); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "no manifest.json there") {
		t.Errorf("an empty folder: error %v", err)
	}
	if err := WriteManifest(dir, exampleManifest()); err != nil {
		t.Fatal(err)
	}
	text := lines(examples()...)
	if err := os.WriteFile(filepath.Join(dir, RecordsFile), text[:len(text)-5], 0o644); err != nil {
		t.Fatal(err)
	}
	m, records, err := ReadDir(dir)
	var cut *TruncatedError
	if !errors.As(err, &cut) || m.Profile != "quick" || len(records) != len(examples())-1 {
		t.Errorf("a cut folder: %d records, error %v", len(records), err)
	}
}
