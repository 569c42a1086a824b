package peers

import (
	"bytes"
	"math/rand/v2"
	"testing"

	cuckoo "github.com/seiflotfy/cuckoofilter"
)

// untouched is what the library's own hash makes of some keys: variables of a package are
// set before any filter is built, and the first one replaces the hasher.
var untouched = encoded()

// encoded is a filter of random keys of all lengths up to 40 but the marked one, so few
// that none is moved.
func encoded() []byte {
	random := rand.New(rand.NewPCG(3, 4))
	filter := cuckoo.NewFilter(1 << 14)
	for n := range 41 {
		if n == markedKey {
			continue
		}
		for range 10 {
			key := make([]byte, n)
			for i := range key {
				key[i] = byte(random.Uint32())
			}
			filter.Insert(key)
			if n == 0 {
				break
			}
		}
	}
	return filter.Encode()
}

// TestHasherIsTheLibrarys: the hasher that this package puts in place gives keys the
// buckets and fingerprints that the library's own does.
func TestHasherIsTheLibrarys(t *testing.T) {
	setSeiflotfyHasher()
	if !bytes.Equal(encoded(), untouched) {
		t.Error("the same keys make another table since the hasher was replaced")
	}
	if bytes.Count(untouched, []byte{0}) > len(untouched)-300 {
		t.Error("the table is all but empty: nothing is compared")
	}
}
