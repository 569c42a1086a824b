package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"filterbench/harness"
	"filterbench/internal/record"
)

// asProgram makes the test binary behave as bench itself, so that tests can start
// it as a process, and kill it.
const asProgram = "FILTERBENCH_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		killSteps()
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// program returns bench as a process that has not been started.
func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// call runs bench in this process.
func call(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

// write puts text in a file of a temporary folder and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBadInput: each mistake gives one line that names what is wrong and where,
// the right exit status, and nothing on standard output.
func TestBadInput(t *testing.T) {
	empty := write(t, "empty.txt", "")
	blank := write(t, "blank.txt", "\n\n\n")
	keys := write(t, "keys.txt", "a\nb\nc\n")
	broken := write(t, "broken.toml", "title = \"x\"\nfoo = 1\n")
	folder := t.TempDir()
	const experiment = "title = \"t\"\nquestion = \"q\"\nexpect = \"e\"\n[[part]]\nname = \"p\"\nkind = \"fpr\"\nvariants = [\"exact\"]\n" +
		"capacity = [100]\nfill = [1]\nreps = 2\npositives = 1\nmax_queries = 1\nworkloads = [\"file(path=%s)\"]\n"
	withKeys := write(t, "keys,mine.toml", fmt.Sprintf(experiment, folder+"/none.txt"))
	tooFew := write(t, "a.toml", fmt.Sprintf(experiment, keys))
	cases := []struct {
		args   string
		status int
		want   string
	}{
		{"frobnicate", exitUsage, `unknown command "frobnicate"`},
		{"claims SPC-99", exitUsage, `claim "SPC-99": not in the ledger; near are SPC-9`},
		{"claims foo", exitUsage, "near are FPR-1,"},
		{"claims --format yaml", exitUsage, "must be text, json or csv"},
		{"claims --results " + folder + "/none", exitUsage, "none"},
		{"plan --profle quick", exitUsage, "unknown flag: --profle"},
		{"plan extra", exitUsage, `takes no argument, but got "extra"`},
		{"plan --profile huge", exitUsage, `profile "huge": must be one of quick, standard, full`},
		{"plan --experiment nope", exitUsage, `--experiment "nope"`},
		{"plan --format yaml", exitUsage, "must be text, json or csv"},
		{"plan --memory 0", exitUsage, "--memory 0"},
		{"plan --memory NaN", exitUsage, "--memory NaN"},
		{"plan --memory 0.01", exitUsage, "budget"},
		{"plan --file " + broken, exitUsage, `broken.toml:2: unknown key "foo"`},
		{"plan --file " + folder + "/none.toml", exitUsage, "none.toml"},
		{"run --experiment nope --results " + folder, exitUsage, `"nope"`},
		{"run --experiment kicks --results " + keys + "/sub", exitFailure, "keys.txt/sub"},
		{"try", exitUsage, "try takes one variant"},
		{"try cuckoo(b=4,f=12)", exitUsage, "--keys"},
		{"try foo --keys " + keys, exitUsage, `no family is called "foo"`},
		{"try cuckoo(b=3,f=12) --keys " + keys, exitUsage, "b=3: must be one of 1, 2, 4, 8"},
		{"try cuckoo(b=4,f=17) --keys " + keys, exitUsage, "f=17: must be a whole number from 2 to 16"},
		{"try cuckoo(b=4,g=1) --keys " + keys, exitUsage, `unknown parameter "g"`},
		{"try cuckoo(b=4 --keys " + keys, exitUsage, "closing parenthesis"},
		{"try bloom(bpk=NaN) --keys " + keys, exitUsage, "bpk=NaN"},
		{"try bloom(bpk=-1) --keys " + keys, exitUsage, "bpk=-1"},
		{"try bloom(bpk=8) --keys " + empty, exitFailure, "empty.txt"},
		{"try bloom(bpk=8) --keys " + blank, exitFailure, "blank.txt"},
		{"try bloom(bpk=8) --keys " + folder, exitFailure, "is a directory"},
		{"try bloom(bpk=8) --keys " + folder + "/none.txt", exitUsage, "none.txt"},
		{"try bloom(bpk=8) --keys " + keys + " --n 4", exitUsage, "--n 4: there are only 3 different keys"},
		{"try bloom(bpk=8) --keys " + keys + " --reps 1", exitUsage, "--reps 1"},
		{"try bloom(bpk=8) --keys " + keys + " --positives 0", exitUsage, "--positives 0"},
		{"try bloom(bpk=8) --keys " + keys + " --max-queries 0", exitUsage, "--max-queries 0"},
		{"try bloom(bpk=8) --keys " + keys + " --memory NaN", exitUsage, `"NaN" for "--memory"`},
		{"try bloom(bpk=8) --workload uniform --n 100000000000", exitUsage, "the budget is 8 GiB (flag --memory)"},
		{"try bloom(bpk=64) --workload uniform --n 9000000000000", exitUsage, "2^40 bits"},
		{"export --results " + folder, exitUsage, "no manifest.json"},
		{"completion tcsh", exitUsage, `completion "tcsh": must be one of bash`},
		{"export --min-samples 0", exitUsage, "--min-samples 0: must be at least 1"},
		{"compare " + folder + " " + folder, exitUsage, "no manifest.json"},
		{"compare " + folder + "/none " + folder, exitUsage, "none: no such file or directory"},
		{"report --results " + keys, exitFailure, "not a directory"},
		{"plan --file " + withKeys, exitUsage, "none.txt: no such file"},
		{"run --file " + withKeys + " --results " + folder, exitUsage, "none.txt: no such file"},
		{"run --file " + tooFew + " --results " + folder, exitUsage, "has 3 keys, and a part p inserts 100 of them"},
	}
	for _, c := range cases {
		status, stdout, stderr := call(strings.Split(c.args, " ")...)
		if status != c.status || !strings.Contains(stderr, c.want) {
			t.Errorf("bench %s: status %d, %q; want status %d and %q", c.args, status, stderr, c.status, c.want)
		}
		if lines := strings.Count(stderr, "\n"); lines != 1 || strings.Contains(stderr, "goroutine") || stdout != "" {
			t.Errorf("bench %s: %d lines on stderr, %d bytes on stdout; want one line and nothing:\n%s", c.args, lines, len(stdout), stderr)
		}
	}
}

// TestTryNull: null is its own baseline, measured once.
func TestTryNull(t *testing.T) {
	status, stdout, stderr := call("try", "null", "--workload", "uniform", "--n", "10", "--reps", "2", "--max-queries", "100")
	if status != exitOK || !strings.Contains(stdout, "false-positive rate   100 %") {
		t.Errorf("status %d, stderr %q, stdout\n%s", status, stderr, stdout)
	}
}

// TestFailedTrialsFailTheRun: a run in which a trial failed ends with status 1, and
// says how many and where the reason is.
func TestFailedTrialsFailTheRun(t *testing.T) {
	// The library doubles for every eighth copy of a key, which is bounded.
	file := write(t, "copies.toml", "title = \"t\"\nquestion = \"q\"\nexpect = \"e\"\n[[part]]\nname = \"p\"\nkind = \"fpr\"\nvariants = [\"seiflotfy-scalable\"]\n"+
		"capacity = [3000]\nfill = [1]\nreps = 2\npositives = 10\nmax_queries = 1000\nworkloads = [\"repeat(r=1000)\"]\n")
	status, stdout, stderr := call("run", "--file", file, "--results", filepath.Join(t.TempDir(), "r"))
	if status != exitFailure || !strings.Contains(stdout, "0 done, 2 failed") || !strings.Contains(stderr, "2 trials failed; their reasons are in") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

// TestTryAddsUpKicks: the kicks per insert are those of all repetitions.
func TestTryAddsUpKicks(t *testing.T) {
	status, stdout, stderr := call("try", "cuckoo(b=4,f=12)", "--workload", "uniform", "--n", "3891", "--reps", "3", "--max-queries", "1000", "--format", "json")
	var a tryAnswer
	if err := json.Unmarshal([]byte(stdout), &a); status != exitOK || err != nil {
		t.Fatalf("status %d, error %v, stderr %q", status, err, stderr)
	}
	trials, err := harness.TryTrials("cuckoo(b=4,f=12)", "uniform", 3891, 3, 2000, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	var kicks, inserts uint64
	for _, trial := range trials {
		if trial.Kind == record.KindFPR {
			r := harness.Measure(trial)
			kicks, inserts = kicks+r.FPR().Kicks, inserts+r.FPR().Inserted
		}
	}
	if want := float64(kicks) / float64(inserts); kicks == 0 || *a.Columns[0].Kicks != want {
		t.Errorf("%v kicks per insert; want %v", *a.Columns[0].Kicks, want)
	}
}

// TestErrorsAreOneLine: of two things that failed together, too.
func TestErrorsAreOneLine(t *testing.T) {
	var stderr bytes.Buffer
	if tell(&stderr, errors.Join(errors.New("disk full"), errors.New("manifest too"))); stderr.String() != "bench: disk full; manifest too\n" {
		t.Errorf("%q", stderr.String())
	}
}

// TestHelpTeaches: every command has help with an explanation, and where it has
// flags that are not plain, an example.
func TestHelpTeaches(t *testing.T) {
	for _, name := range []string{"list", "plan", "run", "report", "try", "export", "compare"} {
		status, stdout, _ := call(name, "--help")
		if status != exitOK || len(stdout) < 200 || !strings.Contains(stdout, "Usage:") {
			t.Errorf("bench %s --help: status %d, %d bytes", name, status, len(stdout))
		}
		if name != "list" && !strings.Contains(stdout, "Examples:") {
			t.Errorf("bench %s --help shows no example", name)
		}
	}
}

// TestHelpListsCommandsOnce: each command has one line in the list of them.
func TestHelpListsCommandsOnce(t *testing.T) {
	_, stdout, _ := call("--help")
	for _, name := range []string{"compare", "export", "list", "plan", "report", "run", "try"} {
		if n := strings.Count(stdout, "\n  "+name+" "); n != 1 {
			t.Errorf("%s is listed %d times", name, n)
		}
	}
}

func TestCompletionCompletes(t *testing.T) {
	_, stdout, _ := call("__complete", "plan", "--profile", "")
	for _, word := range []string{"quick", "standard", "full"} {
		if !strings.Contains(stdout, word+"\n") {
			t.Errorf("completion of --profile offers %q; want %s in it", stdout, word)
		}
	}
}
