package workloads

import (
	"bytes"
	"math"
	"math/rand/v2"

	"filterbench/internal/hashing"
)

// corpus is a list of distinct texts, held in one piece of memory: their bytes,
// and 8 bytes each for where they end.
type corpus struct {
	text []byte
	ends []uint64
}

// maxCorpus is the number of keys that 32-bit indices can tell apart.
const maxCorpus = math.MaxUint32 - 1

func (c *corpus) len() uint64 { return uint64(len(c.ends)) }

func (c *corpus) key(i uint64) []byte {
	start := uint64(0)
	if i > 0 {
		start = c.ends[i-1]
	}
	return c.text[start:c.ends[i]]
}

// shuffled returns the indices of the keys in an order that depends on the seed,
// every order equally likely.
func (c *corpus) shuffled(seed uint64) []uint32 {
	order := make([]uint32, c.len())
	for i := range order {
		order[i] = uint32(i)
	}
	random := rand.NewPCG(derive(seed, "shuffle"), 0)
	for i := len(order) - 1; i > 0; i-- {
		j := hashing.Reduce(random.Uint64(), uint64(i)+1)
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// collector builds a corpus and finds a text in it again: a hash table with
// linear probing of which at most half is used, so 8 to 16 bytes a key.
type collector struct {
	corpus
	slots []uint32          // 0, or 1 + the index of a key
	again map[uint32]uint64 // by slot's value, how often a key came after its first time
}

// add appends the key unless it is there, and reports whether it did.
func (c *collector) add(key []byte) bool {
	if 2*(len(c.ends)+1) > len(c.slots) {
		c.grow()
	}
	at := c.slot(key)
	if key := c.slots[at]; key != 0 {
		if c.again == nil {
			c.again = map[uint32]uint64{}
		}
		c.again[key]++
		return false
	}
	c.text = append(c.text, key...)
	c.ends = append(c.ends, uint64(len(c.text)))
	c.slots[at] = uint32(len(c.ends))
	return true
}

// held returns the bytes that the collector holds, and will while it grows once more.
func (c *collector) held() uint64 {
	return uint64(cap(c.text)) + 32*uint64(len(c.again)) + 8*uint64(cap(c.ends)) + 4*uint64(len(c.slots)) +
		max(uint64(cap(c.text)), 8*uint64(cap(c.ends)), 8*uint64(len(c.slots)))
}

// find returns the index of the key.
func (c *collector) find(key []byte) (i uint64, found bool) {
	if len(c.slots) == 0 {
		return 0, false
	}
	at := c.slots[c.slot(key)]
	return uint64(at) - 1, at != 0
}

// slot returns where the key is, or else the empty slot where it would go.
func (c *collector) slot(key []byte) uint64 {
	at := hashing.Reduce(hashing.Bytes(key, 0), uint64(len(c.slots)))
	for c.slots[at] != 0 && !bytes.Equal(c.key(uint64(c.slots[at])-1), key) {
		if at++; at == uint64(len(c.slots)) {
			at = 0
		}
	}
	return at
}

func (c *collector) grow() {
	c.slots = make([]uint32, max(1024, 2*len(c.slots)))
	for i := range c.ends {
		c.slots[c.slot(c.key(uint64(i)))] = uint32(i + 1)
	}
}
