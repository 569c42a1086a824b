package contender

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets this test's own program be a driver: what it does wrong is named by an
// environment variable that its contender.toml cannot set, so by its argument.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "drive" {
		drive(os.Args[2])
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// drive is an exact set that says and does what its fault is called.
func drive(fault string) {
	out := os.NewFile(1, "answer")
	job := map[string]string{}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		parts := strings.SplitN(in.Text(), " ", 3)
		job[parts[0]] = parts[2]
	}
	var members, absents, rounds int
	fmt.Sscan(job["members"], &members)
	fmt.Sscan(job["absents"], &absents)
	fmt.Sscan(job["rounds"], &rounds)
	keys, err := os.ReadFile(job["keys"])
	if err != nil || len(keys) != 8*(members+absents) {
		fmt.Fprintln(os.Stderr, "keys:", len(keys), err)
		os.Exit(1)
	}
	set := map[string]bool{}
	var answers []byte
	for i := range members {
		set[string(keys[8*i:8*i+8])] = true
		answers = append(answers, 1)
	}
	for i := range members + absents {
		answer := byte(0)
		if set[string(keys[8*i:8*i+8])] {
			answer = 1
		}
		answers = append(answers, answer)
	}
	say := func(key, value string) { fmt.Fprintf(out, "%s %d %s\n", key, len(value), value) }
	yes := 0
	switch fault {
	case "hangs":
		time.Sleep(time.Minute)
	case "dies":
		fmt.Fprintln(os.Stderr, "\nout of luck\nand more")
		os.Exit(3)
	case "garbage":
		fmt.Fprintln(out, "hello")
	case "floods":
		fmt.Fprint(out, strings.Repeat("x", mostOutput+1))
	case "short":
		answers = answers[:len(answers)-1]
	case "odd":
		answers[0] = 7
	case "lies":
		yes = absents
	case "mute":
		answers = nil
	case "replies":
		answers = []byte("one\ntwo\n")
	}
	os.WriteFile(job["answers"], answers, 0)
	for range rounds {
		if fault == "skips" {
			break
		}
		say("sample", fmt.Sprintf("hit %d 100 %d", members, members))
		say("sample", fmt.Sprintf("miss %d 100 %d", absents, yes))
	}
	if fault == "old" {
		say("version", "0.9")
	} else {
		say("version", "1.0")
	}
	if fault == "idle" {
		say("clock", "sundial")
	} else {
		say("clock", "thread")
	}
	say("bytes", "8000")
	if fault != "endless" {
		say("end", "")
	}
}

// folder makes a contender whose driver is this test's program.
func folder(t *testing.T, fault string) Contender {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := fmt.Sprintf("title='t'\nlanguage='Go'\nsource=''\nversion='1.0'\nrun=[%q,'drive',%q]\n[[filter]]\nname='fake'\ndoc='d'\nparams=[{name='fpr',default=0.01,min=0.0,max=1.0,doc='d'}]\n", program, fault)
	if err := os.Mkdir(filepath.Join(dir, "fake"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "fake", File), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := Load(dir)
	if err != nil || len(list) != 1 {
		t.Fatalf("Load: %d contenders, %v", len(list), err)
	}
	return list[0]
}

// TestFaults: a driver that does what it should is believed, and each way of going wrong
// is one line that says which.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ fault, says string }{
		{"", ""},
		{"hangs", "has not answered within"},
		{"dies", "exit status 3: out of luck"},
		{"garbage", "no line of KEY LENGTH VALUE"},
		{"floods", "wrote more than"},
		{"short", "wrote 2499 answers; the job has 2500"},
		{"mute", "wrote 0 answers; the job has 2500"},
		{"odd", "byte 7"},
		{"lies", "says yes 500 times; the answers do 0 times"},
		{"skips", "0 samples of hit"},
		{"old", "version 0.9"},
		{"idle", "sundial"},
		{"endless", "no end"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			fake := folder(t, c.fault)
			job := fake.Filters[0].job(JobTime, 1000)
			job.Absents, job.Ops, job.Rounds = job.Absents[:500], []string{OpHit, OpMiss}, 2
			if job.Within = 10 * time.Second; c.fault == "hangs" {
				job.Within = 100 * time.Millisecond
			}
			a, err := fake.Run(context.Background(), job)
			if c.says == "" {
				if err != nil || Count(a.Found) != 1000 || Count(a.Absent) != 0 || len(a.Samples) != 4 {
					t.Errorf("a sound driver: %d found, %d samples, %v", Count(a.Found), len(a.Samples), err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "contender fake") || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v; want one line with the contender and %q", err, c.says)
			}
		})
	}
}

// TestReady: a driver that is built and cannot work is left out in a line that it says itself.
func TestReady(t *testing.T) {
	fake := folder(t, "")
	if err := fake.Ready(); err != nil {
		t.Error(err)
	}
	fake.Probe = []string{"sh", "-c", "echo no server here >&2; exit 1"}
	if err := fake.Ready(); err == nil || err.Error() != "contender fake cannot run here: no server here" {
		t.Errorf("error %v", err)
	}
	fake.Probe = []string{"true"}
	if err := fake.Ready(); err != nil {
		t.Error(err)
	}
}

