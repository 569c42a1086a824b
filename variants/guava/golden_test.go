package guava_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"filterbench/variants/guava"
)

// question is how many of a range of keys the filter answers true to.
type question struct{ from, to, positives int }

// golden is a file of testdata and the facts that its README states.
type golden struct {
	file     string
	strategy guava.Strategy
	capacity int64
	fpp      float64
	key      func(i int) guava.Hash // what is put, i = 0..capacity-1
	asked    func(i int) guava.Hash // what is asked
	ask      []question
	changed  int // puts that returned true, 0 if not known
	count    uint64
}

func integer(i int) guava.Hash { return guava.Int32(int32(i)) }
func long(i int) guava.Hash    { return guava.Int64(int64(i)) }
func text(i int) guava.Hash    { return guava.String(fmt.Sprintf("key-%d", i)) }

// spread are keys of which the upper half of the bytes is not 0.
func spread(i int) guava.Hash {
	return guava.Int64(int64(i) * 1_000_000_007 * int64(1-2*(i%2)))
}

var goldens = []golden{
	{
		"int-1000000-default", guava.Mitz64, 1_000_000, 0.03, integer, integer,
		[]question{{1_020_000, 1_030_000, 309}, {1_000_000, 11_000_000, 301_204}}, 993_605, 1_000_292,
	},
	{"int-1000-0.01", guava.Mitz64, 1000, 0.01, integer, integer, []question{{1000, 1_001_000, 10_366}}, 0, 1005},
	{"int-1000-0.01-mitz32", guava.Mitz32, 1000, 0.01, integer, integer, []question{{1000, 1_001_000, 10_420}}, 0, 1009},
	{"string-1000-0.01", guava.Mitz64, 1000, 0.01, text, text, []question{{1000, 1_001_000, 10_009}}, 0, 996},
	{"long-1000-0.01", guava.Mitz64, 1000, 0.01, spread, long, []question{{1, 1_000_001, 10_547}}, 997, 1012},
	{"long-1000-0.01-mitz32", guava.Mitz32, 1000, 0.01, spread, long, []question{{1, 1_000_001, 10_231}}, 999, 1006},
}

// read returns a golden file and the filter in it.
func read(t *testing.T, name string) ([]byte, *guava.Filter) {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name + ".bin")
	if err != nil {
		t.Fatal(err)
	}
	rest := bytes.NewReader(file)
	f, err := guava.ReadFrom(rest)
	if err != nil {
		t.Fatal(err)
	}
	if rest.Len() > 0 {
		t.Errorf("%d bytes of the file were not read", rest.Len())
	}
	return file, f
}

// written returns the file of a filter.
func written(t testing.TB, f *guava.Filter) []byte {
	t.Helper()
	var out bytes.Buffer
	if n, err := f.WriteTo(&out); err != nil || n != int64(out.Len()) {
		t.Fatalf("WriteTo: %d, %v; %d bytes came", n, err, out.Len())
	}
	return out.Bytes()
}

// Guava's files come back byte for byte, and answer as Guava's objects did.
func TestGoldenFiles(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.file, func(t *testing.T) {
			file, f := read(t, g.file)
			if f.Strategy() != g.strategy {
				t.Errorf("the strategy is %v, want %v", f.Strategy(), g.strategy)
			}
			if !bytes.Equal(written(t, f), file) {
				t.Error("what was read is not what is written")
			}
			for i := range int(g.capacity) {
				if !f.MightContain(g.key(i)) {
					t.Fatalf("key %d was put and is denied", i)
				}
			}
			for _, q := range g.ask {
				if got := positives(f, q.from, q.to, g.asked); got != q.positives {
					t.Errorf("%d of %d ... %d answer true, of Guava's %d", got, q.from, q.to-1, q.positives)
				}
			}
			if count, ok := f.ApproximateElementCount(); !ok || count != g.count {
				t.Errorf("about %d elements (%v), Guava says %d", count, ok, g.count)
			}
		})
	}
}

// positives returns how many of the keys from..to-1 a filter answers true to.
func positives(f *guava.Filter, from, to int, key func(i int) guava.Hash) (n int) {
	for i := from; i < to; i++ {
		if f.MightContain(key(i)) {
			n++
		}
	}
	return n
}

// The same keys make the same file, and put says as often that something changed.
func TestGoldenFilters(t *testing.T) {
	for _, g := range goldens {
		file, _ := read(t, g.file)
		f, err := guava.New(g.strategy, g.capacity, g.fpp)
		if err != nil {
			t.Fatal(err)
		}
		changed := 0
		for i := range int(g.capacity) {
			if f.Put(g.key(i)) {
				changed++
			}
		}
		if g.changed != 0 && changed != g.changed {
			t.Errorf("%s: put returned true %d times, Guava's %d times", g.file, changed, g.changed)
		}
		if !bytes.Equal(written(t, f), file) {
			t.Errorf("%s: the same keys make another file", g.file)
		}
	}
}

// Guava's own tests put the even numbers below two million as strings of 16-bit
// characters, ask for the odd ones, and print the false positives that they expect.
func TestGuavasOwnCounts(t *testing.T) {
	const keys = 1_000_000
	for strategy, want := range map[guava.Strategy]int{guava.Mitz32: 29_824, guava.Mitz64: 30_104} {
		f, err := guava.New(strategy, keys, 0.03)
		if err != nil {
			t.Fatal(err)
		}
		for i := range keys {
			f.Put(characters(2 * i))
		}
		if got := positives(f, 0, keys, func(i int) guava.Hash { return characters(2*i + 1) }); got != want {
			t.Errorf("%v: %d false positives, Guava has %d", strategy, got, want)
		}
	}
}

// characters hashes a number as Funnels.unencodedCharsFunnel its decimal digits.
func characters(i int) guava.Hash {
	var buffer [32]byte
	key := buffer[:0]
	for _, c := range fmt.Appendf(nil, "%d", i) {
		key = append(key, c, 0)
	}
	return guava.Bytes(key)
}
