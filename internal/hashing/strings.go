package hashing

// Strings sets each dst[i] to String(keys[i], seed). It panics if there are fewer keys than
// places for hashes. It allocates nothing.
//
// Where the processor has AVX-512, eight keys are hashed at a time, each in a lane of its own
// and as long as it is: one after the other they wait for branches that go by their lengths, which
// no processor foresees.
func Strings(dst []uint64, keys []string, seed uint64) {
	if len(keys) < len(dst) {
		panic(fewKeys)
	}
	keys = keys[:len(dst)]
	if wide && len(keys) >= 8 {
		done := len(keys) &^ 7
		stringsWide(&dst[0], &keys[0], done, start(seed))
		dst, keys = dst[done:], keys[done:]
	}
	for i, key := range keys {
		dst[i] = String(key, seed)
	}
}

// Slices is [Strings] for keys that are slices of bytes.
func Slices(dst []uint64, keys [][]byte, seed uint64) {
	if len(keys) < len(dst) {
		panic(fewKeys)
	}
	keys = keys[:len(dst)]
	if wide && len(keys) >= 8 {
		done := len(keys) &^ 7
		slicesWide(&dst[0], &keys[0], done, start(seed))
		dst, keys = dst[done:], keys[done:]
	}
	for i, key := range keys {
		dst[i] = Bytes(key, seed)
	}
}
