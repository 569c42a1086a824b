package static

import (
	"fmt"
	"math"
	"math/bits"

	"filterbench/internal/batch"
	"filterbench/internal/bitpack"
	"filterbench/internal/hashing"
	"filterbench/internal/simd"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// FuseConfig says how large a binary fuse filter is.
type FuseConfig struct {
	_ struct{}

	Keys            uint64 // that will be inserted; the filter is made for those that were
	Probes          int    // 3 or 4; 0 for the default of the family
	FingerprintBits int    // from 4 to 16; 0 for the default
	Attempts        int    // to build before it gives up; 0 for the default
	Same            bool   // further attempts have as many slots as the first, as published
	Seed            uint64 // of the first attempt
}

func (c FuseConfig) withDefaults() FuseConfig {
	if c.Probes == 0 {
		c.Probes = int(families.Default("binaryfuse", "k"))
	}
	if c.FingerprintBits == 0 {
		c.FingerprintBits = int(families.Default("binaryfuse", "f"))
	}
	if c.Attempts == 0 {
		c.Attempts = int(families.Default("binaryfuse", "attempts"))
	}
	return c
}

// Shape implements [variants.Config]: that of the first attempt.
func (c FuseConfig) Shape() (shape.Shape, error) {
	c = c.withDefaults()
	switch {
	case c.Probes != 3 && c.Probes != 4:
		return shape.Shape{}, fmt.Errorf("field Probes is %d: must be 3 or 4", c.Probes)
	case c.FingerprintBits < 4 || c.FingerprintBits > 16:
		return shape.Shape{}, fmt.Errorf("FingerprintBits is %d: must be from 4 to 16", c.FingerprintBits)
	case c.Attempts < 1:
		return shape.Shape{}, fmt.Errorf("field Attempts is %d: must be 1 or more", c.Attempts)
	}
	if err := tooMany(c.Keys); err != nil {
		return shape.Shape{}, err
	}
	return sizing.Check(layoutFor(c.Keys, c.Probes).shape(c.FingerprintBits))
}

// layout is where the slots of a fuse filter are: segments of 2^log slots.
type layout struct {
	segments uint64
	log      uint
	probes   int
}

// layoutFor returns the published layout for a number of keys, which experiments gave its
// authors: segments of a power of two slots, about n^0.83 of them with three probes, and as
// many segments as hold 1.125 n slots, or 1.075 n with four probes; more where n is small.
//
// Source: Graf and Lemire, "Binary fuse filters", JEA 27 (2022).
func layoutFor(keys uint64, probes int) layout {
	n := float64(max(2, keys))
	log, factor := math.Log(n)/math.Log(3.33)+2.25, max(1.125, 0.875+0.25*math.Log(1e6)/math.Log(n))
	if probes == 4 {
		log, factor = math.Log(n)/math.Log(2.91)-0.5, max(1.075, 0.77+0.305*math.Log(6e5)/math.Log(n))
	}
	l := layout{log: uint(min(max(log, 2), 18)), probes: probes}
	slots := uint64(math.Round(n * factor))
	l.segments = max(uint64(probes), (slots+1<<l.log-1)>>l.log)
	return l
}

func (l layout) slots() uint64 { return l.segments << l.log }

// firsts is among how many slots the first of a key is.
func (l *layout) firsts() uint64 { return (l.segments - uint64(l.probes) + 1) << l.log }

func (l layout) shape(f int) shape.Shape {
	return shape.Shape{Family: "binaryfuse", Bits: l.slots() * uint64(f), Cells: l.slots(), Probes: l.probes, FingerprintBits: f}
}

// places returns the slots of a mixed hash, one in each of as many neighbouring segments as
// there are probes. The last is 0 with three probes.
func (l *layout) places(h uint64) (at [4]uint64) {
	first, _ := bits.Mul64(h, l.firsts())
	length, mask := uint64(1)<<l.log, uint64(1)<<l.log-1
	at[0] = first
	at[1] = first + length ^ h>>18&mask
	at[2] = first + 2*length ^ h&mask
	if l.probes == 4 {
		at[3] = first + 3*length ^ h>>36&mask
	}
	return at
}

// Fuse is a binary fuse filter: each key has three or four slots in neighbouring segments of
// the table, whose contents have the key's fingerprint of f bits as their exclusive or. An
// absent key meets that by chance, 2^-f, whatever the keys are.
//
// A build goes backwards: a slot that one key alone has can be written last, to suit that
// key; without the key there are other such slots, until no key is left. With too few slots,
// or by bad luck, keys are left over that share all of their slots. Then the attempt has
// failed, and the next one takes another seed. Published layouts have numbers of keys at which
// next to every attempt fails, just below those at which few segments become one more. So the
// second attempt has twice as many segments of half the length, as FastFilter's Go library
// does, and each further one a segment more, unless the configuration says otherwise.
//
// Source: Graf and Lemire, "Binary fuse filters", JEA 27 (2022). That the table grows as
// attempts fail is decided here.
type Fuse struct {
	collector
	layout
	table    bitpack.Buckets // one slot each
	seed     uint64
	mask     uint64 // of a fingerprint
	config   FuseConfig
	kernel   bool // that lookups of one key have one, once there is a table
	look     simd.FuseLook
	prefetch batch.Prefetcher
}

var (
	_ variants.Builder = (*Fuse)(nil)
	_ variants.Batcher = (*Fuse)(nil)
	_ variants.Typed   = (*Fuse)(nil)
	_ variants.Trier   = (*Fuse)(nil)
	_ variants.Tabler  = (*Fuse)(nil)
)

// NewFuse makes a filter that collects keys. Its error says which field is wrong.
func NewFuse(c FuseConfig) (*Fuse, error) {
	s, err := c.Shape()
	if err != nil {
		return nil, err
	}
	c = c.withDefaults()
	f := &Fuse{collector: collector{shape: s, keys: make([]uint64, 0, c.Keys)}, mask: 1<<c.FingerprintBits - 1, config: c}
	f.kernel = c.FingerprintBits%8 == 0 && simd.Now() >= simd.AVX2
	f.look.Else = f.contains
	return f, nil
}

// print returns the fingerprint of a mixed hash.
func (f *Fuse) print(h uint64) uint64 { return h * hashing.Golden >> 40 & f.mask }

// Build implements [variants.Builder]. It fails after so many attempts as the configuration
// allows; every key then stays absent, and is kept for another Build.
func (f *Fuse) Build() error {
	if f.built {
		return nil
	}
	if err := tooMany(uint64(len(f.keys))); err != nil {
		return err
	}
	var b fuseBuild
	l := layoutFor(uint64(len(f.keys)), f.config.Probes)
	f.attempts = 0
	for seed := f.config.Seed; f.attempts < uint64(f.config.Attempts); seed += hashing.Golden {
		f.attempts++
		f.seed = hashing.Mix(seed + hashing.Golden)
		if b.peel(l, f.keys, f.seed) {
			f.fill(l, &b)
			return nil
		}
		if f.attempts == 1 { // copies of a key, which share all slots, would fail every time
			f.deduplicate()
			l = layoutFor(uint64(len(f.keys)), f.config.Probes)
			if !f.config.Same && l.log > 2 {
				l.segments, l.log = 2*l.segments, l.log-1
			}
		} else if !f.config.Same {
			l.segments++
		}
	}
	return fmt.Errorf("binaryfuse of %d keys: %d attempts failed", len(f.keys), f.attempts)
}

// fill writes the table in the order that the build found.
func (f *Fuse) fill(l layout, b *fuseBuild) {
	f.layout, f.table = l, bitpack.NewBuckets(l.slots(), 1, f.config.FingerprintBits)
	for n := len(b.order) - 1; n >= 0; n-- {
		h := b.order[n]
		at, value := l.places(h), f.print(h)
		for i := range l.probes {
			if i != int(b.alone[n]) {
				value ^= f.table.From(at[i])
			}
		}
		f.table.Swap(at[b.alone[n]], value&f.mask)
	}
	f.finish(l.shape(f.config.FingerprintBits))
	if f.kernel {
		f.look = simd.FuseLook{
			Table: &f.table.Bytes()[0], Seed: f.seed, Firsts: l.firsts(), Length: 1 << l.log, Mask: 1<<l.log - 1,
			Log: uint64(f.config.FingerprintBits/8 - 1), Print: f.mask, Four: uint64(l.probes - 3), Else: f.contains,
		}
	}
	if batch.Far(len(f.table.Bytes())) {
		f.prefetch = f.prefetchSlots
	}
}

// Contains implements [variants.Filter]. It is false for every key until the filter is built.
func (f *Fuse) Contains(hash uint64) bool { return simd.LookFuse(&f.look, hash) }

// contains is Contains in plain Go.
func (f *Fuse) contains(hash uint64) bool { return f.built && f.has(hash) }

func (f *Fuse) has(hash uint64) bool {
	h := hashing.Mix(hash ^ f.seed)
	at := f.places(h)
	sum := f.print(h) ^ f.table.From(at[0]) ^ f.table.From(at[1]) ^ f.table.From(at[2])
	if f.probes == 4 {
		sum ^= f.table.From(at[3])
	}
	return sum&f.mask == 0
}

// ContainsEach implements [variants.Typed].
func (f *Fuse) ContainsEach(keys []uint64, seed uint64) int {
	return batch.Each(keys, seed, func(hash uint64) bool { return f.Contains(hash) })
}

// ContainsBatch implements [variants.Batcher].
func (f *Fuse) ContainsBatch(hashes []uint64, found []bool) int {
	return containsBatch(f.prefetch, hashes, found, f.Contains)
}

// prefetchSlots prefetches the lines of the slots of keys.
func (f *Fuse) prefetchSlots(hashes []uint64) {
	var lines [4 * batch.Group]uint64
	n := 0
	for _, hash := range hashes[:min(batch.Group, len(hashes))] {
		at := f.places(hashing.Mix(hash ^ f.seed))
		for _, slot := range at[:f.probes] {
			lines[n] = f.table.Byte(slot)
			n++
		}
	}
	simd.Prefetch(f.table.Bytes(), lines[:n])
}

// Tables implements [variants.Tabler].
func (f *Fuse) Tables() [][]byte {
	if !f.built {
		return nil
	}
	return [][]byte{f.table.Bytes()}
}

// fuseBuild is the memory of a build: 13 bytes a slot and 17 a key, beside the keys.
type fuseBuild struct {
	order []uint64 // hashes, in the order in which a slot of theirs had no other key
	alone []uint8  // which of their slots that is
	count []uint8  // of a slot: four times the keys that have it, with the exclusive or of which of theirs it is
	sum   []uint64 // of a slot: the exclusive or of the hashes that have it
	queue []uint32
	mixed []uint64
}

// peel finds the order in which the keys' slots can be written; false where there is none.
func (b *fuseBuild) peel(l layout, keys []uint64, seed uint64) bool {
	n, slots := len(keys), l.slots()
	b.mixed, b.order, b.alone = sized(b.mixed, n), sized(b.order, n), sized(b.alone, n)
	b.count, b.sum, b.queue = sized(b.count, int(slots)), sized(b.sum, int(slots)), sized(b.queue, int(slots))
	clear(b.count)
	clear(b.sum)
	scatter(keys, b.mixed, func(key uint64) uint64 { return hashing.Mix(key ^ seed) })
	count, sum, probes := b.count, b.sum, l.probes // which no write through b can change
	most := uint8(0)
	for _, h := range b.mixed {
		at := l.places(h)
		for i := range probes {
			slot := at[i&3]
			sum[slot] ^= h
			c := count[slot] + 4 ^ uint8(i)
			count[slot] = c
			most = max(most, c)
		}
		if most >= 63*4 { // copies, or a miracle: one more, and the count would begin anew
			return false
		}
	}
	alone := 0
	for slot, c := range count {
		b.queue[alone] = uint32(slot)
		if c>>2 == 1 {
			alone++
		}
	}
	found := 0
	for alone > 0 {
		alone--
		slot := uint64(b.queue[alone])
		c := count[slot]
		if c>>2 != 1 {
			continue
		}
		h, own := sum[slot], c&3
		b.order[found], b.alone[found] = h, own
		found++
		at := l.places(h)
		count[slot] = 0
		for k := range uint8(probes - 1) { // the other slots
			i := k
			if i >= own {
				i++
			}
			other := at[i&3]
			sum[other] ^= h
			c := count[other] - 4 ^ i
			count[other] = c
			b.queue[alone] = uint32(other)
			if c>>2 == 1 {
				alone++
			}
		}
	}
	return found == n
}

// sized returns a slice of n, the old one if that has room.
func sized[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	return old[:n]
}
