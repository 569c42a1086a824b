// Package static holds filters that are made at once from all of their keys, and cannot be
// changed later: binary fuse and homogeneous ribbon filters. Both store, in somewhat more
// cells than keys, numbers of which those that belong to a key add up to its fingerprint; so
// they take fewer bits than any filter to which keys can be added.
//
// Insert collects keys, 8 bytes each; Build makes the filter and lets go of them.
package static

import (
	"fmt"
	"slices"

	"filterbench/internal/batch"
	"filterbench/variants"
	"filterbench/variants/shape"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("binaryfuse", func(v spec.Values, n variants.Size, seed uint64) FuseConfig {
			return FuseConfig{Keys: n.Keys, Probes: v.Int("k"), FingerprintBits: v.Int("f"), Attempts: v.Int("attempts"), Same: v.Text("retry") == "same", Seed: seed}
		}, NewFuse),
		variants.Row("ribbon", func(v spec.Values, n variants.Size, seed uint64) RibbonConfig {
			return RibbonConfig{Keys: n.Keys, Width: v.Int("w"), FingerprintBits: v.Int("f"), Seed: seed}
		}, NewRibbon),
	}
}

// collector keeps keys until they are built.
type collector struct {
	shape    shape.Shape
	keys     []uint64
	built    bool
	attempts uint64
}

// Insert implements [variants.Filter]: it collects the key.
func (c *collector) Insert(hash uint64) error {
	if c.built {
		return variants.ErrFull
	}
	c.keys = append(c.keys, hash)
	return nil
}

// InsertBatch implements [variants.Batcher].
func (c *collector) InsertBatch(hashes []uint64) (int, error) {
	if c.built && len(hashes) > 0 {
		return 0, variants.ErrFull
	}
	c.keys = append(c.keys, hashes...)
	return len(hashes), nil
}

// Shape implements [variants.Filter]: before Build that of the keys the filter was sized
// for, after it that of what was built.
func (c *collector) Shape() shape.Shape { return c.shape }

// Attempts implements [variants.Trier].
func (c *collector) Attempts() uint64 { return c.attempts }

// deduplicate drops the copies of keys; their order changes.
func (c *collector) deduplicate() {
	slices.Sort(c.keys)
	c.keys = slices.Compact(c.keys)
}

// finish lets go of the keys.
func (c *collector) finish(s shape.Shape) {
	c.shape, c.keys, c.built = s, nil, true
}

// scatter writes the mixed hashes of keys to out in the order of their topmost bits, about
// a page of the table at a time, so that building goes through memory from one end to the
// other. out has as many places as there are keys.
func scatter(keys, out []uint64, mix func(key uint64) uint64) {
	const most = 12
	log := uint(0)
	for log < most && len(keys)>>log > 256 {
		log++
	}
	shift := 64 - log
	var ends [1<<most + 1]uint32
	for _, k := range keys {
		ends[mix(k)>>shift+1]++
	}
	for i := 1; i <= 1<<log; i++ {
		ends[i] += ends[i-1]
	}
	for _, k := range keys {
		h := mix(k)
		at := &ends[h>>shift]
		out[*at] = h
		*at++
	}
}

// tooMany refuses more keys than a build can count.
func tooMany(keys uint64) error {
	const most = 1 << 31
	if keys > most {
		return fmt.Errorf("field Keys is %d: the most are 2^31", keys)
	}
	return nil
}

// containsBatch looks keys up one by one, lines prefetched.
func containsBatch(p batch.Prefetcher, hashes []uint64, found []bool, contains func(hash uint64) bool) int {
	return p.Contains(hashes, found, func(hashes []uint64, found []bool) int { return batch.Contains(hashes, found, contains) })
}
