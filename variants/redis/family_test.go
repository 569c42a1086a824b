package redis_test

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/redis"
)

func TestConformance(t *testing.T) {
	filtertest.Run(t, redis.Families(),
		"redis-cf", "redis-cf(bucket=4,iterations=50)", "redis-cf(bucket=1)", "redis-cf(bucket=3)",
		"redis-cfnx", "redis-cfnx(bucket=8)",
		"redis-bf", "redis-bf(fpr=0.5)", "redis-bf(fpr=1e-09,expansion=4)")
}

// Layers of growing sizes lose no key either, as long as no table is beyond 4 GiB: a delete
// begins with the layer that tells most keys apart.
func TestGrowingLayersLoseNothing(t *testing.T) {
	for _, name := range []string{"redis-cf(expansion=2)", "redis-cf(bucket=3,expansion=4)", "redis-cf(bucket=1,expansion=2,iterations=3)", "redis-cf(expansion=0)"} {
		r := rand.New(rand.NewPCG(3, uint64(len(name))))
		for range 20 {
			f := build(t, name, variants.Size{Keys: 64})
			var ops []filtertest.Op
			for range 3000 {
				ops = append(ops, filtertest.Op{Kind: filtertest.Kind(r.IntN(int(filtertest.Kinds))), Hash: uint64(r.IntN(800))})
			}
			filtertest.Play(t, f, ops)
		}
	}
}

func build(t *testing.T, name string, size variants.Size) variants.Filter {
	t.Helper()
	v, err := variants.ParseIn(redis.Families(), name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := v.New(size, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The family has the very filter of this package: same answers, same size.
func TestFamilyIsTheFilter(t *testing.T) {
	f := build(t, "redis-cf(capacity=1024,expansion=2)", variants.Size{})
	g := filter(t, func(c *redis.CuckooConfig) { c.Expansion = 2 })
	for i := range uint64(5000) {
		key := []byte{byte(i), byte(i >> 8), 0, 0, 0, 0, 0, 0}
		if (f.Insert(i) == nil) != (g.Add(key) == nil) {
			t.Fatalf("key %d", i)
		}
	}
	if s := f.Shape(); s.Bits != 8*g.TableBytes() || s.Layers != g.Layers() || s.Layers < 3 {
		t.Errorf("%+v, want %d bytes in %d layers", s, g.TableBytes(), g.Layers())
	}
	for i := range uint64(20_000) {
		key := []byte{byte(i), byte(i >> 8), 0, 0, 0, 0, 0, 0}
		if f.Contains(i) != g.Exists(key) || f.(variants.Counter).Count(i) != g.Count(key) {
			t.Fatalf("key %d", i)
		}
	}
}
