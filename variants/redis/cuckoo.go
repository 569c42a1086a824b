package redis

import (
	"io"
	"math"
	"math/bits"
)

// Cuckoo is the cuckoo filter of Redis: layers of buckets of one-byte fingerprints, 0 for
// an empty slot. A key's two buckets in a layer are its hash and its alternate hash modulo
// the layer's buckets.
type Cuckoo struct {
	config  CuckooConfig // Expansion is rounded, Budget is set
	buckets uint64       // of the first layer, a power of two
	layers  []*layer     // >= 1, the newest last
	items   uint64       // accepted inserts less deletes
	deletes uint64       // since the last compaction
	kicks   int          // of the last insert
	walked  uint64       // slots that compactions have visited
}

// NewCuckoo makes an empty filter of one layer: of the power of two at or above
// Capacity/BucketSize (a whole number, rounded down) buckets. The error says which
// parameter is out of range, or is [ErrMemory].
func NewCuckoo(config CuckooConfig) (*Cuckoo, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	if config.Budget == 0 {
		config.Budget = DefaultBudget
	}
	if config.Expansion > 0 {
		config.Expansion = int(powerOfTwo(uint64(config.Expansion)))
	}
	c := &Cuckoo{config: config, buckets: powerOfTwo(config.Capacity / uint64(config.BucketSize))}
	if !c.grow() {
		return nil, ErrMemory
	}
	return c, nil
}

// powerOfTwo returns the power of two at or above n, which is 1 to 2^63.
func powerOfTwo(n uint64) uint64 { return 1 << bits.Len64(n-1) }

// grow adds an empty layer and reports whether the budget has room for it.
func (c *Cuckoo) grow() bool {
	buckets := float64(c.buckets) * math.Pow(float64(c.config.Expansion), float64(len(c.layers))) // exact, for it is a power of two
	if buckets*float64(c.config.BucketSize)+float64(c.TableBytes()) > float64(c.config.Budget) {
		return false
	}
	slots := uint64(c.config.BucketSize)
	c.layers = append(c.layers, &layer{table{size: uint64(buckets) * slots}, uint64(buckets), slots})
	return true
}

// layer is one table of fingerprints, buckets of slots one after the other.
type layer struct {
	table
	buckets, slots uint64
}

// alternate turns a bucket of a fingerprint into its other one, before the modulus.
func alternate(hash uint64, print byte) uint64 { return hash ^ uint64(print)*0x5bd1e995 }

// place is a key as all layers see it.
type place struct {
	first, second uint64 // its two buckets before the modulus
	print         byte   // its fingerprint, 1 to 255
}

func placeOf(key []byte) place {
	h := murmur(key, 0)
	p := byte(h%255 + 1)
	return place{h, alternate(h, p), p}
}

// in returns where in a layer the two buckets begin. They may be the same. The original
// counts bytes in 32 bits here, though not where it kicks: of a table beyond 4 GiB only
// the first 4 GiB are asked, and what a kick stores behind them is never found.
func (p place) in(l *layer) [2]uint64 {
	return [2]uint64{
		uint64(uint32((p.first & (l.buckets - 1)) * l.slots)),
		uint64(uint32((p.second & (l.buckets - 1)) * l.slots)),
	}
}

// Add is CF.ADD. It returns nil, [ErrMaxLayers], [ErrFull] or [ErrMemory]; after an error
// the filter is as it was.
func (c *Cuckoo) Add(key []byte) error {
	if len(c.layers) >= c.config.MaxLayers {
		c.kicks = 0
		return ErrMaxLayers
	}
	return c.insert(placeOf(key))
}

// AddNX is CF.ADDNX: as Add, unless the key seems to be there. It reports whether it was added.
func (c *Cuckoo) AddNX(key []byte) (bool, error) {
	c.kicks = 0
	if len(c.layers) >= c.config.MaxLayers {
		return false, ErrMaxLayers
	}
	p := placeOf(key)
	if c.exists(p) {
		return false, nil
	}
	err := c.insert(p)
	return err == nil, err
}

