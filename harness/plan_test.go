package harness

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filterbench/internal/record"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

var update = flag.Bool("update", false, "rewrite golden files")

func expandTiny(t testing.TB, profile string) Plan {
	t.Helper()
	plan, err := Expand(profile, []Experiment{decodeTiny(t)})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestPlanGolden pins trial ids, seeds and query counts: a change of any of them
// makes old results unusable and must be meant.
func TestPlanGolden(t *testing.T) {
	var b strings.Builder
	plan := expandTiny(t, "standard")
	for _, p := range plan.Trials {
		fmt.Fprintf(&b, "%s %s %s %s %v rep %d seed %#x queries %d capped %v\n", p.ID(), p.Part, p.Variant, p.Workload, p.Fill, p.Rep, uint64(p.Seed), p.Queries, p.Capped)
	}
	fmt.Fprintf(&b, "plan %s\n", plan.Digest())
	path := filepath.Join("testdata", "plan.golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the plan differs from %s (go test ./harness -update rewrites it):\n%s", path, b.String())
	}
}

// TestContendersShareSeeds: within a cell every variant must see the same keys and
// hash, and different cells and repetitions must not.
func TestContendersShareSeeds(t *testing.T) {
	byCell := map[string]record.Seed{}
	bySeed := map[record.Seed]string{}
	for _, p := range expandTiny(t, "standard").Trials {
		cell := fmt.Sprint(p.Part, p.Workload, p.Capacity, p.Slots, p.Rep)
		if seed, ok := byCell[cell]; ok && seed != p.Seed {
			t.Errorf("cell %s: %s has seed %#x, another contender %#x", cell, p.Variant, p.Seed, seed)
		}
		if other, ok := bySeed[p.Seed]; ok && other != cell {
			t.Errorf("cells %s and %s share a seed", cell, other)
		}
		byCell[cell], bySeed[p.Seed] = p.Seed, cell
	}
	if len(bySeed) < 10 {
		t.Fatalf("only %d seeds: the test has nothing to see", len(bySeed))
	}
}

func TestProfileOverrides(t *testing.T) {
	count := func(profile string) (n int) {
		for _, p := range expandTiny(t, profile).Trials {
			if p.Part == "rate" {
				n++
			}
		}
		return n
	}
	// 4 variants x 2 fills x reps
	if quick, standard := count("quick"), count("standard"); quick != 8 || standard != 16 {
		t.Errorf("part rate has %d trials in quick and %d in standard; want 8 and 16", quick, standard)
	}
}

// TestQueriesFollowThePrediction: every uncapped point expects the same number of
// positives, within the rounding to whole queries of each repetition.
func TestQueriesFollowThePrediction(t *testing.T) {
	shape := theory.Shape{Family: "bloom", Bits: 10000, Cells: 10000, Probes: 7}
	for _, fill := range []float64{0.25, 0.5, 1, 2} {
		q, capped := queries(shape, fill, 1000, 500, 1e12, 4)
		predicted, _ := families.Predict(shape, uint64(fill*1000))
		if got := 4 * float64(q) * predicted.FPR; capped || got < 500 || got > 500+4*predicted.FPR {
			t.Errorf("fill %v: %d queries a repetition expect %v positives in all, capped %v; want 500", fill, q, got, capped)
		}
	}
	if q, capped := queries(shape, 0.25, 1000, 500, 1000, 4); q != 250 || !capped {
		t.Errorf("a bound of 1000 gives %d queries a repetition, capped %v; want 250, true", q, capped)
	}
	if q, capped := queries(theory.Shape{Family: "exact"}, 1, 1000, 500, 1000, 4); q != 250 || !capped {
		t.Errorf("a filter without false positives gets %d queries, capped %v; want the bound", q, capped)
	}
}

func TestBudget(t *testing.T) {
	plan := expandTiny(t, "standard")
	if err := plan.CheckBudget(DefaultMemory); err != nil {
		t.Error(err)
	}
	err := plan.CheckBudget(1 << 20)
	if err == nil || !strings.Contains(err.Error(), "--memory") {
		t.Errorf("a budget of 1 MiB gives error %v; want one that names --memory", err)
	}
}

