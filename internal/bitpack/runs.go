package bitpack

import "math/bits"

// Runs is the table of a quotient filter that counts. Its slots, m of them, hold
// remainders of w bits. A remainder belongs to a home, one of the m slots, and all that
// belong to one home lie side by side in a run, in ascending order: at home if that is
// free, else moved up, behind the run of the home before. Positions go round in a
// circle. Three bits a slot say what is where:
//
//	home   remainders belong to this slot, wherever they lie
//	next   what lies here goes on with the run of the slot before
//	moved  what lies here is a remainder that is not at home
//
// A remainder that goes on with a run is never at home, so next without moved would
// mean nothing. Here it means a digit of a counter: a remainder that was added n times is
// followed by the digits of n-1, lowest first, in the bijective system of base B = 2^w,
// whose digits 1 to B are written as 0 to B-1. One digit counts to B+1, two to
// B^2+B+1: the slots of n copies are 1 plus the logarithm of n, and never more than n.
// No bit is spent on this, and a number has one form, so the table is a function of
// the multiset that it holds: to remove what was added last restores it bit for bit.
//
// Sixty-four slots make a block: three words of such bits and w words of remainders.
// So 64 slots are searched, counted and shifted at a time.
//
// Source: Bender et al., "Don't thrash: how to cache your hash on flash" (2012), for
// the three bits; Pandey et al., "A general-purpose counting filter" (2017), for
// blocks and for counters that take slots of the table. The mark of digits is made here.
type Runs struct {
	words  []uint64
	blocks uint64
	stride uint64 // words of a block
	width  uint   // w
	top    uint64 // the largest remainder, and the largest digit
}

// The words of a block: three of bits, and the remainders behind.
const (
	wordHome = iota
	wordNext
	wordMoved
	wordRest
)

// NewRuns returns a table of that many blocks of 64 slots, all empty. It panics unless
// there are blocks and width is between 2 and 32.
func NewRuns(blocks uint64, width int) Runs {
	if blocks == 0 || width < 2 || width > 32 {
		panic("bitpack: runs are of remainders of 2 to 32 bits, in one block or more")
	}
	stride := uint64(wordRest + width)
	return Runs{words: Words(blocks * stride), blocks: blocks, stride: stride, width: uint(width), top: 1<<width - 1}
}

// Words returns the memory under the table.
func (t *Runs) Words() []uint64 { return t.words }

// Has reports whether a remainder belongs to a home.
func (t *Runs) Has(home, rest uint64) bool {
	if !t.bit(wordHome, home) {
		return false
	}
	p := t.start(home)
	for {
		if have := t.get(p); have >= rest {
			return have == rest
		}
		if p = t.skip(p); !t.bit(wordNext, p) {
			return false
		}
	}
}

// HasBeginning reports whether one of the remainders of a home is a beginning of one. Both
// are bits behind a bit that is set, as 1 stands for no bits: 101 is a beginning of 1011.
func (t *Runs) HasBeginning(home, whole uint64) bool {
	if !t.bit(wordHome, home) {
		return false
	}
	length := bits.Len64(whole)
	for p := t.start(home); ; {
		if have := t.get(p); have == whole>>(uint(length-bits.Len64(have))&63) {
			return true
		}
		if p = t.skip(p); !t.bit(wordNext, p) {
			return false
		}
	}
}

// Each calls visit with every remainder and its home, each once, homes and then remainders
// in ascending order.
func (t *Runs) Each(visit func(home, rest uint64)) {
	for home := range 64 * t.blocks {
		if !t.bit(wordHome, home) {
			continue
		}
		for p := t.start(home); ; {
			visit(home, t.get(p))
			if p = t.skip(p); !t.bit(wordNext, p) {
				break
			}
		}
	}
}

// Tally returns how often a remainder was added to a home, less how often removed.
func (t *Runs) Tally(home, rest uint64) uint64 {
	p, found := t.seek(home, rest)
	if !found {
		return 0
	}
	n, shift := uint64(1), uint(0)
	for p = t.after(p); t.digit(p); p = t.after(p) {
		n += (t.get(p) + 1) << shift
		shift += t.width
	}
	return n
}

// Add adds a remainder to a home. It reports whether it could and whether it took a
// slot for that; without room it must not, and changes nothing if it had to. The
// table must keep a slot empty.
func (t *Runs) Add(home, rest uint64, room bool) (slot, ok bool) {
	if !t.bit(wordHome, home) {
		if room {
			t.begin(home, rest)
		}
		return room, room
	}
	p, found := t.seek(home, rest)
	if found {
		return t.up(p, room)
	}
	if !room {
		return false, false
	}
	if t.bit(wordNext, p) || !t.ofRun(home, p) {
		t.open(p, rest, true, true)
		return true, true
	}
	// A new first remainder: what was first goes on with it.
	t.open(p, rest, false, t.bit(wordMoved, p))
	t.put(wordNext, t.after(p), true)
	return true, true
}

