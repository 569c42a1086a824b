package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

// Filters that are made at once from all keys.

var _ = add(Family{
	Schema: spec.Schema{
		Name: "binaryfuse", Doc: "binary fuse filter with 3 or 4 probes, static",
		Fields: []spec.Field{
			{Key: "k", Kind: spec.Text, Choices: []string{"3", "4"}, Default: "3", Show: true, Doc: "probes: four take fewer bits and more time"},
			{Key: "f", Kind: spec.Int, Min: 4, Max: 16, Default: "8", Show: true, Doc: "bits per fingerprint"},
			{Key: "retry", Kind: spec.Text, Choices: []string{"grow", "same"}, Default: "grow", Doc: "what a failed attempt to build leads to: more slots, or as many with another seed"},
			{Key: "attempts", Kind: spec.Int, Min: 1, Max: 100000, Default: "1024", Doc: "to build before it gives up"},
		},
	},
	Order: 270, Colour: 0x1E00FF,
	Use:    "Take it where all keys are known when the filter is built, and none comes or goes later.",
	Traits: Batches | Static,
	Model:  theory.ModelFingerprint,
})

var _ = add(Family{
	Schema: spec.Schema{
		Name: "ribbon", Doc: "homogeneous ribbon filter, static; no build fails",
		Fields: []spec.Field{
			{Key: "f", Kind: spec.Int, Min: 1, Max: 32, Default: "8", Show: true, Doc: "bits per fingerprint"},
			{Key: "w", Kind: spec.Text, Choices: []string{"64", "128"}, Default: "128", Doc: "bits of a row: wider ones take fewer slots and more time"},
		},
	},
	Order: 280, Colour: 0xB4963C,
	Use:    "Take it as binaryfuse, where bits count more than time, or a build must not fail.",
	Traits: Batches | Static,
	Model:  theory.ModelFingerprint,
})
