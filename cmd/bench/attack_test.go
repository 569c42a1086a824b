//go:build attack

package main

import (
	"bytes"
	"cmp"
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
	// script is what the shell runs, "$0" with "$@", if not just the program: redirections and pipes.
	script string
	mib    int           // most memory that the process may map for its data; 12,000 if 0
	limit  time.Duration // of its time on a core; 30 s if 0
}

const longest = 2000

// patience is how many times its limit a call may take where others want the cores too.
const patience = 10

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
	ctx, cancel := context.WithTimeout(t.Context(), patience*limit)
	defer cancel()
	script := fmt.Sprintf("ulimit -d %d -t %.0f; %s", mib<<10, limit.Seconds(), cmp.Or(a.script, `exec "$0" "$@"`))
	cmd := exec.CommandContext(ctx, "bash", append([]string{"-c", script, os.Args[0]}, a.args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Dir = "../.."
	cmd.Stdin = strings.NewReader(a.stdin)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	failure := cmd.Run()
	o := outcome{stdout: out.String(), stderr: err.String(), late: ctx.Err() != nil || strings.Contains(err.String(), "SIGXCPU")}
	if cmd.ProcessState == nil {
		t.Fatal(failure)
	}
	o.status = cmd.ProcessState.ExitCode()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.peak = usage.Maxrss
	}
	return o
}

var trace = regexp.MustCompile(`goroutine \d+ \[|panic|runtime error|fatal error|SIG[A-Z]+:|harness:|struct field`)

