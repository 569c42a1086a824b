package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Cuckoo filters: fingerprints in one of two buckets. They differ in what they do with
// copies of a key, and with keys for which the table has no room.

var _ = add(Family{
	Schema: spec.Schema{
		Name: "cuckoo", Doc: "fingerprints in buckets of two choices, which can delete",
		Fields: append(cuckooFields(altField), refuseField, cuckooKernel), Settle: settleCuckoo,
	},
	Order: 150, Colour: 0xD55E00,
	Use:    "Take it where keys are deleted, or the rate is below some tenths of a per cent, and no key has many copies.",
	Traits: Deletes | Counts | Kicks | Places | Batches,
	Model:  theory.ModelCuckoo,
	Lines:  2,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "semisort", Doc: "cuckoo filter that sorts its buckets of four and saves a bit a slot",
		Fields: []spec.Field{
			{Key: "f", Kind: spec.Int, Min: 6, Max: 17, Default: "13", Show: true, Doc: "bits of a fingerprint, of which a slot takes one less"},
			bucketsField,
			kicksField,
			{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Default: "0.95", Doc: "share of slots that the capacity fills at most"},
		},
	},
	Order: 160, Colour: 0x000F78,
	Lines:  2,
	Use:    "Take it as cuckoo, where a bit a key counts more than the time of lookups and inserts.",
	Traits: Deletes | Counts | Kicks | Places | Batches,
	Model:  theory.ModelCuckoo,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "cuckooset", Doc: "cuckoo filter that inserts a fingerprint only if it is absent; a delete may lose other keys",
		Fields: cuckooFields(), Settle: usualLoad,
	},
	Order: 170, Colour: 0x780FA5,
	Use:    "Take it where keys come in any number of copies and are never deleted.",
	Traits: Deletes | Kicks | Batches | Absorbs,
	Model:  theory.ModelCuckoo,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "countingcuckoo", Doc: "cuckoo filter that counts copies in the slot of their fingerprint",
		Fields: cuckooFields(spec.Field{
			Key: "w", Kind: spec.Text, Choices: []string{"2", "4", "8"}, Default: "4", Show: true, Doc: "bits of a slot's counter",
		}),
		Settle: usualLoad,
	},
	Order: 180, Colour: 0xA5004B,
	Use:    "Take it where many keys have a few copies each, and copies are deleted one by one.",
	Traits: Deletes | Counts | Kicks | Places | Batches | Shares,
	Model:  theory.ModelCuckoo,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "tallycuckoo", Doc: "cuckoo filter that counts a key that fills a bucket in the slots of that bucket",
		Fields: []spec.Field{
			{Key: "b", Kind: spec.Text, Choices: []string{"4", "8"}, Default: "4", Show: true, Doc: "slots per bucket"},
			{Key: "f", Kind: spec.Int, Min: 4, Max: 16, Default: "12", Show: true, Doc: "bits of a fingerprint"},
			bucketsField,
			kicksField,
			loadField,
		},
		Settle: usualLoad,
	},
	Order: 185, Colour: 0x080038,
	Use:    "Take it where few keys have many copies, all in a table of fixed size.",
	Traits: Deletes | Counts | Kicks | Places | Batches | Shares,
	Model:  theory.ModelTally,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "stash", Doc: "cuckoo filter with a list for what its table refuses",
		Fields: cuckooFields(spec.Field{
			Key: "stash", Kind: spec.Int, Min: 1, Max: 1024, Default: "8", Show: true, Doc: "entries of the list, of 64 bits each",
		}),
		Settle: usualLoad,
	},
	Order: 190, Colour: 0x001EC3,
	Use:    "Take it where a table must reach its load for certain, or one key has a few copies too many.",
	Traits: Deletes | Counts | Kicks | Places | Side | Batches,
	Model:  theory.ModelStash,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "sidecuckoo", Doc: "cuckoo filter of distinct keys, with an exact dictionary of their copies",
		Fields: cuckooFields(), Settle: usualLoad,
	},
	Order: 200, Colour: 0x96C3A5,
	Use:    "Take it where few keys have copies, of any number, and deletes must stay correct.",
	Traits: Deletes | Counts | Kicks | Places | Side | Batches | Shares | Allocates,
	Model:  theory.ModelCuckoo,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "chained", Doc: "cuckoo filter whose copies go on along a chain of pairs of buckets",
		Fields: []spec.Field{
			slotsField,
			{Key: "f", Kind: spec.Int, Min: 2, Max: 15, Default: "12", Show: true, Doc: "bits of a fingerprint, beside which a slot has log2 of links"},
			{Key: "d", Kind: spec.Int, Min: 1, Max: 16, Default: "2", Show: true, Doc: "copies of a fingerprint in a pair of buckets, 2b at most"},
			{Key: "links", Kind: spec.Text, Choices: []string{"2", "4", "8", "16"}, Default: "8", Doc: "pairs of buckets in a chain"},
			kicksField,
			loadField,
		},
		Settle: settleChained,
	},
	Order: 210, Colour: 0x4BD22D,
	Use:    "Take it where a known small number of copies must not crowd out other keys, without allocation.",
	Traits: Deletes | Counts | Kicks | Places | Batches,
	Model:  theory.ModelCuckoo,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "layered", Doc: "cuckoo filters in layers of the same size, added as keys or copies come",
		Fields: append(cuckooFields(
			spec.Field{Key: "layers", Kind: spec.Int, Min: 2, Max: 1024, Default: "32", Doc: "layers that there may be"},
			altField), cuckooKernel),
		Settle: usualLoad,
	},
	Order: 230, Colour: 0x5A783C,
	Use:    "Take it where keys are deleted and nobody can say how many will come.",
	Traits: Deletes | Counts | Kicks | Batches | Grows,
	Model:  theory.ModelLayered,
})
