package peers_test

import (
	"slices"
	"testing"

	"github.com/btcsuite/btcd/btcutil/bloom"
	"github.com/btcsuite/btcd/btcutil/gcs"
	"github.com/btcsuite/btcd/wire"
	"github.com/dgraph-io/badger/v4/y"
	parquet "github.com/parquet-go/parquet-go/bloom"
	"github.com/syndtr/goleveldb/leveldb/filter"
	"github.com/syndtr/goleveldb/leveldb/util"
)

// eightOf returns the bytes of random keys.
func eightOf(seed uint64, n int) (list [][]byte) {
	keep := eight(func(key []byte) bool { list = append(list, append([]byte(nil), key...)); return true })
	for _, key := range randomKeys(seed, n) {
		keep(key)
	}
	return list
}

// rateOf returns which share of the keys are found.
func rateOf(keys [][]byte, has func([]byte) bool) float64 {
	return 1 - float64(missing(keys, has))/float64(len(keys))
}

// TestDefectStoresHashes: with 64 bits a key a filter of a hundred thousand should err once
// in 2^44; two keys with one 32-bit hash are 43,000 times as likely as that.
func TestDefectStoresHashes(t *testing.T) {
	policy, out := filter.NewBloomFilter(64), &util.Buffer{}
	generator := policy.NewGenerator()
	for _, key := range eightOf(40, 200_000) {
		generator.Add(key)
	}
	generator.Generate(out)
	rate := rateOf(eightOf(41, 400_000), func(key []byte) bool { return policy.Contains(out.Bytes(), key) })
	t.Logf("rate %.2g", rate)
	want(t, rate > 1e-5 && rate < 1e-3, "rate %.2g of 64 bits a key", rate)
}

func TestDefectBadgerBits(t *testing.T) {
	bits := y.BloomBitsPerKey(10_000, 0.01)
	hashes := make([]uint32, 0, 10_000)
	for _, key := range eightOf(42, 10_000) {
		hashes = append(hashes, y.Hash(key))
	}
	rate := rateOf(eightOf(43, 100_000), y.NewFilter(hashes, bits).MayContainKey)
	t.Logf("%d bits a key, rate %.4f", bits, rate)
	want(t, bits == 7 && rate > 0.03, "1 %% is had with %d bits a key, and the rate is %.4f", bits, rate)
}

func TestDefectParquetEmpty(t *testing.T) {
	f := make(parquet.SplitBlockFilter, parquet.NumSplitBlocksOf(0, 10))
	want(t, len(f) == 0, "a filter for no values has %d blocks", len(f))
}

func TestDefectBtcutilCapped(t *testing.T) {
	f := bloom.NewFilter(50_000, 1, 0.01, wire.BloomUpdateNone)
	for _, key := range eightOf(44, 50_000) {
		f.Add(key)
	}
	rate := rateOf(eightOf(45, 20_000), f.Matches)
	t.Logf("%d bytes, rate %.3f", len(f.MsgFilterLoad().Filter), rate)
	want(t, len(f.MsgFilterLoad().Filter) == 36_000 && rate > 0.05, "rate %.3f", rate)
}

func TestDefectBtcutilTiny(t *testing.T) {
	f := bloom.NewFilter(5, 1, 0.5, wire.BloomUpdateNone)
	f.Add([]byte("key"))
	want(t, !f.Matches([]byte("key")), "a key that was added to a filter of no bytes is found")
	f = bloom.NewFilter(1000, 1, 0.8, wire.BloomUpdateNone)
	f.Add([]byte("key"))
	want(t, !f.Matches([]byte("key")), "a key that was added to a filter of no probes is found")
}

// TestDefectBtcutilMatchAny: lists of one absent key each, through both ways to ask.
func TestDefectBtcutilMatchAny(t *testing.T) {
	const p, m = 19, 784931
	var key [gcs.KeySize]byte
	f, err := gcs.BuildGCSFilter(p, m, key, eightOf(46, 100_000))
	if err != nil {
		t.Fatal(err)
	}
	// One call says whether any key of a list may be there: of 16 lists of 10,000 absent keys
	// 0.2 by their rate and 3.7 by 32 bits.
	wrong, both := 0, 0
	keys := eightOf(50, 160_000)
	for list := range slices.Chunk(keys, 10_000) {
		any, err := f.HashMatchAny(key, list)
		if err != nil {
			t.Fatal(err)
		}
		if any {
			wrong++
			if zip, _ := f.ZipMatchAny(key, list); zip {
				both++
			}
		}
	}
	t.Logf("%d of 16 lists of absent keys by HashMatchAny, %d of them by ZipMatchAny", wrong, both)
	want(t, wrong-both >= 2, "%d of 16 lists of absent keys are matched by HashMatchAny, %d of them by ZipMatchAny", wrong, both)
}

func TestDefectBtcutilCopies(t *testing.T) {
	var key [gcs.KeySize]byte
	f, err := gcs.BuildGCSFilter(19, 784931, key, eightOf(48, 100))
	if err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(10, func() { f.Match(key, []byte("absent")) })
	want(t, allocations >= 1, "a lookup allocates %.0f times", allocations)
}
