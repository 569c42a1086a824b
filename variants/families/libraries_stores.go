package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// The filters that databases and Bitcoin nodes written in Go have of their own. They share one
// colour: so many cannot all be told apart.

// bitsField is what databases ask for in the place of a rate.
var bitsField = spec.Field{Key: "bpk", Kind: spec.Int, Min: 1, Max: 64, Default: "10", Show: true, Doc: "bits per key, as asked of the library"}

const hashes32 = "a 32-bit hash in the manner of Murmur, of which a turn by 17 bits makes the step between probes"

var _ = add(Family{
	Schema: spec.Schema{Name: "goleveldb-bloom", Doc: "Bloom filter of a table's keys, static (syndtr/goleveldb)", Fields: []spec.Field{bitsField}},
	Order:  430, Colour: shared,
	Use:     "Take it inside the store it belongs to.",
	Traits:  Static,
	Model:   theory.ModelBloom,
	Origin:  Origin{Module: "github.com/syndtr/goleveldb", Version: "v1.0.1-0.20220721030215-126854af5e6d"},
	Rivals:  againstStatic,
	OwnHash: "not separable, as no entry takes a hash",
	Library: &Library{
		Hash: hashes32, Seeds: "nothing; its constants are fixed", Threads: "nothing is said of a filter",
		Defects: []Defect{
			{What: "of a key's 32 bits of hash two keys may have the same: a large filter errs more than its bits allow", Test: "TestDefectStoresHashes"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{Name: "badger-bloom", Doc: "Bloom filter of a table's keys, static (dgraph-io/badger)", Fields: []spec.Field{askedField}},
	Order:  440, Colour: shared,
	Use:     "Take it inside the store it belongs to, and ask it for a third of the rate that is wanted.",
	Traits:  Static,
	Model:   theory.ModelBloom,
	Origin:  Origin{Module: "github.com/dgraph-io/badger/v4", Version: "v4.9.6"},
	Rivals:  againstStatic,
	OwnHash: "its own 32 bits of hash, which an entry takes as a number: 32 bits of the caller's would be no less",
	Library: &Library{
		Hash: hashes32, Seeds: "nothing; its constants are fixed", Threads: "nothing is said of a filter",
		PromiseKey: "fpr",
		Defects: []Defect{
			{What: "BloomBitsPerKey returns the number of probes in the place of the bits per key: filters have 0.69 of their bits, and a table that is asked for 1 % errs in 3.6 %", Test: "TestDefectBadgerBits"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "parquet-splitblock", Doc: "split block Bloom filter of the Parquet format (parquet-go)",
		Fields: []spec.Field{bitsField},
	},
	Order: 450, Colour: shared,
	Use:     "Take it where filters are read and written in Parquet files.",
	Model:   theory.ModelSplitBlock,
	Lines:   1,
	Origin:  Origin{Module: "github.com/parquet-go/parquet-go", Version: "v0.32.0"},
	Rivals:  Rivals{Fastest: []string{"blocked", "splitblock"}, Same: []string{"splitblock"}},
	OwnHash: noHash,
	Library: &Library{
		Hash: "none: it takes the caller's 64-bit hash, here that of this project; files have XXH64", Seeds: "nothing; it draws no random numbers",
		Threads: "nothing is said of a filter; hashes must be safe",
		Defects: []Defect{
			{What: "a filter for no values has no blocks: Insert and Check panic or touch memory outside of it", Test: "TestDefectParquetEmpty"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{Name: "btcutil-bloom", Doc: "Bloom filter of Bitcoin's light clients, BIP 37 (btcsuite/btcd/btcutil)", Fields: []spec.Field{askedField}},
	Order:  460, Colour: shared,
	Use:     "Take it to speak with nodes that want BIP 37.",
	Model:   theory.ModelBloom,
	Origin:  btcutil,
	Rivals:  againstBloom,
	OwnHash: "not separable, as no entry takes a hash",
	Library: &Library{
		Hash:       "MurmurHash3 of 32 bits, once for each probe, with a seed of its own",
		Seeds:      "all: the tweak is added to each seed",
		Threads:    "method comments: safe for concurrent access; tested with the race detector",
		PromiseKey: "fpr",
		Defects: []Defect{
			{What: "beyond 36,000 bytes a filter is made smaller than it is asked for, and says nothing: 50,000 keys at 1 % err in 6 %", Test: "TestDefectBtcutilCapped"},
			{What: "a filter for few keys at a high rate has no probes: it takes keys and denies all of them", Test: "TestDefectBtcutilTiny"},
		},
	},
})

var btcutil = Origin{Module: "github.com/btcsuite/btcd/btcutil", Version: "v1.2.0"}

var _ = add(Family{
	Schema: spec.Schema{
		Name: "btcutil-gcs", Doc: "Golomb-coded set of Bitcoin's block filters, BIP 158, static; a lookup decodes from the start (btcsuite/btcd/btcutil)",
		Fields: []spec.Field{{Key: "p", Kind: spec.Int, Min: 1, Max: 32, Default: "19", Show: true, Doc: "bits of a remainder; the rate is 1 / round(1.497137 x 2^p), the best for them"}},
	},
	Order: 470, Colour: shared,
	Use:     "Take it where a filter is sent once and asked for many keys at a time.",
	Traits:  Static,
	Origin:  btcutil,
	Rivals:  againstStatic,
	OwnHash: "not separable, as no entry takes a hash",
	Library: &Library{
		Hash:    "SipHash of 64 bits, with the caller's key",
		Seeds:   "all: the key of its hash",
		Threads: "type comment: queried in a thread-safe manner; tested with the race detector",
		Defects: []Defect{
			{What: "HashMatchAny, which MatchAny takes for many keys, compares the low 32 bits alone: from 5,472 elements on it errs more than Match, 10 times with 55,000", Test: "TestDefectBtcutilMatchAny"},
			{What: "Match copies the whole filter for each lookup", Test: "TestDefectBtcutilCopies"},
		},
	},
})
