package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadmeFilter does what README.md tells a newcomer who adds a filter: it puts
// the files that are printed there into the project (by an overlay, so
// that nothing is written) and runs the conformance suite on the new filter.
func TestReadmeFilter(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the filters once more")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read(t, filepath.Join(root, "README.md")), -1)
	if len(blocks) != 2 {
		t.Fatalf("README.md has %d blocks of Go; want the family and the filter", len(blocks))
	}
	packages := filepath.Join(root, "variants", "catalog", "packages.go")
	list := insertAfter(t, read(t, packages), "import (\n", "\t\"filterbench/variants/onehash\"\n")
	list = insertAfter(t, list, "[]func() []variants.Family{\n", "\tonehash.Families,\n")
	overlay := map[string]map[string]string{"Replace": {
		filepath.Join(root, "variants", "families", "onehash.go"): write(t, "family.go", blocks[0][1]),
		filepath.Join(root, "variants", "onehash", "onehash.go"):  write(t, "onehash.go", blocks[1][1]),
		packages: write(t, "packages.go", list), // as go generate writes it
	}}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-vet=off", "-overlay", write(t, "overlay.json", string(text)), "-run", "CatalogIsComplete|Conform.*/onehash", "-v", "./variants/catalog")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "TestConformance/onehash(bpk=100)/operations") {
		t.Errorf("the filter of README.md does not conform: %v\n%s", err, out)
	}
}

// TestReadmeCommands runs every go run ./cmd/bench line of README.md as far as its
// flags: a command that is shown must at least be understood.
func TestReadmeCommands(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^ +go run \./cmd/bench ([^\n#>]+)`).FindAllStringSubmatch(read(t, "../../README.md"), -1)
	if len(lines) < 6 {
		t.Fatalf("README.md shows %d commands: the test has nothing to see", len(lines))
	}
	for _, line := range lines {
		args := strings.Fields(strings.ReplaceAll(line[1], "'", ""))
		status, _, stderr := call(append(args, "--help")...)
		if status != exitOK {
			t.Errorf("bench %s: %s", strings.Join(args, " "), stderr)
		}
		if cmd, _, err := newRootCmd().Find(args); err != nil || !cmd.HasParent() {
			t.Errorf("bench %s: no such command", strings.Join(args, " "))
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func insertAfter(t *testing.T, text, mark, more string) string {
	t.Helper()
	before, after, ok := strings.Cut(text, mark)
	if !ok {
		t.Fatalf("the file has no line %q", mark)
	}
	return before + mark + more + after
}
