//go:build !purego

package simd

// The functions below do the work of the same filters on one key. They must only be
// called where [HasAVX512] is true, which those that need a [Lanes] are: there is none
// elsewhere.

// SetSplit inserts a key into a block of 256 bits. word holds its positions.
func SetSplit(block *[4]uint64, word uint64) { setSplit(block, word) }

// SetBlocked inserts a key into a block of 512 bits.
func SetBlocked(block *[8]uint64, hash uint64, s *Lanes) { setBlocked(block, hash, s) }

// HasWord reports whether a word has the bits of a key, at its positions modulo 64.
func HasWord(word, hash uint64, s *Lanes) bool { return hasWord(word, hash, s) }

// WordBits returns a word with the bits of a key, at its positions modulo 64.
func WordBits(hash uint64, s *Lanes) uint64 { return wordBits(hash, s) }

//go:noescape
func setSplit(block *[4]uint64, word uint64)

//go:noescape
func setBlocked(block *[8]uint64, hash uint64, s *Lanes)

//go:noescape
func hasWord(word, hash uint64, s *Lanes) bool

//go:noescape
func wordBits(hash uint64, s *Lanes) uint64
