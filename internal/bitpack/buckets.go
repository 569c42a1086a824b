package bitpack

import "math/bits"

// Buckets is a table of buckets, each with the same number of slots that hold a
// tag of a few bits; tag 0 means that the slot is empty. Nothing is rounded up:
// bucket i begins at bit i*slots*width.
//
// A bucket is read and written as one or two groups of lanes, each with one
// unaligned 64-bit access at the byte where the group begins:
//
//	slots*width <= 64 : one group of all slots
//	8 slots > 64 bits : two groups of four
//
// The bits of a group and the bits before it in its first byte fit 64 together.
// With one slot of 16 bits at most, 7+16 do; with two, 7+32. Four slots begin at
// a multiple of four bits, so before them there are 0 or 4 bits; they take 64
// bits only at width 16, where every bucket begins on a byte, and 60 or fewer
// otherwise. Eight slots begin on a byte; their second group, 4*width further
// on, obeys the rule of four slots.
type Buckets struct {
	data   []byte
	lanes  Lanes
	stride uint64 // bits from a bucket to the next
	second uint64 // bits from a bucket's first group to its second; 0 if it has one group
	slots  int
}

// slack is how many bytes the table is longer than its bits need, so that the
// 64-bit access at the last group stays inside.
const slack = 8

// NewBuckets returns n empty buckets. It panics unless slots is 1, 2, 4 or 8
// and width is between 2 and 16.
func NewBuckets(n uint64, slots, width int) Buckets {
	if bits.OnesCount(uint(slots)) != 1 || slots > 8 || width < 2 || width > 16 {
		panic("bitpack: a bucket has 1, 2, 4 or 8 slots of 2 to 16 bits")
	}
	t := Buckets{stride: uint64(slots * width), slots: slots, lanes: Lanes{}}
	group := slots
	if slots*width > 64 {
		group = slots / 2
		t.second = uint64(group * width)
	}
	t.lanes = NewLanes(group, width)
	t.data = Bytes((n*t.stride+7)/8 + slack)
	return t
}

// Bytes returns the memory under the table, with its slack at the end.
func (t *Buckets) Bytes() []byte { return t.data }

// Lanes describes the slots of a bucket, or of the first half of one: then second is how
// many bits further the other half begins, and else 0.
func (t *Buckets) Lanes() (lanes Lanes, second uint64) { return t.lanes, t.second }

// Stride returns the bits from a bucket to the next.
func (t *Buckets) Stride() uint64 { return t.stride }

// Byte returns the number of the byte in which bucket i begins.
func (t *Buckets) Byte(i uint64) uint64 { return i * t.stride / 8 }

// load returns the 64 bits from bit on, or up to 7 fewer with zeros above.
func (t *Buckets) load(bit uint64) uint64 {
	return load64(t.data, bit>>3) >> (bit & 7)
}

// From returns the bits of the table from bucket i on, 57 of them at least.
func (t *Buckets) From(i uint64) uint64 { return t.load(i * t.stride) }

// flip inverts the bits of the table, from bit on, that are set in change.
func (t *Buckets) flip(bit, change uint64) {
	store64(t.data, bit>>3, load64(t.data, bit>>3)^change<<(bit&7))
}

// Has reports whether tag is in bucket i or in bucket j. Tag 0 asks for an empty slot.
func (t *Buckets) Has(i, j, tag uint64) bool {
	want := t.lanes.Spread(tag)
	i *= t.stride
	j *= t.stride
	found := t.lanes.FirstZero(t.load(i)^want) | t.lanes.FirstZero(t.load(j)^want)
	if t.second != 0 {
		found |= t.lanes.FirstZero(t.load(i+t.second)^want) | t.lanes.FirstZero(t.load(j+t.second)^want)
	}
	return found != 0
}

// HasEach reports whether tag is in bucket i, as [Buckets.Has] does, one slot after
// the other.
func (t *Buckets) HasEach(i, tag uint64) bool {
	width := uint64(t.lanes.Width)
	bit, mask := i*t.stride, uint64(1)<<width-1
	for range t.slots {
		if t.load(bit)&mask == tag {
			return true
		}
		bit += width
	}
	return false
}

// Replace puts tag into the first slot of bucket i that holds old, and reports
// whether there was one. Replacing 0 inserts, replacing by 0 removes.
func (t *Buckets) Replace(i, old, tag uint64) bool {
	bit := i * t.stride
	want := t.lanes.Spread(old)
	flags := t.lanes.FirstZero(t.load(bit) ^ want)
	if flags == 0 && t.second != 0 {
		bit += t.second
		flags = t.lanes.FirstZero(t.load(bit) ^ want)
	}
	if flags == 0 {
		return false
	}
	t.flip(bit, (old^tag)<<t.lanes.Shift(flags))
	return true
}

// Swap puts tag into a slot and returns what was there, and the slot in which tag
// is now: the same one, but see [SortedBuckets]. Slots are numbered through the
// table, bucket by bucket.
func (t *Buckets) Swap(slot, tag uint64) (old, at uint64) {
	width := uint64(t.lanes.Width)
	bit := slot * width
	old = t.load(bit) & (1<<width - 1)
	t.flip(bit, old^tag)
	return old, slot
}

// Get returns what a slot holds.
func (t *Buckets) Get(slot uint64) uint64 {
	width := uint64(t.lanes.Width)
	return t.load(slot*width) & (1<<width - 1)
}

// Tally returns how many slots of bucket i hold tag.
func (t *Buckets) Tally(i, tag uint64) int {
	bit := i * t.stride
	want := t.lanes.Spread(tag)
	n := bits.OnesCount64(t.lanes.Zeros(t.load(bit) ^ want))
	if t.second != 0 {
		n += bits.OnesCount64(t.lanes.Zeros(t.load(bit+t.second) ^ want))
	}
	return n
}

// Places returns which slots of bucket i hold tag: bit k for slot k of the bucket.
func (t *Buckets) Places(i, tag uint64) (mask uint64) {
	bit := i * t.stride
	want := t.lanes.Spread(tag)
	mask = t.places(t.load(bit) ^ want)
	if t.second != 0 {
		mask |= t.places(t.load(bit+t.second)^want) << (t.slots / 2)
	}
	return mask
}

// places returns which lanes of a group are 0, lane k as bit k.
func (t *Buckets) places(word uint64) (mask uint64) {
	for flags := t.lanes.Zeros(word); flags != 0; flags &= flags - 1 {
		mask |= 1 << (bits.TrailingZeros64(flags) / t.lanes.Width)
	}
	return mask
}
