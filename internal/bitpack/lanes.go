package bitpack

import "math/bits"

// Lanes describes equal fields side by side in a 64-bit word, lane 0 lowest:
//
//	63              36          24          12           0
//	| anything      |  lane 2   |  lane 1   |  lane 0    |    Count 3, Width 12
//
// Bits above the lanes may hold anything; no function here looks at them.
type Lanes struct {
	Count, Width int
	Lows         uint64 // the lowest bit of every lane
	Highs        uint64 // the highest bit of every lane
}

// NewLanes describes count lanes of width bits. It panics if they are not
// between 1 and 64 bits together, or narrower than 2 bits: the tricks below need
// room for a carry.
func NewLanes(count, width int) Lanes {
	if count < 1 || width < 2 || count*width > 64 {
		panic("bitpack: lanes do not fit a word")
	}
	l := Lanes{Count: count, Width: width}
	for i := range count {
		l.Lows |= 1 << (i * width)
		l.Highs |= 1 << (i*width + width - 1)
	}
	return l
}

// Spread returns a word with value in every lane. value must fit a lane.
func (l Lanes) Spread(value uint64) uint64 { return value * l.Lows }

// FirstZero flags lanes that are 0 by their highest bit. The result is 0 exactly
// if no lane is 0, and its lowest flag is exact; a higher flag may be false,
// when a borrow ran out of a lane that is 0 into one that is 1.
func (l Lanes) FirstZero(word uint64) uint64 {
	return (word - l.Lows) &^ word & l.Highs
}

// Zeros flags lanes that are 0 by their highest bit, each exactly: the sum stays
// inside its lane.
func (l Lanes) Zeros(word uint64) uint64 {
	below := l.Highs - l.Lows // all bits but the highest, in every lane
	return ^(word&below + below | word) & l.Highs
}

// Shift returns the number of the lowest bit of the lane that the lowest flag
// stands for. flags must not be 0.
func (l Lanes) Shift(flags uint64) int {
	return bits.TrailingZeros64(flags) - (l.Width - 1)
}
