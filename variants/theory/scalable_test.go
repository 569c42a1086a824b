package theory_test

import (
	"fmt"
	"math"
	"testing"

	"filterbench/variants/theory"
)

var growths = []theory.Growth{
	{First: 100, Factor: 2, FPR: 0.01, Tighten: 0.5},
	{First: 1, Factor: 16, FPR: 0.9, Tighten: 0.1},
	{First: 5000, Factor: 4, FPR: 1e-6, Tighten: 0.85},
}

// Layers take first, first*factor, ... keys, at rates that shrink by tighten, with
// the number of probes that needs the fewest cells.
func TestLayers(t *testing.T) {
	for _, g := range growths {
		want := g.First
		for i := range 8 {
			cells, keys, probes := theory.ScalableLayer(g, i)
			if keys != want {
				t.Errorf("%+v: layer %d takes %d keys, want %d", g, i, keys, want)
			}
			want *= uint64(g.Factor)
			if cells == 64 {
				continue
			}
			rate := g.FPR * (1 - g.Tighten) * math.Pow(g.Tighten, float64(i))
			if got := theory.BloomAsymptoticFPR(float64(cells)/float64(keys), probes); got > rate {
				t.Errorf("%+v: layer %d has a rate of %g, want at most %g", g, i, got, rate)
			}
			for k := 1; k < 64; k++ {
				if fewer := theory.BloomAsymptoticFPR(float64(cells-1)/float64(keys), k); fewer <= rate {
					t.Errorf("%+v: layer %d could do with a cell less and %d probes", g, i, k)
				}
			}
		}
	}
	if cells, keys, _ := theory.ScalableLayer(growths[1], 40); cells > 1<<62 || keys != 1<<62 {
		t.Errorf("layer 40 has %d cells for %d keys", cells, keys)
	}
}

// A hundred keys in the first layer, as in Redis: 0.7 % above its rate, since the layer is
// small, and a layer of a hundred thousand is not.
func TestLayersKeepTheirRate(t *testing.T) {
	g := growths[0]
	for i, want := range map[int]float64{0: 1.0075, 10: 1} {
		cells, keys, probes := theory.ScalableLayer(g, i)
		rate := g.FPR * math.Pow(g.Tighten, float64(i+1))
		near(t, fmt.Sprintf("rate of layer %d over its target", i), theory.BloomExactFPR(cells, keys, probes)/rate, want, 1e-3)
	}
}

// One layer is a Bloom filter, two are two.
func TestScalableIsCompounded(t *testing.T) {
	for _, g := range growths {
		if got := theory.ScalableFPR(g, 0); got != 0 {
			t.Errorf("%+v: an empty filter has rate %g", g, got)
		}
		cells0, keys0, k0 := theory.ScalableLayer(g, 0)
		cells1, keys1, k1 := theory.ScalableLayer(g, 1)
		first := theory.BloomExactFPR(cells0, keys0, k0)
		near(t, "one full layer", theory.ScalableFPR(g, keys0), first, 1e-12)
		if keys0 > 1 {
			near(t, "one layer", theory.ScalableFPR(g, keys0-1), theory.BloomExactFPR(cells0, keys0-1, k0), 1e-12)
		}
		for _, more := range []uint64{1, keys1} {
			second := theory.BloomExactFPR(cells1, more, k1)
			near(t, "two layers", theory.ScalableFPR(g, keys0+more), first+second-first*second, 1e-12)
		}
	}
}

// A library promises the rate of its first layer for the whole, 1 %, and tightens
// by 0.8. Full layers then err at 4.89 %, nearly five times as often: the sum of
// the rates is 1/(1-0.8), less what happens twice. By Redis' rule, whose first layer
// has half of the rate and each the half of the one before, the rate stays below.
func TestScalableLimits(t *testing.T) {
	full := func(g theory.Growth, layers int) (keys uint64) {
		for i := range layers {
			_, more, _ := theory.ScalableLayer(g, i)
			keys += more
		}
		return keys
	}
	careless := theory.Growth{First: 1 << 16, Factor: 2, FPR: 0.01 / (1 - 0.8), Tighten: 0.8}
	near(t, "first rate alone", theory.ScalableFPR(careless, 1<<16), 0.01, 1e-3)
	near(t, "careless limit", theory.ScalableFPR(careless, full(careless, 40)), 0.0489, 0.00005/0.0489)
	redis := growths[0]
	redis.First = 1 << 16
	last := 0.0
	for layers := 1; layers <= 20; layers++ {
		got := theory.ScalableFPR(redis, full(redis, layers))
		if got <= last || got >= 0.01 {
			t.Errorf("%d full layers have a rate of %g, after %g", layers, got, last)
		}
		last = got
	}
	near(t, "limit at 1 %", last, 0.009967, 1e-3) // 1 - prod(1 - 0.01/2^(i+1))
}

func TestScalableDomain(t *testing.T) {
	for _, g := range []theory.Growth{
		{}, {Factor: 2, FPR: 0.1, Tighten: 0.5}, {First: 1, Factor: 1, FPR: 0.1, Tighten: 0.5},
		{First: 1, Factor: 2, Tighten: 0.5}, {First: 1, Factor: 2, FPR: 1, Tighten: 0.5},
		{First: 1, Factor: 2, FPR: 0.1}, {First: 1, Factor: 2, FPR: 0.1, Tighten: 1},
	} {
		expectPanic(t, fmt.Sprintf("%+v", g), func() { theory.ScalableFPR(g, 1) })
		expectPanic(t, fmt.Sprintf("%+v", g), func() { theory.ScalableLayer(g, 0) })
	}
}

func BenchmarkScalableFPR(b *testing.B) {
	for b.Loop() {
		theory.ScalableFPR(growths[0], 1_000_000)
	}
}
