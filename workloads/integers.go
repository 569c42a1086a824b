package workloads

import (
	"encoding/binary"

	"filterbench/internal/hashing"
)

// uniform keys are a mixed affine image of their numbers, so no two are equal:
// all 2^64 integers occur, in an order that looks random.
type uniform struct{ start uint64 }

func newUniform(seed uint64) uniform { return uniform{derive(seed, "uniform")} }

func (u uniform) key(number uint64) uint64 { return hashing.Mix(u.start + number*hashing.Golden) }

func (u uniform) keys(block []uint64) {
	for j, number := range block {
		block[j] = u.key(number)
	}
}

// sequential keys count up from start, around the end of the 64-bit integers.
type sequential struct{ start uint64 }

func (s sequential) key(number uint64) uint64 { return s.start + number }

func (s sequential) keys(block []uint64) {
	for j, number := range block {
		block[j] = s.start + number
	}
}

// strided keys are the multiples of stride below 2^64, from the start-th, around
// the end.
type strided struct {
	stride uint64 // 2 or more
	count  uint64 // multiples below 2^64
	start  uint64 // below count
}

func newStrided(stride, seed uint64) strided {
	count := (1<<64-1)/stride + 1
	return strided{stride, count, hashing.Reduce(derive(seed, "strided"), count)}
}

func (s strided) key(number uint64) uint64 {
	number += s.start // both are below 2^63
	if number >= s.count {
		number -= s.count
	}
	return number * s.stride
}

func (s strided) keys(block []uint64) {
	for j, number := range block {
		block[j] = s.key(number)
	}
}

// halfWord keys are random in 32 of their 64 bits and 0 in the others.
type halfWord struct {
	scatter
	shift uint // 0: the low bits vary, 32: the high bits
}

func newHalfWord(shift uint, seed uint64) halfWord {
	return halfWord{scatter{derive(seed, "lowentropy"), 32}, shift}
}

func (h halfWord) key(number uint64) uint64 { return h.at(number) << h.shift }

func (h halfWord) keys(block []uint64) {
	for j, number := range block {
		block[j] = h.key(number)
	}
}

// digits keys are eight decimal digits, as the eight bytes that such a text has in
// memory: 3.3 bits of each byte vary.
type digits struct{ start uint64 }

// digitsCount is the number of keys of eight digits, and digitsStep a number
// without a common divisor: its multiples visit them all, spread evenly.
const (
	digitsCount = 100_000_000
	digitsStep  = 61_803_399
)

func newDigits(seed uint64) digits {
	return digits{hashing.Reduce(derive(seed, "lowentropy"), digitsCount)}
}

func (d digits) key(number uint64) uint64 {
	text := [8]byte{}
	for rest, i := (d.start+number*digitsStep)%digitsCount, 7; i >= 0; rest, i = rest/10, i-1 {
		text[i] = '0' + byte(rest%10)
	}
	return binary.LittleEndian.Uint64(text[:])
}

func (d digits) keys(block []uint64) {
	for j, number := range block {
		block[j] = d.key(number)
	}
}

// digitSpace shows a digits key as its digits.
type digitSpace struct{ integerSpace }

func (s digitSpace) append(dst []byte, number uint64) []byte {
	return binary.LittleEndian.AppendUint64(dst, s.key(number))
}

// timestamps keys are strictly increasing nanoseconds since 1970: bursts of 64
// events within 33 microseconds, one burst somewhere in each 1.05 milliseconds.
type timestamps struct {
	start  uint64 // nanoseconds
	jitter uint64 // seed of where bursts and events fall
}

const (
	burstBits  = 6  // log2 of events in a burst
	eventBits  = 9  // log2 of the nanoseconds within which one event falls
	periodBits = 20 // log2 of the nanoseconds from burst to burst
	burstSlack = 1<<periodBits - 1<<(burstBits+eventBits)

	// timestampMembers keys last 73 years, so all keys stay below 2^63 nanoseconds.
	timestampMembers = 1 << (61 - periodBits + burstBits)

	year2020 = 1_577_836_800_000_000_000
	oneYear  = 366 * 24 * 3600 * 1_000_000_000
)

func newTimestamps(seed uint64) timestamps {
	s := derive(seed, "timestamps")
	return timestamps{year2020 + hashing.Reduce(s, oneYear), hashing.Mix(s)}
}

func (t timestamps) key(number uint64) uint64 {
	burst, event := number>>burstBits, number&(1<<burstBits-1)
	at := t.start + burst<<periodBits + hashing.Reduce(hashing.Mix(t.jitter+burst), burstSlack)
	return at + event<<eventBits + uniform{t.jitter}.key(number)>>(64-eventBits)
}

func (t timestamps) keys(block []uint64) {
	for j, number := range block {
		block[j] = t.key(number)
	}
}
