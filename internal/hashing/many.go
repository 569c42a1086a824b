package hashing

// fewKeys is what the functions of many keys panic with.
const fewKeys = "hashing: fewer keys than places for hashes"

// Uint64s sets each dst[i] to Uint64(keys[i], seed). It panics if there are fewer keys
// than places for hashes. dst may be keys, but must not overlap it in another way.
// It allocates nothing.
//
// Where the processor has AVX-512, eight keys are hashed at a time, and the rest as
// everywhere else.
func Uint64s(dst, keys []uint64, seed uint64) {
	if len(keys) < len(dst) {
		panic(fewKeys)
	}
	keys = keys[:len(dst)]
	from := start(seed) // once, which the compiler does not see
	if wide && len(keys) >= 8 {
		done := len(keys) &^ 7
		uint64sWide(&dst[0], &keys[0], done, from)
		dst, keys = dst[done:], keys[done:]
	}
	for i, key := range keys {
		dst[i] = finish(from + key*metroK3)
	}
}
