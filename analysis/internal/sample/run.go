package sample

import (
	"fmt"
	"strings"
	"time"

	"filterbench/internal/record"
)

// Everything makes a small run of all experiments.
func Everything(m *Maker) {
	for _, bpk := range []int{4, 6, 8, 10, 12, 16, 20, 24} {
		for _, v := range []string{"bloom(bpk=%d)", "blocked(bpk=%d)"} {
			m.FPR("fpr-bloom", "bits", fmt.Sprintf(v, bpk), "uniform", 65536, 0, 1, 2000)
		}
		m.FPR("fpr-bloom", "bits", fmt.Sprintf("counting(bpk=%d,w=4)", 4*bpk), "uniform", 65536, 0, 1, 2000)
	}
	for _, bpk := range []int{8, 12, 16} {
		for k := 1; k <= 14; k++ {
			m.FPR("fpr-bloom", "probes", fmt.Sprintf("bloom(bpk=%d,k=%d)", bpk, k), "uniform", 65536, 0, 1, 2000)
			m.FPR("fpr-bloom", "probes", fmt.Sprintf("blocked(bpk=%d,k=%d)", bpk, k), "uniform", 65536, 0, 1, 2000)
		}
	}
	m.cuckoo()
	m.states()
	m.hashes()
	m.times()
	m.tables()
	m.blocks()
	m.Space(3000)
	m.Exact(200_000)
	m.Blocks(2000)
	m.memory()
	m.places()
	m.Schemes(func(variant string) float64 {
		if strings.Contains(variant, "blocked") && strings.Contains(variant, "double") {
			return 3
		}
		if strings.Contains(variant, "same") {
			return 20
		}
		return 1
	})
	m.Guava(1, 1)
	m.multisets()
	m.libraries()
	m.Latencies(Traffic{})
	m.SpeedBars(1.2, 3, 1)
	m.Peers(3)
	m.contenders()
	m.Kernels(40, 20, 19)
	m.Builds(1.2, 3)
}

// Schemes makes the cells of filters that derive their probes in several ways, each
// with its factor on the rate.
func (m *Maker) Schemes(factor func(variant string) float64) {
	skew, target := m.Skew, m.Target
	m.Target = 300
	cell := func(part, variant, workload string, keys uint64) {
		m.Skew = skew * factor(variant)
		m.FPR("schemes", part, variant, workload, keys, 0, 1, 0)
	}
	for _, bpk := range []int{10, 16} {
		for _, scheme := range []string{"", ",probing=double", ",probing=odd", ",probing=enhanced", ",probing=triple", ",probing=same"} {
			cell("large", fmt.Sprintf("bloom(bpk=%d%s)", bpk, scheme), "uniform", 65536)
			cell("block", fmt.Sprintf("blocked(bpk=%d%s)", bpk, scheme), "uniform", 65536)
		}
	}
	for _, scheme := range []string{",probing=double", ",probing=same"} {
		cell("keys", "bloom(bpk=16"+scheme+")", "sequential", 65536)
	}
	for keys := uint64(64); keys <= 1<<16; keys *= 4 {
		m.Skew = skew * (1 + 100/float64(keys))
		m.FPR("schemes", "size", "bloom(bpk=16,probing=double)", "uniform", keys, 0, 1, 0)
	}
	m.Skew, m.Target = skew, target
}

// Guava makes the cells of the two strategies, with factors on the rates of that of 64
// bits and of that of 32.
func (m *Maker) Guava(wide, narrow float64) {
	skew, target, hash, reps := m.Skew, m.Target, m.Hash, m.Reps
	m.Skew, m.Hash, m.Reps = skew*wide, "identity", 1
	m.FPR("guava", "published", "guava(strategy=mitz64,fpr=0.03,funnel=int)", "sequential(start=0,absent=1020000)", 1_000_000, 0, 1, 300)
	m.FPR("guava", "longer", "guava(strategy=mitz64,fpr=0.03,funnel=int)", "sequential(start=0,absent=1000000)", 1_000_000, 0, 1, 300_000)
	m.Hash, m.Reps, m.Target = hash, reps, 200
	for _, keys := range []uint64{69_774_481, 2_232_783_400} {
		m.Skew = skew * wide
		m.FPR("guava", "width", "guava(strategy=mitz64,fpr=0.5)", "uniform", keys, 0, 0.0005, 0)
		m.Skew = skew * narrow
		m.FPR("guava", "width", "guava(strategy=mitz32,fpr=0.5)", "uniform", keys, 0, 0.0005, 0)
	}
	m.Skew, m.Target = skew, target
}

