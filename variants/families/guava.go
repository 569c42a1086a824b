package families

import (
	"filterbench/variants/spec"
	"filterbench/variants/theory"
)

var _ = add(Family{
	Schema: spec.Schema{
		Name: "guava", Doc: "the Bloom filter of Guava 31 for Java, bit for bit, of the 64-bit hash as a number",
		Fields: []spec.Field{
			{Key: "strategy", Kind: spec.Text, Choices: []string{"mitz64", "mitz32"}, Default: "mitz64", Show: true, Doc: "how a key's positions derive from its hash"},
			{Key: "fpr", Kind: spec.Float, Min: MinFPR, Max: MaxFPR, Default: "0.03", Show: true, Doc: "false positive rate at capacity"},
			{Key: "funnel", Kind: spec.Text, Choices: []string{"long", "int"}, Default: "long", Doc: "what is hashed again: the number as a long, or its low half as an int"},
		},
	},
	Order: 100, Colour: 0x4B003C,
	Use:    "Take it to read, write or predict filters of Java programs.",
	Traits: Batches,
	Model:  theory.ModelFolded,
	Origin: Origin{Port: "Guava 31 for Java"},
})
