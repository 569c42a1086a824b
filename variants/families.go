package variants

import "filterbench/internal/spec"

// Families is the table of all filters, in the order of reports. To add one,
// write its file and its row; the command line, the conformance suite and the
// benchmarks follow from here.
var Families = []Family{
	{
		Schema: spec.Schema{Name: "null", Doc: "answers true to everything: what the harness itself costs"},
		Delete: true, Batch: true,
		shape: nullShape, build: newNull,
	},
	{
		Schema: floorSpec,
		Batch:  true,
		shape:  floorShape, build: newFloor,
	},
	{
		Schema: spec.Schema{Name: "exact", Doc: "a map of hashes: no false positives"},
		Delete: true, Count: true, Batch: true, Allocates: true,
		shape: exactShape, build: newExact,
	},
	{
		Schema: setSpec, Allocates: true,
		shape: setShape, build: newSet,
	},
	{
		Schema: bloomSpec,
		Batch:  true,
		settle: bitsOrRate, shape: bloomShape, build: newBloom,
	},
	{
		Schema: blockedSpec,
		Batch:  true,
		settle: settleBlocked, shape: blockedShape, build: newBlocked,
	},
	{
		Schema: splitblockSpec,
		Batch:  true,
		settle: bitsOrRate, shape: splitblockShape, build: newSplitblock,
	},
	{
		Schema: registerSpec,
		Batch:  true,
		settle: bitsOrRate, shape: registerShape, build: newRegister,
	},
	{
		Schema: scalableSpec,
		Batch:  true, Grows: true,
		shape: scalableShape, build: newScalable,
	},
	{
		Schema: countingSpec,
		Delete: true, Count: true, Overflow: true, Batch: true,
		settle: bitsOrRate, shape: countingShape, build: newCounting,
	},
	{
		Schema: naivebloomSpec,
		Delete: true, Batch: true, Unsound: true,
		settle: bitsOrRate, shape: bloomShape, build: newNaivebloom,
	},
	{
		Schema: chainsSpec,
		Delete: true, Count: true, Places: true, Chains: true, Batch: true,
		shape: chainsShape, build: newChains,
	},
	{
		Schema: hashtableSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Batch: true,
		shape: hashtableShape, build: newHashtable,
	},
	{
		Schema: cuckooSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Batch: true,
		settle: settleCuckoo, shape: cuckooShape, build: newCuckoo,
	},
	{
		Schema: semisortSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Batch: true,
		shape: semisortShape, build: newSemisort,
	},
	{
		Schema: cuckoosetSpec,
		Delete: true, Kicks: true, Batch: true, Absorbs: true,
		settle: usualLoad, shape: cuckooShape, build: newCuckooset,
	},
	{
		Schema: countingcuckooSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Batch: true, Shares: true,
		settle: usualLoad, shape: countingcuckooShape, build: newCountingcuckoo,
	},
	{
		Schema: stashSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Side: true, Batch: true,
		settle: usualLoad, shape: stashShape, build: newStash,
	},
	{
		Schema: sidecuckooSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Side: true, Batch: true, Shares: true, Allocates: true,
		settle: usualLoad, shape: cuckooShape, build: newSidecuckoo,
	},
	{
		Schema: chainedSpec,
		Delete: true, Count: true, Kicks: true, Places: true, Batch: true,
		settle: usualChain, shape: chainedShape, build: newChained,
	},
	{
		Schema: quotientSpec,
		Delete: true, Count: true, Kicks: true, Batch: true, Shares: true,
		shape: quotientShape, build: newQuotient,
	},
	{
		Schema: layeredSpec,
		Delete: true, Count: true, Kicks: true, Batch: true, Grows: true,
		settle: usualLoad, shape: layeredShape, build: newLayered,
	},
}
