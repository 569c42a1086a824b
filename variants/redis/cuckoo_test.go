package redis_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"filterbench/variants/redis"
)

// filter makes a cuckoo filter from the defaults with some of them changed.
func filter(t *testing.T, change func(c *redis.CuckooConfig)) *redis.Cuckoo {
	t.Helper()
	config := redis.DefaultCuckoo
	change(&config)
	c, err := redis.NewCuckoo(config)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// add adds copies of a key, all of which must be accepted.
func add(t *testing.T, c *redis.Cuckoo, key string, copies int) {
	t.Helper()
	for i := range copies {
		if err := c.Add([]byte(key)); err != nil {
			t.Fatalf("copy %d of %s: %v", i+1, key, err)
		}
	}
}

// Seen on a server: 92,000 different keys take 246 kB, 65 copies of one more take 4.3 GB,
// in 18 layers, or 19 from half the capacity. Here they take as many pages as are written.
func TestCopiesGrowTheFilterAsOnAServer(t *testing.T) {
	for _, c := range []struct {
		capacity, before, after uint64
		layers                  int
	}{
		{16384, 245_864, 4_294_951_240, 18},
		{8192, 0, 4_294_959_448, 19},
	} {
		f := filter(t, func(config *redis.CuckooConfig) { config.Capacity, config.Expansion = c.capacity, 2 })
		for i := range 92_000 {
			add(t, f, fmt.Sprint("item:", i), 1)
		}
		if c.before > 0 && (f.Size() != c.before || f.Layers() != 4) {
			t.Errorf("capacity %d: %d bytes in %d layers before the copies", c.capacity, f.Size(), f.Layers())
		}
		add(t, f, "hot", 65)
		if f.Size() != c.after || f.Layers() != c.layers {
			t.Errorf("capacity %d: %d bytes in %d layers, the server has %d in %d", c.capacity, f.Size(), f.Layers(), c.after, c.layers)
		}
		if f.Held() > 2<<20 {
			t.Errorf("capacity %d: the model holds %d bytes", c.capacity, f.Held())
		}
	}
}

// Seen on a server: an empty filter gets a layer more with copy 5, 9, 13, ... 65, each twice
// as large as the one before.
func TestCopiesOfOneKeyDoubleTheFilter(t *testing.T) {
	f := filter(t, func(c *redis.CuckooConfig) { c.Capacity, c.Expansion = 16384, 2 })
	for copies := 1; copies <= 65; copies++ {
		add(t, f, "hot", 1)
		if want := (copies + 3) / 4; f.Layers() != want || f.TableBytes() != 16384*(1<<want-1) {
			t.Fatalf("%d copies: %d layers, %d bytes", copies, f.Layers(), f.TableBytes())
		}
		if got := f.Count([]byte("hot")); got != uint64(copies) {
			t.Fatalf("%d copies are counted as %d", copies, got)
		}
	}
	if f.Size() != 2_147_467_576 {
		t.Errorf("65 copies take %d bytes, of a server 2147467576", f.Size())
	}
	// A delete that compacts goes through all layers: twice as many slots with every fourth copy.
	for f.Walked() == 0 {
		f.Delete([]byte("hot"))
	}
	if f.Walked() < 1<<30 {
		t.Errorf("the compaction visited %d slots", f.Walked())
	}
}

// What is refused changes nothing: not one byte, and not what INFO says.
func TestRefusalsLeaveTheFilterAsItWas(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*redis.CuckooConfig)
		want   error
	}{
		"may not grow":   {func(c *redis.CuckooConfig) { c.Expansion = 0; c.BucketSize = 3; c.Iterations = 7 }, redis.ErrFull},
		"32 layers":      {func(c *redis.CuckooConfig) { c.Capacity = 8 }, redis.ErrMaxLayers},
		"over budget":    {func(c *redis.CuckooConfig) { c.Budget, c.Expansion = 5000, 2 }, redis.ErrMemory},
		"budget of 1024": {func(c *redis.CuckooConfig) { c.Budget = 1024 }, redis.ErrMemory},
	} {
		f := filter(t, c.change)
		var err error
		n := 0
		for before := ""; err == nil; n++ {
			if before = state(t, f); n > 100_000 {
				t.Fatal(name, ": takes everything")
			}
			if err = f.Add(fmt.Append(nil, n)); err != nil && state(t, f) != before {
				t.Errorf("%s: the refusal changed the filter", name)
			}
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if _, err := f.AddNX(fmt.Append(nil, "other", n)); c.want == redis.ErrMaxLayers && !errors.Is(err, c.want) {
			t.Errorf("%s: AddNX: %v", name, err)
		}
		for i := range n - 1 {
			if !f.Exists(fmt.Append(nil, i)) {
				t.Errorf("%s: key %d is lost", name, i)
			}
		}
	}
}

// state is everything that one can see of a filter.
func state(t *testing.T, f *redis.Cuckoo) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteTables(&b); err != nil {
		t.Fatal(err)
	}
	return f.Info().String() + b.String()
}

// Beyond 4 GiB a table loses what it kicks: an insert is accepted, and nobody finds the
// fingerprint again. The server does the same (TestHugeTablesAgainstServer).
func TestTablesBeyond4GiBLoseCopies(t *testing.T) {
	f := filter(t, func(c *redis.CuckooConfig) { c.Capacity = 1 << 36 })
	lost := 0
	for i := range 50 {
		key := fmt.Sprint("hot", i)
		add(t, f, key, 5)
		if f.Count([]byte(key)) == 4 {
			lost++
		}
	}
	if f.Layers() > 1 || f.Items() != 250 || lost < 40 {
		t.Errorf("%d of 50 fifth copies are lost, in %d layers with %d items", lost, f.Layers(), f.Items())
	}
}

// A parameter out of range is named with what would be right.
func TestNewCuckooRefuses(t *testing.T) {
	for want, change := range map[string]func(*redis.CuckooConfig){
		"redis: 0 slots a bucket: must be 1 to 255":                           func(c *redis.CuckooConfig) { c.BucketSize = 0 },
		"redis: 256 slots a bucket: must be 1 to 255":                         func(c *redis.CuckooConfig) { c.BucketSize = 256 },
		"redis: 0 iterations: must be 1 to 65535":                             func(c *redis.CuckooConfig) { c.Iterations = 0 },
		"redis: expansion by -1: must be 0 to 32768":                          func(c *redis.CuckooConfig) { c.Expansion = -1 },
		"redis: expansion by 32769: must be 0 to 32768":                       func(c *redis.CuckooConfig) { c.Expansion = 32769 },
		"redis: at most 0 layers: must be 1 or more":                          func(c *redis.CuckooConfig) { c.MaxLayers = 0 },
		"redis: a capacity of 3 keys: must be at least two buckets, 4":        func(c *redis.CuckooConfig) { c.Capacity = 3 },
		"redis: a capacity of 9223372036854775808 keys: must be at most 2^63": func(c *redis.CuckooConfig) { c.Capacity = 1 << 63 },
		"ERR Insufficient memory":                                             func(c *redis.CuckooConfig) { c.Budget = 1023 },
	} {
		config := redis.DefaultCuckoo
		change(&config)
		if f, err := redis.NewCuckoo(config); err == nil || f != nil || !bytes.HasPrefix([]byte(err.Error()), []byte(want)) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
