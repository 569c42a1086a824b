package peers_test

import (
	"sync"
	"testing"

	"github.com/bits-and-blooms/bloom/v3"
	btc "github.com/btcsuite/btcd/btcutil/bloom"
	"github.com/btcsuite/btcd/wire"
	v2 "github.com/holiman/bloomfilter/v2"
	"github.com/ipfs/bbloom"
)

// TestDocumentedThreads does at the same time what a library's documentation calls
// safe, for the race detector to watch, and asks afterwards for every key. Libraries
// that promise nothing are not here.
func TestDocumentedThreads(t *testing.T) {
	keys := byteKeys(20, 4000)
	for name, f := range map[string]struct {
		before func(key []byte) // by one goroutine
		add    func(key []byte) // by several, while others ask
		has    func(key []byte) bool
	}{
		"bits-and-blooms: readers": readers(bloom.NewWithEstimates(4000, 0.01)),
		"holiman: all calls":       locked(t),
		"ipfs: methods in TS":      suffixed(t),
		"btcutil: all calls":       bip37(),
	} {
		t.Run(name, func(t *testing.T) {
			if f.before != nil {
				for _, key := range keys {
					f.before(key)
				}
			}
			var group sync.WaitGroup
			for part := range 4 {
				group.Go(func() {
					for i := part; i < len(keys); i += 4 {
						if f.add != nil {
							f.add(keys[i])
						}
						if !f.has(keys[i]) {
							t.Errorf("key %d is not found just after it was added", i)
						}
						f.has(keys[len(keys)-1-i])
					}
				})
			}
			group.Wait()
			if n := missing(keys, f.has); n > 0 {
				t.Errorf("%d of %d keys lost", n, len(keys))
			}
		})
	}
}

// safely is what may be called at the same time.
type safely = struct {
	before func(key []byte)
	add    func(key []byte)
	has    func(key []byte) bool
}

func readers(f *bloom.BloomFilter) safely {
	return safely{before: func(key []byte) { f.Add(key) }, has: f.Test}
}

func locked(t *testing.T) safely {
	f, err := v2.NewOptimal(4000, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	hash := func(key []byte) (h uint64) {
		for _, b := range key {
			h = (h ^ uint64(b)) * 0x100000001b3
		}
		return h
	}
	return safely{
		add: func(key []byte) { f.AddHash(hash(key)); f.N(); f.PreciseFilledRatio() },
		has: func(key []byte) bool { return f.ContainsHash(hash(key)) },
	}
}

func bip37() safely {
	f := btc.NewFilter(4000, 1, 0.01, wire.BloomUpdateNone)
	return safely{add: f.Add, has: f.Matches}
}

func suffixed(t *testing.T) safely {
	f, err := bbloom.New(4000, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	return safely{add: func(key []byte) { f.AddTS(key); f.AddIfNotHasTS(key) }, has: f.HasTS}
}