func (m *Maker) tables() {
	for _, b := range []int{1, 2, 4, 8} {
		for d := 2; d <= 4; d++ {
			m.Load("load-factor", "tables", fmt.Sprintf("hashtable(d=%d,b=%d)", d, b), "uniform", 16384, 10, 1)
		}
	}
}

// blocks makes the cells of filters with smaller blocks, last so that those before
// are what they were without.
func (m *Maker) blocks() {
	for _, bpk := range []int{4, 6, 8, 10, 12, 16, 20, 24} {
		for _, v := range []string{"splitblock(bpk=%d)", "register(bpk=%d,w=64)"} {
			m.FPR("fpr-bloom", "bits", fmt.Sprintf(v, bpk), "uniform", 65536, 0, 1, 2000)
		}
	}
}

func (m *Maker) cuckoo() {
	parts := map[int]string{2: "two-slots", 4: "four-slots", 8: "eight-slots"}
	for _, b := range []int{1, 2, 4, 8} {
		for slots := uint64(1 << 10); slots <= 1<<18; slots *= 4 {
			m.Load("load-factor", "small", fmt.Sprintf("cuckoo(b=%d,f=12)", b), "uniform", slots, 20, 1)
		}
		for f := 2; f <= 16; f += 2 {
			m.Load("load-factor", "fingerprint", fmt.Sprintf("cuckoo(b=%d,f=%d)", b, f), "uniform", 16384, 10, 1-1/float64(1+f*f))
		}
		if b == 1 {
			continue
		}
		for _, f := range []int{8, 12, 16} {
			v := fmt.Sprintf("cuckoo(b=%d,f=%d)", b, f)
			for _, fill := range []float64{0.05, 0.25, 0.5, 0.75, 0.84} {
				m.FPR("fpr-cuckoo", parts[b], v, "uniform", 0, 65536, fill, 2000)
			}
			for _, fill := range []float64{0, 0.25, 0.5, 0.75, 0.8} {
				m.Duplicates("duplicates", fmt.Sprintf("hot-%d", b), v, 16384, fill)
			}
		}
		m.Kicks("kicks", fmt.Sprintf("windows-%d", b), fmt.Sprintf("cuckoo(b=%d,f=12)", b), 131072, []float64{0.2, 0.5, 0.7, 0.8, 0.84})
		for _, kicks := range []string{",kicks=10", ",kicks=100", "", ",kicks=1000"} {
			m.Load("kicks", "maxkicks", fmt.Sprintf("cuckoo(b=%d,f=12%s)", b, kicks), "uniform", 32768, 10, 0.97)
		}
		for _, r := range []int{1, 2, 4, 8, 16} {
			m.Load("duplicates", "multiset", fmt.Sprintf("cuckoo(b=%d,f=12)", b), fmt.Sprintf("repeat(r=%d)", r), 16384, 20, 1/float64(1+r/b))
		}
		for _, s := range []float64{0.25, 0.75, 1.25} {
			m.Load("duplicates", "zipf", fmt.Sprintf("cuckoo(b=%d,f=12)", b), fmt.Sprintf("zipf(s=%g,keys=1000000)", s), 16384, 20, 1/(1+10*s))
		}
	}
}

