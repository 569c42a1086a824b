package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

var boomOrigin = Origin{Module: "github.com/tylertreat/BoomFilters", Version: "v0.0.0-20251001182300-5b3723cc64ae"}

const (
	boomHash    = "FNV-1 of 64 bits; SetHash replaces it"
	boomSeeds   = "nothing; its constants are fixed"
	boomThreads = "nothing is said; even Test writes to the filter's one hash"
)

// Defects that several filters of the library share.
var (
	boomCapacity = Defect{What: "a filter for no keys panics at the first Add", Test: "TestDefectBoomNoKeys"}
	boomTests    = Defect{What: "two concurrent calls of Test race, and can answer wrongly", Test: "TestDefectBoomConcurrentTests"}
	boomSmall    = Defect{What: "the step between probes may be 0 or share a factor with the number of bits, so that some keys have few probes: small filters miss low rates", Test: "TestDefectBoomSmallFilters"}
	boomWide     = Defect{What: "beyond 2^32 bits writes wrap around and reads do not, so keys are lost", Test: "TestDefectBoomWideBuckets"}
)

// boomHashField: SetHash takes any hash.Hash64.
var boomHashField = hashField("a key of 8 bytes and three calls of a hash through an interface, which its own is called by too")

var _ = add(Family{
	Schema: spec.Schema{Name: "boom-bloom", Doc: "standard Bloom filter (tylertreat/BoomFilters)", Fields: []spec.Field{askedField, boomHashField}},
	Order:  340, Colour: 0x3C4BC3,
	Use:    "Take bloom in its place, which is faster at the same rate.",
	Traits: SerialReads | Wide,
	Model:  theory.ModelBloom,
	Origin: boomOrigin,
	Rivals: againstBloom,
	Library: &Library{
		Hash: boomHash, Seeds: boomSeeds, Threads: boomThreads, PromiseKey: "fpr",
		Defects: []Defect{
			boomCapacity, boomTests, boomWide, boomSmall,
			{What: "Reset leaves Count as it was", Test: "TestDefectBoomReset"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "boom-counting", Doc: "counting Bloom filter (tylertreat/BoomFilters)",
		Fields: []spec.Field{
			askedField,
			{Key: "w", Kind: spec.Int, Min: 1, Max: 8, Default: "4", Show: true, Doc: "bits per counter"},
			boomHashField,
		},
	},
	Order: 350, Colour: 0x005AFF,
	Use:    "Take counting in its place: counters of this one that stuck lose keys.",
	Traits: Deletes | SerialReads | Wide,
	Model:  theory.ModelBloom,
	Origin: boomOrigin,
	Rivals: Rivals{Fastest: []string{"cuckoo"}, Same: []string{"counting"}},
	Library: &Library{
		Hash: boomHash, Seeds: boomSeeds, Threads: boomThreads, PromiseKey: "fpr",
		Defects: []Defect{
			boomCapacity, boomTests, boomWide, boomSmall,
			{What: "a counter that stuck is decremented all the same: legal deletes lose other keys", Test: "TestDefectBoomStuckCounters"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "boom-cuckoo", Doc: "cuckoo filter, b=4, whole bytes of fingerprint (tylertreat/BoomFilters)",
		Fields: []spec.Field{ // SetHash takes any hash.Hash32
			askedField, hashField("a key of 8 bytes, the calls of a hash through an interface with an allocation for each result, and a mix of the fingerprint"),
		},
	},
	Order: 360, Colour: 0x8778D2,
	Use:    "Take cuckoo in its place, which needs a small part of the memory.",
	Traits: Deletes | Refuses | Unseeded | SerialReads,
	Origin: boomOrigin,
	Rivals: Rivals{Fastest: []string{"cuckoo"}},
	Library: &Library{
		Hash: "FNV-1 of 32 bits; SetHash replaces it", Seeds: "nothing: evictions draw from the global generator of math/rand", Threads: boomThreads, PromiseKey: "fpr",
		Defects: []Defect{
			{What: "it has 32 to 64 slots for each key of its capacity, each a slice of its own", Test: "TestDefectBoomCuckooRoom"},
			{What: "it takes natural logarithms and rounds fingerprints down to bytes, so rates below about 0.1 % are not met", Test: "TestDefectBoomCuckooRate"},
			{What: "an Add that returns an error has stored its key and thrown out another, as documented", Test: "TestDefectBoomCuckooLosesKeys"},
			boomCapacity, boomTests,
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "boom-scalable", Doc: "scalable Bloom filter of partitioned layers (tylertreat/BoomFilters)",
		Fields: []spec.Field{
			askedField,
			{Key: "hint", Kind: spec.Int, Min: 1, Max: 1 << 30, Default: "10000", Doc: "keys of each layer"},
			{Key: "tighten", Kind: spec.Float, Min: 0.01, Max: 0.99, Default: "0.8", Doc: "rate of a layer over that of the one before"},
			boomHashField,
		},
	},
	Order: 370, Colour: 0x4B9600,
	Use:    "Take scalable in its place: the layers of this one exceed the rate that was asked for.",
	Traits: Grows | SerialReads | Wide,
	Origin: boomOrigin,
	Rivals: againstBloom,
	Library: &Library{
		Hash: boomHash, Seeds: boomSeeds, Threads: boomThreads, PromiseKey: "fpr",
		Defects: []Defect{
			{What: "the first layer alone may err at the whole rate, so all layers together exceed it", Test: "TestDefectBoomScalableRate"},
			{What: "every layer is as small as the first: time and layers grow with the number of keys", Test: "TestDefectBoomScalableLayers"},
			boomTests,
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "boom-stable", Doc: "stable Bloom filter, which forgets old keys (tylertreat/BoomFilters)",
		Fields: []spec.Field{
			{Key: "bpk", Kind: spec.Float, Min: 1, Max: 1000, Default: "10", Show: true, Doc: "cells, of one bit, per key"},
			askedField,
			boomHashField,
		},
	},
	Order: 380, Colour: 0x4B4B4B,
	Use:    "Take it where a stream has no end and old keys may be forgotten.",
	Traits: Unseeded | SerialReads,
	Origin: boomOrigin,
	Rivals: againstBloom,
	Library: &Library{
		Hash:    boomHash,
		Seeds:   "nothing: what it forgets is drawn from the global generator of math/rand",
		Threads: boomThreads, PromiseKey: "fpr", Forgets: true,
		Defects: []Defect{
			{What: "GobDecode into a new filter panics", Test: "TestDefectBoomStableDecode"},
			{What: "with as few cells as probes, Add forgets infinitely many cells and does not end", Test: "TestDefectBoomStableEndless"},
			boomTests, boomWide,
		},
	},
})
