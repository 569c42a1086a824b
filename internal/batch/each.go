package batch

import "filterbench/internal/hashing"

// Each returns for how many keys a condition on their hashes holds. It is small enough to be
// inlined, and the condition with it: where that is a call of a filter whose type is known,
// the loop is the one that a program has which knows it.
func Each(keys []uint64, seed uint64, contains func(hash uint64) bool) (n int) {
	for _, key := range keys {
		if contains(hashing.Uint64(key, seed)) {
			n++
		}
	}
	return n
}
