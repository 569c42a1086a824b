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
	family, filter := readmeBlock(t, "package families"), readmeBlock(t, "// Package onehash")
	packages := filepath.Join(root, "variants", "catalog", "packages.go")
	list := insertAfter(t, read(t, packages), "import (\n", "\t\"filterbench/variants/onehash\"\n")
	list = insertAfter(t, list, "[]func() []variants.Family{\n", "\tonehash.Families,\n")
	overlay := map[string]map[string]string{"Replace": {
		filepath.Join(root, "variants", "families", "onehash.go"): write(t, "family.go", family),
		filepath.Join(root, "variants", "onehash", "onehash.go"):  write(t, "onehash.go", filter),
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

// readmeBlock returns the block of Go in README.md that begins with a line.
func readmeBlock(t *testing.T, begin string) string {
	t.Helper()
	for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(read(t, "../../README.md"), -1) {
		if strings.HasPrefix(block[1], begin) {
			return block[1]
		}
	}
	t.Fatalf("README.md has no block of Go that begins with %q", begin)
	return ""
}

// TestOtherModule does what README.md tells the author of another module: its program, and
// a family that is defined there, are built and run with a copy of this module in place of
// a published one. Nothing is fetched.
func TestOtherModule(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the filters once more")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	edit := regexp.MustCompile(`(?m)^    go (mod edit .*)=\.\./filterbench$`).FindStringSubmatch(read(t, filepath.Join(root, "README.md")))
	if edit == nil {
		t.Fatal("README.md shows no go mod edit")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.org/other\n\ngo " + goVersion(t, root) + "\n", "go.sum": read(t, filepath.Join(root, "go.sum")),
		"main.go": readmeBlock(t, "package main"), "define.go": otherFamily,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run(strings.Fields(edit[1] + "=" + root)...)
	if got := run("run", "."); got != "defined(bpk=8)\ntrue false\n" {
		t.Errorf("the program of README.md prints %q", got)
	}
}

// goVersion returns the version of Go that the module asks for.
func goVersion(t *testing.T, root string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(read(t, filepath.Join(root, "go.mod")))
	if m == nil {
		t.Fatal("go.mod names no version of Go")
	}
	return m[1]
}

// otherFamily defines a family outside of the module, and prints a variant of it.
const otherFamily = `package main

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/bloom"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

func configOf(v spec.Values, n variants.Size) bloom.Config {
	return bloom.Config{Keys: n.Keys, BitsPerKey: v.Float("bpk")}
}

func init() {
	family := families.Family{Schema: spec.Schema{
		Name: "defined", Fields: []spec.Field{{Key: "bpk", Kind: spec.Float, Min: 1, Max: 64, Default: "8", Show: true}},
	}}
	table := []variants.Family{variants.Define(family,
		func(v spec.Values, n variants.Size) (shape.Shape, error) { return configOf(v, n).Shape() },
		func(v spec.Values, n variants.Size, _ uint64) (variants.Filter, error) { return bloom.New(configOf(v, n)) },
	)}
	v, err := variants.ParseIn(table, "defined")
	if err != nil {
		panic(err)
	}
	if _, err := v.New(variants.Size{Keys: 100}, 1); err != nil {
		panic(err)
	}
	fmt.Println(v)
}
`

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
