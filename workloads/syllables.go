package workloads

import "filterbench/internal/hashing"

// Generated texts are spelled in syllables of one consonant and one group of
// vowels, of 7 bits. Consonants and groups of vowels alternate, so a text can be
// read back in one way only and different bits give different texts.
const (
	consonants    = "bdfghklmnprstvwz"
	syllableBits  = 7
	longestVowels = 2
)

var (
	vowels = [8]string{"a", "e", "i", "o", "u", "ai", "ee", "ou"}
	codas  = [8]string{"", "d", "l", "m", "n", "r", "s", "t"}
)

// appendSyllables spells the lowest n*7 bits.
func appendSyllables(dst []byte, bits uint64, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, consonants[bits>>3&15])
		dst = append(dst, vowels[bits&7]...)
		bits >>= syllableBits
	}
	return dst
}

// words is a space of invented words of 8 to 13 letters: four syllables and the
// end of the last one, 31 bits.
type words struct{ scatter }

const (
	wordSyllables = 4
	wordBits      = wordSyllables*syllableBits + 3
	wordMembers   = 1 << (wordBits - 1)
)

func newWords(seed uint64) words { return words{scatter{derive(seed, "words"), wordBits}} }

func (w words) append(dst []byte, number uint64) []byte {
	bits := w.at(number)
	dst = appendSyllables(dst, bits>>3, wordSyllables)
	return append(dst, codas[bits&7]...)
}

func (w words) hash(block []uint64, seed uint64) {
	buf := make([]byte, 0, 16)
	for j, number := range block {
		buf = w.append(buf[:0], number)
		block[j] = hashing.Bytes(buf, seed)
	}
}
