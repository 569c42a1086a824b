package peers_test

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
	"reflect"
	"testing"

	boom "github.com/tylertreat/BoomFilters"
)

// byteKeys returns random keys of 8 bytes.
func byteKeys(seed uint64, n int) [][]byte {
	keys := make([][]byte, n)
	for i, key := range randomKeys(seed, n) {
		keys[i] = binary.LittleEndian.AppendUint64(nil, key)
	}
	return keys
}

// found counts the keys that a filter confirms.
func found(keys [][]byte, contains func([]byte) bool) int {
	return len(keys) - missing(keys, contains)
}

func TestDefectBoomNoKeys(t *testing.T) {
	key := []byte("key")
	want(t, panics(func() { boom.NewBloomFilter(0, 0.01).Add(key) }), "a Bloom filter for no keys takes one")
	want(t, panics(func() { boom.NewDefaultCountingBloomFilter(0, 0.01).Add(key) }), "a counting filter for no keys takes one")
	want(t, panics(func() { boom.NewCuckooFilter(0, 0.01).Add(key) }), "a cuckoo filter for no keys takes one")
}

// interrupted is a hash that lets another call in after the first key is written, as
// the scheduler may.
type interrupted struct {
	hash.Hash64
	meet func()
}

func (h *interrupted) Write(p []byte) (int, error) {
	n, err := h.Hash64.Write(p)
	if meet := h.meet; meet != nil {
		h.meet = nil
		meet()
	}
	return n, err
}

// TestDefectBoomConcurrentTests interrupts one Test by another.
func TestDefectBoomConcurrentTests(t *testing.T) {
	keys := byteKeys(5, 2)
	f := boom.NewBloomFilter(1000, 0.01)
	f.Add(keys[0]).Add(keys[1])
	f.SetHash(&interrupted{fnv.New64(), func() { f.Test(keys[1]) }})
	first := f.Test(keys[0])
	want(t, !first, "Test is right although another came between")
	if !f.Test(keys[0]) {
		t.Error("the key is not found by a call of its own either")
	}
}

func TestDefectBoomWideBuckets(t *testing.T) {
	wide(t)
	const last = 1 << 29 // counters of 8 bits: its offset is 2^32
	b := boom.NewBuckets(last+1, 8)
	b.Set(last, 1)
	want(t, b.Get(last) == 0 && b.Get(0) == 1, "counter 2^29 is %d and counter 0 is %d", b.Get(last), b.Get(0))
}

func TestDefectBoomReset(t *testing.T) {
	f := boom.NewBloomFilter(100, 0.01)
	f.Add([]byte("key"))
	want(t, f.Reset().Count() != 0, "Count is 0 after Reset")
}

func TestDefectBoomStuckCounters(t *testing.T) {
	f := boom.NewDefaultCountingBloomFilter(100, 0.01)
	keys := byteKeys(6, 91)
	for _, key := range keys[1:] {
		f.Add(key)
	}
	for range 40 {
		f.Add(keys[0])
	}
	undeleted := 0
	for range 40 {
		if !f.TestAndRemove(keys[0]) {
			undeleted++
		}
	}
	lost := missing(keys[1:], f.Test)
	t.Logf("%d of 40 deletes found nothing, %d of 90 other keys lost", undeleted, lost)
	want(t, lost > 0, "no other key was lost")
}

func TestDefectBoomCuckooRoom(t *testing.T) {
	slots := 4 * boom.NewCuckooFilter(1000, 0.01).Buckets()
	want(t, slots >= 20*1000, "1000 keys get %d slots", slots)
}

// TestDefectBoomCuckooRate expects 20 false positives at most.
func TestDefectBoomCuckooRate(t *testing.T) {
	f := boom.NewCuckooFilter(8192, 0.0001)
	for _, key := range byteKeys(7, 8192) {
		if err := f.Add(key); err != nil {
			t.Fatal(err)
		}
	}
	positives := found(byteKeys(8, 200_000), f.Test)
	t.Logf("%d positives", positives)
	want(t, positives > 80, "%d false positives in 200000 lookups for a rate of 0.01 %%", positives)
}

func TestDefectBoomCuckooLosesKeys(t *testing.T) {
	f := boom.NewCuckooFilter(8, 0.01)
	var accepted [][]byte
	refused := 0
	for _, key := range byteKeys(9, 5*int(f.Buckets())) {
		if f.Add(key) == nil {
			accepted = append(accepted, key)
		} else {
			refused++
		}
	}
	lost := missing(accepted, f.Test)
	t.Logf("%d refused, %d of %d accepted keys lost", refused, lost, len(accepted))
	want(t, refused > 0 && lost > 0, "%d refused inserts lost %d accepted keys", refused, lost)
}

// TestDefectBoomScalableRate: 30 layers of which the first errs at the whole rate.
func TestDefectBoomScalableRate(t *testing.T) {
	f := boom.NewScalableBloomFilter(1000, 0.01, 0.8)
	for _, key := range byteKeys(10, 30_000) {
		f.Add(key)
	}
	positives := found(byteKeys(11, 20_000), f.Test)
	t.Logf("%d positives in 20000", positives)
	want(t, positives > 400, "%d false positives in 20000 lookups for a rate of 1 %%", positives)
}

func TestDefectBoomScalableLayers(t *testing.T) {
	f := boom.NewScalableBloomFilter(1000, 0.01, 0.8)
	for _, key := range byteKeys(12, 30_000) {
		f.Add(key)
	}
	layers := reflect.ValueOf(f).Elem().FieldByName("filters").Len()
	want(t, layers > 20, "30000 keys have %d layers", layers)
}

func TestDefectBoomStableDecode(t *testing.T) {
	text, err := boom.NewDefaultStableBloomFilter(1000, 0.01).GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	want(t, panics(func() { new(boom.StableBloomFilter).GobDecode(text) }), "GobDecode does not panic")
}

func TestDefectBoomStableEndless(t *testing.T) {
	notANumber(t)
	p := boom.NewDefaultStableBloomFilter(2, 0.01).P()
	want(t, p > math.MaxInt/2, "it decrements %d cells", p)
}
