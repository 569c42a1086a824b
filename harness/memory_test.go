package harness

import (
	"strings"
	"testing"

	"filterbench/internal/record"
)

// TestFreeMemory reads what Linux tells: the least of what is available and of the
// limits that there are.
func TestFreeMemory(t *testing.T) {
	const info, limit, old = "/proc/meminfo", "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
	meminfo := []string{"MemTotal:       24684096 kB", "MemAvailable:   2048 kB"}
	for _, c := range []struct {
		name  string
		files map[string][]string
		want  uint64
		ok    bool
	}{
		{"nothing", nil, 0, false},
		{"no limit", map[string][]string{info: meminfo, limit: {"max"}}, 2 << 20, true},
		{"a higher limit", map[string][]string{info: meminfo, limit: {"4194304"}}, 2 << 20, true},
		{"a limit", map[string][]string{info: meminfo, limit: {"1048576"}}, 1 << 20, true},
		{"a limit of old", map[string][]string{info: meminfo, old: {"1048577"}}, 1<<20 + 1, true},
		{"a limit alone", map[string][]string{limit: {"5"}}, 5, true},
		{"of a group", map[string][]string{info: meminfo, "/proc/self/cgroup": {"4:memory:/x", "0::/a/b"}, "/sys/fs/cgroup/a/b/memory.max": {"7"}}, 7, true},
	} {
		got, ok := freeMemory(func(path string) []string { return c.files[path] })
		if got != c.want || ok != c.ok {
			t.Errorf("%s: %d bytes, %v; want %d, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

// TestCheckMemory: what does not fit is said in one line with both amounts, the trial
// and what to do.
func TestCheckMemory(t *testing.T) {
	plan := Plan{Trials: []record.Trial{
		{Experiment: "e", Part: "small", Kind: record.KindFPR, Variant: "bloom(bpk=8)", Workload: "uniform", Capacity: 1 << 10, Fill: 1},
		{Experiment: "e", Part: "large", Kind: record.KindTime, Variant: "bloom(bpk=8)", Workload: "uniform", Capacity: 1 << 27, Fill: 1, Ops: []string{"miss"}, Lookups: 1},
	}}
	need := plan.Estimate(Workers()).Bytes
	if err := plan.CheckMemory(need); err != nil {
		t.Errorf("what fits exactly is refused: %v", err)
	}
	err := plan.CheckMemory(need - 1)
	if err == nil {
		t.Fatal("one byte less is enough")
	}
	for _, want := range []string{"1.14 GiB", "e part large, bloom(bpk=8) with 134217728 keys", "a smaller profile"} {
		if text := err.Error(); !strings.Contains(text, want) || strings.Contains(text, "\n") {
			t.Errorf("error %q; want one line with %q", text, want)
		}
	}
}

// TestMemoryOfDeletes: the order in which keys leave is held beside them, and the keys of
// every operation until the trial ends.
func TestMemoryOfDeletes(t *testing.T) {
	trial := record.Trial{Kind: record.KindTime, Variant: "cuckoo(b=4,f=8)", Workload: "uniform", Capacity: 1 << 20, Fill: 1, Ops: []string{"miss"}, Lookups: 1000}
	before := EstimateTrial(trial).Bytes
	trial.Ops = append(trial.Ops, "delete")
	if more := EstimateTrial(trial).Bytes - before; more != 8<<20+8*1000 {
		t.Errorf("deletes take %d bytes more; want eight for each key and lookup", more)
	}
}
