package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Bloom filters whose probes for a key stay in one block: one cache line a lookup.

var _ = add(Family{
	Schema: spec.Schema{
		Name: "blocked", Doc: "Bloom filter whose probes stay in one block",
		Fields: []spec.Field{
			bpkField, fprField,
			{Key: "block", Kind: spec.Text, Choices: []string{"256", "512"}, Default: "512", Doc: "bits of a block"},
			{Key: "k", Kind: spec.Int, Min: 1, Max: MaxInBlock, Doc: "probes per key; the best for the size and block if absent"},
			blockProbing,
			blockKernel,
		},
		Settle: settleBlocked,
	},
	Order: 60, Colour: 0xE69F00,
	Use:    "Take it where lookups and inserts must be fast, nothing is deleted, and the rate need not be very low.",
	Traits: Batches,
	Model:  theory.ModelBlocked,
	Lines:  1,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "splitblock", Doc: "blocked Bloom filter with one bit in each of eight 32-bit words",
		Fields: []spec.Field{bpkField, fprField}, Settle: bitsOrRate,
	},
	Order: 70, Colour: 0xCC79A7,
	Use:    "Take it as blocked, where single lookups count most and about ten bits a key are given.",
	Traits: Batches,
	Model:  theory.ModelSplitBlock,
	Lines:  1,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "register", Doc: "Bloom filter whose probes stay in one machine word",
		Fields: []spec.Field{
			bpkField, fprField,
			{Key: "w", Kind: spec.Text, Choices: []string{"32", "64"}, Default: "64", Show: true, Doc: "bits of a word"},
			{Key: "k", Kind: spec.Int, Min: 1, Max: MaxInBlock, Doc: "probes per key; the best for the size and word if absent"},
			blockProbing,
		},
		Settle: bitsOrRate,
	},
	Order: 80, Colour: 0x56B4E9,
	Use:    "Take it where a lookup must be a load and a mask, and a rate of some per cent will do.",
	Traits: Batches,
	Model:  theory.ModelBlocked,
	Lines:  1,
})
