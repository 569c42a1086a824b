package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// What filters are compared with: nothing at all, memory itself, and exact sets.

var _ = add(Family{
	Schema: spec.Schema{Name: "null", Doc: "answers true to everything: what the harness itself costs"},
	Order:  10, Colour: 0x808080,
	Use:    "Never: it is the cost of the measuring loop, which is taken off every time.",
	Traits: Deletes | Batches,
	Model:  theory.ModelAlwaysTrue,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "floor", Doc: "lookups read random lines of a table, inserts read and write them: what memory itself costs",
		Fields: []spec.Field{
			{Key: "bpk", Kind: spec.Float, Min: 1, Max: 512, Default: "12", Show: true, Doc: "bits of the table per key"},
			{Key: "lines", Kind: spec.Text, Choices: []string{"1", "2", "3", "8"}, Default: "1", Show: true, Doc: "lines that an operation touches"},
		},
	},
	Order: 20, Colour: 0xD2B487,
	Use:    "Never: it is the least that a filter with as many lines a lookup and as large a table can take.",
	Traits: Batches,
	Model:  theory.ModelAlwaysTrue,
})

var _ = add(Family{
	Schema: spec.Schema{Name: "exact", Doc: "a map of hashes: no false positives"},
	Order:  30, Colour: 0x000000,
	Use:    "Take it where a wrong answer costs more than some 20 bytes a key.",
	Traits: Deletes | Counts | Batches | Allocates,
	Model:  theory.ModelNoError,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "set", Doc: "a map of keys, without values: the exact set that people write",
		Fields: []spec.Field{
			{Key: "of", Kind: spec.Text, Choices: []string{"hash", "string", "digest"}, Default: "hash", Show: true,
				Doc: "what it keeps of a key: its hash of 8 bytes (or an integer), the key itself, or its digest of 16 bytes"},
			{Key: "start", Kind: spec.Text, Choices: []string{"sized", "empty"}, Default: "sized",
				Doc: "whether the map is made with room for the keys, or grows from nothing"},
		},
	},
	Order: 40, Colour: 0xE1003C,
	Use:    "Take it where the keys fit into memory and must be exact.",
	Traits: Allocates,
	Model:  theory.ModelNoError,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "chains", Doc: "hash table of whole hashes in lists, each key in the shortest of its choices: no false positives",
		Fields: []spec.Field{
			{Key: "d", Kind: spec.Int, Min: 1, Max: 5, Default: "2", Show: true, Doc: "chains that a key may join"},
		},
	},
	Order: 130, Colour: 0xF000C3,
	Use:    "Never as a filter: it shows what a choice between places does to the fullest one.",
	Traits: Deletes | Counts | Places | Chains | Batches,
	Model:  theory.ModelNoError,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "hashtable", Doc: "cuckoo hash table of whole hashes: no false positives",
		Fields: []spec.Field{
			{Key: "d", Kind: spec.Int, Min: 2, Max: 5, Default: "2", Show: true, Doc: "buckets that a key may lie in"},
			{Key: "b", Kind: spec.Int, Min: 1, Max: 8, Default: "4", Show: true, Doc: "slots per bucket"},
			kicksField,
		},
	},
	Order: 140, Colour: 0x694B00,
	Use:    "Take it where answers must be exact, keys are deleted, and memory is planned beforehand.",
	Traits: Deletes | Counts | Kicks | Places | Batches,
	Model:  theory.ModelNoError,
})
