package exact

import (
	"fmt"

	"filterbench/internal/batch"
	"filterbench/internal/hashing"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// ChainsConfig says how many chains there are.
type ChainsConfig struct {
	_ struct{}

	Keys    uint64 // chains, and keys that the pool of entries has room for at first
	Choices int    // chains that a key may join, from 1 to 5; 0 for the default of the family
}

// A chain takes 64 bits, and an entry a hash and a link.
const (
	chainBits = 32 + 32
	entryBits = 64 + 32
)

// Shape implements [variants.Config].
func (c ChainsConfig) Shape() (shape.Shape, error) {
	choices := c.Choices
	if choices == 0 {
		choices = int(families.Default("chains", "d"))
	}
	if choices < 1 || choices > 5 {
		return shape.Shape{}, fmt.Errorf("field Choices is %d: must be from 1 to 5", choices)
	}
	n := max(1, c.Keys)
	if n > 1<<32-1 {
		return shape.Shape{}, sizing.TooLarge(float64(n))
	}
	return sizing.Check(shape.Shape{Family: "chains", Bits: n * (chainBits + entryBits), Cells: n, Probes: choices})
}

// Chains is a hash table with chaining: every slot of the table begins a list of
// any length, and a key joins the shortest of its d lists, the first of equals. It
// keeps whole hashes, refuses nothing and moves nothing, so it is neither filter
// nor cuckoo hashing, but shows by itself what choice does to the fullest place:
// one choice is balls thrown into bins, two are the power of two choices.
//
// There are as many chains as the table is sized for keys. Entries lie in one pool
// and point to the next of their chain, by position plus one, so that 0 is the end.
// The pool has room for the keys that the table is sized for; beyond them it grows
// as a slice does.
//
// The table is a multiset: copies of a key are entries of their own.
//
// Source: Azar, Broder, Karlin and Upfal (1994) for the choices.
type Chains struct {
	first   []uint32 // of each chain: its newest entry, plus one
	length  []uint32 // of each chain
	keys    []uint64 // of the entries
	next    []uint32 // of the entries, plus one; also links the free ones
	free    uint32   // an entry that a delete has left, plus one
	choices int      // d
	shape   shape.Shape
}

var (
	_ variants.Filter  = (*Chains)(nil)
	_ variants.Deleter = (*Chains)(nil)
	_ variants.Counter = (*Chains)(nil)
	_ variants.Placer  = (*Chains)(nil)
	_ variants.Chainer = (*Chains)(nil)
	_ variants.Batcher = (*Chains)(nil)
)

// NewChains makes an empty table. Its error says which field of the configuration is wrong.
func NewChains(c ChainsConfig) (*Chains, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	n := s.Cells
	return &Chains{
		first: make([]uint32, n), length: make([]uint32, n),
		keys: make([]uint64, 0, n), next: make([]uint32, 0, n),
		choices: s.Probes, shape: s,
	}, nil
}

// Insert implements [variants.Filter]. It never refuses.
func (c *Chains) Insert(hash uint64) error {
	i := c.chain(hash, 0)
	for choice := 1; choice < c.choices; choice++ {
		if j := c.chain(hash, choice); c.length[j] < c.length[i] {
			i = j
		}
	}
	e := c.entry()
	c.keys[e-1], c.next[e-1] = hash, c.first[i]
	c.first[i] = e
	c.length[i]++
	return nil
}

// entry takes an entry out of the pool and returns its position plus one.
func (c *Chains) entry() uint32 {
	if e := c.free; e != 0 {
		c.free = c.next[e-1]
		return e
	}
	c.keys, c.next = append(c.keys, 0), append(c.next, 0)
	return uint32(len(c.keys))
}

// Contains implements [variants.Filter]. Its true answers are certain too.
func (c *Chains) Contains(hash uint64) bool {
	for choice := range c.choices {
		for e := c.first[c.chain(hash, choice)]; e != 0; e = c.next[e-1] {
			if c.keys[e-1] == hash {
				return true
			}
		}
	}
	return false
}

// Delete implements [variants.Deleter].
func (c *Chains) Delete(hash uint64) bool {
	for choice := range c.choices {
		i := c.chain(hash, choice)
		for link := &c.first[i]; *link != 0; link = &c.next[*link-1] {
			e := *link
			if c.keys[e-1] != hash {
				continue
			}
			*link, c.next[e-1], c.free = c.next[e-1], c.free, e
			c.length[i]--
			return true
		}
	}
	return false
}

// Count implements [variants.Counter]. Choices that coincide are counted once.
func (c *Chains) Count(hash uint64) (n uint64) {
	for choice := range c.choices {
		i := c.chain(hash, choice)
		again := false
		for earlier := range choice {
			again = again || c.chain(hash, earlier) == i
		}
		for e := c.first[i]; e != 0 && !again; e = c.next[e-1] {
			if c.keys[e-1] == hash {
				n++
			}
		}
	}
	return n
}

// chain returns the chain of a choice.
func (c *Chains) chain(hash uint64, choice int) uint64 {
	return hashing.Reduce(hashing.Mix(hash+uint64(choice)*hashing.Golden), uint64(len(c.first)))
}

// Places implements [variants.Placer].
func (c *Chains) Places(dst []uint64, hash uint64) []uint64 {
	for choice := range c.choices {
		dst = append(dst, c.chain(hash, choice))
	}
	return dst
}

// Lengths implements [variants.Chainer].
func (c *Chains) Lengths() []uint64 {
	var list []uint64
	for _, n := range c.length {
		for len(list) <= int(n) {
			list = append(list, 0)
		}
		list[n]++
	}
	return list
}

// Shape implements [variants.Filter].
func (c *Chains) Shape() shape.Shape { return c.shape }

// InsertBatch implements [variants.Batcher].
func (c *Chains) InsertBatch(hashes []uint64) (int, error) {
	return batch.Insert(hashes, func(hash uint64) error { return c.Insert(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (c *Chains) ContainsBatch(hashes []uint64, found []bool) int {
	return batch.Contains(hashes, found, func(hash uint64) bool { return c.Contains(hash) })
}
