package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

var _ = add(Family{
	Schema: spec.Schema{
		Name: "adaptive", Doc: "cuckoo filter that repairs a false positive, with the hashes of its keys beside it",
		Fields: []spec.Field{
			{Key: "f", Kind: spec.Int, Min: 2, Max: 14, Default: "12", Show: true, Doc: "bits of a fingerprint; a slot has two more, and a hash of 64"},
			kicksField,
			{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Default: "0.95", Doc: "share of slots that the capacity fills at most"},
		},
	},
	Order: 235, Colour: 0xA5B4B4,
	Use:    "Take it where the same absent keys are asked for again and again, and a store of the keys is there to repair with.",
	Traits: Deletes | Counts | Kicks,
	Model:  theory.ModelCuckoo,
})
