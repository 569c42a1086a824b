package static

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/batch"
	"filterbench/internal/filtertest"
	"filterbench/internal/hashing"
	"filterbench/internal/stattest"
	"filterbench/variants"
)

// TestConformance runs the suite of static filters, once more with lines prefetched.
func TestConformance(t *testing.T) {
	fuse := []string{"binaryfuse(k=3,f=8)", "binaryfuse(k=4,f=8)", "binaryfuse(k=3,f=12)", "binaryfuse(k=4,f=16)", "binaryfuse(k=3,f=5)", "binaryfuse(k=3,f=8,retry=same)"}
	ribbon := []string{"ribbon(f=8)", "ribbon(f=7,w=64)", "ribbon(f=1)", "ribbon(f=16,w=64)", "ribbon(f=12)"}
	filtertest.Static(t, Families(), 0, fuse...)
	filtertest.Static(t, Families(), 0.02, ribbon...)
	defer batch.AlwaysFar()()
	filtertest.Static(t, Families(), 0, fuse[1])
	filtertest.Static(t, Families(), 0.02, ribbon[0])
}

func keysOf(n int, seed uint64) []uint64 {
	r := rand.New(rand.NewPCG(seed, 17))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = r.Uint64()
	}
	return keys
}

// TestFailedBuild: where the published layout has too few slots, a build of the published
// kind fails, says so, leaves every key absent, and keeps the keys; with slots added as
// attempts fail it is done in a few.
func TestFailedBuild(t *testing.T) {
	const n = 11_500
	keys := keysOf(n, 1)
	f, err := NewFuse(FuseConfig{Keys: n, Attempts: 3, Same: true})
	if err != nil {
		t.Fatal(err)
	}
	f.InsertBatch(keys)
	if err := f.Build(); err == nil {
		t.Fatal("three attempts suffice")
	}
	for _, k := range keys {
		if f.Contains(k) {
			t.Fatal("a key is there after a failed build")
		}
	}
	if f.Attempts() != 3 || len(f.keys) != n || f.Insert(1) != nil {
		t.Errorf("%d attempts, %d keys are kept", f.Attempts(), len(f.keys))
	}
	g, err := NewFuse(FuseConfig{Keys: n})
	if err != nil {
		t.Fatal(err)
	}
	g.InsertBatch(keys)
	if err := g.Build(); err != nil || g.Attempts() > 6 {
		t.Errorf("with more slots: %v, %d attempts", err, g.Attempts())
	}
}

// TestPlaces: slots of a key are different, in neighbouring segments of the table.
func TestPlaces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, probes := range []int{3, 4} {
		for _, n := range []uint64{0, 1, 2, 5, 100, 5000, 11_500, 1 << 20, 1 << 31} {
			l := layoutFor(n, probes)
			for range 1000 {
				at := l.places(r.Uint64())
				for i := range probes {
					if at[i] >= l.slots() || at[i]>>l.log != at[0]>>l.log+uint64(i) {
						t.Fatalf("%d probes, %d keys, %d segments of %d: places %v", probes, n, l.segments, 1<<l.log, at)
					}
				}
			}
		}
	}
}

// TestRibbonRate: the rate is 2^-f and what the rows say that are sums of the keys' rows,
// counted by elimination apart from the table; two-sided.
func TestRibbonRate(t *testing.T) {
	for _, c := range []RibbonConfig{{Keys: 3000, Width: 64, FingerprintBits: 8}, {Keys: 3000, Width: 128, FingerprintBits: 4}, {Keys: 2000, Width: 64, FingerprintBits: 2}} {
		f, err := NewRibbon(c)
		if err != nil {
			t.Fatal(err)
		}
		keys := keysOf(int(c.Keys), 3)
		f.InsertBatch(keys)
		if err := f.Build(); err != nil {
			t.Fatal(err)
		}
		rows := make(echelon, f.shape.Cells)
		for _, k := range keys {
			if start, r := rows.reduce(c.rowOf(hashing.Mix(k), f.starts)); r.low != 0 {
				rows[start] = r
			}
		}
		spanned, others, hits := 0, uint64(0), uint64(0)
		for _, h := range keysOf(400_000, 4) {
			if _, r := rows.reduce(c.rowOf(hashing.Mix(h), f.starts)); r.low == 0 {
				spanned++
				if !f.Contains(h) {
					t.Fatal("a sum of keys' rows is absent")
				}
			} else if others++; f.Contains(h) {
				hits++
			}
		}
		t.Logf("%d bits, width %d: %d of 400,000 rows are sums of keys' rows", c.FingerprintBits, c.Width, spanned)
		// One table's free slots make a rate of their own, which scatters with 2^f: the means
		// of many tables would not. With 3,000 keys' worth of free slots that is far below the
		// scatter of the lookups.
		stattest.Rate(t, hits, others, math.Exp2(-float64(c.FingerprintBits)), filtertest.Alarm)
	}
}

// TestPins holds the bits of small filters to what they were when records began to be kept.
func TestPins(t *testing.T) {
	for name, want := range map[string]uint64{"binaryfuse(k=3,f=8)": 0x724de0266231ea87, "binaryfuse(k=4,f=12)": 0x1fee0a284e29a9de, "ribbon(f=7)": 0x69780a690aee63f4} {
		f := filtertest.New(t, Families(), name, variants.Size{Keys: 500}, 5)
		f.(variants.Batcher).InsertBatch(keysOf(500, 5))
		if err := f.(variants.Builder).Build(); err != nil {
			t.Fatal(err)
		}
		sum := uint64(0)
		for _, h := range keysOf(200_000, 6) {
			if f.Contains(h) {
				sum = hashing.Mix(sum ^ h)
			}
		}
		if sum != want {
			t.Errorf("%s: the false positives have digest %#x, were %#x", name, sum, want)
		}
	}
}
