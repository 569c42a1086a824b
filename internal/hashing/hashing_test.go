package hashing

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/dgryski/go-metro"
)

// edges are numbers at which arithmetic on words tends to break.
var edges = []uint64{
	0, 1, 2, 0x7f, 0x80, 0xff, 1 << 31, 1<<32 - 1, 1 << 32, 1<<53 + 1,
	1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1, math.MaxUint64,
	metroK0, 1<<64 - metroK2, Golden,
}

// TestUint64IsMetro: the specialised hash is the general one of the key's bytes.
func TestUint64IsMetro(t *testing.T) {
	check := func(key, seed uint64) {
		t.Helper()
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], key)
		want := metro.Hash64(b[:], seed)
		if got := Uint64(key, seed); got != want {
			t.Fatalf("Uint64(%#x, %#x) = %#x, MetroHash64 of its bytes is %#x", key, seed, got, want)
		}
		if got := Bytes(b[:], seed); got != want {
			t.Fatalf("Bytes(%x, %#x) = %#x, want %#x", b, seed, got, want)
		}
		if got := String(string(b[:]), seed); got != want {
			t.Fatalf("String(%x, %#x) = %#x, want %#x", b, seed, got, want)
		}
	}
	for _, key := range edges {
		for _, seed := range edges {
			check(key, seed)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 100000 {
		check(r.Uint64(), r.Uint64())
	}
}

// TestStringIsBytes at all lengths around the steps of MetroHash64.
func TestStringIsBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		key := make([]byte, n)
		for i := range key {
			key[i] = byte(r.Uint32())
		}
		if Bytes(key, 7) != String(string(key), 7) {
			t.Errorf("a key of %d bytes hashes differently as a string", n)
		}
	}
}

// TestPins holds the functions to their values of today: records name seeds, and
// must mean the same keys and hashes tomorrow.
func TestPins(t *testing.T) {
	for _, pin := range []struct {
		name      string
		got, want uint64
	}{
		{"Uint64(0, 0)", Uint64(0, 0), 0xbde1de58491db337},
		{"Uint64(1, 2)", Uint64(1, 2), 0x622e710a5ebcf604},
		{"String(cuckoo, 3)", String("cuckoo", 3), 0xd3de8608b3209df5},
		{"Mix(1)", Mix(1), 0x5692161d100b05e5},
		{"Mix(golden)", Mix(Golden), 0xe220a8397b1dcdaf}, // the first output of SplitMix64 seeded with 0
		{"Derive(4, keys)", Derive(4, "keys"), 0x72b1ee433bf19c62},
		{"the 5th probe of 6", nthProbe(6, 4).x, 0x3af56bb375777444},
	} {
		if pin.got != pin.want {
			t.Errorf("%s = %#x, was %#x", pin.name, pin.got, pin.want)
		}
	}
}

func TestReduce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	check := func(x, n uint64) {
		t.Helper()
		product := new(big.Int).Mul(new(big.Int).SetUint64(x), new(big.Int).SetUint64(n))
		if want := product.Rsh(product, 64).Uint64(); Reduce(x, n) != want {
			t.Fatalf("Reduce(%#x, %#x) = %#x, want %#x", x, n, Reduce(x, n), want)
		}
	}
	for _, x := range edges {
		for _, n := range edges {
			check(x, n)
		}
	}
	for range 10000 {
		check(r.Uint64(), r.Uint64()>>r.UintN(64))
	}
}

// TestReduceIsFair: each of n positions gets floor or ceil of 2^64/n of all x, so
// the first x of every position is where it should be.
func TestReduceIsFair(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 5, 64, 1000, 1<<20 + 7} {
		for i := uint64(1); i < n; i += 1 + n/1000 {
			first, rest := bits.Div64(i, 0, n) // ceil(i*2^64/n) is the first x at i
			if rest > 0 {
				first++
			}
			if Reduce(first, n) != i || Reduce(first-1, n) != i-1 {
				t.Fatalf("n=%d: position %d does not begin at %#x", n, i, first)
			}
		}
		if Reduce(0, n) != 0 || Reduce(math.MaxUint64, n) != n-1 {
			t.Errorf("n=%d: the ends are wrong", n)
		}
	}
}

// unmix is the inverse of Mix.
func unmix(x uint64) uint64 {
	x ^= x>>31 ^ x>>62
	x *= inverse(0x94d049bb133111eb)
	x ^= x>>27 ^ x>>54
	x *= inverse(0xbf58476d1ce4e5b9)
	return x ^ x>>30 ^ x>>60
}

// inverse returns the number that odd a gives 1 with modulo 2^64, by Newton's
// iteration: each round doubles the bits that are right, of which a has 3.
func inverse(a uint64) uint64 {
	x := a
	for range 5 {
		x *= 2 - a*x
	}
	return x
}

// TestMixIsBijective: what has an inverse loses nothing.
func TestMixIsBijective(t *testing.T) {
	if Mix(0) != 0 {
		t.Errorf("Mix(0) = %#x, want 0", Mix(0))
	}
	r := rand.New(rand.NewPCG(1, 4))
	for i := range 100000 {
		x := r.Uint64()
		if i < len(edges) {
			x = edges[i]
		}
		if got := unmix(Mix(x)); got != x {
			t.Fatalf("Mix(%#x) = %#x goes back to %#x", x, Mix(x), got)
		}
		if got := Mix(unmix(x)); got != x {
			t.Fatalf("%#x is %#x after the inverse and Mix", x, got)
		}
	}
}

func TestDeriveSeparates(t *testing.T) {
	seen := map[uint64]string{}
	for _, label := range []string{"", "a", "b", "keys", "hash", "walk"} {
		for seed := range uint64(1000) {
			d := Derive(seed, label)
			if other, taken := seen[d]; taken {
				t.Fatalf("seed %d for %q gives what %s gave", seed, label, other)
			}
			seen[d] = label
		}
	}
}
