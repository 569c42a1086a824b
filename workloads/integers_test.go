package workloads

import (
	"fmt"
	"math/bits"
	"testing"

	"filterbench/internal/stattest"
)

// TestUniformBits: every bit of a key is set with probability 1/2, and so is
// every bit of the difference between neighbours and between a member and the
// absent key of the same position. 3*64 assertions, together 1e-6 likely to fail
// for a random seed.
func TestUniformBits(t *testing.T) {
	const pairs = 200_000
	insert, absent, _ := open(t, "uniform", 1).Integers()
	var key, neighbour, opposite [64]uint64
	for i := range uint64(pairs) {
		a := insert(2 * i)
		count(&key, a)
		count(&neighbour, a^insert(2*i+1))
		count(&opposite, a^absent(2*i))
	}
	for bit := range 64 {
		for _, hits := range []uint64{key[bit], neighbour[bit], opposite[bit]} {
			stattest.Rate(t, hits, pairs, 0.5, 1e-6/(3*64))
		}
	}
}

func count(set *[64]uint64, x uint64) {
	for ; x != 0; x &= x - 1 {
		set[bits.TrailingZeros64(x)]++
	}
}

func TestSequential(t *testing.T) {
	insert, absent, _ := open(t, "sequential(start=1000)", 7).Integers()
	if insert(0) != 1000 || insert(123) != 1123 || absent(5) != 1005+1<<63 {
		t.Errorf("keys are %d, %d; absent %d", insert(0), insert(123), absent(5))
	}
	k := open(t, "sequential(start=0,absent=1020000)", 7)
	insert, absent, _ = k.Integers()
	if k.Inserts() != 1_020_000 || insert(999_999) != 999_999 || absent(0) != 1_020_000 || absent(9_999) != 1_029_999 {
		t.Errorf("%d keys to insert, %d among them; absent %d to %d", k.Inserts(), insert(999_999), absent(0), absent(9_999))
	}
	for seed := range uint64(100) {
		if insert, _, _ := open(t, "sequential", seed).Integers(); insert(0) >= 1<<32 {
			t.Errorf("seed %d starts at %d, not below 2^32", seed, insert(0))
		}
	}
}

func TestStrided(t *testing.T) {
	for _, stride := range []uint64{2, 3, 1000, 4096, 1<<32 + 1, 1 << 48} {
		for _, start := range []uint64{0, 1, 500, 999} { // before the end
			s := newStrided(stride, 1)
			s.start = s.count - 1 - start
			if last := (s.count - 1) * stride; last/stride != s.count-1 || last+stride > last {
				t.Fatalf("stride %d: %d is not the number of multiples below 2^64", stride, s.count)
			}
			wraps := 0
			for n := range min(s.count-1, 1000) {
				a, b := s.key(n), s.key(n+1)
				if a%stride != 0 {
					t.Fatalf("stride %d: key %d is not a multiple", stride, a)
				}
				if a == (s.count-1)*stride {
					wraps++
					a = -stride // so that 0 must follow
				}
				if b != a+stride {
					t.Fatalf("stride %d: %d follows %d", stride, b, s.key(n))
				}
			}
			if wraps != 1 {
				t.Fatalf("stride %d: %d wraps from the last multiples, want 1", stride, wraps)
			}
		}
	}
}

// TestStridedVisitsEveryMultiple is exhaustive for a stride with few multiples.
func TestStridedVisitsEveryMultiple(t *testing.T) {
	s := newStrided(1<<48, 5)
	seen := map[uint64]bool{}
	for n := range s.count {
		seen[s.key(n)] = true
	}
	if len(seen) != 1<<16 {
		t.Errorf("%d keys, want 65536", len(seen))
	}
}

func TestLowEntropy(t *testing.T) {
	for kind, mask := range map[string]uint64{"high": 0xffffffff << 32, "low": 0xffffffff} {
		insert, absent, _ := open(t, "lowentropy(kind="+kind+")", 1).Integers()
		var ones, differing uint64
		for i := range uint64(10_000) {
			ones |= insert(i) | absent(i)
			differing |= insert(i) ^ absent(i)
		}
		if ones != mask || differing != mask {
			t.Errorf("%s: the bits %x vary, of %x that are ever set; want %x", kind, differing, ones, mask)
		}
	}
}

func TestDigits(t *testing.T) {
	k := open(t, "lowentropy(kind=digits)", 1)
	insert, _, _ := k.Integers()
	start := newDigits(1).start
	for i := range uint64(10_000) {
		text := string(k.AppendInsert(nil, i))
		if want := fmt.Sprintf("%08d", (start+i*digitsStep)%digitsCount); text != want {
			t.Fatalf("key %d is %q, want %q", i, text, want)
		}
		for j := range 8 {
			if got := byte(insert(i) >> (8 * j)); got != text[j] {
				t.Fatalf("byte %d of the integer of %q is %q", j, text, got)
			}
		}
	}
	for a, b := uint64(digitsCount), uint64(digitsStep); ; a, b = b, a%b {
		if b == 0 {
			if a != 1 {
				t.Errorf("step and count have the common divisor %d: keys would repeat", a)
			}
			break
		}
	}
}

// TestTimestamps: they increase strictly, which makes them injective, and a burst
// lies within 33 microseconds of its 1.05 milliseconds.
func TestTimestamps(t *testing.T) {
	k := newTimestamps(1)
	for _, from := range []uint64{0, timestampMembers - 100_000, 2*timestampMembers - 200_001} {
		from &^= 63
		first := k.key(from)
		for n := from + 1; n < from+200_000; n++ {
			if k.key(n) <= k.key(n-1) {
				t.Fatalf("timestamp %d is %d, after %d", n, k.key(n), k.key(n-1))
			}
			if n%64 == 0 {
				first = k.key(n)
			} else if k.key(n)-first >= 1<<15 {
				t.Fatalf("timestamp %d lies %d ns after the begin of its burst", n, k.key(n)-first)
			}
		}
	}
	if last := k.key(2*timestampMembers - 1); last >= 1<<63 || last < k.start {
		t.Errorf("the last timestamp %d is beyond 63 bits", last)
	}
}

// TestScatterIsABijection tries all numbers of all widths up to 16, and of 20.
func TestScatterIsABijection(t *testing.T) {
	for width := uint(2); width <= 20; width++ {
		if width > 16 && width < 20 {
			continue
		}
		s := scatter{derive(uint64(width), "test"), width}
		seen := make([]bool, 1<<width)
		for x := range uint64(1) << width {
			y := s.at(x)
			if y>>width != 0 || seen[y] {
				t.Fatalf("width %d: %d maps to %d, which is out of range or taken", width, x, y)
			}
			seen[y] = true
		}
	}
}

// TestScatterMixes: each bit of the result changes with probability 1/2 when one
// bit of the number does. For a random seed it fails with probability 1e-6.
func TestScatterMixes(t *testing.T) {
	const trials = 50_000
	for _, width := range []uint{wordBits, 32} {
		s := scatter{derive(1, "test"), width}
		for in := range width {
			var flips [64]uint64
			for i := range uint64(trials) {
				x := scatter{0, width}.at(i)
				count(&flips, s.at(x)^s.at(x^1<<in))
			}
			for out := range width {
				stattest.Rate(t, flips[out], trials, 0.5, 1e-6/float64(2*width*width))
			}
		}
	}
}
