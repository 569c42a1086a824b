package probing

import (
	"math/rand/v2"
	"testing"

	"filterbench/variants/families"
)

// The positions of every scheme, by the closed forms of its description, in circles
// of a power of two and of any number.
func TestSchemesByFormula(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	probing, _ := families.Named("bloom").Field("probing")
	for _, circle := range []uint64{32, 64, 512, 1000, 12347} {
		for _, scheme := range probing.Choices[2:] {
			f := &Filter{blocks: 1, circle: circle, scheme: scheme}
			for range 50 {
				hash := r.Uint64()
				_, c := f.course(hash)
				x, y, z := c.at, c.step, c.bend
				ok := map[string]bool{
					families.ProbingDouble: z == 0, families.ProbingOdd: z == 0 && (y%2 == 1 || y == 0 && circle%2 == 1), families.ProbingEnhanced: z == 1, families.ProbingTriple: true,
					families.ProbingSame: y == x && z == 0, families.ProbingEven: y%2 == 0 && z == 0,
				}[scheme]
				for i := range uint64(20) {
					want := x + i*y
					switch scheme {
					case families.ProbingEnhanced:
						want += (i*i*i - i) / 6
					case families.ProbingTriple:
						want += i * (i - 1) / 2 * z
					}
					if i == 0 {
						want = x
					}
					ok = ok && c.at == want%circle
					c.next()
				}
				if !ok {
					t.Fatalf("%s in a circle of %d does not follow its formula for hash %#x", scheme, circle, hash)
				}
			}
		}
	}
}
