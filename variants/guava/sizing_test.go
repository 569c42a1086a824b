package guava_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"filterbench/variants/guava"
)

// Sizes are those of the real Guava, from one key to more than there are.
func TestSizesAreGuavas(t *testing.T) {
	file, err := os.Open("testdata/sizes.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comment = '#'
	rows, err := lines.ReadAll()
	if err != nil || len(rows) != 157 {
		t.Fatalf("%d rows, %v; want 157", len(rows), err)
	}
	for _, row := range rows[1:] {
		fpp, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		keys, bits, probes := whole(t, row[0]), whole(t, row[2]), whole(t, row[3])
		if m := guava.OptimalBits(keys, fpp); m != bits {
			t.Errorf("OptimalBits(%d, %g) = %d, Guava has %d", keys, fpp, m, bits)
		}
		if k := guava.OptimalProbes(keys, bits); int64(k) != probes {
			t.Errorf("OptimalProbes(%d, %d) = %d, Guava has %d", keys, bits, k, probes)
		}
	}
}

func whole(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A filter rounds its bits up to words, and only that.
func TestFilterSizes(t *testing.T) {
	for _, c := range []struct {
		keys   int64
		fpp    float64
		bits   uint64
		probes int
	}{
		{1_000_000, 0.03, 7_298_496, 5}, // 7 298 440 bits
		{1000, 0.01, 9600, 7},           // 9585
		{0, 0.5, 64, 1},                 // as for one key
		{128, 0.6185, 128, 1},           // 127 bits and a fraction
		{130, 0.6185, 192, 1},           // 129
		{1000, 0x1p-255, 367_936, 255},  // 367 886
	} {
		f, err := guava.New(guava.Mitz64, c.keys, c.fpp)
		if err != nil || f.Bits() != c.bits || f.Probes() != c.probes {
			t.Errorf("New(%d, %g): %d bits, %d probes, %v; want %d and %d", c.keys, c.fpp, f.Bits(), f.Probes(), err, c.bits, c.probes)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		keys int64
		fpp  float64
		want string
	}{
		{-1, 0.03, "guava: a filter for -1 keys: must be 0 or more"},
		{10, 0, "guava: a false positive rate of 0: must lie between 0 and 1"},
		{10, 1, "guava: a false positive rate of 1: must lie"},
		{10, math.NaN(), "guava: a false positive rate of NaN: must lie"},
		{1, 0.9, "guava: 1 keys at a rate of 0.9 need no bit at all"},
		{1, 1e-80, "guava: a rate of 1e-80 needs 265 probes per key; the limit is 255"},
		{math.MaxInt32, 5e-324, "guava: 2147483647 keys at a rate of 5e-324 need 3327428144502 bits; the limit is"},
		{math.MaxInt64, 0.5, "guava: 9223372036854775807 keys at a rate of 0.5 need 9223372036854775807 bits"},
	} {
		if _, err := guava.New(guava.Mitz64, c.keys, c.fpp); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("New(%d, %g): %v\nwant %s", c.keys, c.fpp, err, c.want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("New with strategy 2 does not panic")
		}
	}()
	guava.New(2, 10, 0.03)
}

// Hashing and asking write nothing on the heap.
func TestNoAllocations(t *testing.T) {
	f, err := guava.New(guava.Mitz32, 100, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	key := "a key that is longer than sixteen bytes"
	if n := testing.AllocsPerRun(100, func() {
		f.Put(guava.String(key))
		f.MightContain(guava.Int32(-1))
		f.Put(guava.Int64(-1))
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
