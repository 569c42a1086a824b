package variants

import "filterbench/variants/families"

// Families is the table of all filters of this package, in the order of reports: what is
// known of a family, bound to the functions that size and build its filters.
var Families = []Family{
	row("null", nullShape, newNull),
	row("floor", floorShape, newFloor),
	row("exact", exactShape, newExact),
	row("set", setShape, newSet),
	row("bloom", bloomShape, newBloom),
	row("blocked", blockedShape, newBlocked),
	row("splitblock", splitblockShape, newSplitblock),
	row("register", registerShape, newRegister),
	row("scalable", scalableShape, newScalable),
	row("counting", countingShape, newCounting),
	row("naivebloom", bloomShape, newNaivebloom),
	row("chains", chainsShape, newChains),
	row("hashtable", hashtableShape, newHashtable),
	row("cuckoo", cuckooShape, newCuckoo),
	row("semisort", semisortShape, newSemisort),
	row("cuckooset", cuckooShape, newCuckooset),
	row("countingcuckoo", countingcuckooShape, newCountingcuckoo),
	row("stash", stashShape, newStash),
	row("sidecuckoo", cuckooShape, newSidecuckoo),
	row("chained", chainedShape, newChained),
	row("quotient", quotientShape, newQuotient),
	row("layered", layeredShape, newLayered),
}

// row binds the family of that name.
func row(name string, size Sizer, make Maker) Family {
	return Define(*families.Named(name), size, make)
}
