package harness

import (
	"fmt"
	"slices"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/catalog"
)

// BenchmarkHarnessAgreement times the same lookups through the harness's loop and
// through the loop that anybody would write by hand, alternating, and reports the
// median ratio of the two as harness/hand, with the quartiles beside it. It should
// be within 3 % of 1.
//
//	go test ./harness -bench Agreement -run '^$'
func BenchmarkHarnessAgreement(b *testing.B) {
	for _, variant := range []string{"bloom(bpk=12)", "blocked(bpk=12)", "cuckoo(b=4,f=12)"} {
		for _, n := range []uint64{15_564, 996_147} {
			for _, op := range []string{"hit", "miss"} {
				b.Run(fmt.Sprintf("filter=%s/n=%d/op=%s", variant, n, op), func(b *testing.B) { agreement(b, variant, n, op) })
			}
		}
	}
}

func agreement(b *testing.B, variant string, n uint64, op string) {
	v, err := catalog.Parse(variant)
	if err != nil {
		b.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: n}, 1)
	if err != nil {
		b.Fatal(err)
	}
	const seed = 42
	for i := range n {
		if err := f.Insert(hashing.Uint64(hashing.Mix(i), seed)); err != nil {
			b.Fatal(err)
		}
	}
	keys := make([]uint64, 1<<19)
	for i := range keys {
		keys[i] = hashing.Mix(hashing.Mix(uint64(i)) % n)
		if op == "miss" {
			keys[i] = hashing.Mix(1<<40 + uint64(i))
		}
	}
	loop := looper[uint64]{seed: seed, single: true, hashTo: hashing.Uint64s}
	var ratios, hand, harness []float64
	for turn := 0; b.Loop(); turn++ {
		var times [2]float64 // by hand, by the harness
		var positives [2]int
		for i := range times {
			side := (turn + i) % 2 // neither always goes first
			start := monotonic()
			if side == 0 {
				positives[side] = handLoop(f, keys, seed)
			} else {
				positives[side] = loop.contains(f, keys)
			}
			times[side] = float64(monotonic() - start)
		}
		if positives[0] != positives[1] {
			b.Fatalf("%d positives by hand, %d by the harness", positives[0], positives[1])
		}
		hand, harness = append(hand, times[0]), append(harness, times[1])
		ratios = append(ratios, times[1]/times[0])
	}
	quantile := func(x []float64, q float64) float64 {
		x = slices.Sorted(slices.Values(x))
		return x[int(q*float64(len(x)-1))]
	}
	b.ReportMetric(quantile(ratios, 0.5), "harness/hand")
	b.ReportMetric(quantile(ratios, 0.25), "quartile1")
	b.ReportMetric(quantile(ratios, 0.75), "quartile3")
	b.ReportMetric(quantile(hand, 0.5)/float64(len(keys)), "hand-ns/op")
	b.ReportMetric(quantile(harness, 0.5)/float64(len(keys)), "harness-ns/op")
	b.ReportMetric(0, "ns/op")
}

// handLoop is what anybody would write. It is not inlined, so that neither the
// constant seed nor the benchmark around it changes what the compiler makes of it.
//
//go:noinline
func handLoop(f variants.Filter, keys []uint64, seed uint64) (positives int) {
	for _, key := range keys {
		if f.Contains(hashing.Uint64(key, seed)) {
			positives++
		}
	}
	return positives
}
