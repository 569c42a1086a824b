//go:build !purego

package lines

// SeatCuckoo puts the fingerprint of each key into the emptier one of its two buckets,
// the first of them if they are equally full, in its first free slot. A key for which
// there is no room in either is written to aside instead, which must be as long as
// hashes. No slot of the table must have been freed since it was empty. It does
// all but the last seven keys at most; done is how many, left how many of those are put
// aside. The table must be as long as c says, with eight bytes of slack.
//
// It must only be called where [Wide] is true.
func SeatCuckoo(table []byte, c *Cuckoo, hashes, aside []uint64) (done, left int) {
	if done = len(hashes) &^ 7; done > 0 {
		_ = aside[done-1]
		left = seatCuckoo(&table[0], c, &hashes[0], done, &aside[0])
	}
	return done, left
}

//go:noescape
func seatCuckoo(table *byte, c *Cuckoo, hashes *uint64, n int, aside *uint64) (left int)
