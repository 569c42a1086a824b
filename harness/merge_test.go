package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"filterbench/internal/record"
)

// shardsOf runs a plan as so many machines would, and returns their folders.
func shardsOf(t *testing.T, plan Plan, of int) []string {
	t.Helper()
	var dirs []string
	for i := 1; i <= of; i++ {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		if _, err := (&Runner{Dir: dir, Plan: plan, Shard: Shard{i, of}}).Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	return dirs
}

// filesOf returns the bytes of a folder's records and manifest.
func filesOf(t *testing.T, dir string) (records, manifest []byte) {
	t.Helper()
	records, err := os.ReadFile(filepath.Join(dir, record.RecordsFile))
	if err != nil {
		t.Fatal(err)
	}
	if manifest, err = os.ReadFile(filepath.Join(dir, record.ManifestFile)); err != nil {
		t.Fatal(err)
	}
	return records, manifest
}

// TestShardsMakeTheWhole: 32 machines together give the counts of one, whatever the order in
// which they are merged.
func TestShardsMakeTheWhole(t *testing.T) {
	plan, whole := expandTiny(t, "standard"), t.TempDir()
	state, err := (&Runner{Dir: whole, Plan: plan}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dirs := shardsOf(t, plan, 32)
	out := filepath.Join(t.TempDir(), "merged")
	m, err := Merge(dirs, out, false)
	if err != nil || m.Records != state.Done || m.Missing != 0 {
		t.Fatalf("%+v, %v; want %d records", m, err, state.Done)
	}
	sameCounts(t, countsOf(t, out), countsOf(t, whole))
	of, err := record.ReadManifest(whole)
	if err != nil || of.Results.Counts != m.Results.Counts {
		t.Errorf("the digest of the counts is %s in one run and %s merged (%v)", of.Results.Counts, m.Results.Counts, err)
	}
	records, manifest := filesOf(t, out)
	slices.Reverse(dirs)
	dirs[3], dirs[17] = dirs[17], dirs[3]
	again := filepath.Join(t.TempDir(), "again")
	if _, err := Merge(dirs, again, false); err != nil {
		t.Fatal(err)
	}
	otherRecords, otherManifest := filesOf(t, again)
	if !bytes.Equal(records, otherRecords) || !bytes.Equal(manifest, otherManifest) {
		t.Error("another order gives other bytes")
	}
	if _, err := Merge(dirs, again, false); err != nil {
		t.Errorf("merged once more into the folder of before: %v", err)
	}
	if _, err := Merge(dirs, whole, false); err == nil || !strings.Contains(err.Error(), "holds a run already") {
		t.Errorf("over a run: error %v", err)
	}
	if state, err := (&Runner{Dir: again, Plan: plan}).Run(t.Context()); err != nil || state.Done != 0 {
		t.Errorf("a run into the merged folder: %+v, %v", state, err)
	}
}

// TestShardsShareThePlan: every trial is one shard's, and what is timed stays whole.
func TestShardsShareThePlan(t *testing.T) {
	plan := expandTiny(t, "standard")
	timing := plan.Trials[0]
	timing.Kind, timing.Call, timing.Ops, timing.Lookups, timing.Queries = record.KindTime, record.CallBatch, []string{"hit"}, 10, 0
	for part := range 6 {
		for rep := range 3 {
			timing.Part, timing.Rep = fmt.Sprint("speed ", part), rep
			plan.Trials = append(plan.Trials, timing)
		}
	}
	for _, of := range []int{1, 2, 3, 7, 100} {
		whose, parts := map[string]int{}, map[string]int{}
		for i := 1; i <= of; i++ {
			for _, trial := range plan.Share(Shard{i, of}).Trials {
				if other := whose[trial.ID()]; other != 0 {
					t.Fatalf("of %d: a trial is that of %d and %d", of, other, i)
				}
				whose[trial.ID()] = i
				if clocked(trial.Kind) {
					if other := parts[trial.Part]; other != 0 && other != i {
						t.Fatalf("of %d: part %q is timed on %d and on %d", of, trial.Part, other, i)
					}
					parts[trial.Part] = i
				}
			}
		}
		if len(whose) != len(plan.Trials) {
			t.Errorf("of %d: %d of %d trials are somebody's", of, len(whose), len(plan.Trials))
		}
	}
	// A trial that counts is the same shard's in another plan.
	small := plan
	small.Trials = plan.Trials[3:9]
	for _, trial := range small.Share(Shard{2, 3}).Trials {
		if !slices.ContainsFunc(plan.Share(Shard{2, 3}).Trials, func(o record.Trial) bool { return o.ID() == trial.ID() }) {
			t.Errorf("trial %s is another's in a smaller plan", trial.ID())
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	plan := expandTiny(t, "standard")
	dirs := shardsOf(t, plan, 3)
	out := func() string { return filepath.Join(t.TempDir(), "out") }
	refuse := func(name, want string, dirs ...string) {
		t.Helper()
		if _, err := Merge(dirs, out(), false); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v; want %q in a line", name, err, want)
		}
	}
	refuse("a gap", "planned trials have no record in any folder", dirs[0], dirs[2])
	if m, err := Merge([]string{dirs[0], dirs[2]}, out(), true); err != nil || m.Missing == 0 || m.Records+m.Missing != len(plan.Trials) {
		t.Errorf("partial: %+v, %v", m, err)
	}
	if m, err := Merge([]string{dirs[0], dirs[1], dirs[2], dirs[1]}, out(), false); err != nil || m.Repeated == 0 {
		t.Errorf("an overlap that is equal: %+v, %v", m, err)
	}
	if _, err := Merge(dirs, dirs[1], false); err == nil {
		t.Error("merged into one of its own folders")
	}
	other := shardsOf(t, expandTiny(t, "quick"), 1)
	refuse("another plan", "holds another plan", dirs[0], other[0])
	refuse("no folder", "no manifest.json there", dirs[0], "nosuch")

	// A count that differs, under a seal that holds.
	_, records, err := record.ReadDir(dirs[0])
	if err != nil {
		t.Fatal(err)
	}
	forged := copyOf(t, dirs[0])
	rewrite(t, forged, records, func(r *record.Record) {
		if f := r.FPR(); f != nil && f.Positives > 0 {
			f.Positives--
		}
	})
	refuse("counts that differ", "differ: one of them is wrong", dirs[0], dirs[1], dirs[2], forged)

	// A folder whose manifest this program cannot have made.
	m, err := record.ReadManifest(dirs[0])
	if err != nil {
		t.Fatal(err)
	}
	m.Plan = strings.Repeat("0", 64)
	if err := record.WriteManifest(forged, m); err != nil {
		t.Fatal(err)
	}
	refuse("another version", "use the one that measured it", forged)
}

// TestMergeKeepsTimesApart: times of machines of different make do not come into one folder.
func TestMergeKeepsTimesApart(t *testing.T) {
	plan := twoTimedParts(t)
	dirs := shardsOf(t, plan, 2)
	if _, err := Merge(dirs, filepath.Join(t.TempDir(), "out"), false); err != nil {
		t.Fatal(err)
	}
	m, err := record.ReadManifest(dirs[1])
	if err != nil {
		t.Fatal(err)
	}
	m.Machines[0].Machine.CPU = "Difference Engine"
	if err := record.WriteManifest(dirs[1], m); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(dirs, filepath.Join(t.TempDir(), "out"), false); err == nil || !strings.Contains(err.Error(), "times of different machines") {
		t.Errorf("error %v; want a word about machines", err)
	}
	if _, err := Merge([]string{dirs[0], dirs[0], copyOf(t, dirs[0])}, filepath.Join(t.TempDir(), "out"), true); err != nil {
		t.Errorf("copies of one folder: %v", err)
	}
}

// TestMergeKeepsAPartOnOneMachine: trials of one part that two machines timed are refused,
// even of the same make, and told in a line; each machine may have a part of its own.
func TestMergeKeepsAPartOnOneMachine(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	if _, err := (&Runner{Dir: dir, Plan: twoTimedParts(t)}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	manifest, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	second := manifest.Machines[0]
	second.ID = "0123abcd"
	manifest.Machines = append(manifest.Machines, second)
	if err := record.WriteManifest(dir, manifest); err != nil {
		t.Fatal(err)
	}
	rewrite(t, dir, records, func(r *record.Record) {
		if r.Part == "b" {
			r.Machine = second.ID
		}
	})
	if _, err := Merge([]string{dir}, out, false); err != nil {
		t.Errorf("a machine for each part: %v", err)
	}
	rewrite(t, dir, records, func(r *record.Record) {
		r.Machine = manifest.Machines[0].ID
		if r.Part == "b" && r.Rep == 1 && r.Variant == "null" {
			r.Machine = second.ID
		}
	})
	_, err = Merge([]string{dir}, filepath.Join(t.TempDir(), "out"), false)
	if err == nil || !strings.Contains(err.Error(), "part b was timed on machine") || !strings.Contains(err.Error(), second.ID) || strings.Contains(err.Error(), "\n") {
		t.Errorf("two machines in one part: error %v", err)
	}
	// A partial merge keeps the times of the one that has most, and tells it.
	m, err := Merge([]string{dir}, out, true)
	if err != nil || m.Missing != 1 || m.Records != len(records)-1 || len(m.LeftOut) != 1 || !strings.Contains(m.LeftOut[0], "part b: 3 times are those of "+manifest.Machines[0].ID+", and 1 of 0123abcd are left out") {
		t.Errorf("in part: %+v, %v", m, err)
	}
	// The same command measures the part again, and nothing else.
	state, err := (&Runner{Dir: dir, Plan: twoTimedParts(t)}).Run(t.Context())
	if err != nil || state.Done != 1 || state.Skipped != len(records)-1 {
		t.Errorf("once more: %+v, %v; want one trial measured", state, err)
	}
	if _, err := Merge([]string{dir}, out, false); err != nil {
		t.Errorf("after it was measured again: %v", err)
	}
}

// TestRequeuedElsewhere: a part that another machine has begun to time is measured from its
// beginning, one that it completed is kept, and nothing is measured again twice.
func TestRequeuedElsewhere(t *testing.T) {
	dir, plan := t.TempDir(), twoTimedParts(t)
	if _, err := (&Runner{Dir: dir, Plan: plan}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	manifest, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	other := manifest.Machines[0]
	other.ID = "0123abcd"
	manifest.Machines = append(manifest.Machines, other)
	if err := record.WriteManifest(dir, manifest); err != nil {
		t.Fatal(err)
	}
	last := slices.IndexFunc(records, func(r record.Record) bool { return r.Part == "b" })
	rewrite(t, dir, slices.Delete(records, last, last+1), func(r *record.Record) { r.Machine = other.ID })
	state, err := (&Runner{Dir: dir, Plan: plan}).Run(t.Context())
	if err != nil || state.Done != 4 || state.Skipped != 4 {
		t.Errorf("%+v, %v; want the four trials of part b measured", state, err)
	}
	_, records, err = record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if (r.Part == "a") != (r.Machine == other.ID) {
			t.Errorf("part %s is that of machine %s", r.Part, r.Machine)
		}
	}
	if state, err = (&Runner{Dir: dir, Plan: plan}).Run(t.Context()); err != nil || state.Done != 0 {
		t.Errorf("once more: %+v, %v", state, err)
	}
}

// twoTimedParts has two parts that are timed and none that counts.
func twoTimedParts(t *testing.T) Plan {
	t.Helper()
	text := "title=\"t\"\nquestion=\"q\"\nexpect=\"e\"\nseed=3\n"
	for _, name := range []string{"a", "b"} {
		text += "[[part]]\nname=\"" + name + "\"\nkind=\"time\"\nvariants=[\"null\",\"bloom(bpk=8)\"]\nworkloads=[\"uniform\"]\ncapacity=[100]\nfill=[1]\nreps=2\ncalls=[\"batch\"]\nops=[\"hit\"]\nlookups=100\n"
	}
	e, err := Decode("times", "times.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Expand("quick", []Experiment{e})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// rewrite writes a folder's records anew, changed, under seals that hold.
func rewrite(t *testing.T, dir string, records []record.Record, change func(*record.Record)) {
	t.Helper()
	var text []byte
	for _, r := range records {
		change(&r)
		line, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	if err := os.WriteFile(filepath.Join(dir, record.RecordsFile), text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestStatus(t *testing.T) {
	plan, dir := expandTiny(t, "standard"), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	state, err := (&Runner{Dir: dir, Plan: plan, Shard: Shard{1, 2}, Progress: func(p Progress) {
		if p.Done == 0 {
			return
		}
		if s, err := StatusOf(dir, nil); err != nil || s.State != "running" {
			t.Errorf("while it runs: %+v, %v", s, err)
		}
		cancel()
	}}).Run(ctx)
	if err == nil {
		t.Fatal("it was not stopped")
	}
	s, err := StatusOf(dir, nil)
	if err != nil || s.State != "stopped" || s.Done != state.Done || s.Done+s.Left != s.Planned || s.Shard != "1/2" || s.Planned >= len(plan.Trials) {
		t.Errorf("%+v, %v; the run says %+v", s, err, state)
	}
	if _, err := (&Runner{Dir: dir, Plan: plan, Shard: Shard{2, 2}}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "holds shard 1/2 and this run is shard 2/2") {
		t.Errorf("another shard into its folder: error %v", err)
	}
	if _, err := (&Runner{Dir: dir, Plan: plan, Shard: Shard{1, 2}}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s, err := StatusOf(dir, nil); err != nil || s.State != "complete" || s.Left != 0 {
		t.Errorf("at the end: %+v, %v", s, err)
	}
}

func TestVerify(t *testing.T) {
	plan, dir := expandTiny(t, "standard"), t.TempDir()
	if _, err := (&Runner{Dir: dir, Plan: plan}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, records, err := record.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Verify(t.Context(), records, 0, Bounds{}, nil)
	if err != nil || v.Checked != v.Exact || v.Exact == 0 || len(v.Differ) != 0 || v.Exact+v.Unlike+v.Unseeded+v.Failed != len(records) {
		t.Fatalf("%+v, %v; want all %d reproduced", v, err, len(records))
	}
	at := slices.IndexFunc(records, func(r record.Record) bool { return r.FPR() != nil && r.FPR().Positives > 0 })
	records[at].FPR().Positives--
	v, err = Verify(t.Context(), records, 0, Bounds{}, nil)
	if err != nil || len(v.Differ) != 1 || v.Differ[0].Trial.ID() != records[at].ID {
		t.Errorf("with one count changed: %+v, %v", v, err)
	}
	chains := record.Trial{Kind: record.KindFPR, Variant: "chains(d=2)", Workload: "uniform", Capacity: 10_000, Fill: 1000, Queries: 10, Seed: 7}
	wordBits = 32
	t.Cleanup(func() { wordBits = strconv.IntSize })
	boom := record.Record{ID: "1", Trial: record.Trial{Kind: record.KindFPR, Variant: "boom-bloom(fpr=0.01)"}}
	if v, err = Verify(t.Context(), []record.Record{boom}, 0, Bounds{}, nil); err != nil || v.Wide != 1 || v.Exact != 0 {
		t.Errorf("a library of words of the machine, on 32 bits: %+v, %v", v, err)
	}
	slow := append(slices.Clone(records[:3]), record.Record{ID: chains.ID(), Trial: chains})
	v, err = Verify(t.Context(), slow, 0, Bounds{Factor: 1e-9, Least: 100 * time.Millisecond}, nil)
	if err != nil || len(v.Stopped) != 1 || !strings.Contains(v.Stopped[0], "stopped after") || v.Checked != v.Exact-1 {
		t.Errorf("with a trial that is stopped: %+v, %v", v, err)
	}
	if v, err = Verify(t.Context(), records, time.Nanosecond, Bounds{}, nil); err != nil || v.Checked >= v.Exact {
		t.Errorf("in no time: %d of %d, %v", v.Checked, v.Exact, err)
	}
	if text, err := json.Marshal(v); err != nil || !bytes.Contains(text, []byte(`"checked"`)) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestShardOfJob(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string // or part of the error
	}{
		{nil, ""},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "1"}, "3/8"},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"}, "1/8"},
		{map[string]string{"JOB_COMPLETION_INDEX": "7", "JOB_COMPLETIONS": "8"}, "8/8"},
		{map[string]string{"JOB_COMPLETION_INDEX": "7"}, "JOB_COMPLETIONS"},
		{map[string]string{"JOB_COMPLETION_INDEX": "8", "JOB_COMPLETIONS": "8"}, "no whole"},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_COUNT": "8", "SLURM_ARRAY_TASK_MIN": "0"}, "no whole"},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "x", "SLURM_ARRAY_TASK_COUNT": "8"}, "must be a number"},
	} {
		got, err := ShardOfJob(func(name string) string { return c.env[name] })
		if err == nil && got.String() != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %q, %v; want %q", c.env, got, err, c.want)
		}
	}
	for _, text := range []string{"", "3", "0/3", "4/3", "-1/3", "3/0", "1/2/3", "a/b", "1/9999999999"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is shard %v", text, s)
		}
	}
}

// TestProgramsThatAreNotHere: trials of a program that cannot be run belong to the plan and to
// its shards all the same, are left out of a run and told, and are a gap only where another
// machine could run it.
func TestProgramsThatAreNotHere(t *testing.T) {
	e, err := Decode("foreign", "foreign.toml", []byte("title=\"t\"\nquestion=\"q\"\nexpect=\"e\"\nseed=3\n[[part]]\nname=\"a\"\nkind=\"fpr\"\nvariants=[\"guava-java\",\"bloom(bpk=8)\"]\nworkloads=[\"uniform\"]\ncapacity=[100]\nfill=[1]\nreps=4\npositives=1\nmax_queries=100\n"))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Expand("quick", []Experiment{e})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Trials) != 4 || len(plan.Absent) != 4 || plan.Size() != 8 || len(plan.Lacking) != 1 || plan.Lacking[0].Filter != "guava-java" {
		t.Fatalf("%d trials, %d absent, lacking %v; want 4, 4 and guava-java", len(plan.Trials), len(plan.Absent), plan.Lacking)
	}
	everywhere := plan // as a machine plans it that can run the program
	everywhere.Trials, everywhere.Absent = slices.Concat(plan.Absent, plan.Trials), nil
	if everywhere.Digest() != plan.Digest() {
		t.Error("where the program can be run, the plan is another")
	}
	absent := 0
	for i := 1; i <= 3; i++ {
		here, there := plan.Share(Shard{i, 3}), everywhere.Share(Shard{i, 3})
		absent += len(here.Absent)
		if here.Digest() != there.Digest() {
			t.Errorf("shard %d is another where the program can be run", i)
		}
	}
	if absent != 4 {
		t.Errorf("the shards lack %d trials; want 4", absent)
	}
	dirs := shardsOf(t, plan, 3)
	skipped := 0
	for _, dir := range dirs {
		s, err := StatusOf(dir, nil)
		if err != nil || s.Left != 0 || s.State != "complete" {
			t.Errorf("%+v, %v; want nothing left", s, err)
		}
		skipped += s.Skipped
	}
	m, err := Merge(dirs, filepath.Join(t.TempDir(), "out"), false)
	if err != nil || skipped != 4 || m.Skipped != 4 || m.Missing != 0 || m.Records != 4 || len(m.LeftOut) != 1 || !strings.Contains(m.LeftOut[0], "4 trials of guava-java") {
		t.Errorf("%d skipped; merged: %+v, %v", skipped, m, err)
	}
	manifest, err := record.ReadManifest(dirs[1])
	if err != nil {
		t.Fatal(err)
	}
	manifest.Lacking = nil
	if err := record.WriteManifest(dirs[1], manifest); err != nil {
		t.Fatal(err)
	}
	if _, err := Merge(dirs, filepath.Join(t.TempDir(), "out"), false); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a machine that could run it has no record: %v", err)
	}
}
