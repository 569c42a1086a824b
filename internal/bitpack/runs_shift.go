package bitpack

import "math/bits"

// This file holds what Runs does with slots, whatever they mean.

// after and before go round the table.
func (t *Runs) after(p uint64) uint64 {
	if p++; p == t.blocks<<6 {
		return 0
	}
	return p
}

func (t *Runs) before(p uint64) uint64 {
	if p == 0 {
		p = t.blocks << 6
	}
	return p - 1
}

// distance returns how far it is from p up to q.
func (t *Runs) distance(p, q uint64) uint64 {
	if q < p {
		q += t.blocks << 6
	}
	return q - p
}

// bit returns one of the three bits of a slot.
func (t *Runs) bit(word, p uint64) bool {
	return t.words[p>>6*t.stride+word]>>(p&63)&1 != 0
}

// Near returns two cells, in bits of the table, of the lines that a search for a home
// begins with: the three bits of its block, and its slot.
func (t *Runs) Near(home uint64) (flags, slot uint64) {
	flags = home >> 6 * t.stride * 64
	return flags, flags + wordRest*64 + uint64(t.width)*(home&63)
}

// put writes one of the three bits of a slot.
func (t *Runs) put(word, p uint64, value bool) {
	w := &t.words[p>>6*t.stride+word]
	*w &^= 1 << (p & 63)
	if value {
		*w |= 1 << (p & 63)
	}
}

// digit reports whether a slot holds a digit.
func (t *Runs) digit(p uint64) bool {
	block := t.words[p>>6*t.stride:]
	return block[wordNext]&^block[wordMoved]>>(p&63)&1 != 0
}

// get returns the remainder or digit in a slot.
func (t *Runs) get(p uint64) uint64 {
	at := uint64(t.width) * (p & 63)
	words := t.words[p>>6*t.stride+wordRest+at>>6:]
	v := words[0] >> (at & 63)
	if at&63+uint64(t.width) > 64 {
		v |= words[1] << (64 - at&63)
	}
	return v & t.top
}

// set writes a remainder or digit into a slot.
func (t *Runs) set(p, value uint64) {
	at := uint64(t.width) * (p & 63)
	words := t.words[p>>6*t.stride+wordRest+at>>6:]
	words[0] = words[0]&^(t.top<<(at&63)) | value<<(at&63)
	if over := at&63 + uint64(t.width); over > 64 {
		words[1] = words[1]&^(t.top>>(64-at&63)) | value>>(64-at&63)
	}
}

// What first looks for.
const (
	unused  = iota // nothing is here
	unmoved        // nothing, or a remainder at home
	begins         // nothing, or a run begins
	homes          // a home
)

// first returns the first slot from p on that is of a kind. There must be one.
func (t *Runs) first(kind int, p uint64) uint64 {
	base, mask := p>>6, ^uint64(0)<<(p&63)
	for {
		block, w := t.words[base*t.stride:], uint64(0)
		switch kind {
		case unused:
			w = ^(block[wordHome] | block[wordNext] | block[wordMoved])
		case unmoved:
			w = ^(block[wordNext] | block[wordMoved])
		case begins:
			w = ^block[wordNext]
		case homes:
			w = block[wordHome]
		}
		if w &= mask; w != 0 {
			return base<<6 | uint64(bits.TrailingZeros64(w))
		}
		mask = ^uint64(0)
		if base++; base == t.blocks {
			base = 0
		}
	}
}

// open moves what lies in slot p and behind up by one, to the next empty slot, and
// puts a remainder or digit there. What was at home is not any more.
func (t *Runs) open(p, value uint64, next, moved bool) {
	end := t.first(unused, p)
	for at := end; ; {
		low := at &^ 63 // the part of the way that is in this block
		if p >= low && p <= at {
			low = p
		}
		t.moveUp(low, at)
		if low == p {
			break
		}
		from := t.before(low)
		t.set(low, t.get(from))
		t.put(wordNext, low, t.bit(wordNext, from))
		t.put(wordMoved, low, t.bit(wordMoved, from) || !t.bit(wordNext, from))
		at = from
	}
	t.set(p, value)
	t.put(wordNext, p, next)
	t.put(wordMoved, p, moved)
}

// moveUp moves slots low to high-1 of a block up by one.
func (t *Runs) moveUp(low, high uint64) {
	block := t.words[low>>6*t.stride:][:t.stride]
	lo, hi := low&63, high&63
	into := ^uint64(0) >> (63 - hi) & (^uint64(1) << lo)
	next := block[wordNext]
	moved := block[wordMoved] | ^next
	block[wordNext] = next&^into | next<<1&into
	block[wordMoved] = block[wordMoved]&^into | moved<<1&into
	shiftUp(block[wordRest:], lo*uint64(t.width), (hi+1)*uint64(t.width), t.width)
}

// close empties slot p and moves what lies behind down by one, up to end, where
// something is at home or nothing is. p belongs to the run of a home; runs that begin
// at from or behind belong to later homes, and some of them are at home then.
func (t *Runs) close(home, p, from, end uint64) {
	last := t.before(end)
	for at := p; ; {
		high := at | 63
		if last >= at && last <= high {
			high = last
		}
		t.moveDown(at, high)
		if high == last {
			break
		}
		behind := t.after(high)
		t.set(high, t.get(behind))
		t.put(wordNext, high, t.bit(wordNext, behind))
		t.put(wordMoved, high, t.bit(wordMoved, behind))
		at = behind
	}
	t.set(last, 0)
	t.put(wordNext, last, false)
	t.put(wordMoved, last, false)
	t.settle(home, p, from, last)
}

// settle marks runs between from and last that have come home.
func (t *Runs) settle(home, p, from, last uint64) {
	span := t.distance(p, last)
	for at := t.first(begins, from); t.distance(p, at) < span; at = t.first(begins, t.after(at)) {
		if home = t.first(homes, t.after(home)); home == at {
			t.put(wordMoved, at, false)
		}
	}
}

// moveDown moves slots low+1 to high of a block down by one.
func (t *Runs) moveDown(low, high uint64) {
	block := t.words[low>>6*t.stride:][:t.stride]
	lo, hi := low&63, high&63
	into := ^uint64(0) >> (63 - hi) & (^uint64(0) << lo)
	for _, word := range []int{wordNext, wordMoved} {
		block[word] = block[word]&^into | block[word]>>1&into
	}
	shiftDown(block[wordRest:], lo*uint64(t.width), (hi+1)*uint64(t.width), t.width)
}

// shiftUp moves bits from to end-1 up; the lowest of them become anything.
func shiftUp(words []uint64, from, end uint64, by uint) {
	first, last := from>>6, (end-1)>>6
	for i := last; ; i-- {
		v := words[i] << by
		if i > first {
			v |= words[i-1] >> (64 - by)
		}
		words[i] ^= (words[i] ^ v) & within(i, from, end)
		if i == first {
			return
		}
	}
}

// shiftDown moves bits from to end-1 down; the highest of them become anything.
func shiftDown(words []uint64, from, end uint64, by uint) {
	last := (end - 1) >> 6
	for i := from >> 6; i <= last; i++ {
		v := words[i] >> by
		if i < last {
			v |= words[i+1] << (64 - by)
		}
		words[i] ^= (words[i] ^ v) & within(i, from, end)
	}
}

// within returns the bits from to end-1 that are in word i.
func within(i, from, end uint64) uint64 {
	mask := ^uint64(0)
	if i == from>>6 {
		mask <<= from & 63
	}
	if i == (end-1)>>6 {
		mask &= ^uint64(0) >> (63 - (end-1)&63)
	}
	return mask
}
