package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHouse checks every Go file of the module.
func TestHouse(t *testing.T) {
	sources := moduleSources(t)
	if len(sources) < 50 {
		t.Fatalf("only %d files found; go list shows too little", len(sources))
	}
	for _, line := range Check(sources) {
		t.Error(line)
	}
	packages := map[string]bool{}
	for _, s := range sources {
		packages[s.Package] = true
	}
	for name := range layers {
		if !packages[name] && !strings.HasSuffix(name, "/*") {
			t.Errorf("rules.go: layer %s is of no package", name)
		}
	}
}

// moduleSources reads all Go files that go list knows, those left out by build
// constraints too.
func moduleSources(t *testing.T) []Source {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=Dir,ImportPath,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var sources []Source
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir, ImportPath                                    string
			GoFiles, IgnoredGoFiles, TestGoFiles, XTestGoFiles []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return sources
		} else if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		for _, file := range slices.Concat(p.GoFiles, p.IgnoredGoFiles, p.TestGoFiles, p.XTestGoFiles) {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, Source{Package: name, Name: name + "/" + file, Text: string(text)})
		}
	}
}

// TestCheckFindsBadExamples: every rule is broken once, and the line says where.
// What is right beside it is not reported.
func TestCheckFindsBadExamples(t *testing.T) {
	long := "func f() {\n" + strings.Repeat("\tx++\n", maxFunctionLines) + "}\n"
	for name, c := range map[string]struct {
		pkg, file, body string
		want            string // "" is right
	}{
		"illegal edge":               {"analysis", "a.go", `import "filterbench/variants"`, `analysis/a.go:2: analysis must not import variants; it may import internal/record, variants/families,`},
		"illegal edge of a test":     {"analysis", "a_test.go", `import "filterbench/harness"`, `analysis/a_test.go:2: analysis must not import harness`},
		"upward edge":                {"internal/hashing", "a.go", `import "filterbench/internal/record"`, `internal/hashing/a.go:2: internal/hashing must not import internal/record; it may import nothing of the module`},
		"below an allowed one":       {"harness", "a.go", `import "filterbench/variants/theory/deep"`, `harness/a.go:2: harness must not import variants/theory/deep`},
		"legal edge":                 {"harness", "a.go", `import "filterbench/variants/theory"`, ``},
		"like a pattern":             {"cmd/bench", "a.go", `import "filterbench/variantsmore"`, `cmd/bench/a.go:2: cmd/bench must not import variantsmore`},
		"legal pattern":              {"cmd/bench", "a.go", `import "filterbench/analysis/report"`, ``},
		"test package outside tests": {"harness", "a.go", `import "filterbench/internal/stattest"`, `harness/a.go:2: harness must not import internal/stattest`},
		"test package in a test":     {"harness", "a_test.go", `import "filterbench/internal/stattest"`, ``},
		"test package in another":    {"internal/filtertest", "a.go", `import "filterbench/internal/stattest"`, ``},
		"own package in a test":      {"variants", "a_test.go", `import "filterbench/variants"`, ``},
		"unknown package":            {"internal/misc", "a.go", ``, `internal/misc/a.go:1: package internal/misc has no layer`},
		"hash elsewhere":             {"variants", "a.go", `import "github.com/dgryski/go-metro"`, `variants/a.go:2: variants must not import github.com/dgryski/go-metro; only internal/hashing may`},
		"hash at home":               {"internal/hashing", "a.go", `import "github.com/dgryski/go-metro"`, ``},
		"closed import":              {"analysis/figures", "a.go", `import "gonum.org/v1/plot/vg/vgeps"`, `analysis/figures/a.go:2: analysis/figures must not import gonum.org/v1/plot/vg/vgeps; nobody may`},
		"for tests alone":            {"cmd/bench", "a.go", `import "k8s.io/api/batch/v1"`, `cmd/bench/a.go:2: cmd/bench must not import k8s.io/api/batch/v1; only tests may`},
		"for tests, in a test":       {"cmd/bench", "a_test.go", `import "k8s.io/api/batch/v1"`, ``},
		"unsafe":                     {"variants", "a.go", `import "unsafe"`, `variants/a.go:2: variants must not import unsafe; only internal/bitpack, internal/simd, harness may`},
		"init":                       {"variants", "a.go", "func init() {}", `variants/a.go:2: builtin.init: a package changes nothing by being imported`},
		"a method called init":       {"variants", "a.go", "func (x T) init() {}", ``},
		"switch of a test":           {"variants/bloom", "a.go", `import "filterbench/internal/simd"` + "\nfunc f() { simd.Limit(simd.Plain) }", `variants/bloom/a.go:3: filterbench/internal/simd.Limit: the kernels are switched off by tests only`},
		"switch in a test":           {"variants/bloom", "a_test.go", `import "filterbench/internal/simd"` + "\nfunc f() { simd.Limit(simd.Plain) }", ``},
		"open sibling":               {"analysis/figures", "a.go", `import "gonum.org/v1/plot/vg/vgsvg"`, ``},
		"plot elsewhere":             {"harness", "a.go", `import "gonum.org/v1/plot"`, `harness/a.go:2: harness must not import gonum.org/v1/plot; only analysis/figures may`},
		"rest of x/perf":             {"analysis", "a.go", `import "golang.org/x/perf/benchseries"`, `analysis/a.go:2: analysis must not import golang.org/x/perf/benchseries; nobody may`},
		"old rand":                   {"harness", "a_test.go", `import "math/rand"`, `harness/a_test.go:2: harness must not import math/rand; nobody may`},
		"log":                        {"harness", "a.go", `import "log"; var _ = log.Fatal`, `harness/a.go:2: harness must not import log; nobody may`},
		"testing in a library":       {"harness", "a.go", `import "testing"`, `harness/a.go:2: harness must not import testing; only internal/stattest, internal/filtertest may`},
		"clock":                      {"harness", "a.go", `import "time"; var _ = time.Now()`, `harness/a.go:2: time.Now: measuring goes through harness/clock.go`},
		"clock as a value":           {"harness", "a.go", `import "time"; var now = time.Now`, `harness/a.go:2: time.Now: `},
		"clock, renamed":             {"harness", "a.go", `import t "time"; var _ = t.Since(x)`, `harness/a.go:2: time.Since: `},
		"clock at home":              {"harness", "clock.go", `import "time"; var _ = time.Now()`, ``},
		"clock of the progress":      {"cmd/bench", "progress_bar.go", `import "time"; var _ = time.Now()`, ``},
		"clock in a test":            {"harness", "a_test.go", `import "time"; var _ = time.Now()`, ``},
		"duration":                   {"harness", "a.go", `import "time"; var _ = time.Second`, ``},
		"someone else's Now":         {"harness", "a.go", `var _ = clock.Now()`, ``},
		"exit":                       {"cmd/bench", "run.go", "import \"os\"\nfunc f() { os.Exit(1) }", `cmd/bench/run.go:3: os.Exit: return an error instead`},
		"exit in main":               {"cmd/bench", "main.go", `import "os"; func main() { os.Exit(1) }`, ``},
		"print":                      {"variants", "a.go", `import "fmt"; func f() { fmt.Println(1) }`, `variants/a.go:2: fmt.Println: write to`},
		"print to a writer":          {"variants", "a.go", `import "fmt"; func f() { fmt.Fprintln(w, 1) }`, ``},
		"stdout":                     {"variants", "a.go", `import "os"; var w = os.Stdout`, `variants/a.go:2: os.Stdout: `},
		"println":                    {"variants", "a_test.go", `func f() { println(1) }`, `variants/a_test.go:2: builtin.println: left from debugging`},
		"global rand":                {"harness", "a.go", `import "math/rand/v2"; var _ = rand.Uint64()`, `harness/a.go:2: math/rand/v2.Uint64: random numbers come from`},
		"global rand in a test":      {"harness", "a_test.go", `import "math/rand/v2"; var _ = rand.IntN(3)`, `harness/a_test.go:2: math/rand/v2.IntN: `},
		"global shuffle":             {"harness", "a.go", `import "math/rand/v2"; func f() { rand.Shuffle(1, nil) }`, `harness/a.go:2: math/rand/v2.Shuffle: `},
		"seeded rand":                {"harness", "a.go", `import "math/rand/v2"; var r = rand.New(rand.NewPCG(1, 2)); var _ = r.Uint64()`, ``},
		"goroutine":                  {"analysis/claims", "a.go", `func f() { go f() }`, `analysis/claims/a.go:2: go: make race leaves analysis/claims out`},
		"goroutine elsewhere":        {"harness", "a.go", `func f() { go f() }`, ``},
		"not Go":                     {"harness", "a.go", `func {`, `harness/a.go:2:6: expected`},
		"long file":                  {"harness", "a.go", strings.Repeat("\n", maxFileLines-1), `harness/a.go:1: the file has 601 lines; at most 600`},
		"full file":                  {"harness", "a.go", strings.Repeat("\n", maxFileLines-2), ``},
		"long generated file":        {"harness", "a.go", "// Code generated by x. DO NOT EDIT.\n" + strings.Repeat("\n", maxFileLines), ``},
		"long function":              {"harness", "a.go", long, `harness/a.go:2: function f has 82 lines; at most 80`},
		"long function, excused":     {"harness", "a.go", "// f is long because it is a table.\n" + long, ``},
		"long function, other":       {"harness", "a.go", "// f is long.\n" + long, `harness/a.go:3: function f has 82 lines`},
		"internal test of itself":    {"internal/prob", "a_test.go", `import "filterbench/internal/prob"`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			text := "package x\n" + c.body + "\n"
			if strings.HasPrefix(c.body, "// Code generated") {
				text = c.body + "\npackage x\n" // the mark stands before the package
			}
			got := Check([]Source{{c.pkg, c.pkg + "/" + c.file, text}})
			switch {
			case c.want == "" && len(got) > 0:
				t.Errorf("found %q; want nothing", got)
			case c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)):
				t.Errorf("found %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestLayersAreAcyclic: the table itself draws no circle.
func TestLayersAreAcyclic(t *testing.T) {
	state := map[string]int{} // 1 open, 2 done
	var visit func(name string, trail []string)
	visit = func(name string, trail []string) {
		switch state[name] {
		case 1:
			t.Errorf("rules.go: circle %s", strings.Join(append(trail, name), " -> "))
			return
		case 2:
			return
		}
		state[name] = 1
		for other := range layers {
			if other != name && matches(layers[name], other) {
				visit(other, append(trail, name))
			}
		}
		state[name] = 2
	}
	for name := range layers {
		visit(name, nil)
	}
}
