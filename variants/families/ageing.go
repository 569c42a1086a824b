package families

import "filterbench/variants/spec"

// Filters that forget keys by their age. They are made for a window of keys; no formula knows
// how many of their keys are of which age, so that there is no model.

var ageingRate = spec.Field{Key: "fpr", Kind: spec.Float, Min: MinFPR, Max: MaxFPR, Default: "0.01", Show: true, Doc: "false positive rate with a window and its slack in it"}

var _ = add(Family{
	Schema: spec.Schema{Name: "ring", Doc: "Bloom filters in a ring, the oldest of which is cleared; with g=1 a rotating pair", Fields: []spec.Field{
		{Key: "g", Kind: spec.Int, Min: 1, Max: 64, Default: "1", Show: true, Doc: "generations of a window; there is a filter for each, and one"},
		ageingRate,
	}},
	Order: 122, Colour: 0x005523,
	Use:    "Take it where keys expire: with ten generations it takes the fewest bits of the filters that age, and half a pair's.",
	Traits: Ages,
})

var _ = add(Family{
	Schema: spec.Schema{Name: "apbf", Doc: "age-partitioned Bloom filter", Fields: []spec.Field{
		{Key: "k", Kind: spec.Int, Min: 1, Max: 32, Default: "8", Show: true, Doc: "slices that a key goes into"},
		{Key: "l", Kind: spec.Int, Min: 1, Max: 48, Default: "8", Show: true, Doc: "generations of a window"},
	}},
	Order: 124, Colour: 0xCD825A,
	Use:    "Take a ring in its place, unless many generations must cost few probes.",
	Traits: Ages,
})

var _ = add(Family{
	Schema: spec.Schema{Name: "timing", Doc: "Bloom filter of cells that hold when they were last set", Fields: []spec.Field{
		ageingRate,
		{Key: "w", Kind: spec.Text, Choices: []string{"4", "8"}, Default: "4", Show: true, Doc: "bits of a cell: a window has 7 generations with 4, 127 with 8"},
	}},
	Order: 126, Colour: 0x1E3205,
	Use:    "Take it where keys must be forgotten within a hundredth of the window, and eight times the bits are there.",
	Traits: Ages,
})

var _ = add(Family{
	Schema: spec.Schema{Name: "stable", Doc: "stable Bloom filter, which forgets at random: it denies keys that it took", Fields: []spec.Field{
		{Key: "fpr", Kind: spec.Float, Min: MinFPR, Max: MaxFPR, Default: "0.01", Show: true, Doc: "rate of false positives to which it settles"},
		{Key: "cpk", Kind: spec.Float, Min: 1, Max: 512, Default: "8", Show: true, Doc: "cells for each key of a window"},
		{Key: "w", Kind: spec.Text, Choices: []string{"2", "4"}, Default: "2", Show: true, Doc: "bits of a cell"},
	}},
	Order: 128, Colour: 0x9641A5,
	Use:    "Take it only where a key that comes again may pass for new.",
	Traits: Ages | Unsound,
})
