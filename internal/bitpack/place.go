package bitpack

// Put puts tag into the first free slot of bucket i, or, if there is none, into slot
// pick of it, and returns what was there: 0 if the slot was free. It has no branch
// that depends on the table, for those who cannot foretell which it will be. pick is
// below the number of slots, tag not 0.
func (t *Buckets) Put(i, tag, pick uint64) (old uint64) {
	bit, width := i*t.stride, uint64(t.lanes.Width)
	word := t.load(bit)
	flags := t.lanes.FirstZero(word)
	if t.second != 0 {
		if later := bit + t.second; flags == 0 {
			half := uint64(t.slots / 2)
			if flags = t.lanes.FirstZero(t.load(later)); flags != 0 || pick >= half {
				bit, word, pick = later, t.load(later), pick&(half-1)
			}
		}
	}
	at := pick * width
	if flags != 0 {
		at = uint64(t.lanes.Shift(flags))
	}
	at &= 63
	old = word >> at & (1<<width - 1)
	t.flip(bit, (old^tag)<<at)
	return old
}

// Peek returns what [Buckets.Put] would, and puts nothing.
func (t *Buckets) Peek(i, pick uint64) (old uint64) {
	bit, width := i*t.stride, uint64(t.lanes.Width)
	word := t.load(bit)
	full := t.lanes.FirstZero(word) == 0
	if t.second != 0 {
		later, half := t.load(bit+t.second), uint64(t.slots/2)
		full = full && t.lanes.FirstZero(later) == 0
		if pick >= half {
			word, pick = later, pick-half
		}
	}
	if !full {
		return 0
	}
	return word >> (pick * width & 63) & (1<<width - 1)
}

// TakeEither empties the first slot of bucket i that holds tag or, if there is none, of
// bucket j, and reports whether there was one in either. It is Replace(i, tag, 0) ||
// Replace(j, tag, 0), but it reads both at once and has no branch that depends on which
// it is: nobody can foretell that.
func (t *Buckets) TakeEither(i, j, tag uint64) bool {
	if t.second != 0 {
		return t.Replace(i, tag, 0) || t.Replace(j, tag, 0)
	}
	bit, other, want := i*t.stride, j*t.stride, t.lanes.Spread(tag)
	flags, others := t.lanes.FirstZero(t.load(bit)^want), t.lanes.FirstZero(t.load(other)^want)
	none := (flags|-flags)>>63 - 1 // all ones if bucket i has none, else 0
	bit ^= (bit ^ other) & none
	flags |= others & none
	if flags == 0 {
		return false
	}
	t.flip(bit, tag<<(t.lanes.Shift(flags)&63))
	return true
}

// PutEmptier puts each of tags into the emptier one of its two buckets, first and
// second, into the first of them if they are equally full, in the slot that
// [Buckets.Replace] would take. It writes the numbers of those for which there is no
// room in either to left, which must be as long as tags, and returns how many they
// are. No slot of the buckets must have been freed since the table was empty.
func (t *Buckets) PutEmptier(first, second, tags []uint64, left []int32) (n int) {
	if t.second != 0 {
		return t.putEmptierHalves(first, second, tags, left)
	}
	first, second, left = first[:len(tags)], second[:len(tags)], left[:len(tags)]
	lanes, stride := t.lanes, t.stride
	for k, tag := range tags {
		bit, other := first[k]*stride, second[k]*stride
		// Free slots are the upper ones, so of two words of flags the larger has
		// more of them.
		flags, more := lanes.Zeros(t.load(bit)), lanes.Zeros(t.load(other))
		if more > flags {
			bit, flags = other, more
		}
		left[n] = int32(k)
		full := uint64(0)
		if flags == 0 {
			full = 1
		}
		n += int(full)
		at := uint64(lanes.Shift(flags|1<<63)) & 63
		t.flip(bit, tag&(full-1)<<at)
	}
	return n
}

// putEmptierHalves is PutEmptier for buckets of two groups.
func (t *Buckets) putEmptierHalves(first, second, tags []uint64, left []int32) (n int) {
	for k, tag := range tags {
		i, j := first[k], second[k]
		if t.freer(j, i) {
			i = j
		}
		if !t.Replace(i, 0, tag) {
			left[n] = int32(k)
			n++
		}
	}
	return n
}

// freer reports whether bucket i of two groups has more free slots than bucket j.
func (t *Buckets) freer(i, j uint64) bool {
	i, j = i*t.stride, j*t.stride
	a, b := t.lanes.Zeros(t.load(i+t.second)), t.lanes.Zeros(t.load(j+t.second))
	return a > b || a == b && t.lanes.Zeros(t.load(i)) > t.lanes.Zeros(t.load(j))
}
