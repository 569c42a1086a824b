package peers

import (
	"encoding/binary"
	"hash"

	"filterbench/internal/hashing"
	"filterbench/variants/spec"
)

// Some libraries let a caller replace their hash function. With hash=none an adapter
// makes the caller's 64-bit hash take its place, so that what is measured is the filter
// without its hash. What a call still pays for beside the filter is in the field's
// documentation.

// bare reports whether a library is to be measured without its hash.
func bare(v spec.Values) bool { return v.Text("hash") == "none" }

// given64 "hashes" eight bytes to the number that they are.
type given64 uint64

var _ hash.Hash64 = (*given64)(nil)

func (g *given64) Write(key []byte) (int, error) {
	*g = given64(binary.LittleEndian.Uint64(key))
	return len(key), nil
}

func (g *given64) Sum64() uint64         { return uint64(*g) }
func (g *given64) Sum(dst []byte) []byte { return binary.BigEndian.AppendUint64(dst, uint64(*g)) }
func (g *given64) Reset()                {}
func (g *given64) Size() int             { return 8 }
func (g *given64) BlockSize() int        { return 8 }

// given32 "hashes" eight bytes to the lower half of the number that they are. Anything
// shorter is a fingerprint, whose hash says where its other bucket is, and is mixed.
type given32 uint32

var _ hash.Hash32 = (*given32)(nil)

func (g *given32) Write(key []byte) (int, error) {
	if len(key) == 8 {
		*g = given32(binary.LittleEndian.Uint64(key))
		return len(key), nil
	}
	mark := uint64(1)
	for _, b := range key {
		mark = mark<<8 | uint64(b)
	}
	*g = given32(hashing.Mix(mark))
	return len(key), nil
}

func (g *given32) Sum32() uint32         { return uint32(*g) }
func (g *given32) Sum(dst []byte) []byte { return binary.BigEndian.AppendUint32(dst, uint32(*g)) }
func (g *given32) Reset()                {}
func (g *given32) Size() int             { return 4 }
func (g *given32) BlockSize() int        { return 4 }
