package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

var _ = add(Family{
	Schema: spec.Schema{
		Name: "quotient", Doc: "remainders in runs with counters: any number of copies",
		Fields: []spec.Field{
			{Key: "r", Kind: spec.Int, Min: 2, Max: 32, Default: "9", Show: true, Doc: "bits of a remainder; a slot has three more"},
			{Key: "load", Kind: spec.Float, Min: 0.01, Max: 0.98, Default: "0.95", Doc: "share of slots that are used at most, keys or counters; then inserts are refused"},
		},
	},
	Order: 220, Colour: 0x690F0F,
	Use:    "Take it where keys are deleted and counted, in any number of copies, and inserts may slow down as the table fills.",
	Traits: Deletes | Counts | Kicks | Batches | Shares,
	Model:  theory.ModelQuotient,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "expanding", Doc: "quotient filter that doubles: one table, whose fingerprints lose a bit each time",
		Fields: []spec.Field{
			{Key: "f", Kind: spec.Int, Min: 2, Max: 31, Default: "10", Show: true, Doc: "bits of a fresh fingerprint; a slot has four more"},
			{Key: "load", Kind: spec.Float, Min: 0.01, Max: 0.95, Default: "0.9", Doc: "share of slots beyond which the table doubles"},
		},
	},
	Order: 225, Colour: 0x1E001E,
	Use:    "Take it where nobody can say how many keys will come, and lookups must take the same time however many.",
	Traits: Batches | Grows,
	Model:  theory.ModelExpanding,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "prefix", Doc: "bins of 25 remainders in half a cache line, and a spare for what they cannot hold",
		Fields: []spec.Field{
			{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Default: "0.95", Doc: "share of the places of bins that the capacity fills"},
		},
	},
	Order: 228, Colour: 0x2D0F00,
	Use:    "Take it where a rate of 0.4 % suits, keys are added fast and none is deleted.",
	Traits: Batches | Refuses,
	Model:  theory.ModelPrefix,
})
