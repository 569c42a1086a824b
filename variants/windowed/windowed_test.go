package windowed

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/batch"
	"filterbench/internal/filtertest"
	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// TestConformance runs the suite at the parameters people use, and at those at which an
// implementation would break first.
func TestConformance(t *testing.T) {
	filtertest.Run(t, Families(),
		"windowed(f=12)", "windowed(f=8)", "windowed(f=16)", "windowed(f=4)", "windowed(f=11)", "windowed(f=5)",
		"windowed(f=12,kicks=0)", "windowed(f=7,kicks=1)", "windowed(f=4,kicks=3)", "windowed(f=9,load=0.5)",
	)
}

func TestPins(t *testing.T) {
	contents := func(f variants.Filter) []byte { return f.(*Filter).table.Bytes() }
	filtertest.Pins(t, Families(), contents,
		filtertest.Pin{Name: "windowed(f=12)", Digest: "d82003a356d8"},
		filtertest.Pin{Name: "windowed(f=7,kicks=20)", Copies: true, Digest: "bc25b71da745"},
	)
}

// filled returns a filter of so many slots and the share of them that is taken when it
// refuses a key for the first time, or holds the keys.
func filled(t *testing.T, slots, keys uint64, c Config) (f *Filter, load float64) {
	t.Helper()
	c.Slots = slots
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(c.Seed, slots))
	for range keys {
		if f.Insert(r.Uint64()) != nil {
			break
		}
	}
	return f, float64(f.used) / float64(slots)
}

// TestPartners: the partner of a window is another, and leads back.
func TestPartners(t *testing.T) {
	for _, slots := range []uint64{3, 5, 7, 9, 100, 1001, 1 << 20} {
		f, _ := filled(t, slots, 0, Config{SlotBits: 9})
		if f.shape.Cells%2 != 1 || f.shape.Cells < slots || f.shape.Cells > slots+1 {
			t.Fatalf("%d slots were asked for, there are %d", slots, f.shape.Cells)
		}
		for w := range min(f.windows, 500) {
			for tag := uint64(1); tag <= f.tags; tag++ {
				if p := f.other(w, tag); p == w || p >= f.windows || f.other(p, tag) != w {
					t.Fatalf("of %d windows, %d with fingerprint %d leads to %d, which leads to %d", f.windows, w, tag, p, f.other(p, tag))
				}
			}
		}
	}
}

// TestRate: the share of all windows and fingerprints that are answered true, over many
// filters, is the one of theory, two-sided.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		slots, keys uint64
		bits        int
	}{{61, 40, 6}, {301, 260, 8}, {1001, 900, 10}} {
		var rates []float64
		for seed := range uint64(60) {
			f, _ := filled(t, c.slots, c.keys, Config{SlotBits: c.bits, Seed: seed})
			if f.used != c.keys {
				t.Fatalf("%d of %d keys are in", f.used, c.keys)
			}
			hits := 0
			for w := range f.windows {
				for tag := uint64(1); tag <= f.tags; tag++ {
					want := f.want(tag)
					if f.zeros(f.table.From(w)^want)|f.zeros(f.table.From(f.other(w, tag))^want) != 0 {
						hits++
					}
				}
			}
			rates = append(rates, float64(hits)/float64(f.windows*f.tags))
		}
		stattest.Mean(t, rates, theory.WindowedFPR(c.slots, c.keys, c.bits), filtertest.Alarm)
	}
}

// TestLoad: with many kicks a large table fills up to the threshold of overlapping windows
// and no further: within 0.5 % of it, where the loads of tables scatter by 0.06 %. With the
// kicks of the family the load at the first refusal is 0.956 on average in tables of 2^14
// slots, with a deviation of 0.003, and 0.950 in those of 2^20, so that at its usual load no
// table of 60 refuses a key. (With 500 kicks they are 0.943 and 0.931.)
func TestLoad(t *testing.T) {
	var loads []float64
	for seed := range uint64(6) {
		_, load := filled(t, 100_001, 100_001, Config{SlotBits: 16, Kicks: 50_000, Seed: seed})
		loads = append(loads, load)
	}
	for _, load := range loads {
		if load > theory.WindowedThreshold*1.002 || load < theory.WindowedThreshold*0.995 {
			t.Errorf("tables fill to %v; the threshold is %g", loads, theory.WindowedThreshold)
			break
		}
	}
	for seed := range uint64(60) {
		f, err := New(Config{Keys: 15_400, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		filtertest.InsertRandom(t, f, 15_400, rand.New(rand.NewPCG(seed, 4)))
	}
}

// TestCopies: a key has four places, three where its windows are neighbours, and a copy
// beyond them is refused.
func TestCopies(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	seen := map[int]int{}
	for range 200 {
		f, _ := filled(t, 9, 0, Config{SlotBits: 12})
		h := r.Uint64()
		w, tag := f.locate(h)
		p := f.other(w, tag)
		places := 4
		if p == w+1 || w == p+1 {
			places = 3
		}
		for n := range 6 {
			if err := f.Insert(h); (err == nil) != (n < places) || f.Count(h) != uint64(min(n+1, places)) {
				t.Fatalf("copy %d of a key with windows %d and %d: %v, %d are counted", n+1, w, p, err, f.Count(h))
			}
		}
		seen[places]++
	}
	if seen[3] == 0 || seen[4] == 0 {
		t.Errorf("keys by their places: %v", seen)
	}
}

// TestBatchPrefetches: with lines prefetched a batch leaves the table and gives the answers
// that one key after the other does.
func TestBatchPrefetches(t *testing.T) {
	single, _ := filled(t, 3001, 0, Config{SlotBits: 9})
	defer batch.AlwaysFar()()
	together, _ := filled(t, 3001, 0, Config{SlotBits: 9})
	r := rand.New(rand.NewPCG(8, 8))
	hashes, found := make([]uint64, 2995), make([]bool, 2995)
	for i := range hashes {
		hashes[i] = r.Uint64()
	}
	done, err := together.InsertBatch(hashes)
	want := 0
	for want < len(hashes) && single.Insert(hashes[want]) == nil {
		want++
	}
	if done != want || (err == variants.ErrFull) != (want < len(hashes)) || string(together.table.Bytes()) != string(single.table.Bytes()) {
		t.Fatalf("%d keys together, %v; one by one %d, or other tables", done, err, want)
	}
	hits := together.ContainsBatch(hashes, found)
	for i, h := range hashes {
		if single.Contains(h) != found[i] {
			t.Fatalf("%#x is %v together", h, found[i])
		}
		if found[i] {
			hits--
		}
	}
	if hits != 0 {
		t.Errorf("the count of hits is off by %d", hits)
	}
}
