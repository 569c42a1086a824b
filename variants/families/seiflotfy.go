package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

var (
	seiflotfyOrigin = Origin{Module: "github.com/seiflotfy/cuckoofilter", Version: "v0.0.0-20240715131351-a2f2c23f1771"}
	seiflotfyFields = []spec.Field{hashField("a key of 9 bytes and the call of a hash through an interface, which its own is called by too")}
)

const (
	seiflotfyRate  = 0.03 // what the README of the library expects: "r ~= 0.03"
	seiflotfyHash  = "MetroHash64 with seed 1337; SetDefaultHasher replaces it for all filters of a program"
	seiflotfySeeds = "nothing: evictions draw from the global generator of math/rand"
)

var _ = add(Family{
	Schema: spec.Schema{Name: "seiflotfy-cuckoo", Doc: "cuckoo filter, b=4, f=8 (seiflotfy/cuckoofilter)", Fields: seiflotfyFields},
	Order:  320, Colour: 0x874B69,
	Use:    "Take cuckoo in its place: an insert that this one refuses loses another key.",
	Traits: Deletes | Refuses | Unseeded | SerialReads,
	Model:  theory.ModelCuckoo,
	Origin: seiflotfyOrigin,
	Rivals: Rivals{Fastest: []string{"cuckoo"}},
	Library: &Library{
		Hash: seiflotfyHash, Seeds: seiflotfySeeds, Threads: "nothing is said", PromiseRate: seiflotfyRate,
		Defects: []Defect{
			{What: "an Insert that returns false has stored its key and thrown out another", Test: "TestDefectSeiflotfyLosesKeys"},
			{What: "NewFilter of a power of two refuses keys before that capacity is reached", Test: "TestDefectSeiflotfyCapacity"},
		},
	},
})

var _ = add(Family{
	Schema: spec.Schema{Name: "seiflotfy-scalable", Doc: "cuckoo filters that grow, b=4, f=8 (seiflotfy/cuckoofilter)", Fields: seiflotfyFields},
	Order:  330, Colour: 0xC3B4D2,
	Use:    "Take layered in its place: deletes of this one can lose other keys.",
	Traits: Deletes | Grows | Unseeded | SerialReads,
	Origin: seiflotfyOrigin,
	Rivals: Rivals{Fastest: []string{"cuckoo(b=4,f=8,load=0.5)"}},
	Library: &Library{
		Hash: seiflotfyHash, Seeds: seiflotfySeeds, Threads: "nothing is said", PromiseRate: seiflotfyRate,
		Defects: []Defect{
			{What: "Delete of a key that is held can remove another's fingerprint from an older layer, and lose that key", Test: "TestDefectSeiflotfyScalableDeletes"},
			{What: "every eighth copy of one key adds a layer of twice the size: memory is exponential in the copies", Test: "TestDefectSeiflotfyScalableCopies"},
			{What: "it compares entries with buckets, not slots, so it grows at 23 % of its room", Test: "TestDefectSeiflotfyScalableGrowth"},
		},
	},
})
