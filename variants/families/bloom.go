package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Bloom filters whose probes fall anywhere in the table.

// bloomFields are the parameters of a Bloom filter: space, probes, and how probes derive.
var bloomFields = []spec.Field{
	bpkField, fprField,
	{Key: "k", Kind: spec.Int, Min: 1, Max: MaxProbes, Doc: "probes per key; the best for the size if absent"},
	bloomProbing,
}

var _ = add(Family{
	Schema: spec.Schema{Name: "bloom", Doc: "standard Bloom filter of any number of bits", Fields: bloomFields, Settle: bitsOrRate},
	Order:  50, Colour: 0x0072B2,
	Use:    "Take it where memory counts more than time and nothing is deleted.",
	Traits: Batches,
	Model:  theory.ModelBloom,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "scalable", Doc: "Bloom filters in layers, added as keys come",
		Fields: []spec.Field{
			{Key: "fpr", Kind: spec.Float, Min: 1e-6, Max: MaxFPR, Default: "0.01", Show: true, Doc: "false positive rate that all layers together stay below"},
			{Key: "first", Kind: spec.Int, Min: 1, Max: 1e9, Default: "100", Doc: "keys of the first layer, whatever the filter is sized for"},
			{Key: "growth", Kind: spec.Int, Min: 2, Max: 16, Default: "2", Doc: "keys of a layer over those of the one before"},
			{Key: "tighten", Kind: spec.Float, Min: 0.1, Max: 0.9, Default: "0.5", Doc: "rate of a layer over that of the one before"},
		},
	},
	Order: 90, Colour: 0xA50087,
	Use:    "Take it where nobody can say how many keys will come, and lookups may cost several times as much.",
	Traits: Batches | Grows,
	Model:  theory.ModelScalable,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "counting", Doc: "Bloom filter of small counters, which can delete",
		Fields: []spec.Field{
			{Key: "bpk", Kind: spec.Float, Min: 1, Max: 512, Doc: "bits per key: w for each counter"},
			fprField,
			{Key: "w", Kind: spec.Text, Choices: []string{"2", "4", "8"}, Default: "4", Show: true, Doc: "bits of a counter"},
			{Key: "k", Kind: spec.Int, Min: 1, Max: MaxProbes, Doc: "probes per key; the best for the size if absent"},
		},
		Settle: bitsOrRate,
	},
	Order: 110, Colour: 0x009E73,
	Use:    "Take it where keys are deleted and come in many copies, and four times the memory of a Bloom filter is affordable.",
	Traits: Deletes | Counts | Overflows | Batches,
	Model:  theory.ModelBloom,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "naivebloom", Doc: "standard Bloom filter whose deletes clear bits: unsound, to be measured and never used",
		Fields: bloomFields[:3], Settle: bitsOrRate,
	},
	Order: 120, Colour: 0x3C3C69,
	Use:    "Never: its deletes lose other keys, and it shows how many.",
	Traits: Deletes | Batches | Unsound,
	Model:  theory.ModelBloom,
})
