// Package peers puts libraries of others under the measurements of this project. Each
// library has one file with its adapters: a family's row names the library and its
// version, and the adapter hands over the 8 bytes of the 64-bit hash as the key, or
// the hash itself where the library takes a 64-bit key. The library then hashes by
// itself, with its own function and seed: that is part of what is measured, and the
// reports say so. Where its interface lets a caller replace that function, the family
// has a parameter hash, which takes it out.
//
// An adapter translates calls and hides nothing: what a library loses, refuses or
// answers wrongly shows in the records.
package peers

import (
	"encoding/binary"

	"filterbench/variants"
)

// Families returns the adapters.
func Families() []variants.Family {
	return []variants.Family{
		xorFamily,
		fuseFamily,
		seiflotfyFamily,
		seiflotfyScalableFamily,
		boomBloomFamily,
		boomCountingFamily,
		boomCuckooFamily,
		boomScalableFamily,
		boomStableFamily,
		babFamily,
		holimanFamily,
		bbloomFamily,
		ristrettoFamily,
		goleveldbFamily,
		badgerFamily,
		parquetFamily,
		btcBloomFamily,
		gcsFamily,
	}
}

// keyBytes returns the bytes of a key, for libraries that leave them on the stack.
func keyBytes(hash uint64) (key [8]byte) {
	binary.LittleEndian.PutUint64(key[:], hash)
	return key
}

// keyBuffer holds the key of the call under way, for libraries that would have it on the
// heap: so handing it over allocates nothing that is not the library's own. It makes an
// adapter unfit for concurrent calls even of Contains, as [families.SerialReads] says.
type keyBuffer [8]byte

// of writes a hash as the bytes of a key.
func (b *keyBuffer) of(hash uint64) []byte {
	binary.LittleEndian.PutUint64(b[:], hash)
	return b[:]
}

// orFull translates a library's word on an insert.
func orFull(accepted bool) error {
	if accepted {
		return nil
	}
	return variants.ErrFull
}