// TestReplies: as many lines as commands, or an error; keys of any length are for those alone
// who say so.
func TestReplies(t *testing.T) {
	fake := folder(t, "replies")
	job := Job{Kind: JobReplies, Filter: "fake", Members: make([]uint64, 2), Texts: [][]byte{[]byte("a"), nil}}
	if _, err := fake.Run(context.Background(), job); err == nil || !strings.Contains(err.Error(), "texts = true") {
		t.Errorf("texts for a driver of numbers: %v", err)
	}
	var file bytes.Buffer
	temp, err := os.Create(filepath.Join(t.TempDir(), "keys"))
	if err != nil {
		t.Fatal(err)
	}
	defer temp.Close()
	if err := job.writeKeys(temp); err != nil {
		t.Fatal(err)
	}
	temp.Seek(0, 0)
	file.ReadFrom(temp)
	if got, want := file.String(), "\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00a"; got != want {
		t.Errorf("the file of keys is %q, want %q", got, want)
	}
	if lines, err := job.replies([]byte("one\ntwo\n")); err != nil || !slices.Equal(lines, []string{"one", "two"}) {
		t.Errorf("replies %q, %v", lines, err)
	}
	for _, bad := range []string{"", "one\n", "one\ntwo", "one\ntwo\nthree\n"} {
		if lines, err := job.replies([]byte(bad)); err == nil {
			t.Errorf("%q is taken for %q", bad, lines)
		}
	}
}

// TestParts: each job's answers fall into the lists that PROTOCOL.md orders.
func TestParts(t *testing.T) {
	job := Job{Members: make([]uint64, 3), Absents: make([]uint64, 2), Copies: 2}
	for _, c := range []struct {
		kind    string
		deletes bool
		data    []byte
		want    string
	}{
		{JobRate, false, []byte{1, 0, 1, 1, 0, 1, 0, 1}, "[[true false true] [true false true] [false true] [] [] [] []]"},
		{JobLoad, false, []byte{1, 0, 1, 0}, "[[true false] [true false] [] [] [] [] []]"},
		{JobLoad, false, []byte{1, 1, 1, 1, 1, 1}, "[[true true true] [true true true] [] [] [] [] []]"},
		{JobCopies, false, []byte{1, 1, 1, 0, 1, 1, 1}, "[[true true] [true true true] [] [true false] [] [] []]"},
		{JobCopies, true, []byte{1, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0}, "[[true true] [true true true] [] [true false] [true false] [false false] [true true false]]"},
		{JobDeletes, true, []byte{1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 1}, "[[true true true] [true true true] [] [] [false true] [] [true false true]]"},
	} {
		job.Kind = c.kind
		a, err := job.parts(c.data, c.deletes)
		got := fmt.Sprint([][]bool{a.Taken, a.Found, a.Absent, a.Copies, a.Removed, a.Still, a.After})
		if err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.kind, got, err, c.want)
		}
		if _, err := job.parts(append(slices.Clone(c.data), 0), c.deletes); err == nil {
			t.Errorf("%s: one answer too many is taken", c.kind)
		}
	}
}

// TestBadFolders: what is wrong with a contender.toml is said with its file and key.
func TestBadFolders(t *testing.T) {
	good := "title='t'\nlanguage='C'\nversion='1'\nrun=['x']\n[[filter]]\nname='a'\ndoc='d'\n"
	for _, c := range []struct{ text, says string }{
		{good + "colour='red'\n", "colour"},
		{strings.Replace(good, "title='t'\n", "", 1), "title"},
		{strings.Replace(good, "run=['x']\n", "", 1), "run"},
		{strings.Replace(good, "name='a'", "name='A b'", 1), "A b"},
		{good + "params=[{name='p',default=2.0,min=0.0,max=1.0,doc='d'}]\n", "default"},
		{good + "[[filter]]\nname='a'\ndoc='d'\n", ""},
		{"title=", "contender.toml"},
	} {
		dir := t.TempDir()
		os.Mkdir(filepath.Join(dir, "x"), 0o755)
		os.WriteFile(filepath.Join(dir, "x", File), []byte(c.text), 0o644)
		_, err := Load(dir)
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), File) {
			t.Errorf("%q: error %v; want one with %q and the file", c.text, err, c.says)
		}
	}
}

// TestCommitted runs the check of every contender of the repository that this machine can
// run, built or not. What a library loses is no failure of ours: the protocol is.
func TestCommitted(t *testing.T) {
	list, err := Load("../../contenders")
	if err != nil || len(list) < 6 {
		t.Fatalf("%d contenders, %v", len(list), err)
	}
	for _, c := range list {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Ready(); err != nil {
				t.Skip(err)
			}
			findings := 0
			if err := c.Check(context.Background(), func(f Finding) { findings++; t.Log(f.Filter, f.Check, f.Good, f.Says) }); err != nil {
				t.Error(err)
			}
			if findings < 8*len(c.Filters) {
				t.Errorf("%d findings of %d filters", findings, len(c.Filters))
			}
		})
	}
}

// TestReportsAreSplit: the answers of job reports are pairs of a lookup and an insert, second
// inserts, and those of each thread.
func TestReportsAreSplit(t *testing.T) {
	j := Job{Kind: JobReports, Members: make([]uint64, 2), Threads: 2}
	a, err := j.parts([]byte{0, 1, 1, 0, 0, 0, 1, 0, 1, 1}, false)
	want := Answers{Found: []bool{false, true}, Taken: []bool{true, false}, After: []bool{false, false}, Told: [][]bool{{true, false}, {true, true}}}
	if err != nil || !reflect.DeepEqual(a, want) {
		t.Errorf("%+v, %v; want %+v", a, err, want)
	}
	if _, err := j.parts(make([]byte, 9), false); err == nil {
		t.Error("an answer is missing, and nobody says so")
	}
}
