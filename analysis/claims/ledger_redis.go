package claims

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// Experiment redis: copies beside the different keys of an issue, or in an empty filter.
func redisCopies(variant, fill string) analysis.Selection {
	return analysis.Selection("redis part=copies fill=" + fill + " variant=" + variant)
}

const (
	redisDefault  = "redis-cf(capacity=1024,bucket=2,expansion=1)"
	redisRoomy    = "redis-cf(capacity=16384,bucket=2,expansion=1)"
	redisDoubling = "redis-cf(capacity=16384,bucket=2,expansion=2)"

	// The bytes of issue 533 without the filter's header and those of its 19 layers.
	issueTables = firstLayer * (1<<19 - 1)
	firstLayer  = 16384
)

// redisClaims are the claims on the filters of Redis, of which package redis has models that
// agree with a server bit for bit.
var redisClaims = []Claim{
	{
		ID: "RED-1", Sources: []string{"RedisBloom-533"}, Figure: "redis-copies",
		Statement: "92,238 items took 8,589,918,552 bytes in a Redis cuckoo filter.",
		Demands: []Demand{{Key: "bytes", Say: "the bytes of all tables with 92,000 different keys and 65 copies of one, against those of the issue to within one layer",
			Of: redisCopies(redisDoubling, "1"), Stat: measure.GrownBytes, In: between(firstLayer*(1<<18-1), firstLayer*(1<<20-1)), NoP: true}},
		Told: []Demand{
			{Key: "very", Say: "those very bytes", Of: redisCopies(redisDoubling, "1"), Stat: measure.GrownTo(issueTables)},
			{Key: "layers", Say: "layers", Of: redisCopies(redisDoubling, "1"), Stat: measure.GrownLayers},
		},
		Unless: []Unless{{
			Demands: []Demand{{Say: "looking first", Of: "redis part=copies family=redis-cfnx fill=1", Stat: measure.GrownTimes, In: upTo(2)}},
			When:    Inside,
			Say:     "a few of the items are copies of one key: of different keys alone the filter has a few hundred kilobytes",
		}},
		Size:     Effect{"bytes", "bytes of all tables after 65 copies of one key beside 92,000 others", ""},
		Sentence: "92,000 different keys and 65 copies of one more take {bytes} bytes in {layers} layers that double; {very:v%} of the repetitions have the very bytes of the issue.",
		Flips:    "without copies",
	},
	{
		ID: "RED-2", Sources: []string{"RedisBloom-docs"},
		Statement: "A cuckoo filter of Redis grows by layers when it is full.",
		Demands:   []Demand{{Key: "default", Say: "the mean load at which a layer of {size} slots has no room, with the defaults", Of: "redis part=first-layer bucket=2 iterations=20", Each: true, Stat: measure.MeanLoad, In: from(0.9)}},
		Told: []Demand{
			{Key: "four", Say: "four slots a bucket", Of: "redis part=first-layer bucket=4 iterations=20", Each: true, Stat: measure.MeanLoad},
			{Key: "long", Say: "500 iterations", Of: "redis part=first-layer bucket=2 iterations=500", Each: true, Stat: measure.MeanLoad},
			{Key: "both", Say: "both", Of: "redis part=first-layer bucket=4 iterations=500", Each: true, Stat: measure.MeanLoad},
		},
		Size:     Effect{"default.least", "mean load at which the first layer has no room, defaults, least over sizes", "share"},
		Sentence: "With the defaults, two slots a bucket and 20 iterations, a layer has no room at a load of {default.least:%} ({default.least:size} slots) to {default.most:%} ({default.most:size}). Four slots a bucket: {four.least:v%} to {four.most:v%}; 500 iterations: {long.least:v%} to {long.most:v%}; both: {both.least:v%} to {both.most:v%}.",
		Flips:    "with four slots a bucket and 500 iterations",
	},
	{
		ID: "RED-3", Sources: []string{"beyond"}, Figure: "redis-copies",
		Statement: "Copies of one key grow a Redis cuckoo filter geometrically, and one delete then blocks the server.",
		Demands: []Demand{
			{Key: "doubling", Say: "the growth by 65 copies in an empty filter whose layers double", Of: redisCopies(redisDoubling, "0"), Stat: measure.GrownTimes, In: from(1000)},
			{Key: "walk", Say: "the slots that one delete looks at", Of: redisCopies(redisDoubling, "1"), Stat: measure.CompactionWalk, In: from(1e9)},
		},
		Told: []Demand{
			{Key: "equal", Say: "equal layers", Of: redisCopies(redisRoomy, "0"), Stat: measure.GrownTimes},
			{Key: "short", Say: "its walk", Of: redisCopies(redisRoomy, "1"), Stat: measure.CompactionWalk},
			{Key: "shut", Say: "the defaults", Of: redisCopies(redisDefault, "1"), Stat: measure.ShutOut},
			{Key: "block", Say: "on a server", Of: "redis-server part=compaction-53", Stat: measure.CompactionTime},
			{Key: "twice", Say: "with four copies fewer", Of: "redis-server part=compaction-53", Over: "redis-server part=compaction-41", Stat: measure.CompactionDoubling},
		},
		Unless: []Unless{{
			Demands: []Demand{{Say: "equal layers", Of: redisCopies(redisRoomy, "0"), Stat: measure.GrownTimes, In: from(1000)}},
			When:    Outside,
			Say:     "the expansion is 2 or more: with the default, 1, layers are equal and 65 copies make {equal:v} of one",
		}},
		Size:     Effect{"walk", "slots that the first delete which compacts looks at, after 65 copies", ""},
		Sentence: "65 copies make an empty filter {doubling} times as large where layers double, {equal} times where they are equal. Beside 92,000 keys the first delete that compacts looks at {walk} slots, on the thread that serves all ({short} where layers are equal). A filter of 1,024 with the defaults that has all its layers refuses {shut:v%} of new keys.[ On a server such a delete takes {block:v} ns at 53 copies of one key, and {twice} times as long with every four copies more.]",
	},
	{
		ID: "RED-4", Sources: []string{"RedisBloom-docs"},
		Statement: "CF.ADDNX avoids duplicates at no other cost than time.",
		Demands:   []Demand{{Key: "refused", Say: "the share of new keys that are refused silently, at {fill} times the capacity", Of: "redis part=refused-new bucket=2", Each: true, Stat: measure.Positives, In: upTo(0.001), NoP: true}},
		Told:      []Demand{{Key: "eight", Say: "buckets of eight", Of: "redis part=refused-new bucket=8", Each: true, Stat: measure.Positives}},
		Size:      Effect{"refused.most", "share of new keys refused as if they were there, most over fillings, buckets of two", "share"},
		Sentence:  "A new key is refused as if it were there in {refused.least:%} of cases at a quarter of the capacity, and in {refused.most:%} at four times the capacity; with buckets of eight in {eight.least:%} to {eight.most:%}.",
		Flips:     "at fillings so low that a false positive is as rare",
	},
	{
		ID: "RED-5", Sources: []string{"RedisBloom-users"},
		Statement: "A calculator for standard Bloom filters is valid for BF.RESERVE.",
		Demands: []Demand{
			{Key: "bits", Say: "the bits per key at the capacity, over those of a standard filter", Of: "redis part=bloom variant=redis-bf(fpr=0.01,capacity=1000) fill=1", Over: "redis part=bloom family=bloom fill=1", Stat: measure.BitsRatio, In: near(1, 0.05)},
			{Key: "rate", Say: "the rate at {fill} times the capacity", Of: "redis part=bloom variant=redis-bf(fpr=0.01,capacity=1000) fill<=1", Each: true, Stat: measure.Positives, In: upTo(0.01), NoP: true},
		},
		Told: []Demand{
			{Key: "beyond", Say: "beyond the capacity", Of: "redis part=bloom variant=redis-bf(fpr=0.01,capacity=1000) fill>1", Each: true, Stat: measure.BitsEach},
			{Key: "kept", Say: "its rate", Of: "redis part=bloom variant=redis-bf(fpr=0.01,capacity=1000) fill>1", Each: true, Stat: measure.Positives},
		},
		Size:     Effect{"bits", "bits per key of BF.RESERVE at its capacity over those of a standard filter for the same rate", ""},
		Sentence: "A filter that may grow is made for half the rate: it takes {bits} times the bits of a standard filter at its capacity, and errs in {rate.most:%} of cases where 1 % was asked. As it grows it takes {beyond.least:v} to {beyond.most:v} bits per key and errs in {kept.least:v%} to {kept.most:v%}.",
		Flips:    "with NONSCALING",
	},
}
