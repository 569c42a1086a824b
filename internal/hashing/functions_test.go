package hashing

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dgryski/go-metro"
)

// TestFunctionsAreKnown compares with values published for the functions, or
// computed by another implementation where the comment says so.
func TestFunctionsAreKnown(t *testing.T) {
	cases := []struct {
		name, key string
		seed      uint64
		want      uint64
	}{
		{"fnv1a", "", 0, 0xcbf29ce484222325},          // the offset basis
		{"fnv1a", "a", 9, 0xaf63dc4c8601ec8c},         // Noll's test vectors; no seed
		{"crc32", "123456789", 0, 0xcbf43926e3069283}, // the check values of both CRCs
		{"murmur3", "", 0, 0},                         // nothing to mix in
		{"xxh3", "", 0, 0x2d06800538d394c2},           // xxHash's own test of an empty input
		{"identity", "abcdefghij", 1, 0x6867666564636261},
		{"identity", "ab", 1, 0x6261},
		{"metro", "key", 7, metro.Hash64Str("key", 7)},
	}
	for _, c := range cases {
		f, err := FunctionOf(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Bytes([]byte(c.key), c.seed); got != c.want {
			t.Errorf("%s of %q, seed %d: %#x; want %#x", c.name, c.key, c.seed, got, c.want)
		}
	}
	// SipHash-2-4's reference vector: key 00..0f, input 00..0e. The seed and its
	// complement cannot spell that key, so the function is called as we call it, with
	// a seed, and compared with itself on another length: different inputs differ.
	sip, _ := FunctionOf("siphash")
	if sip.Bytes([]byte("a"), 1) == sip.Bytes([]byte("a"), 2) || sip.Bytes([]byte("a"), 1) == sip.Bytes([]byte("b"), 1) {
		t.Error("siphash ignores its seed or its key")
	}
}

func TestFunctionOfNamesWhatThereIs(t *testing.T) {
	if f, err := FunctionOf(""); err != nil || f.Name != Metro {
		t.Errorf("the usual function is %q, %v; want %s", f.Name, err, Metro)
	}
	if _, err := FunctionOf("md5"); err == nil || !strings.Contains(err.Error(), "siphash") {
		t.Errorf("error %v; want the names there are", err)
	}
}

// TestSeededFunctionsMix: a function that claims to be good changes each output bit
// with probability one half when an input bit flips. 4000 flips a function; the
// mean number of changed bits is within 5 standard errors (0.32) of 32, which a
// good function fails once in 1.7 million tests.
func TestSeededFunctionsMix(t *testing.T) {
	good := map[string]bool{"fmix": true, "murmur3": true, "metro": true, "xxh3": true, "siphash": true}
	for _, f := range functions {
		rng := rand.New(rand.NewPCG(1, 2))
		changed := 0
		const flips = 4000
		for range flips {
			key := fmt.Appendf(nil, "%016x", rng.Uint64())
			seed := rng.Uint64()
			before := f.Bytes(key, seed)
			key[rng.IntN(len(key))] ^= 1 << rng.IntN(8)
			changed += bits.OnesCount64(before ^ f.Bytes(key, seed))
		}
		mean := float64(changed) / flips
		if mixes := mean > 31.68 && mean < 32.32; mixes != good[f.Name] {
			t.Errorf("%s: %.2f of 64 bits change on average; want 32 +- 0.32: %v", f.Name, mean, good[f.Name])
		}
	}
}
