//go:build attack

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"filterbench/internal/record"
	"filterbench/variants/catalog"
)

// printing are calls that print: most of what people pipe and redirect.
func printing(t *testing.T) [][]string {
	file := slowFile(t, "2", "2_000")
	try := []string{"try", "cuckoo(b=4,f=12)", "--workload", "uniform", "--n", "1000", "--reps", "2", "--positives", "4"}
	dir := filepath.Join(t.TempDir(), "r")
	if o := limited(t, attack{args: []string{"run", "--file", file, "--results", dir}}); o.status != exitOK {
		t.Fatal(o.stderr)
	}
	return [][]string{
		{"list"}, {"list", "--format", "json"}, {"list", "--format", "csv"},
		{"plan", "--profile", "quick"}, {"plan", "--profile", "quick", "--trials"}, {"plan", "--profile", "quick", "--format", "json"}, {"plan", "--profile", "quick", "--format", "csv"},
		{"export"}, {"export", "--format", "csv"}, {"export", "--format", "json"},
		{"claims"}, {"claims", "SPC-1"}, {"claims", "--format", "json"}, {"claims", "--format", "csv"},
		{"theory"}, {"theory", "space"}, {"choose", "--keys", "40M", "--fpr", "0.1%"}, {"show", dir},
		{"compare", "--all", dir, dir}, {"compare", "--format", "csv", dir, dir}, {"compare", "--format", "json", dir, dir},
		try, append(slices.Clone(try), "--format", "json"), append(slices.Clone(try), "--format", "csv"),
		{"status", dir}, {"run", "--file", file, "--results", dir}, {"completion", "bash"},
	}
}

// TestAttackOutput: a full disk behind a redirection is one line and a status, closed output
// and a reader that goes away are no trace.
func TestAttackOutput(t *testing.T) {
	for i, args := range printing(t) {
		name := fmt.Sprintf("%02d %s", i+1, args[0])
		attack{name: name + " on a full device", want: "1", args: args, script: `exec "$0" "$@" >/dev/full`, limit: time.Minute}.run(t)
		attack{name: name + " with no output", want: "012", args: args, script: `exec "$0" "$@" >&-`, limit: time.Minute}.run(t)
		t.Run(name+" into head", func(t *testing.T) {
			o := limited(t, attack{args: args, script: `"$0" "$@" | head -c 1 >/dev/null; exit ${PIPESTATUS[0]}`, limit: time.Minute})
			const pipeBroken = 128 + 13 // as a shell tells the signal
			if o.late || trace.MatchString(o.stderr) || o.status > exitUsage && o.status != pipeBroken {
				t.Errorf("status %d: %s", o.status, shortened(o.stderr))
			}
		})
	}
	file := slowFile(t, "2", "2_000")
	for _, closed := range []string{">&- 2>&-", "<&- >&- 2>&-"} {
		dir := filepath.Join(t.TempDir(), "r")
		o := limited(t, attack{args: []string{"run", "--file", file, "--results", dir}, script: `exec "$0" "$@" ` + closed})
		if o.status != exitOK || len(recordsOf(t, dir)) != 2 {
			t.Errorf("a run with %s ends with status %d", closed, o.status)
		}
	}
}

// TestAttackSame: one experiment has the same counts on one core and with a busy collector,
// without the instructions that kernels use, and in programs built for others or in other ways.
func TestAttackSame(t *testing.T) {
	file := write(t, "killable.toml", killable)
	counts := func(program string, settings ...string) string {
		dir := filepath.Join(t.TempDir(), "r")
		cmd := exec.Command(program, "run", "--file", file, "--results", dir)
		cmd.Env = append(append(os.Environ(), asProgram+"=1"), settings...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%q: %v: %s", settings, err, shortened(string(out)))
			return ""
		}
		m, _, err := record.ReadDir(dir)
		if err != nil || m.Results == nil {
			t.Fatalf("%q: %v, and the manifest has no digests", settings, err)
		}
		return m.Results.Counts
	}
	want := counts(os.Args[0])
	for _, settings := range [][]string{
		nil, {"GOMAXPROCS=1"}, {"GOGC=5"}, {"GODEBUG=cpu.avx512f=off"}, {"GODEBUG=cpu.avx2=off,cpu.avx512f=off"}, {"GODEBUG=cpu.all=off"},
	} {
		if got := counts(os.Args[0], settings...); got != want {
			t.Errorf("with %q the counts are others", settings)
		}
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("programs for others run on linux/amd64 alone")
	}
	for name, build := range map[string]struct{ args, env []string }{
		"purego": {args: []string{"-tags", "purego"}}, "v3": {env: []string{"GOAMD64=v3"}}, "386": {env: []string{"GOARCH=386"}},
		"race": {args: []string{"-race"}}, "not optimized": {args: []string{"-gcflags=filterbench/...=-N -l"}},
	} {
		t.Run(name, func(t *testing.T) {
			program := filepath.Join(t.TempDir(), "bench")
			cmd := exec.Command("go", append(append([]string{"build", "-o", program}, build.args...), ".")...)
			cmd.Env = append(os.Environ(), build.env...)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, shortened(string(out)))
			}
			if got := counts(program); got != want {
				t.Error("the counts are others")
			}
		})
	}
}