func (m *Maker) states() {
	for _, v := range []string{"bloom(bpk=4.8,k=3)", "bloom(bpk=9.6,k=7)", "blocked(bpk=10)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)"} {
		for _, fill := range []float64{0.25, 0.5, 1, 1.5, 2, 4} {
			m.FPR("overload", "fill", v, "uniform", 62259, 0, fill, 2000)
		}
	}
	turnovers := []float64{0, 0.5, 1, 2, 4, 8}
	for _, v := range []string{"counting(bpk=20,w=2)", "counting(bpk=40,w=4)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)"} {
		m.Churn("churn", "deleting", v, 62259, turnovers, true)
	}
	for _, v := range []string{"bloom(bpk=10)", "blocked(bpk=10)"} {
		m.Churn("churn", "insert-only", v, 62259, turnovers, false)
	}
	for _, workload := range []string{"uniform", "sequential", "english", "words", "urls"} {
		for _, v := range []string{"bloom(bpk=10)", "blocked(bpk=10)", "counting(bpk=40,w=4)", "cuckoo(b=2,f=12)", "cuckoo(b=4,f=8)", "cuckoo(b=4,f=12)", "cuckoo(b=4,f=16)", "cuckoo(b=8,f=12)"} {
			m.FPR("real-keys", "rate", v, workload, 31129, 0, 0.88, 2000)
		}
		for _, b := range []int{2, 4, 8} {
			m.Load("real-keys", "load", fmt.Sprintf("cuckoo(b=%d,f=12)", b), workload, 32768, 5, 1)
		}
	}
}

// hashes makes two functions that follow theory and, on consecutive keys, one that
// triples the rate and halves the load.
func (m *Maker) hashes() {
	skew := m.Skew
	for _, hash := range []string{"identity", "metro", "siphash"} {
		for _, workload := range []string{"uniform", "sequential"} {
			m.Hash, m.Skew = hash, skew
			share := 1.0
			if hash == "identity" && workload == "sequential" {
				m.Skew, share = 3*skew, 0.5
			}
			for _, v := range []string{"bloom(bpk=10)", "cuckoo(b=4,f=12)"} {
				m.FPR("hashes", "rate", v, workload, 31129, 0, 0.9, 1500)
			}
			m.Load("hashes", "load", "cuckoo(b=4,f=12)", workload, 32768, 4, share)
		}
	}
	m.Hash, m.Skew = "", skew
}

func (m *Maker) times() {
	costs := []struct {
		variant string
		ns      float64
	}{{"null", 0}, {"exact", 90}, {"bloom(bpk=12)", 25}, {"blocked(bpk=12)", 8}, {"counting(bpk=48,w=4)", 40}, {"cuckoo(b=4,f=8)", 14}, {"cuckoo(b=4,f=12)", 17}, {"cuckoo(b=4,f=16)", 19}}
	for _, c := range costs {
		for _, n := range []uint64{15564, 124518, 996147, 7969177} {
			m.Time("throughput", "size", c.variant, n, 1, "batch", record.Ops, c.ns)
		}
		for _, fill := range []float64{0.264, 0.527, 0.79, 0.895, 0.948} {
			m.Time("throughput", "load", c.variant, 996147, fill, "batch", []string{"insert", "hit", "miss", "delete"}, c.ns)
		}
		m.Time("throughput", "single", c.variant, 996147, 1, "single", []string{"insert", "hit", "miss"}, c.ns+3)
	}
}

// manifest describes the made-up run.
func manifest(trials int) record.Manifest {
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	names := []string{"fpr-bloom", "fpr-cuckoo", "load-factor", "kicks", "duplicates", "overload", "churn", "real-keys", "hashes", "throughput", "space", "fpr-exact", "memory", "places", "schemes", "guava", "multisets", "deletion", "drift", "libraries", "latency", "speed-bars"}
	m := record.Manifest{
		Schema: record.Schema, Profile: "quick", Plan: "0123456789abcdef", Trials: trials,
		Machine:   record.Machine{CPU: "Sample CPU", Cores: 2, Caches: []record.Cache{{Name: "L1d", Bytes: 32 << 10}, {Name: "L2", Bytes: 1 << 20}}, MemoryBytes: 8 << 30, OS: "linux", Arch: "amd64"},
		Toolchain: record.Toolchain{Go: "go1.26.0", GOMAXPROCS: 2, GOGC: "100"},
		Runs:      []record.Run{{Start: start, End: start.Add(3 * time.Minute), Revision: "0123456789abcdef0123", Done: trials}},
	}
	for _, name := range names {
		text := fmt.Sprintf("title = \"Title of %s\"\nquestion = \"What of %s?\"\nexpect = \"This and that.\"\nseed = 1\n", name, name)
		m.Experiments = append(m.Experiments, record.NewSource(name, []byte(text), 1))
	}
	return m
}