// insert puts a fingerprint into the newest layer that has room, or into one more.
func (c *Cuckoo) insert(p place) error {
	c.kicks = 0
	for i := len(c.layers) - 1; i >= 0; i-- {
		if c.layers[i].put(p) {
			c.items++
			return nil
		}
	}
	if c.evict(c.layers[len(c.layers)-1], p) {
		c.items++
		return nil
	}
	if c.config.Expansion == 0 {
		return ErrFull
	}
	if !c.grow() {
		return ErrMemory
	}
	c.layers[len(c.layers)-1].put(p)
	c.items++
	return nil
}

// put writes the fingerprint into the first empty slot of its two buckets.
func (l *layer) put(p place) bool {
	for _, bucket := range p.in(l) {
		if at, ok := l.find(bucket, l.slots, 0); ok {
			*l.at(at) = p.print
			return true
		}
	}
	return false
}

// evict makes room by kicks, always from the first bucket on and in the order of slots, or
// undoes them all.
func (c *Cuckoo) evict(l *layer, p place) bool {
	bucket, victim, print := p.first&(l.buckets-1), uint64(0), p.print
	next := func() { bucket = alternate(bucket, print) & (l.buckets - 1) }
	swap := func() {
		slot := l.at(bucket*l.slots + victim)
		print, *slot = *slot, print
	}
	for range c.config.Iterations {
		swap()
		c.kicks++
		next()
		if at, ok := l.find(bucket*l.slots, l.slots, 0); ok {
			*l.at(at) = print
			return true
		}
		victim = (victim + 1) % l.slots
	}
	for range c.config.Iterations {
		victim = (victim + l.slots - 1) % l.slots
		next()
		swap()
	}
	return false
}

// Exists is CF.EXISTS: whether a slot of the key's buckets has its fingerprint.
func (c *Cuckoo) Exists(key []byte) bool { return c.exists(placeOf(key)) }

func (c *Cuckoo) exists(p place) bool {
	for _, layer := range c.layers {
		for _, at := range p.in(layer) {
			if _, ok := layer.find(at, layer.slots, p.print); ok {
				return true
			}
		}
	}
	return false
}

// Count is CF.COUNT: the slots of the key's buckets that have its fingerprint. Where both
// buckets of a layer are the same, its slots count twice.
func (c *Cuckoo) Count(key []byte) (n uint64) {
	p := placeOf(key)
	for _, layer := range c.layers {
		for _, at := range p.in(layer) {
			n += layer.count(at, layer.slots, p.print)
		}
	}
	return n
}

// Delete is CF.DEL: it empties the first slot with the key's fingerprint, from the newest
// layer to the oldest, and reports whether there was one. With more than a tenth as many
// deletes as items, a filter of several layers is then compacted.
func (c *Cuckoo) Delete(key []byte) bool {
	p := placeOf(key)
	for i := len(c.layers) - 1; i >= 0; i-- {
		if !c.layers[i].take(p) {
			continue
		}
		c.items--
		c.deletes++
		if len(c.layers) > 1 && float64(c.deletes) > float64(c.items)*0.10 {
			c.compact(false)
		}
		return true
	}
	return false
}

// take empties the first slot with the fingerprint.
func (l *layer) take(p place) bool {
	for _, bucket := range p.in(l) {
		if at, ok := l.find(bucket, l.slots, p.print); ok {
			*l.at(at) = 0
			return true
		}
	}
	return false
}

// Items returns how many keys are held: accepted inserts less deletes.
func (c *Cuckoo) Items() uint64 { return c.items }

// Layers returns how many layers there are.
func (c *Cuckoo) Layers() int { return len(c.layers) }

// TableBytes returns the size of all layers' tables.
func (c *Cuckoo) TableBytes() (n uint64) {
	for _, layer := range c.layers {
		n += layer.size
	}
	return n
}

// Held returns how many bytes of the tables are allocated here.
func (c *Cuckoo) Held() (n uint64) {
	for _, layer := range c.layers {
		n += layer.held
	}
	return n
}

// Kicks returns how many fingerprints the last Add or AddNX moved, those that were moved
// back counted once.
func (c *Cuckoo) Kicks() int { return c.kicks }

// Walked returns how many slots all compactions have looked at: what a server looks at on
// its main thread, and nothing else is served meanwhile.
func (c *Cuckoo) Walked() uint64 { return c.walked }

// WriteTables writes the bytes of all tables, the oldest layer first.
func (c *Cuckoo) WriteTables(w io.Writer) error {
	for _, layer := range c.layers {
		if err := layer.writeTo(w); err != nil {
			return err
		}
	}
	return nil
}
