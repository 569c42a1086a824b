package peers_test

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/peers"
)

var staticNames = []string{"xor", "fuse(f=8)", "fuse(f=16)", "fuse(f=32)", "goleveldb-bloom(bpk=10)", "badger-bloom(fpr=0.01)"}

func staticFilter(t *testing.T, name string, keys []uint64) (variants.Variant, variants.Filter) {
	t.Helper()
	v, err := variants.ParseIn(peers.Families(), name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(variants.Size{Keys: uint64(len(keys))}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if err := f.Insert(key); err != nil {
			t.Fatal(err)
		}
	}
	return v, f
}

func randomKeys(seed uint64, n int) []uint64 {
	r := rand.New(rand.NewPCG(seed, 7))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = r.Uint64()
	}
	return keys
}

// TestStaticHoldsItsKeys: after Build every key is found, nothing more goes in, one
// by one and in a batch say the same, and the shape is the one foretold.
func TestStaticHoldsItsKeys(t *testing.T) {
	for _, name := range staticNames {
		for _, n := range []int{0, 1, 2, 10, 1000, 70_000} {
			keys := randomKeys(uint64(n), n)
			v, f := staticFilter(t, name, keys)
			if n > 0 && f.Contains(keys[0]) {
				t.Errorf("%s: Contains is true before Build", name)
			}
			foretold := f.Shape()
			if err := f.(variants.Builder).Build(); err != nil {
				t.Fatalf("%s of %d keys: %v", name, n, err)
			}
			if f.Shape() != foretold && n > 0 {
				t.Errorf("%s of %d keys: the shape was foretold as %+v and is %+v", name, n, foretold, f.Shape())
			}
			if n > 0 && (f.Insert(1) != variants.ErrFull || f.(variants.Builder).Build() != nil) {
				t.Errorf("%s of %d keys: it takes more keys after Build, or fails at a second one", name, n)
			}
			probes := append(randomKeys(99, 3000), keys...)
			found := make([]bool, len(probes))
			batch, ok := f.(variants.Batcher)
			if ok {
				batch.ContainsBatch(probes, found)
			}
			for i, key := range probes {
				if ok && f.Contains(key) != found[i] || i >= 3000 && !f.Contains(key) {
					t.Fatalf("%s of %d keys: probe %d: one by one %v, in a batch %v", name, n, i, f.Contains(key), found[i])
				}
			}
			if again, err := variants.ParseIn(peers.Families(), v.String()); err != nil || again.String() != v.String() {
				t.Errorf("%s reads back as %s, %v", v, again, err)
			}
		}
	}
}

// TestStaticRepeats: a key that is collected twice counts once.
func TestStaticRepeats(t *testing.T) {
	keys := randomKeys(5, 5000)
	for _, name := range staticNames {
		_, f := staticFilter(t, name, append(append([]uint64{}, keys...), keys[:100]...))
		if err := f.(variants.Builder).Build(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, key := range keys {
			if !f.Contains(key) {
				t.Fatalf("%s lost a key", name)
			}
		}
	}
}

// TestStaticRate: an absent key is found with the chance of a random fingerprint. The
// keys are other in each of the cells; 1e-6 of false alarms each.
func TestStaticRate(t *testing.T) {
	for name, rate := range map[string]float64{"xor": 1.0 / 256, "fuse(f=8)": 1.0 / 256, "fuse(f=16)": 1.0 / 65536} {
		_, f := staticFilter(t, name, randomKeys(11, 20_000))
		if err := f.(variants.Builder).Build(); err != nil {
			t.Fatal(err)
		}
		absent := randomKeys(12, 4_000_000)
		positives := f.(variants.Batcher).ContainsBatch(absent, make([]bool, len(absent)))
		t.Log(name)
		stattest.Rate(t, uint64(positives), uint64(len(absent)), rate, 1e-6)
	}
}

// TestGolombCodedSet: of few keys, as each lookup decodes the set. It has nearly the size
// that was announced, and the rate of one in round(1.497137 x 2^6); 1e-6 of false alarms.
func TestGolombCodedSet(t *testing.T) {
	keys := randomKeys(13, 2000)
	_, f := staticFilter(t, "btcutil-gcs(p=6)", keys)
	if f.Contains(keys[0]) {
		t.Error("Contains is true before Build")
	}
	if err := f.(variants.Builder).Build(); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if !f.Contains(key) {
			t.Fatal("it lost a key")
		}
	}
	if bits, told := 8*f.(interface{ Bytes() int }).Bytes(), int(f.Shape().Bits); bits < told*98/100 || bits > told*102/100 {
		t.Errorf("%d bits; %d were announced", bits, told)
	}
	positives := uint64(0)
	absent := randomKeys(14, 40_000)
	for _, key := range absent {
		if f.Contains(key) {
			positives++
		}
	}
	stattest.Rate(t, positives, uint64(len(absent)), 1.0/96, 1e-6)
}
