package variants

import (
	"encoding/binary"
	"testing"
)

// TestHashesAgree: a key has one hash, however it is given, and another with each seed.
func TestHashesAgree(t *testing.T) {
	for _, n := range []uint64{0, 1, 0x3131313131313131, 1<<64 - 1} {
		key := binary.LittleEndian.AppendUint64(nil, n)
		if a, b, c := Hash(key, 7), HashString(string(key), 7), HashUint64(n, 7); a != b || a != c || a == Hash(key, 8) {
			t.Errorf("%#x: %#x as bytes, %#x as text, %#x as a number, %#x with another seed", n, a, b, c, Hash(key, 8))
		}
	}
}
