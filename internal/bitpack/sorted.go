package bitpack

import "math/bits"

// SortedBuckets is a table like [Buckets] with four slots a bucket, in which the
// tags of a bucket are in ascending order: a slot has no fixed place. The order
// means nothing, so it need not be paid for. Of the high nibbles, which are then
// in order too, only the multiset is written down, and a bucket of tags of w bits
// takes 12 + 4(w-4) = 4(w-1) bits, one less a slot than side by side:
//
//	4(w-1)                                   12              0
//	| rest 3 | rest 2 | rest 1 | rest 0      | rank of nibbles |      tag k = nibble k, rest k
//
// A bucket has one form only, because whole tags and not just their nibbles are
// sorted: tables that hold the same are equal bit for bit. Empty slots come first.
//
// Bucket i begins at bit 4(w-1)i, as in a table of four slots of w-1 bits, whose
// argument for one 64-bit access to a bucket holds here.
type SortedBuckets struct {
	data   []byte
	rests  Lanes  // the lowest bits of the four tags, once the rank is shifted out
	stride uint64 // bits from a bucket to the next
	rest   uint64 // bits of a tag beside its nibble, w-4
}

// NewSortedBuckets returns n empty buckets for tags of width bits. It panics
// unless width is between 6 and 17: beyond that a bucket has more than 64 bits,
// and below the rests are too narrow for lanes.
func NewSortedBuckets(n uint64, width int) *SortedBuckets {
	if width < 6 || width > 17 {
		panic("bitpack: a sorted bucket has slots of 6 to 17 bits")
	}
	t := &SortedBuckets{rest: uint64(width - nibbleBits), stride: uint64(perMultiset * (width - 1))}
	t.rests = NewLanes(perMultiset, width-nibbleBits)
	t.data = Bytes((n*t.stride+7)/8 + slack)
	return t
}

// Bytes returns the memory under the table, with its slack at the end.
func (t *SortedBuckets) Bytes() []byte { return t.data }

// Stride returns the bits from a bucket to the next.
func (t *SortedBuckets) Stride() uint64 { return t.stride }

// Parts returns what a bucket consists of: the rests of its tags, of so many bits, as they lie above
// the rank, and the nibbles of every rank.
func (t *SortedBuckets) Parts() (rests Lanes, bits uint64, nibbles []uint16) {
	return t.rests, t.rest, ranks.of[:]
}

// word returns the bits of bucket i, with anything above them.
func (t *SortedBuckets) word(i uint64) uint64 {
	bit := i * t.stride
	return load64(t.data, bit>>3) >> (bit & 7)
}

// open returns the tags of the bucket that word begins with, in ascending order.
func (t *SortedBuckets) open(word uint64) (a, b, c, d uint64) {
	n, w := uint64(ranks.of[word&rankMask]), t.rest&15
	word >>= rankBits
	mask := uint64(1)<<w - 1
	a = n&nibbleMask<<w | word&mask
	word >>= w
	b = n>>4&nibbleMask<<w | word&mask
	word >>= w
	c = n>>8&nibbleMask<<w | word&mask
	word >>= w
	d = n>>12<<w | word&mask
	return a, b, c, d
}

// shut writes tags in ascending order to bucket i.
func (t *SortedBuckets) shut(i, a, b, c, d uint64) {
	w := t.rest & 15
	mask := uint64(1)<<w - 1
	fresh := ((d&mask<<w|c&mask)<<w|b&mask)<<w | a&mask
	fresh = fresh<<rankBits | ranks.rank(a>>w, b>>w, c>>w, d>>w)
	bit := i * t.stride
	old := load64(t.data, bit>>3)
	change := (old>>(bit&7) ^ fresh) << (64 - t.stride) >> (64 - t.stride)
	store64(t.data, bit>>3, old^change<<(bit&7))
}

// Has reports whether tag is in bucket i or in bucket j. Tag 0 asks for an empty
// slot. The ranks are looked at only if the rest of tag is in a bucket, which is
// seldom when tag is not.
func (t *SortedBuckets) Has(i, j, tag uint64) bool {
	want := t.rests.Spread(tag & (1<<(t.rest&15) - 1))
	x, y := t.word(i), t.word(j)
	if t.rests.FirstZero(x>>rankBits^want)|t.rests.FirstZero(y>>rankBits^want) == 0 {
		return false
	}
	return t.flags(x, tag)|t.flags(y, tag) != 0
}

// flags returns which places of the bucket that word begins with hold tag: bit k
// for place k.
func (t *SortedBuckets) flags(word, tag uint64) uint64 {
	a, b, c, d := t.open(word)
	// Tags are below 2^63, so that only 0 borrows.
	return ((a^tag)-1)>>63 | ((b^tag)-1)>>63<<1 | ((c^tag)-1)>>63<<2 | ((d^tag)-1)>>63<<3
}

// Replace puts tag into a slot of bucket i that holds old, and reports whether
// there was one. Replacing 0 inserts, replacing by 0 removes.
func (t *SortedBuckets) Replace(i, old, tag uint64) bool {
	flags := t.flags(t.word(i), old)
	if flags == 0 {
		return false
	}
	t.put(i, uint64(bits.TrailingZeros64(flags)), tag)
	return true
}

// Swap puts tag into a slot and returns what was there, and the slot of the same
// bucket in which tag is now. To swap old into that slot undoes it. Slots are
// numbered through the table, bucket by bucket.
func (t *SortedBuckets) Swap(slot, tag uint64) (old, at uint64) {
	i := slot / perMultiset
	old, place := t.put(i, slot%perMultiset, tag)
	return old, i*perMultiset + place
}

// Tally returns how many slots of bucket i hold tag.
func (t *SortedBuckets) Tally(i, tag uint64) int {
	return bits.OnesCount64(t.flags(t.word(i), tag))
}

// put replaces what is in a place of bucket i by tag, sorts, and returns what it
// was and the place of tag. There is no branch: which way one would go is random.
func (t *SortedBuckets) put(i, place, tag uint64) (old, at uint64) {
	var s [perMultiset]uint64
	s[0], s[1], s[2], s[3] = t.open(t.word(i))
	old, s[place] = s[place], tag
	a, b := min(s[0], s[1]), max(s[0], s[1])
	c, d := min(s[2], s[3]), max(s[2], s[3])
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	b, c = min(b, c), max(b, c)
	t.shut(i, a, b, c, d)
	return old, (a-tag)>>63 + (b-tag)>>63 + (c-tag)>>63 // how many are smaller
}
