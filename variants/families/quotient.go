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