// TestAttackSmall: every filter with one to three keys, with more keys than any machine holds,
// and with keys that come again and again.
func TestAttackSmall(t *testing.T) {
	few := map[string]string{} // files of so many keys
	for _, n := range []int{1, 2, 3} {
		few[fmt.Sprint(n)] = write(t, fmt.Sprintf("%d.txt", n), numbers(n))
	}
	for _, f := range catalog.Families() {
		if _, program := catalog.ProgramOf(f.Name); program {
			continue // each call starts a process of another language
		}
		name := f.Name
		if _, err := catalog.Parse(name); err != nil {
			name += "(bpk=40)" // what those that have no default ask for
		}
		for n, path := range few {
			t.Run(name+" with "+n, func(t *testing.T) {
				o := limited(t, attack{args: []string{"try", name, "--keys", path, "--reps", "3", "--positives", "10", "--max-queries", "20000", "--format", "json"}, mib: 4000})
				var told struct {
					Columns []struct {
						Missing uint64 `json:"false_negatives"`
					} `json:"columns"`
				}
				if err := json.Unmarshal([]byte(o.stdout), &told); o.status != exitOK || err != nil || trace.MatchString(o.stderr) {
					t.Fatalf("status %d, %v: %s", o.status, err, shortened(o.stderr))
				}
				for _, c := range told.Columns {
					if c.Missing > 0 && (f.Library == nil || !f.Library.Forgets) {
						t.Errorf("%d keys denied", c.Missing)
					}
				}
			})
		}
		for _, n := range []string{"1000000000", "1000000000000", "9223372036854775807"} {
			attack{name: name + " with " + n, want: "12", args: []string{"try", name, "--workload", "uniform", "--n", n, "--reps", "2", "--memory", "0.1"}, mib: 6000}.run(t)
		}
		for _, w := range []string{"hot(share=1)", "repeat(r=1000)", "zipf(s=1.1)", "bursts(r=100,every=1)", "lowentropy(kind=high)", "sequential(start=0)"} {
			want := "0"
			if f.Name == "seiflotfy-scalable" && !strings.HasPrefix(w, "lowentropy") && !strings.HasPrefix(w, "sequential") {
				want = "1" // copies double its memory without end: a line that says so
			}
			limit := time.Duration(0)
			if f.Name == "btcutil-gcs" {
				limit = 2 * time.Minute // it reads half of its list at each lookup: 40 us
			}
			attack{name: name + " with " + w, want: want, limit: limit, args: []string{"try", name, "--workload", w, "--n", "3000", "--reps", "2", "--positives", "4", "--max-queries", "2000"}, mib: 4000}.run(t)
		}
	}
	for _, name := range strings.Fields("boom-stable(bpk=1) boom-stable(bpk=2) cuckoo(b=1,f=2) cuckoo(b=8,f=2,kicks=0) bloom(bpk=1,k=64) counting(bpk=1,w=8) quotient(r=2) chained(b=1,f=2,d=1)") {
		for _, n := range []string{"1", "2", "3"} {
			attack{name: name + " with " + n, want: "0", args: []string{"try", name, "--workload", "uniform", "--n", n, "--reps", "2", "--positives", "4", "--max-queries", "2000"}, mib: 4000, limit: 15 * time.Second}.run(t)
		}
	}
}
