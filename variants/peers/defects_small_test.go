package peers_test

import (
	"encoding/binary"
	"testing"

	"github.com/dgraph-io/ristretto/v2/z"
	"github.com/ipfs/bbloom"
	boom "github.com/tylertreat/BoomFilters"
)

// rareRate is asked of filters for 15 keys, which take about 431 bits for it.
const rareRate = 1e-6

// positivesOf inserts 15 keys and returns how many of a million others are found: one
// is expected of a filter that keeps the rate.
func positivesOf(seed uint64, add func(uint64), has func(uint64) bool) (n int) {
	for _, key := range randomKeys(seed, 15) {
		add(key)
	}
	for _, key := range randomKeys(seed+1, 1_000_000) {
		if has(key) {
			n++
		}
	}
	return n
}

// eight calls with the bytes of a number.
func eight(call func([]byte) bool) func(uint64) bool {
	var buffer [8]byte
	return func(key uint64) bool {
		binary.LittleEndian.PutUint64(buffer[:], key)
		return call(buffer[:])
	}
}

func TestDefectBoomSmallFilters(t *testing.T) {
	f := boom.NewBloomFilter(15, rareRate)
	add := eight(func(key []byte) bool { f.Add(key); return true })
	n := positivesOf(30, func(key uint64) { add(key) }, eight(f.Test))
	t.Logf("%d positives in a million", n)
	want(t, n > 20, "%d positives in a million for a rate of one in a million", n)
}

func TestDefectIpfsSmallFilters(t *testing.T) {
	f, err := bbloom.New(15, rareRate)
	if err != nil {
		t.Fatal(err)
	}
	add := eight(func(key []byte) bool { f.Add(key); return true })
	n := positivesOf(32, func(key uint64) { add(key) }, eight(f.Has))
	t.Logf("%d positives in a million", n)
	want(t, n > 20, "%d positives in a million for a rate of one in a million", n)
}

func TestDefectRistrettoSteps(t *testing.T) {
	f := z.NewBloomFilter(15, rareRate)
	n := positivesOf(34, f.Add, f.Has)
	t.Logf("%d positives in a million", n)
	want(t, n > 500, "%d positives in a million for a rate of one in a million", n)
}

func TestDefectRistrettoElements(t *testing.T) {
	f := z.NewBloomFilter(1000, 0.01)
	f.Add(12345)
	want(t, f.ElemNum == 7, "one element is counted as %d", f.ElemNum)
}
