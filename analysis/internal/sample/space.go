package sample

import (
	"fmt"
	"math"
)

// Space makes the cells of experiment space, each with so many false positives.
func (m *Maker) Space(positives uint64) {
	for _, bpk := range []int{2, 4, 6, 8, 10, 12, 14, 16, 20, 24} {
		m.FPR("space", "bloom", fmt.Sprintf("bloom(bpk=%d)", bpk), "uniform", 65536, 0, 1, positives)
	}
	for _, b := range []struct {
		slots int
		part  string
		fill  float64
		from  int
	}{{1, "one-slot", 0.47, 8}, {2, "two-slots", 0.84, 6}, {4, "four-slots", 0.95, 5}, {8, "eight-slots", 0.98, 7}} {
		for f := b.from; f <= 16; f += 1 + f/12 {
			m.FPR("space", b.part, fmt.Sprintf("cuckoo(b=%d,f=%d)", b.slots, f), "uniform", 0, 65536, b.fill, positives)
		}
	}
	for f := 6; f <= 17; f++ {
		m.FPR("space", "four-slots", fmt.Sprintf("semisort(f=%d)", f), "uniform", 0, 65536, 0.95, positives)
	}
	m.FPR("space", "four-slots", "cuckoo(b=4,f=12,buckets=any)", "uniform", 0, 65536, 0.95, positives)
	for i := range 16 {
		keys := uint64(62259 * math.Exp2((float64(i)+0.5)/8))
		for _, v := range []string{"bloom(fpr=0.001)", "cuckoo(b=4,f=13)", "cuckoo(b=4,f=13,buckets=any)", "semisort(f=13)"} {
			m.FPR("space", "sizes", v, "uniform", keys, 0, 1, positives)
		}
		if i >= 8 {
			continue
		}
		for _, v := range []string{"cuckoo(b=4,f=6)", "cuckoo(b=4,f=11)", "cuckoo(b=4,f=16)", "semisort(f=6)", "semisort(f=11)", "semisort(f=17)"} {
			m.FPR("space", "average", v, "uniform", keys, 0, 1, positives)
		}
	}
	m.FPR("space", "sized", "bloom(fpr=0.01)", "uniform", 1_000_000, 0, 1, positives)
	m.FPR("space", "scalable", "scalable(fpr=0.01)", "uniform", 1_000_000, 0, 1, 20*positives)
	m.FPR("space", "sized", "scalable(fpr=0.01,first=1000000)", "uniform", 1_000_000, 0, 1, positives)
	m.Time("space", "semisort-time", "null", 996147, 1, "batch", []string{"insert", "hit", "miss", "delete"}, 0)
	m.Time("space", "semisort-time", "cuckoo(b=4,f=13)", 996147, 1, "batch", []string{"insert", "hit", "miss", "delete"}, 17)
	m.Time("space", "semisort-time", "semisort(f=13)", 996147, 1, "batch", []string{"insert", "hit", "miss", "delete"}, 34)
}

// Exact makes the cells of experiment fpr-exact.
func (m *Maker) Exact(positives uint64) {
	for _, fill := range []float64{0.94, 0.95} {
		m.FPR("fpr-exact", "sharp", "cuckoo(b=4,f=8)", "uniform", 0, 262144, fill, positives)
	}
}

// Blocks makes the cells of part blocks of experiment fpr-bloom.
func (m *Maker) Blocks(positives uint64) {
	for _, bpk := range []int{4, 6, 8, 10, 12, 16, 20, 24} {
		for _, v := range []string{"blocked(bpk=%d,block=256)", "register(bpk=%d,w=32)"} {
			m.FPR("fpr-bloom", "blocks", fmt.Sprintf(v, bpk), "uniform", 65536, 0, 1, positives)
		}
	}
}