func (a attack) run(t *testing.T) {
	t.Helper()
	t.Run(a.name, func(t *testing.T) {
		o := limited(t, a)
		said := progressLines.ReplaceAllString(o.stderr, "")
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

// TestAttackCommandLine: flags and names that cannot be meant.
func TestAttackCommandLine(t *testing.T) {
	long := strings.Repeat("9", 100_000)
	with := func(args ...string) []string {
		return append([]string{"try", "cuckoo(b=4,f=12)", "--workload", "uniform"}, args...)
	}
	calls := [][]string{
		{"run", "--experiment", "nosuch"}, {"run", "--experiment", ""}, {"run", "--profile", "nosuch"}, {"run", "--profile", "Quick"}, {"run", "--profile", ""},
		{"nosuch"}, {"lits"}, {"run", "--seed", "x"}, {"run", "extra"}, {"run", "--experiment", "fpr-bloom", "--file", "x.toml"}, {"run", "--retry-failed=maybe"},
		{"run", "--shard", "0/3"}, {"run", "--shard", "4/3"}, {"run", "--shard", "x"}, {"run", "--shard", ""}, {"run", "--shard", long}, {"run", "--progress", "xml"},
		{"list", "--format", "xml"}, {"list", "nosuch"}, {"plan", "--format", ""}, {"export", "--format", "yaml"}, {"claims", "--format", "xml"}, {"claims", "NOPE-1"}, {"claims", ""},
		{"theory", "nosuch"}, {"theory", "--format", "nosuch"}, {"completion", "tcsh"}, {"help", "nosuch"}, {"compare", "results/reference"}, {"compare", "a", "b", "c"},
		{"report", "extra"}, {"report", "--results", ""}, {"try"}, {"try", "cuckoo(b=4,f=12)"}, with("--keys", "README.md"), with("--n", "18446744073709551615"), with("--n", "1000000000000000000"),
		{"run", "--experiment", long}, {long},
		with("--seed", "-1"), with("--reps", "1"), with("--positives", "0"), with("--max-queries", "1.5"), with("--memory", "NaN"), with("--memory", "-1"),
		{"plan", "--memory", "NaN"}, {"plan", "--memory", "0"}, {"plan", "--memory", "1e-9"}, {"plan", "--memory", "1,5"},
		{"merge"}, {"merge", "nosuch", "-o", "/tmp/nosuch-out"}, {"merge", "results/reference"}, {"status"}, {"status", "nosuch"}, {"verify"}, {"verify", "nosuch"}, {"verify", "results/reference", "--minutes", "-1"},
	}
	for _, w := range []string{"", " ", "nosuch", "uniform()", "uniform(x=1)", "zipf(s=NaN)", "zipf(keys=5000000000)", "strided(stride=1)", "sequential(start=5,absent=5)", "uuids(version=5)", "file", "file(path=)", "file(path=%zz)", "file(path=/nonexistent)", "repeat(r=0)", "uniform(x=" + long + ")"} {
		calls = append(calls, []string{"try", "cuckoo(b=4,f=12)", "--workload", w, "--n", "100", "--reps", "2"})
	}
	for _, v := range []string{"", " ", "(", "=", "cuckoo(", "cuckoo()", "cuckoo(b=)", "cuckoo(b=4,,f=12)", "cuckoo(b=4,b=4,f=12)", "cuckoo(b=3000,f=12)", "cuckoo(b=4,f=99)", "cuckoo(b=4,f=NaN)", "cuckoo(b=4,f=0x10)", "cuckoo(b=4,f=12,kicks=1000000000000)",
		"cuckoo(b=4,\nf=1\n2)", "\x1b[31mred", "\xff\xfe", "bloom", "bloom(bpk=1e300)", "bloom(bpk=1e-300)", "bloom(fpr=1)", "scalable(fpr=2)", "quotient(r=33)", "null(x=1)", "$(id)", "%s%s%n", "{b}", "-h", long, "cuckoo(" + long + "=1)", "cuckoo(b=4,f=" + long + ")"} {
		calls = append(calls, []string{"try", "--workload", "uniform", "--n", "100", "--reps", "2", "--", v})
	}
	table(t, "2", calls...)
	few := []string{"try", "bloom(bpk=10)", "--workload", "strided(stride=281474976710656)", "--reps", "2", "--positives", "2"}
	table(t, "0", few) // no more misses are timed than there are absent keys
	table(t, "2", append(few, "--n", "40000"))
	attack{name: "more than the machine has", want: "1", args: []string{"try", "bloom(bpk=64)", "--workload", "uniform", "--n", "10000000000", "--memory", "1e6"}}.run(t)
	table(t, "0", []string{"--version"}, []string{"plan", "--profile", "quick", "--memory", "1e300"}, []string{"list", "cuckoo"}, []string{"help", "run"})
	t.Run("full output", func(t *testing.T) {
		for _, args := range [][]string{{"--help"}, {"list"}, {"plan", "--profile", "quick", "--trials"}, {"export"}, {"claims"}, {"theory"}, {"report", "--check"}} {
			cmd := program(args...)
			cmd.Dir = "../.."
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Skip("no /dev/full here")
			}
			defer full.Close()
			cmd.Stdout = full
			if cmd.Run(); cmd.ProcessState.ExitCode() != exitFailure {
				t.Errorf("bench %v to a full disk: status %d; want 1", args, cmd.ProcessState.ExitCode())
			}
		}
	})
}

// TestAttackKeys: files of keys of every sort.
func TestAttackKeys(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	go func() {
		if f, err := os.OpenFile(fifo, os.O_WRONLY, 0); err == nil {
			f.WriteString(numbers(1000))
			f.Close()
		}
	}()
	key := func(n int, c string) string { return strings.Repeat(c, n) }
	for _, c := range []struct{ name, want, path, stdin string }{
		{"empty", "12", put("empty", ""), ""}, {"blank", "12", put("blank", "\n\n\r\n\n"), ""}, {"one", "0", put("one", "a"), ""}, {"crlf", "0", put("crlf", "a\r\nb\r\nc\r\n"), ""},
		{"zeros", "0", put("nul", "a\x00b\na\x00c\n\x00\n\x00\x00\n"), ""}, {"no UTF-8", "0", put("latin", "\xff\xfe\n\xc3\x28\n\xf0\n"), ""}, {"long line", "12", put("long", key(10_000_000, "a")), ""},
		{"longest keys", "0", put("max", key(65536, "a")+"\n"+key(65536, "b")+"\r\n"), ""}, {"too long", "12", put("max1", key(65537, "a")+"\n"), ""}, {"folder", "12", dir, ""}, {"missing", "12", "/nosuch", ""}, {"no name", "2", "", ""},
		{"null", "12", "/dev/null", ""}, {"zero", "12", "/dev/zero", ""}, {"memory", "12", "/proc/self/mem", ""}, {"gzip of nothing", "12", put("magic", "\x1f\x8b"), ""}, {"random", "12", "/dev/urandom", ""},
		{"fifo", "0", fifo, ""}, {"stdin", "0", "/dev/stdin", numbers(1000)}, {"dash", "0", "-", numbers(1000)}, {"empty stdin", "12", "-", ""},
		{"odd name", "0", put("a b,c=(d)%41\né\xff", numbers(50)), ""},
	} {
		attack{name: c.name, want: c.want, stdin: c.stdin, mib: 3000, limit: time.Minute,
			args: []string{"try", "cuckoo(b=4,f=12)", "--reps", "2", "--positives", "4", "--max-queries", "2000", "--keys", c.path}}.run(t)
	}
	many := put("many", numbers(4_000_000))
	attack{name: "more than the budget", want: "12", mib: 1200, limit: time.Minute, args: []string{"try", "bloom(bpk=10)", "--reps", "2", "--keys", many, "--memory", "0.05"}}.run(t)
}

// numbers returns so many lines of different keys.
func numbers(n int) string {
	var text []byte
	for i := range n {
		text = append(strconv.AppendInt(text, int64(i), 10), '\n')
	}
	return string(text)
}

// TestAttackExperiments: experiment files of every sort.
func TestAttackExperiments(t *testing.T) {
	one := "title = \"One\"\nquestion = \"What is wrong?\"\nexpect = \"Something.\"\nseed = 5\n[[part]]\nname = \"rate\"\nkind = \"fpr\"\nvariants = [\"bloom(bpk=8)\"]\nworkloads = [\"uniform\"]\ncapacity = [1000]\nfill = [1]\nreps = 2\npositives = 10\nmax_queries = 1000\n"
	sizes := func(from, to int) string {
		var list []string
		for i := from; i <= to; i++ {
			list = append(list, strconv.Itoa(i))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	plan := func(name, want, text string) {
		attack{name: name, want: want, mib: 3000, limit: 2 * time.Minute, args: []string{"plan", "--file", write(t, "a.toml", text)}}.run(t)
	}
	swap := func(name, want, old, new string) {
		if !strings.Contains(one, old) {
			t.Fatalf("%q is not in the example", old)
		}
		plan(name, want, strings.Replace(one, old, new, 1))
	}
	plan("fine", "0", one)
	swap("many trials", "2", "reps = 2", "reps = 1000000\ngrid.c = "+sizes(1, 200))
	plan("a product of grids", "2", strings.Replace(one, "bloom(bpk=8)", "bloom(bpk={a},k={b},probing={c})", 1)+"grid.a = "+sizes(1, 500)+"\ngrid.b = "+sizes(1, 500)+"\ngrid.c = "+sizes(1, 500)+"\n")
	swap("a million repetitions of many sizes", "2", "capacity = [1000]\nfill = [1]\nreps = 2", "capacity = "+sizes(1, 10)+"\nfill = [1]\nreps = 1000000")
	swap("unknown key", "2", "reps", "repz")
	swap("no number", "2", "reps = 2", "reps = \"x\"")
	swap("huge capacity", "2", "capacity = [1000]", "capacity = [9223372036854775807]")
	swap("no number at all", "2", "fill = [1]", "fill = [nan]")
	swap("another kind", "2", "\"fpr\"", "\"nosuch\"")
	plan("empty", "2", "")
	plan("not TOML", "2", "\x00\x01\x02\xff")
	plan("a long comment", "0", one+"# "+strings.Repeat("a", 10_000_000))
	plan("deep", "2", one+"x = "+strings.Repeat("[", 1_000_000))
	fifo := filepath.Join(t.TempDir(), "fifo.toml")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/dev/zero", "/dev/urandom", "/dev/null", t.TempDir(), "/nosuch.toml", "", fifo} {
		attack{name: "file " + path, want: "2", mib: 3000, args: []string{"plan", "--file", path}}.run(t)
	}
	for _, name := range []string{".toml", "01-.toml", "new\nline.toml", "bad\xffbyte.toml", "a=b,c.toml", "\x1b[31m.toml"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(one), 0o644); err != nil {
			t.Fatal(err)
		}
		attack{name: "name " + name, want: "02", args: []string{"run", "--file", path, "--results", filepath.Join(dir, "r")}}.run(t)
	}
}

// TestAttackKinds: every kind on next to no keys, and on workloads that have too few.
func TestAttackKinds(t *testing.T) {
	const cuckoo = "variants=[\"cuckoo(b=4,f=12)\"]\n"
	kinds := [][2]string{
		{"fpr", "positives=1\nmax_queries=10"}, {"fpr", "precision=0.5\nmax_queries=10"}, {"duplicates", "draws=1\ncopies=1"}, {"churn", "positives=1\nmax_queries=10\nturnovers=[0,1]\ndeletes=true"},
		{"drift", "positives=1\nmax_queries=10\nturnovers=[0,1]\npolicies=[\"every\"]"}, {"erasure", "draws=1"}, {"audit", "positives=1\nmax_queries=10\ndraws=1\ncopies=1"}, {"heap", ""},
		{"time", "calls=[\"batch\"]\nops=[\"insert\",\"build\",\"hit\",\"miss\",\"mix50\",\"refused\",\"delete\"]\nlookups=1"}, {"arrivals", "rates=[1000000]\narrivals=[\"even\"]\nops=[\"mix50\"]\nlookups=1"},
		{"cold", "draws=1\nlookups=1"}, {"parallel", "guards=[\"mutex\",\"sharded\"]\ngoroutines=[1,2,1024]"},
	}
	run := func(name, kind, body string) {
		attack{name: name, want: "012", args: []string{"run", "--file", part(t, kind, body), "--results", filepath.Join(t.TempDir(), "r")}}.run(t)
	}
	for _, size := range []string{"capacity=[1]\nfill=[0]\n", "capacity=[1]\nfill=[0.1]\n", "capacity=[1]\nfill=[1]\n", "capacity=[2]\nfill=[1000]\n", "slots=[1]\nfill=[0]\n"} {
		for _, k := range kinds {
			run(k[0]+" "+strings.ReplaceAll(strings.TrimSpace(size), "\n", " "), k[0], uniform+cuckoo+size+k[1])
		}
	}
	for _, w := range []string{"sequential(start=0,absent=3)", "strided(stride=281474976710656)", "english"} {
		source, size := "workloads=[\""+w+"\"]\n"+cuckoo, "capacity=[30000]\nfill=[1]\n"
		for _, k := range [][2]string{
			{"fpr", size + "positives=1\nmax_queries=100000"}, {"duplicates", "capacity=[100]\nfill=[1]\ndraws=60000\ncopies=1"}, {"churn", size + "positives=1\nmax_queries=10\nturnovers=[0,5]\ndeletes=true"},
			{"drift", size + "positives=1\nmax_queries=10\nturnovers=[0,5]\npolicies=[\"every\"]"}, {"erasure", size + "draws=100000"}, {"audit", size + "positives=1\nmax_queries=100000\ndraws=100000\ncopies=1"},
			{"time", size + "calls=[\"batch\"]\nops=[\"miss\",\"hit\"]\nlookups=100000"}, {"arrivals", size + "rates=[1000000]\narrivals=[\"even\"]\nops=[\"miss\"]\nlookups=100000"},
			{"latency", "slots=[32768]\nloads=[0.5,0.9]\nlookups=100000"}, {"load", "slots=[262144]\ndraws=1"}, {"kicks", "slots=[262144]\ndraws=1\nloads=[0.5]"}, {"places", "slots=[4]\ndraws=100000"}, {"heap", size}, {"parallel", size + "guards=[\"mutex\"]\ngoroutines=[2]"},
		} {
			run(k[0]+" on "+w, k[0], source+k[1])
		}
	}
}

// TestAttackFullDisk runs on file systems of 4 to 64 KiB, where every write may be the one for
// which there is no room: one line, what was measured stays, and with room it goes on.
func TestAttackFullDisk(t *testing.T) {
	file, whole := write(t, "killable.toml", killable), t.TempDir()
	if o := limited(t, attack{args: []string{"run", "--file", file, "--results", whole}, limit: time.Minute}); o.status != exitOK {
		t.Fatal(o.stderr)
	}
	want := recordsOf(t, whole)
	for _, size := range []string{"4k", "8k", "16k", "32k", "64k"} {
		t.Run(size, func(t *testing.T) {
			disk := t.TempDir()
			if err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "tmpfs", disk).Run(); err != nil {
				t.Skip("cannot mount a small file system here")
			}
			defer exec.Command("umount", disk).Run()
			dir := filepath.Join(disk, "r")
			run := attack{args: []string{"run", "--file", file, "--results", dir}, limit: time.Minute}
			for range 2 {
				o := limited(t, run)
				if said := progressLines.ReplaceAllString(o.stderr, ""); o.status != exitFailure || strings.Count(said, "\n") != 1 || trace.MatchString(said) {
					t.Errorf("status %d: %s", o.status, shortened(said))
				}
			}
			before, _ := os.ReadFile(filepath.Join(dir, "records.jsonl"))
			if err := exec.Command("mount", "-o", "remount,size=16m", disk).Run(); err != nil {
				t.Fatal(err)
			}
			if o := limited(t, run); o.status != exitOK {
				t.Fatalf("with room again: status %d: %s", o.status, shortened(o.stderr))
			}
			after, _ := os.ReadFile(filepath.Join(dir, "records.jsonl"))
			if len(before) > 0 && !bytes.HasPrefix(after, before[:bytes.LastIndexByte(before, '\n')+1]) {
				t.Error("what was measured before is not kept")
			}
			if got := recordsOf(t, dir); len(got) != len(want) {
				t.Errorf("%d records; want %d", len(got), len(want))
			}
			litter, _ := filepath.Glob(filepath.Join(dir, ".*"))
			if len(litter) > 0 {
				t.Errorf("left behind: %q", litter)
			}
		})
	}
}

// TestAttackResults takes spoilt folders through all that reads them.
func TestAttackResults(t *testing.T) {
	file, dir := slowFile(t, "8", "8_000"), filepath.Join(t.TempDir(), "r")
	if o := limited(t, attack{args: []string{"run", "--file", file, "--results", dir}}); o.status != exitOK {
		t.Fatal(o.stderr)
	}
	records, manifest := read(t, filepath.Join(dir, "records.jsonl")), read(t, filepath.Join(dir, "manifest.json"))
	for _, c := range []struct{ name, run, read, records, manifest string }{
		{"whole", "0", "0", records, manifest}, {"cut", "0", "0", records[:len(records)-30], manifest}, {"middle cut out", "1", "1", records[:300] + records[337:], manifest},
		{"a bit flipped", "1", "1", records[:700] + string(records[700]^4) + records[701:], manifest}, {"a count changed", "1", "1", strings.Replace(records, `"accepted":1000`, `"accepted":1001`, 1), manifest},
		{"doubled", "1", "1", records + records[:strings.IndexByte(records, '\n')+1], manifest}, {"newer", "1", "1", strings.Replace(records, `"schema":1`, `"schema":2`, 1), manifest}, {"carriage returns", "1", "1", strings.ReplaceAll(records, "\n", "\r\n"), manifest},
		{"zeros", "1", "1", strings.Repeat("\x00", 40_000_000), manifest}, {"a blank line", "1", "1", "\n" + records, manifest}, {"no manifest", "1", "2", records, ""}, {"a cut manifest", "1", "1", records, manifest[:300]},
		{"another plan", "1", "01", records, strings.Replace(manifest, `"plan": "`, `"plan": "0`, 1)}, {"a newer manifest", "1", "1", records, strings.Replace(manifest, `"schema": 1`, `"schema": 2`, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			to := filepath.Join(t.TempDir(), "z")
			if err := os.Mkdir(to, 0o755); err != nil {
				t.Fatal(err)
			}
			for name, text := range map[string]string{"records.jsonl": c.records, "manifest.json": c.manifest} {
				if text == "" {
					continue
				}
				if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, call := range [][]string{{"export", "--results", to, "--format", "csv"}, {"claims", "--results", to}, {"compare", to, to}, {"verify", to}} {
				attack{name: call[0], want: c.read, args: call}.run(t)
			}
			// Half a run is not published, though it is read.
			attack{name: "bundle", want: c.read + "1", args: []string{"bundle", "--results", to, "--output", to + ".crate"}}.run(t)
			attack{name: "run", want: c.run, args: []string{"run", "--file", file, "--results", to}}.run(t)
		})
	}
}
