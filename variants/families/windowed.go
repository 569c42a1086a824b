package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

var _ = add(Family{
	Schema: spec.Schema{
		Name: "windowed", Doc: "cuckoo filter with overlapping windows of two slots in place of buckets, any number of slots",
		Fields: []spec.Field{
			{Key: "f", Kind: spec.Int, Min: 4, Max: 16, Default: "12", Show: true, Doc: "bits of a slot: a fingerprint, and one bit for its place in the window"},
			{Key: "kicks", Kind: spec.Int, Min: 0, Max: 100000, Default: "2000", Doc: "entries that an insert may move before it gives up; windows need more than buckets of four"},
			{Key: "load", Kind: spec.Float, Min: 0.01, Max: 1, Default: "0.94", Doc: "share of slots that the capacity fills at most"},
		},
	},
	Order: 165, Colour: 0xD26969,
	Use:    "Take it as cuckoo, where a bit a key counts more than the time of inserts, and no key has more than four copies.",
	Traits: Deletes | Counts | Kicks | Batches,
	Model:  theory.ModelWindowed,
	Lines:  2,
})
