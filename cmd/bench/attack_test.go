//go:build attack

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The attacks are calls of the program that must not end in a stack trace, a hang, a full
// machine or a wrong status: rows of tables, run by make attack. They take minutes, so that
// go test leaves them out.

// attack is one call. Its status must be among want ("12": 1 or 2); what it says on standard
// error must be one line of at most longest characters, unless it succeeds.
type attack struct {
	name  string
	want  string
	args  []string
	stdin string
	mib   int           // most memory that the process may map for its data; 12,000 if 0
	limit time.Duration // 30 s if 0
}

const longest = 2000

// outcome is how a call ended.
type outcome struct {
	status         int
	stdout, stderr string
	peak           int64 // KiB
	late           bool
}

// limited runs the program under a limit of memory, in the root of the checkout.
func limited(t *testing.T, a attack) outcome {
	t.Helper()
	mib, limit := a.mib, a.limit
	if mib == 0 {
		mib = 12_000
	}
	if limit == 0 {
		limit = 30 * time.Second
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	script := fmt.Sprintf(`ulimit -d %d; exec "$0" "$@"`, mib<<10)
	cmd := exec.CommandContext(ctx, "bash", append([]string{"-c", script, os.Args[0]}, a.args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Dir = "../.."
	cmd.Stdin = strings.NewReader(a.stdin)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	failure := cmd.Run()
	o := outcome{stdout: out.String(), stderr: err.String(), late: ctx.Err() != nil}
	if cmd.ProcessState == nil {
		t.Fatal(failure)
	}
	o.status = cmd.ProcessState.ExitCode()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.peak = usage.Maxrss
	}
	return o
}

var (
	trace     = regexp.MustCompile(`goroutine \d+ \[|panic|runtime error|fatal error|SIG[A-Z]+:|harness:|struct field`)
	progress_ = regexp.MustCompile(`(?m)^( *\d+ %  |FAILED |regression: ).*\n`)
)

func (a attack) run(t *testing.T) {
	t.Helper()
	t.Run(a.name, func(t *testing.T) {
		o := limited(t, a)
		said := progress_.ReplaceAllString(o.stderr, "")
		call := shortened("bench " + strings.Join(a.args, " "))
		switch {
		case o.late:
			t.Errorf("does not end: %s", call)
		case o.status < 0 || !strings.Contains(a.want, strconv.Itoa(o.status)):
			t.Errorf("status %d, want one of %s: %s -> %s", o.status, a.want, call, shortened(said))
		case trace.MatchString(o.stderr):
			t.Errorf("a trace or a word from inside: %s -> %s", call, shortened(trace.FindString(o.stderr)+": "+o.stderr))
		case o.status != 0 && strings.Count(said, "\n") != 1:
			t.Errorf("%d lines on standard error: %s -> %s", strings.Count(said, "\n"), call, shortened(said))
		case o.status != 0 && len(said) > longest:
			t.Errorf("a line of %d characters: %s", len(said), call)
		}
	})
}

func shortened(text string) string {
	return strings.ToValidUTF8(fmt.Sprintf("%.300s", strings.ReplaceAll(text, "\n", "|")), "?")
}

func table(t *testing.T, want string, calls ...[]string) {
	for i, args := range calls {
		attack{name: fmt.Sprintf("%02d", i+1), want: want, args: args}.run(t)
	}
}

// part is an experiment file with one part; body has its keys.
func part(t *testing.T, kind, body string) string {
	return write(t, "k.toml", fmt.Sprintf("title=\"k\"\nquestion=\"q\"\nexpect=\"e\"\nseed=1\n[[part]]\nname=\"p\"\nkind=%q\nreps=1\n%s\n", kind, body))
}

const uniform = "workloads=[\"uniform\"]\n"

// TestAttackMemory: what a plan says is what its run takes, and a tenth, beside what the
// program takes by itself.
func TestAttackMemory(t *testing.T) {
	own := limited(t, attack{args: []string{"run", "--file", part(t, "fpr", uniform+"variants=[\"null\"]\ncapacity=[1]\nfill=[1]\npositives=1\nmax_queries=10"), "--results", filepath.Join(t.TempDir(), "r")}}).peak >> 10
	t.Logf("the program itself takes %d MiB", own)
	asked := "\nfill=[1]\npositives=1\nmax_queries=1000"
	for _, c := range []struct{ name, kind, body string }{
		{"bloom", "fpr", uniform + "variants=[\"bloom(bpk=10)\"]\ncapacity=[20000000]" + asked},
		{"cuckoo", "fpr", uniform + "variants=[\"cuckoo(b=4,f=12)\"]\ncapacity=[20000000]" + asked},
		{"time", "time", uniform + "variants=[\"cuckoo(b=4,f=12)\"]\ncapacity=[4000000]\nfill=[1]\ncalls=[\"batch\"]\nops=[\"insert\",\"hit\",\"miss\",\"delete\"]\nlookups=4000000"},
		{"texts", "time", "workloads=[\"urls\"]\nvariants=[\"bloom(bpk=10)\"]\ncapacity=[1000000]\nfill=[1]\ncalls=[\"batch\"]\nops=[\"insert\",\"hit\",\"miss\"]\nlookups=2000000"},
		{"refused", "fpr", uniform + "variants=[\"cuckoo(b=4,f=12,kicks=0)\"]\nslots=[20000]\nfill=[1000]\npositives=1\nmax_queries=1000"},
		{"exact", "fpr", uniform + "variants=[\"exact\"]\ncapacity=[20000]\nfill=[500]\npositives=1\nmax_queries=1000"},
		{"repeats", "fpr", "workloads=[\"zipf(s=0,keys=4294967296)\"]\nvariants=[\"bloom(bpk=10)\"]\ncapacity=[10000000]" + asked},
		{"xor", "fpr", uniform + "variants=[\"xor\"]\ncapacity=[10000000]" + asked},
		{"fuse", "fpr", uniform + "variants=[\"fuse\"]\ncapacity=[10000000]" + asked},
		{"fresh", "time", uniform + "variants=[\"exact\"]\ncapacity=[1]\nfill=[1]\ncalls=[\"batch\"]\nops=[\"insert\"]\nlookups=3000000"},
		{"build", "time", uniform + "variants=[\"xor\"]\ncapacity=[1000]\nfill=[1]\ncalls=[\"batch\"]\nops=[\"build\"]\nlookups=10000000"},
		{"side", "fpr", "workloads=[\"repeat(r=1000)\"]\nvariants=[\"sidecuckoo(b=4,f=12)\"]\ncapacity=[10000]\nfill=[1000]\npositives=1\nmax_queries=1000"},
		{"parallel", "parallel", uniform + "variants=[\"cuckoo(b=4,f=12,kicks=0)\"]\nslots=[1000]\nfill=[1000]\nguards=[\"mutex\"]\ngoroutines=[1,2]"},
		{"drift", "drift", "workloads=[\"zipf(s=1.1)\"]\nvariants=[\"countingcuckoo(b=4,f=12)\"]\ncapacity=[300000]\nfill=[0.9]\npositives=1\nmax_queries=1000\nturnovers=[1]\npolicies=[\"every\"]"},
		{"heap", "heap", "workloads=[\"urls\"]\nvariants=[\"set(of=string)\"]\ncapacity=[2000000]\nfill=[1]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := part(t, c.kind, c.body)
			said := limited(t, attack{args: []string{"plan", "--file", file}}).stdout
			m := regexp.MustCompile(`([0-9.]+) MiB at once`).FindStringSubmatch(said)
			if m == nil {
				t.Fatalf("the plan tells no memory: %s", shortened(said))
			}
			planned, _ := strconv.ParseFloat(m[1], 64)
			o := limited(t, attack{args: []string{"run", "--file", file, "--results", filepath.Join(t.TempDir(), "r")}, limit: 3 * time.Minute})
			took := float64(o.peak>>10 - own)
			t.Logf("planned %.0f MiB, took %.0f", planned, took)
			if o.status != 0 || took > planned*1.1 {
				t.Errorf("planned %.0f MiB, took %.0f, status %d: %s", planned, took, o.status, shortened(o.stderr))
			}
		})
	}
}
