package sample

import "fmt"

// contenders makes what else the cost model may choose.
func (m *Maker) contenders() {
	for _, c := range []struct {
		variant string
		ns      float64
	}{{"null", 0}, {"blocked(bpk=8)", 7}, {"register(bpk=8,w=64)", 6}, {"bloom(bpk=8)", 20}, {"splitblock(bpk=12)", 7}, {"bloom(bpk=16)", 27}, {"blocked(bpk=16)", 8}, {"semisort(f=13)", 25}} {
		for _, n := range []uint64{15564, 124518, 996147, 7969177} {
			m.Time("throughput", "contenders", c.variant, n, 1, "batch", []string{"miss"}, c.ns)
		}
	}
}

// Kernels makes filters whose kernels take so many nanoseconds, at two sizes.
func (m *Maker) Kernels(scalar, swar, simd float64) {
	reps := m.Reps
	m.Reps = 12
	for _, n := range []uint64{15564, 498073} {
		m.Time("throughput", "kernels", "null", n, 1, "batch", []string{"hit", "miss"}, 0)
		for _, base := range []string{"cuckoo(b=4,f=8", "blocked(bpk=12"} {
			for i, kernel := range []string{"scalar", "swar", "simd"} {
				m.Time("throughput", "kernels", fmt.Sprintf("%s,kernel=%s)", base, kernel), n, 1, "batch", []string{"hit", "miss"}, []float64{scalar, swar, simd}[i])
			}
		}
	}
	m.Reps = reps
}
