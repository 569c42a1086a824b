package workloads

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/internal/hashing"
	"filterbench/internal/stattest"
)

var zipfCases = []struct {
	s    float64
	keys uint64
}{
	{0, 1}, {0, 7}, {0.3, 1000}, {0.7, 10}, {0.99, 1_000_000}, {1, 2}, {1, 1000}, {1 + 1e-9, 1000},
	{1.1, 1_000_000}, {2, 50}, {2.5, 1_000_000}, {5, 3}, {8, 1000},
}

// TestZipfFrequencies compares how often each of the first ranks is drawn, and
// all others together, with the definition. At most 13*31 assertions: for a
// random seed one of them fails with probability 4e-6.
func TestZipfFrequencies(t *testing.T) {
	const draws, ranks, alarm = 300_000, 30, 1e-8
	for _, c := range zipfCases {
		z := newZipf(c.s, c.keys, 1)
		total := 0.0
		for r := c.keys; r > 0; r-- {
			total += math.Pow(float64(r), -c.s)
		}
		var seen [ranks + 1]uint64
		for i := range uint64(draws) {
			number := z.number(i)
			if number >= c.keys {
				t.Fatalf("s=%v keys=%d: draw %d is number %d", c.s, c.keys, i, number)
			}
			seen[min(number, ranks)]++
		}
		rest := 1.0
		for r := range min(ranks, c.keys) {
			p := math.Pow(float64(r+1), -c.s) / total
			rest -= p
			stattest.Rate(t, seen[r], draws, p, alarm)
		}
		if c.keys > ranks && c.s < 5 {
			stattest.Rate(t, seen[ranks], draws, rest, alarm)
		}
		if t.Failed() {
			t.Fatalf("with s=%v keys=%d", c.s, c.keys)
		}
	}
}

// TestZipfOfManyKeys looks at the far end of a large table of ranks: the sum of
// r^-s over a far range is the integral to one part in 10^9, by the midpoint
// rule. Two assertions of 1e-6.
func TestZipfOfManyKeys(t *testing.T) {
	const draws, keys = 200_000, 1 << 32
	for _, s := range []float64{0.5, 0.99} {
		z := newZipf(s, keys, 1)
		head := 0.0
		for r := 1; r <= 10_000; r++ {
			head += math.Pow(float64(r), -s)
		}
		integral := func(a, b float64) float64 { return (math.Pow(b, 1-s) - math.Pow(a, 1-s)) / (1 - s) }
		total := head + integral(10_000.5, keys+0.5)
		far := uint64(0)
		for i := range uint64(draws) {
			if z.number(i) >= keys/2 {
				far++
			}
		}
		stattest.Rate(t, far, draws, integral(keys/2+0.5, keys+0.5)/total, 1e-6)
	}
}

// TestZipfPositionsAreIndependent: two neighbouring positions hold the same key
// as often as two independent draws. One assertion of 1e-6.
func TestZipfPositionsAreIndependent(t *testing.T) {
	const pairs, keys, s = 200_000, 100, 1.1
	z := newZipf(s, keys, 1)
	total, equal := 0.0, 0.0
	for r := 1.0; r <= keys; r++ {
		total += math.Pow(r, -s)
		equal += math.Pow(r, -2*s)
	}
	hits := uint64(0)
	for i := range uint64(pairs) {
		if z.number(2*i) == z.number(2*i+1) {
			hits++
		}
	}
	stattest.Rate(t, hits, pairs, equal/(total*total), 1e-6)
}

// TestZipfSureAcceptance checks the claim behind the shortcut: what the shortcut
// accepts for rank r, the full condition accepts too.
func TestZipfSureAcceptance(t *testing.T) {
	for s := 0.0; s <= 8; s += 0.25 {
		z := newZipf(s, 1<<20, 1)
		for r := 2.0; r < 5000; r++ {
			from := z.inverse(z.integral(r+0.5) - z.weight(r))
			// The tails of steep distributions are below the last bits of H.
			if z.weight(r) < 1e-9 {
				break
			}
			if r-from < z.sure-1e-6 {
				t.Fatalf("s=%v: rank %v accepts only from %v, %v below it, but the shortcut from %v below",
					s, r, from, r-from, z.sure)
			}
		}
	}
}

func TestZipfDrawsInOrder(t *testing.T) {
	z := newZipf(1.1, 1000, 1)
	block := make([]uint64, 100)
	z.numbers(block, 1<<40)
	for j, number := range block {
		if want := z.number(1<<40 + uint64(j)); number != want {
			t.Fatalf("position %d of the block is %d, want %d", j, number, want)
		}
	}
}

// TestPortableFunctions compares with package math; 4 units in the last place
// are both sides' errors and the condition of the formulas.
func TestPortableFunctions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		tt, x, y := 1400*random.Float64()-700, math.Exp(80*random.Float64()-40), 1.8*random.Float64()-0.9
		small := 1.2*random.Float64() - 0.6
		for _, c := range []struct {
			name      string
			arg       float64
			got, want float64
		}{
			{"exp", tt, exp(tt), math.Exp(tt)},
			{"log", x, log(x), math.Log(x)},
			{"log near 1", 1 + y/100, log(1 + y/100), math.Log(1 + y/100)},
			{"expm1Over", small, expm1Over(small), math.Expm1(small) / small},
			{"expm1Over", tt / 100, expm1Over(tt / 100), math.Expm1(tt/100) / (tt / 100)},
			{"log1pOver", y, log1pOver(y), math.Log1p(y) / y},
			{"log1pOver", x, log1pOver(x), math.Log1p(x) / x},
		} {
			if math.Abs(c.got-c.want) > 4*0x1p-52*math.Abs(c.want) {
				t.Fatalf("%s(%v) = %v, want %v", c.name, c.arg, c.got, c.want)
			}
		}
	}
	if exp(0) != 1 || log(1) != 0 || expm1Over(0) != 1 || log1pOver(0) != 1 {
		t.Errorf("exp(0) = %v, log(1) = %v, expm1Over(0) = %v, log1pOver(0) = %v", exp(0), log(1), expm1Over(0), log1pOver(0))
	}
}

// TestPortableFunctionsArePinned holds every bit of the results: a processor or a
// compiler that rounds otherwise shows here, long before a draw changes.
func TestPortableFunctionsArePinned(t *testing.T) {
	sum := uint64(0)
	add := func(x float64) { sum = sum*31 + math.Float64bits(x) }
	for i := range uint64(20_000) {
		x := float64(hashing.Mix(i)>>11) * 0x1p-53
		add(exp(float64(40*x) - 20)) // as in portable.go: no product is fused with a sum
		add(log(0.01 + x))
		add(expm1Over(float64(3*x) - 1.5))
		add(log1pOver(x - 0.5))
		z := newZipf(8*x, 1+i, 1)
		add(z.low)
		add(z.high)
		add(z.sure)
		add(z.inverse(z.low + float64(x*z.reach)))
	}
	const want = 0xf921e6d62b06b1df
	if sum != want {
		t.Errorf("digest %#x, want %#x", sum, uint64(want))
	}
}