// TestInterleave: the time trials of one repetition come before those of the next,
// a cell's contenders stand side by side, and their order varies.
func TestInterleave(t *testing.T) {
	var trials []record.Trial
	for _, v := range []string{"a", "b", "c", "d"} {
		for _, n := range []uint64{10, 20, 30} {
			for rep := range 5 {
				trials = append(trials, record.Trial{Variant: v, Capacity: n, Rep: rep})
			}
		}
	}
	got := Interleave(trials)
	if len(got) != len(trials) {
		t.Fatalf("%d trials became %d", len(trials), len(got))
	}
	orders, blocks := map[string]bool{}, map[[3]uint64]bool{}
	for i := 0; i < len(got); i += 12 {
		blocks[[3]uint64{got[i].Capacity, got[i+4].Capacity, got[i+8].Capacity}] = true
	}
	if len(blocks) < 2 {
		t.Error("the sizes come in the same order in all 5 repetitions")
	}
	for i := 0; i < len(got); i += 4 {
		order := ""
		for _, p := range got[i : i+4] {
			order += p.Variant
			if p.Capacity != got[i].Capacity || p.Rep != i/12 {
				t.Fatalf("trial %d is of capacity %d, rep %d: not in its block", i, p.Capacity, p.Rep)
			}
		}
		if strings.Trim(order, "abcd") != "" || !strings.Contains(order, "a") || !strings.Contains(order, "d") {
			t.Errorf("block %q does not hold each contender once", order)
		}
		orders[order] = true
	}
	if len(orders) < 5 {
		t.Errorf("only %d different orders in 15 blocks", len(orders))
	}
}

// TestHashIsAFactor: trials that differ in their hash alone see the same keys, have
// ids of their own, and measure something else where the hash is bad; naming the
// usual hash measures what not naming it does.
func TestHashIsAFactor(t *testing.T) {
	source := strings.Replace(tiny, "capacity = [1000]", "capacity = [1000]\nhashes = [\"identity\", \"metro\"]", 1)
	source = strings.Replace(source, `workloads = ["uniform"]`, `workloads = ["sequential"]`, 1)
	e, err := Decode("tiny", "tiny.toml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Expand("quick", []Experiment{e})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]record.FPR{}
	for _, p := range plan.Trials {
		if p.Part != "rate" || p.Variant != "cuckoo(b=4,f=8)" || p.Fill != 1 {
			continue
		}
		hash := p.Hash
		r := Measure(p)
		counts[hash] = *r.FPR()
		if p.Hash == "metro" {
			usual := p
			usual.Hash = ""
			r := Measure(usual)
			counts[""] = *r.FPR()
			if usual.ID() == p.ID() {
				t.Error("a hash that is named does not show in the id")
			}
		}
	}
	if len(counts) != 3 || counts["metro"] != counts[""] || counts["identity"] == counts["metro"] {
		t.Errorf("counts by hash: %+v; want metro's those of no name, and identity's others", counts)
	}
}

// TestReplicate: a replication plans the same trials with other seeds, and each number
// with its own.
func TestReplicate(t *testing.T) {
	e, err := Decode("x", "x.toml", []byte("title='t'\nquestion='q'\nexpect='e'\nseed=7\n[[part]]\nname='p'\nkind='load'\nvariants=['cuckoo(b=4,f=12)']\nworkloads=['uniform']\ncapacity=[1000]\ndraws=2\nreps=3\n"))
	if err != nil {
		t.Fatal(err)
	}
	plans := map[int][]record.Trial{}
	for n := range 3 {
		plan, err := Expand("quick", []Experiment{e.Replicate(n)})
		if err != nil {
			t.Fatal(err)
		}
		plans[n] = plan.Trials
	}
	if plans[0][0].Seed == plans[1][0].Seed || plans[1][0].Seed == plans[2][0].Seed {
		t.Error("a replication has the seeds of another")
	}
	for i, trial := range plans[1] {
		trial.Seed = plans[0][i].Seed
		if trial.ID() != plans[0][i].ID() {
			t.Errorf("trial %d differs in more than its seed", i)
		}
	}
	if plan, err := Expand("quick", []Experiment{e}); err != nil || plan.Trials[0].Seed != plans[0][0].Seed {
		t.Error("replication 0 has other seeds than the file")
	}
}
