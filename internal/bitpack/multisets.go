package bitpack

// The sorted nibbles of a bucket are one of C(19,4) = 3876 multisets of four
// numbers from 0 to 15, which 12 bits tell apart; four nibbles in order take 16.
const (
	nibbleBits  = 4
	nibbles     = 1 << nibbleBits // values of a nibble
	nibbleMask  = nibbles - 1
	perMultiset = 4  // nibbles in a multiset
	rankBits    = 12 // the fewest for 3876 ranks
	rankMask    = 1<<rankBits - 1
)

// ranking numbers the multisets from 0. With a <= b <= c <= d,
//
//	rank = C(a,1) + C(b+1,2) + C(c+2,3) + C(d+3,4)
//
// because a < b+1 < c+2 < d+3 are four different numbers from 0 to 18, and every
// number has one such sum of binomials. Four zeros have rank 0, so cleared memory
// is a table of empty buckets.
//
// Source: Knuth, The Art of Computer Programming, volume 4A, section 7.2.1.3, for
// the numbering.
type ranking struct {
	term [perMultiset][nibbles]uint16 // what a value adds to the rank in each place
	of   [rankMask + 4]uint16         // the nibbles of a rank, the smallest lowest; 0 beyond the last, with room to read four at once
}

// ranks is the numbering, built once for all tables.
var ranks = newRanking()

func newRanking() *ranking {
	r := &ranking{}
	for place := range perMultiset {
		for value := range nibbles {
			r.term[place][value] = choose(value+place, place+1)
		}
	}
	for d := range uint64(nibbles) {
		for c := range d + 1 {
			for b := range c + 1 {
				for a := range b + 1 {
					r.of[r.rank(a, b, c, d)] = uint16(a | b<<4 | c<<8 | d<<12)
				}
			}
		}
	}
	return r
}

// rank returns the number of a multiset, given in ascending order.
func (r *ranking) rank(a, b, c, d uint64) uint64 {
	return uint64(r.term[0][a&nibbleMask] + r.term[1][b&nibbleMask] + r.term[2][c&nibbleMask] + r.term[3][d&nibbleMask])
}

// choose returns the binomial coefficient C(n,k).
func choose(n, k int) uint16 {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1) // is C(n,i+1), a whole number
	}
	return uint16(c)
}
