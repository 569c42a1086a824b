package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/replace"
)

// killAt makes a program of these tests kill itself before that step of replacing files.
const killAt = "FILTERBENCH_TEST_KILL_AT"

// killSteps obeys killAt.
func killSteps() {
	at, err := strconv.Atoi(os.Getenv(killAt))
	if err != nil {
		return
	}
	replace.Step = func(string, string) error {
		if at--; at < 0 {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		}
		return nil
	}
}

// progressLines are what standard error has beside errors.
var progressLines = regexp.MustCompile(`(?m)^( *\d+ %  |FAILED |regression: ).*\n`)

var errFull = &os.PathError{Op: "write", Path: "injected", Err: syscall.ENOSPC}

// tree returns the files below a folder by name, and fails on what replacing left there.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasPrefix(d.Name(), ".") {
			t.Errorf("left behind: %s", path)
		}
		text, err := os.ReadFile(path)
		files[strings.TrimPrefix(path, dir)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// faulty is a command that replaces files below dir, beside which it changes nothing.
type faulty struct {
	name string
	args []string
	dir  string
	free string // part of the names of files that are written in several steps, or appended to
	same bool   // it gives the same bytes once more
}

// faultyCommands makes two shards of a run, merged, for commands to spoil.
func faultyCommands(t *testing.T) []faulty {
	file, base := slowFile(t, "6", "2_000"), t.TempDir()
	a, b, merged, whole := filepath.Join(base, "a"), filepath.Join(base, "b"), filepath.Join(base, "merged"), filepath.Join(base, "whole")
	for i, dir := range []string{a, b} {
		if status, _, stderr := call("run", "--file", file, "--results", dir, "--shard", strconv.Itoa(i+1)+"/2"); status != exitOK {
			t.Fatal(stderr)
		}
	}
	if status, _, stderr := call("run", "--file", file, "--results", whole); status != exitOK {
		t.Fatal(stderr)
	}
	reported := filepath.Join(base, "reported")
	if err := os.CopyFS(reported, os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	return []faulty{
		{"merge", []string{"merge", a, b, "-o", merged}, merged, "/manifest.json", true},
		{"report", []string{"report", "--results", reported}, reported, "no such", true},
		{"run", []string{"run", "--file", file, "--results", filepath.Join(base, "run")}, filepath.Join(base, "run"), "/", false},
	}
}

// TestFullAtEveryWrite fails each step of replacing files in turn, as a full disk does: the
// command says so in a line, every file is whole, that of before or that of after, nothing is
// left beside it, and with room the command ends as if nothing had been.
func TestFullAtEveryWrite(t *testing.T) {
	defer func() { replace.Step = nil }()
	for _, c := range faultyCommands(t) {
		t.Run(c.name, func(t *testing.T) {
			steps := 0
			replace.Step = func(string, string) error { steps++; return nil }
			before := map[string]string{}
			if _, err := os.Stat(c.dir); err == nil {
				before = tree(t, c.dir)
			}
			if status, _, stderr := call(c.args...); status != exitOK {
				t.Fatal(stderr)
			}
			whole := tree(t, c.dir)
			if steps < 4 {
				t.Fatalf("%d steps: the test has nothing to see", steps)
			}
			for fail := 0; fail < steps; fail += max(1, steps/12) { // all, where they are few
				os.RemoveAll(c.dir)
				for name, text := range before {
					if err := os.MkdirAll(filepath.Dir(c.dir+name), 0o755); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(c.dir+name, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				at := fail
				replace.Step = func(string, string) error {
					if at--; at < 0 {
						return errFull
					}
					return nil
				}
				status, _, stderr := call(c.args...)
				said := progressLines.ReplaceAllString(stderr, "")
				if status != exitFailure || strings.Count(said, "\n") != 1 || !strings.Contains(said, "no space left") {
					t.Errorf("full at step %d: status %d, %q", fail, status, stderr)
				}
				for name, text := range tree(t, c.dir) {
					if old, was := before[name]; text != whole[name] && !(was && text == old) && !strings.Contains(name, c.free) && !(name == "/records.jsonl" && text == "") {
						t.Errorf("full at step %d: %s is torn", fail, name)
					}
				}
				replace.Step = nil
				if status, _, stderr := call(c.args...); status != exitOK {
					t.Errorf("with room again after step %d: %s", fail, stderr)
				}
				for name, text := range tree(t, c.dir) {
					if text != whole[name] && c.same {
						t.Errorf("with room again after step %d: %s is another", fail, name)
					}
				}
				if got, want := len(recordsOf(t, c.dir)), strings.Count(whole["/"+record.RecordsFile], "\n"); got != want {
					t.Errorf("with room again after step %d: %d records; want %d", fail, got, want)
				}
			}
		})
	}
}

// TestKilledAtEveryStep kills the program before each step of replacing files: the same command
// completes what it began, and nothing is left beside it.
func TestKilledAtEveryStep(t *testing.T) {
	for _, c := range faultyCommands(t) {
		t.Run(c.name, func(t *testing.T) {
			for at, killed := 0, true; killed && at < 12; at++ {
				cmd := program(c.args...)
				cmd.Env = append(cmd.Env, killAt+"="+strconv.Itoa(at))
				out, err := cmd.CombinedOutput()
				killed = err != nil && cmd.ProcessState.ExitCode() == -1
				if err != nil && !killed {
					t.Fatalf("killed before step %d, once more: %s", at, out)
				}
			}
			var out bytes.Buffer
			last := program(c.args...)
			last.Stderr = &out
			if err := last.Run(); err != nil {
				t.Fatalf("after the kills: %v: %s", err, out.String())
			}
			tree(t, c.dir)
			if c.name != "report" {
				if got := recordsOf(t, c.dir); len(got) == 0 {
					t.Error("no records")
				}
			}
		})
	}
}
