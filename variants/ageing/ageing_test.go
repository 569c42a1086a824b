package ageing

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first. There nobody calls Advance.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(),
		"ring(g=1,fpr=0.01)", "ring(g=10,fpr=0.01)", "ring(g=64,fpr=0.3)", "ring(g=3,fpr=0.000001)",
		"apbf(k=8,l=8)", "apbf(k=1,l=1)", "apbf(k=32,l=32)", "apbf(k=10,l=48)", "apbf(k=4,l=3)",
		"timing(fpr=0.01,w=4)", "timing(fpr=0.01,w=8)", "timing(fpr=0.3,w=4)",
	)
}

func TestPins(t *testing.T) {
	contents := func(f variants.Filter) []byte {
		var all []byte
		for _, table := range f.(variants.Tabler).Tables() {
			all = append(all, table...)
		}
		return all
	}
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "ring(g=3,fpr=0.01)", Digest: "13530206a5f1"},
		filtertest.Pin{Name: "apbf(k=8,l=8)", Digest: "5cef44f1c690"},
		filtertest.Pin{Name: "timing(fpr=0.01,w=4)", Digest: "633f19b7fb5a"},
		filtertest.Pin{Name: "stable(fpr=0.01)", Digest: "663c609711b5"},
	)
}

func made(t *testing.T, name string, window, seed uint64) variants.Filter {
	t.Helper()
	v, err := variants.ParseIn(Families(), name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: window}, seed)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestWindow: at every moment each key of the last window is found, and of those that left it
// before the slack no more than by chance, whatever steps time takes.
func TestWindow(t *testing.T) {
	const window = 700
	for _, c := range []struct {
		name  string
		slack uint64 // beyond the window
	}{
		{"ring(g=1,fpr=0.01)", 700}, {"ring(g=10,fpr=0.01)", 70}, {"timing(fpr=0.01,w=4)", 100}, {"timing(fpr=0.01,w=8)", 128*6 - 700},
		{"apbf(k=8,l=8)", (9+8)*88 - 700}, // a key that lost one of its slices has the others still, and chance may find the missing one
	} {
		for _, step := range []uint64{1, 7, 35} { // keys that come at one time
			f := made(t, c.name, window, 1)
			ager, rng := f.(variants.Ager), rand.New(rand.NewPCG(step, 2))
			var keys, at []uint64
			asked, late := uint64(0), uint64(0)
			for now := uint64(0); now < 12*window; now += step {
				ager.Advance(now)
				for range step {
					h := rng.Uint64()
					keys, at = append(keys, h), append(at, now)
					f.Insert(h)
				}
				if now%100 >= step {
					continue
				}
				for i := len(keys) - 1; i >= 0; i-- {
					age := now - at[i]
					if age <= window && !f.Contains(keys[i]) {
						t.Fatalf("%s: at %d a key of age %d is denied", c.name, now, age)
					}
					if age > window+c.slack {
						asked++
						if f.Contains(keys[i]) {
							late++
						}
					}
				}
			}
			if rate := float64(late) / float64(asked); asked == 0 || rate > 0.02 {
				t.Errorf("%s, steps of %d: %d of %d keys beyond the slack are found", c.name, step, late, asked)
			}
		}
	}
}

// TestJump: a filter that nobody has looked after for long holds nothing.
func TestJump(t *testing.T) {
	for _, name := range []string{"ring(g=10,fpr=0.01)", "apbf(k=8,l=8)", "timing(fpr=0.01,w=4)"} {
		for _, windows := range []uint64{3, 15, 16, 17, 1000} {
			f := made(t, name, 700, 1)
			rng := rand.New(rand.NewPCG(3, 3))
			for range 700 {
				f.Insert(rng.Uint64())
			}
			f.(variants.Ager).Advance(windows * 700)
			rng = rand.New(rand.NewPCG(3, 3))
			for range 700 {
				if f.Contains(rng.Uint64()) {
					t.Fatalf("%s: after %d windows a key is found", name, windows)
				}
			}
			if total, most := f.(variants.Ager).Swept(); total == 0 || most > total {
				t.Errorf("%s: swept %d bytes, %d at most", name, total, most)
			}
		}
	}
}

// TestRates: full windows answer true as often as the formulas say. Each test alarms once in a
// million runs if all is well; filters scatter, so that many are made.
func TestRates(t *testing.T) {
	const window, filters, queries = 4800, 40, 20_000 // all generations are of equal length
	for _, c := range []struct {
		name string
		rate func(f variants.Filter) float64
	}{
		{"ring(g=1,fpr=0.01)", func(f variants.Filter) float64 {
			return theory.RingFPR(f.Shape().Cells/2, window, f.Shape().Probes, 1, 1)
		}},
		{"apbf(k=4,l=3)", func(variants.Filter) float64 { return theory.AgePartitionedFPR(4, 3) }},
		{"apbf(k=8,l=8)", func(variants.Filter) float64 { return theory.AgePartitionedFPR(8, 8) }},
		{"stable(fpr=0.01,cpk=1)", func(variants.Filter) float64 { return 0.01 }},
	} {
		var rates []float64
		want := 0.0
		for seed := range uint64(filters) {
			f, rng := made(t, c.name, window, seed), rand.New(rand.NewPCG(seed, 5))
			for now := range uint64(20 * window) {
				f.(variants.Ager).Advance(now)
				f.Insert(rng.Uint64())
			}
			hits := 0
			for range queries {
				if f.Contains(rng.Uint64()) {
					hits++
				}
			}
			rates, want = append(rates, float64(hits)/queries), c.rate(f)
		}
		t.Run(c.name, func(t *testing.T) { stattest.Mean(t, rates, want, 1e-6) })
	}
}