// ofRun reports whether p, where a run begins, is where that of a home does.
func (t *Runs) ofRun(home, p uint64) bool { return t.start(home) == p }

// begin makes the run of a home that has none.
func (t *Runs) begin(home, rest uint64) {
	used := t.bit(wordNext, home) || t.bit(wordMoved, home)
	t.put(wordHome, home, true)
	if !used {
		t.set(home, rest)
		return
	}
	t.open(t.start(home), rest, false, true)
}

// Remove takes back one Add of a remainder to a home. It reports whether there was
// one, and whether a slot became free.
func (t *Runs) Remove(home, rest uint64) (slot, ok bool) {
	p, found := t.seek(home, rest)
	if !found {
		return false, false
	}
	if next := t.after(p); t.digit(next) {
		return t.down(home, next), true
	}
	end := t.first(unmoved, t.after(p))
	from := p // where runs of later homes may begin now
	if !t.bit(wordNext, p) {
		if next := t.after(p); t.bit(wordNext, next) {
			t.put(wordNext, next, false)
			t.put(wordMoved, next, t.bit(wordMoved, p))
			from = next
		} else {
			t.put(wordHome, home, false)
		}
	}
	t.close(home, p, from, end)
	return true, true
}

// up adds one to the counter of the remainder at p.
func (t *Runs) up(p uint64, room bool) (slot, ok bool) {
	end := t.after(p)
	for t.digit(end) && t.get(end) == t.top {
		end = t.after(end)
	}
	more := !t.digit(end) // all are the largest: one digit more, and all the smallest
	if more && !room {
		return false, false
	}
	for q := t.after(p); q != end; q = t.after(q) {
		t.set(q, 0)
	}
	if more {
		t.open(end, 0, true, false)
	} else {
		t.set(end, t.get(end)+1)
	}
	return more, true
}

// down takes one from the counter whose first digit is at p, and reports whether it
// has a digit less.
func (t *Runs) down(home, p uint64) (fewer bool) {
	for t.digit(p) && t.get(p) == 0 {
		t.set(p, t.top)
		p = t.after(p)
	}
	if t.digit(p) {
		t.set(p, t.get(p)-1)
		return false
	}
	last := t.before(p)
	t.close(home, last, last, t.first(unmoved, p))
	return true
}

// seek returns where in the run of a home a remainder is, or would be.
func (t *Runs) seek(home, rest uint64) (p uint64, found bool) {
	if !t.bit(wordHome, home) {
		return 0, false
	}
	p = t.start(home)
	for {
		if have := t.get(p); have >= rest {
			return p, have == rest
		}
		if p = t.skip(p); !t.bit(wordNext, p) {
			return p, false
		}
	}
}

// skip returns the slot behind a remainder and its digits.
func (t *Runs) skip(p uint64) uint64 {
	for p = t.after(p); t.digit(p); p = t.after(p) {
	}
	return p
}

// start returns where the run of a home begins, or would begin if the home is in
// use by other runs and was just marked.
func (t *Runs) start(home uint64) uint64 {
	block := t.words[home>>6*t.stride:]
	if (block[wordNext]|block[wordMoved])>>(home&63)&1 == 0 {
		return home
	}
	// Back to a remainder at home: behind it all are in use, and their runs follow
	// each other as their homes do.
	base := home >> 6
	homes, mask := 0, ^uint64(0)>>(63-home&63)
	for {
		block = t.words[base*t.stride:]
		if w := ^(block[wordNext] | block[wordMoved]) & mask; w != 0 {
			at := uint64(63 - bits.LeadingZeros64(w))
			homes += bits.OnesCount64(block[wordHome] & mask & (^uint64(1) << at))
			return t.nth(base<<6|at, homes)
		}
		homes += bits.OnesCount64(block[wordHome] & mask)
		mask = ^uint64(0)
		if base == 0 {
			base = t.blocks
		}
		base--
	}
}

// nth returns where the nth run after that at p begins, n >= 1: or where it would, if
// it is not there yet.
func (t *Runs) nth(p uint64, n int) uint64 {
	base, mask := p>>6, ^uint64(1)<<(p&63)
	for {
		w := ^t.words[base*t.stride+wordNext] & mask
		if c := bits.OnesCount64(w); c >= n {
			return base<<6 | Select(w, n-1)
		} else {
			n -= c
		}
		mask = ^uint64(0)
		if base++; base == t.blocks {
			base = 0
		}
	}
}
