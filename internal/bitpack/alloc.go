package bitpack

import "reflect"

// lineBytes is the size of a cache line, and of a block in a blocked filter.
const lineBytes = 64

// Words returns n zero words that start at a multiple of 64 bytes, with every
// page of memory already present.
func Words(n uint64) []uint64 {
	const perLine = lineBytes / 8
	raw := make([]uint64, n+perLine-1)
	skip := uint64(0)
	if len(raw) > 0 {
		skip = (-uint64(reflect.ValueOf(raw).Pointer()) % lineBytes) / 8
	}
	words := raw[skip : skip+n : skip+n]
	touch(words)
	return words
}

// Bytes returns n zero bytes with every page of memory already present.
func Bytes(n uint64) []byte {
	data := make([]byte, n)
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
