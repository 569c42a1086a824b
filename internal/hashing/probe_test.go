package hashing

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"
)

func nthProbe(hash uint64, n int) Probe {
	p := Probes(hash)
	for range n {
		p = p.Next()
	}
	return p
}

// TestProbeIsCubic: probe i is at x + iy + C(i,2)t + C(i,3)c on the circle, in
// which only x and y depend on the key.
func TestProbeIsCubic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		hash := r.Uint64()
		for i := range 70 {
			n := int64(i)
			square, cube := new(big.Int).Binomial(n, 2).Uint64(), new(big.Int).Binomial(n, 3).Uint64()
			want := hash + uint64(i)*(Mix(hash)|1) + square*probeFirst + cube*probeStep
			if got := nthProbe(hash, i).x; got != want {
				t.Fatalf("probe %d of %#x is at %#x, want %#x", i, hash, got, want)
			}
		}
	}
}

// TestProbeOf: positions are in range and are the high bits of the state.
func TestProbeOf(t *testing.T) {
	for _, n := range []uint64{1, 2, 3, 1000, 1 << 40} {
		for i := range 50 {
			p := nthProbe(0xfeed, i)
			want, _ := bits.Mul64(p.x, n)
			if got := p.Of(n); got != want || got >= n {
				t.Errorf("probe %d is at %d of %d, want %d", i, got, n, want)
			}
		}
	}
}

// TestProbesOfShiftedKeysPart: a key that starts where another passes, with the
// very step that the other has there, forwards or backwards, shares that position
// and the next with it, and then goes its own way; by double hashing it would
// share all that are left. One more may coincide by chance.
func TestProbesOfShiftedKeysPart(t *testing.T) {
	const probes, n = 16, 1 << 20
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		hash := r.Uint64()
		mine := map[uint64]bool{}
		for i := range probes {
			mine[nthProbe(hash, i).Of(n)] = true
		}
		for i := 1; i < probes; i++ {
			here := nthProbe(hash, i)
			for _, step := range []uint64{here.y, -here.y, nthProbe(hash, i-1).y, -nthProbe(hash, i-1).y} {
				other, shared := Probe{here.x, step, probeFirst}, 0
				for range probes {
					if mine[other.Of(n)] {
						shared++
					}
					other = other.Next()
				}
				if shared > 3 {
					t.Fatalf("a key that starts at probe %d of %#x shares %d of %d positions with it", i, hash, shared, probes)
				}
			}
		}
	}
}
