package workloads

import (
	"fmt"
	"math"
	"math/rand/v2"

	"filterbench/internal/hashing"
)

// Mix says which keys a series of lookups asks for.
type Mix struct {
	Hits    float64 // share of the lookups that ask for members, 0..1
	Members uint64  // each is at an insert position drawn uniformly below this
	From    uint64  // absent keys are taken in order from this absent position
	Seed    uint64  // of the order of hits and misses and of the members drawn
}

// HashLookups fills dst with the hashes, under hashSeed, of the keys that m asks
// for. Exactly round(Hits*len(dst)) of them, the number returned, are members, and
// every arrangement of hits and misses is equally likely. Equal m, equal length,
// equal lookups. It does not allocate.
func (k *Keys) HashLookups(dst []uint64, m Mix, hashSeed uint64) (hits int) {
	hits = k.lookupNumbers(dst, m)
	for len(dst) > 0 {
		block := dst[:min(blockLen, len(dst))]
		k.space.hash(block, hashSeed)
		dst = dst[len(block):]
	}
	return hits
}

// IntegerLookups fills dst with the same keys as [Keys.HashLookups], not hashed.
// It panics unless the keys are integers, which [Keys.Integers] tells.
func (k *Keys) IntegerLookups(dst []uint64, m Mix) (hits int) {
	if k.integers == nil {
		panic("workloads: IntegerLookups of a workload whose keys are not integers")
	}
	hits = k.lookupNumbers(dst, m)
	k.integers.keys(dst)
	return hits
}

// TextLookups fills dst with the same keys as [Keys.HashLookups], as the text that
// [Keys.AppendInsert] gives.
func (k *Keys) TextLookups(dst []string, m Mix) (hits int) {
	numbers := make([]uint64, len(dst))
	hits = k.lookupNumbers(numbers, m)
	var text []byte
	for j, number := range numbers {
		text = k.space.append(text[:0], number)
		dst[j] = string(text)
	}
	return hits
}

// lookupNumbers fills dst with the numbers of the keys that m asks for: each
// place becomes a hit with the probability that draws, among the places left,
// the hits left.
func (k *Keys) lookupNumbers(dst []uint64, m Mix) (hits int) {
	hits = m.hits(len(dst))
	if hits > 0 {
		checkRange("insert", 0, 1, m.Members)
		checkRange("insert", m.Members-1, 1, k.inserts)
	}
	checkRange("absent", m.From, len(dst)-hits, k.absents)

	random := rand.NewPCG(m.Seed, hashing.Golden)
	absent := k.members + m.From
	for j, left := 0, uint64(hits); j < len(dst); j++ {
		if hashing.Reduce(random.Uint64(), uint64(len(dst)-j)) < left {
			dst[j] = k.order.number(hashing.Reduce(random.Uint64(), m.Members))
			left--
		} else {
			dst[j] = absent
			absent++
		}
	}
	return hits
}

func (m Mix) hits(lookups int) int {
	if !(m.Hits >= 0 && m.Hits <= 1) {
		panic(fmt.Sprintf("workloads: share of hits %v is not between 0 and 1", m.Hits))
	}
	return int(math.Round(m.Hits * float64(lookups)))
}
