package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Libraries of others, behind the adapters of package variants/peers. A Bloom filter
// stands against blocked ones, which do the same in one line, and beside a standard one.
// Who can delete stands against a cuckoo filter; one that doubles long before it is full,
// against one with as much room. Static filters stand against whatever here is fastest at
// their rate.

var (
	againstBloom  = Rivals{Fastest: []string{"blocked", "splitblock"}, Same: []string{"bloom"}}
	againstStatic = Rivals{Fastest: []string{"blocked", "splitblock", "cuckoo"}}
)

// askedField is the rate that a library is asked for.
var askedField = spec.Field{Key: "fpr", Kind: spec.Float, Min: 1e-9, Max: 0.5, Default: "0.01", Show: true, Doc: "false positive rate at capacity, as asked of the library"}

// hashField is the choice between a library's own hash and none.
func hashField(left string) spec.Field {
	return spec.Field{
		Key: "hash", Kind: spec.Text, Choices: []string{"own", "none"}, Default: "own",
		Doc: "own: the library hashes the key; none: the caller's hash takes the place of its hash, and what is left is " + left,
	}
}

// Why the hash of a library cannot be taken out.
const (
	mixed  = "not separable, as the caller's hash is mixed with a seed that the build finds"
	noHash = "without a hash, as the caller's is taken"
)

var xorfilter = Origin{Module: "github.com/FastFilter/xorfilter", Version: "v0.4.2-0.20260120015552-4e5a4d9df65a"}

var _ = add(Family{
	Schema: spec.Schema{Name: "xor", Doc: "xor filter with fingerprints of 8 bits, static (FastFilter/xorfilter)"},
	Order:  300, Colour: 0xB478FF,
	Use:     "Take fuse in its place: it is smaller and as fast.",
	Traits:  Batches | Static,
	Model:   theory.ModelFingerprint,
	Origin:  xorfilter,
	Rivals:  againstStatic,
	OwnHash: mixed,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "fuse", Doc: "binary fuse filter with 3 probes, static (FastFilter/xorfilter)",
		Fields: []spec.Field{{Key: "f", Doc: "bits per fingerprint", Kind: spec.Text, Choices: []string{"8", "16", "32"}, Default: "8", Show: true}},
	},
	Order: 310, Colour: 0x9600F0,
	Use:     "Take it where all keys are known when the filter is built, and none comes or goes later.",
	Traits:  Batches | Static,
	Model:   theory.ModelFingerprint,
	Origin:  xorfilter,
	Rivals:  againstStatic,
	OwnHash: mixed,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "bab-bloom", Doc: "standard Bloom filter (bits-and-blooms/bloom)",
		// TestLocations takes locations that a caller made, and Add does no more
		// than to set the bits of such in the set that BitSet returns.
		Fields: []spec.Field{askedField, hashField("k locations, of which each is a sum, and a remainder for each that is used")},
	},
	Order: 390, Colour: 0x3C1E69,
	Use:    "Take it where a well-kept library with a file format of its own is wanted.",
	Model:  theory.ModelBloom,
	Origin: Origin{Module: "github.com/bits-and-blooms/bloom/v3", Version: "v3.7.1"},
	Rivals: againstBloom,
	Library: &Library{
		Hash:       "MurmurHash3 of 256 bits",
		Seeds:      "nothing; its constants are fixed",
		Threads:    "README: any number of readers while nobody writes; tested with the race detector",
		PromiseKey: "fpr",
		Defects: []Defect{
			{What: "a filter estimated for no keys takes a number that is none for k: Add never ends", Test: "TestDefectBabNoKeys"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{Name: "holiman-bloom", Doc: "standard Bloom filter with a lock (holiman/bloomfilter)", Fields: []spec.Field{askedField}},
	Order:  400, Colour: 0xC32DE1,
	Use:     "Take it where goroutines share a filter and keys are hashed already.",
	Model:   theory.ModelBloom,
	Origin:  Origin{Module: "github.com/holiman/bloomfilter/v2", Version: "v2.0.3"},
	Rivals:  againstBloom,
	OwnHash: noHash,
	Library: &Library{
		Hash:       "none: it takes the caller's 64-bit hash, here that of this project",
		Seeds:      "all: NewWithKeys takes the keys of its probes, which New draws from crypto/rand",
		Threads:    "package comment: thread-safe; Add and Contains tested with the race detector",
		PromiseKey: "fpr",
		Defects: []Defect{
			{What: "Union and UnionInPlace read the other filter without its lock", Test: "TestDefectHolimanUnionRaces"},
			{What: "IsCompatible, hence Union, panics if the other filter has fewer probes", Test: "TestDefectHolimanCompatible"},
			{What: "NewOptimal for no keys panics in place of its error", Test: "TestDefectHolimanNoKeys"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{Name: "ipfs-bloom", Doc: "standard Bloom filter of a power of two bits (ipfs/bbloom)", Fields: []spec.Field{askedField}},
	Order:  410, Colour: 0xC34B96,
	Use:     "Take it for large filters whose size may be rounded up to a power of two.",
	Model:   theory.ModelBloom,
	Origin:  Origin{Module: "github.com/ipfs/bbloom", Version: "v0.1.0"},
	Rivals:  againstBloom,
	OwnHash: "not separable, as no entry takes a hash",
	Library: &Library{
		Hash:       "SipHash of 64 bits, with keys that are known unless NewWithKeys is given others",
		Seeds:      "the keys of its hash, with NewWithKeys",
		Threads:    "method comments: AddTS, HasTS and the like are safe, the others are not; tested with the race detector",
		PromiseKey: "fpr",
		Defects: []Defect{
			{What: "two numbers of as many bits as the table's address make all probes: small filters do not keep low rates", Test: "TestDefectIpfsSmallFilters"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{Name: "ristretto-bloom", Doc: "standard Bloom filter of a power of two bits (dgraph-io/ristretto/z)", Fields: []spec.Field{askedField}},
	Order:  420, Colour: 0xFF4B87,
	Use:     "Take it inside the cache it belongs to: small filters miss their rate.",
	Model:   theory.ModelBloom,
	Origin:  Origin{Module: "github.com/dgraph-io/ristretto/v2", Version: "v2.4.2"},
	Rivals:  againstBloom,
	OwnHash: noHash,
	Library: &Library{
		Hash:       "none: it takes the caller's 64-bit hash, here that of this project",
		Seeds:      "nothing; it draws no random numbers",
		Threads:    "nothing is said",
		PromiseKey: "fpr",
		Defects: []Defect{
			{What: "ElemNum counts probes, not elements", Test: "TestDefectRistrettoElements"},
			{What: "the step between probes may be 0 or a large power of two, so that some keys have one probe or two: small filters miss their rate by far", Test: "TestDefectRistrettoSteps"},
		},
	},
})
