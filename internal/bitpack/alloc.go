package bitpack

import "reflect"

// lineBytes is the size of a cache line, and of a block in a blocked filter.
const lineBytes = 64

// Tables of hugeFrom bytes or more begin at a multiple of hugeBytes, the size of a huge page,
// so that none of it is lost to what lies before where the system is asked for such pages.
// It costs the heap as much as a huge page at most, which is 3 % of the smallest of these
// tables, and no memory, as it is never touched. Smaller tables do without: their size on
// the heap is measured against libraries'.
const (
	hugeBytes = 2 << 20
	hugeFrom  = 64 << 20
)

// Words returns n zero words that start at a multiple of 64 bytes, with every
// page of memory already present.
func Words(n uint64) []uint64 {
	align := uint64(lineBytes)
	if n >= hugeFrom/8 {
		align = hugeBytes
	}
	raw := make([]uint64, n+align/8-1)
	skip := uint64(0)
	if len(raw) > 0 {
		skip = (-uint64(reflect.ValueOf(raw).Pointer()) % align) / 8
	}
	words := raw[skip : skip+n : skip+n]
	touch(words)
	return words
}

// Bytes returns n zero bytes with every page of memory already present.
func Bytes(n uint64) []byte {
	var data []byte
	if n < hugeFrom {
		data = make([]byte, n)
	} else {
		raw := make([]byte, n+hugeBytes-1)
		skip := -uint64(reflect.ValueOf(raw).Pointer()) % hugeBytes
		data = raw[skip : skip+n : skip+n]
	}
	touch(data)
	return data
}

// touch writes to each page of fresh memory. A large allocation comes from the
// operating system as promises of pages; without this the first insert into a
// page would pay for its arrival, and be timed as if the filter were slow.
func touch[T uint64 | byte](mem []T) {
	const smallestPage = 4096
	var zero T
	step := smallestPage
	if _, wide := any(zero).(uint64); wide {
		step /= 8
	}
	for i := 0; i < len(mem); i += step {
		mem[i] = 0
	}
}
