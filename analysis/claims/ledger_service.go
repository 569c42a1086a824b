package claims

import (
	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// Claims on what filters do inside a service, decided by experiments penetration, service,
// ageing and upkeep.

const (
	fivePercent = "bloom(fpr=0.05)"
	onePercent  = "bloom(fpr=0.01)"
	onePerMille = "bloom(fpr=0.001)"

	turnsOfServers = analysis.Selection("service part=turns-servers variant=" + fivePercent)
)

func behind(variant, absent string) analysis.Selection {
	return analysis.Selection("penetration part=filters strategy=filter absent=" + absent + " variant=" + variant)
}

func servedBy(strategy, absent string) analysis.Selection {
	return analysis.Selection("penetration part=nothing absent=" + absent + " strategy=" + strategy)
}

func turnsOf(variant string) analysis.Selection {
	return analysis.Selection("service part=turns variant=" + variant)
}

func penaltyOf(key, variant string) Demand {
	return Demand{Key: key, Say: "what a request for an absent key takes longer behind " + variant + " than behind an exact set, over what the formula says",
		Of: turnsOf(variant), Stat: measure.TurnOver, In: between(0.75, 1/0.75)}
}

func penaltyTold(key, variant string, s measureStatistic) Demand {
	return Demand{Key: key, Say: key, Of: turnsOf(variant), Stat: s}
}

var claimPenetration = Claim{
	ID: "SYS-1", Sources: []string{"B"},
	Statement: "A filter with a rate of 5 % stops 95 % of the requests that penetrate a cache.",
	Demands: []Demand{
		{Key: "flood", Say: "requests for fresh absent keys that read the database behind " + fivePercent, Of: behind(fivePercent, "flood"), Stat: measure.Penetrating, In: near(0.05, 0.1), NoP: true},
		{Key: "random", Say: "the same for absent keys of which some come again", Of: behind(fivePercent, "random"), Stat: measure.Penetrating, In: near(0.05, 0.1), NoP: true},
	},
	Told: []Demand{
		{Key: "nothing", Say: "nothing", Of: servedBy("none", "flood"), Stat: measure.Penetrating},
		{Key: "nulls", Say: "cached nulls", Of: servedBy("nulls", "flood"), Stat: measure.Penetrating},
		{Key: "nullsrandom", Say: "cached nulls, keys that come again", Of: servedBy("nulls", "random"), Stat: measure.Penetrating},
		{Key: "nullsknown", Say: "cached nulls, few keys", Of: servedBy("nulls", "known"), Stat: measure.Penetrating},
		{Key: "exact", Say: "an exact set", Of: behind("exact", "flood"), Stat: measure.Penetrating},
	},
	Unless: []Unless{{
		Demands: []Demand{{Key: "known", Say: "of keys that were found to pass, repeated", Of: behind(fivePercent, "known"), Stat: measure.Penetrating, In: upTo(0.055), NoP: true}},
		When:    Outside,
		Say:     "nobody chooses the keys: {known:v%} of the requests of one who repeats keys that passed read the database",
	}},
	Size:     Effect{"flood", "share of the requests for fresh absent keys that read the database behind a filter of 5 %", "share"},
	Sentence: "Behind " + fivePercent + " {flood:%} of requests for fresh absent keys read the database and {random:%} where keys come again, behind an exact set {exact:v%}, with nothing {nothing:v%}. Cached nulls let {nulls:v%} of fresh keys through, {nullsrandom:v%} of keys that come again and {nullsknown:v%} of a few that are repeated.",
	Flips:    "as soon as keys that passed are repeated",
	Changed:  "filters with a cache of nulls beside them were taken out of its selections after a quick run was seen; its ranges are those of before",
}

var claimNulls = Claim{
	ID: "SYS-2", Sources: []string{"B"},
	Statement: "Caching null results wastes the cache under attack.",
	Demands: []Demand{
		{Key: "nulls", Say: "the share of the cache that says that a key has no row, of {cell}", Of: servedBy("nulls", "flood"), Each: true, Stat: measure.CacheNulls, In: from(0.5), NoP: true},
		{Key: "hits", Say: "the hits of requests for rows over those without cached nulls", Of: servedBy("nulls", "flood") + " share=0.9", Over: servedBy("none", "flood") + " share=0.9", Stat: measure.CacheHitsOver, In: upTo(0.9)},
	},
	Told: []Demand{
		{Key: "half", Say: "at half", Of: servedBy("nulls", "flood") + " share=0.5", Over: servedBy("none", "flood") + " share=0.5", Stat: measure.CacheHitsOver},
		{Key: "apart", Say: "in a cache of their own", Of: servedBy("apart", "flood") + " share=0.9", Over: servedBy("none", "flood") + " share=0.9", Stat: measure.CacheHitsOver},
		{Key: "known", Say: "few keys", Of: servedBy("nulls", "known") + " share=0.9", Over: servedBy("none", "known") + " share=0.9", Stat: measure.CacheHitsOver},
		{Key: "before", Say: "hits without", Of: servedBy("none", "flood") + " share=0.9", Stat: measure.CacheHits},
		{Key: "after", Say: "hits with", Of: servedBy("nulls", "flood") + " share=0.9", Stat: measure.CacheHits},
	},
	Unless: []Unless{{
		Demands: []Demand{{Key: "sparing", Say: "the hits with a cache of their own for nulls, a tenth as large, over those without cached nulls", Of: servedBy("apart", "flood") + " share=0.9", Over: servedBy("none", "flood") + " share=0.9", Stat: measure.CacheHitsOver, In: upTo(0.9)}},
		When:    Outside,
		Say:     "nulls and rows share one cache: with one of their own for nulls, a tenth as large, the hits are {sparing:v} times those without",
	}},
	Size:     Effect{"hits", "hits of requests for rows with cached nulls over those without, where nine in ten requests are for fresh absent keys", ""},
	Sentence: "A flood of fresh absent keys fills {nulls.least:v%} to {nulls.most:v%} of the cache. Where nine requests in ten are of the flood, the cache answers {after:v%} of requests for rows in place of {before:v%}, {hits} times as many; at half of the requests {half} times. Where the attacker repeats a few keys it is {known} times.",
	Flips:    "where nulls have a cache of their own, or absent keys come again",
}

var claimPenalty = Claim{
	ID: "SYS-3", Sources: []string{"E"},
	Statement: "The costs of a filter and of an exact set differ by the false positive rate times the difference of the costs of a miss.",
	Demands:   []Demand{penaltyOf("five", fivePercent)},
	Told: []Demand{
		penaltyTold("measured", fivePercent, measure.TurnPenalty), penaltyTold("said", fivePercent, measure.TurnSaid),
		penaltyTold("onemeasured", onePercent, measure.TurnPenalty), penaltyTold("onesaid", onePercent, measure.TurnSaid),
		penaltyTold("lowmeasured", onePerMille, measure.TurnPenalty), penaltyTold("lowsaid", onePerMille, measure.TurnSaid),
		penaltyTold("read", fivePercent, measure.TurnRead), penaltyTold("stop", fivePercent, measure.TurnStop),
		{Key: "real", Say: "with Redis and PostgreSQL", Of: turnsOfServers, Stat: measure.TurnOver},
		{Key: "real-read", Say: "a read there", Of: turnsOfServers, Stat: measure.TurnRead},
	},
	Unless: []Unless{{
		Demands: []Demand{penaltyOf("one", onePercent), penaltyOf("low", onePerMille)},
		When:    Outside,
		Say:     "the reads of false positives outweigh what the lookups themselves differ by: at 1 % the difference is {onemeasured:v} ns where the formula says {onesaid:v}, at 0.1 % {lowmeasured:v} where it says {lowsaid:v}",
	}},
	Size:     Effect{"five", "what a request for an absent key takes longer behind a filter of 5 % than behind an exact set, over what the formula says", ""},
	Sentence: "With an LRU cache and SQLite in memory a request that reads the database takes {read} ns and one that an exact set stops {stop}. Behind " + fivePercent + " a request for an absent key takes {measured} ns longer on average, where P2 (C2 - C1) is {said:v}: {five} times as much.[ With Redis and PostgreSQL, where a request that reads takes {real-read:v} ns, it is {real.first} times.]",
	Flips:    "at rates so low, or reads so cheap, that the time of the lookup decides",
	Changed:  "the demand at 1 % became a condition after a quick run had been seen: a read of SQLite in memory takes microseconds, so that lookups decide; then, after a whole run had left it open, the three services came to take turns within a trial, and a trial counts by its median turn: before, each had trials of its own, between which the core changed its speed; the ranges stayed",
}

// Filters that never deny a key of the window, and those that age among them.
const expiring = analysis.Selection("ageing window=count family=ring|apbf|timing|counting|cuckoo")

var claimAgeing = Claim{
	ID: "SYS-6", Sources: []string{"B"},
	Statement: "Expired keys can be cleared from a filter (the source asks how).",
	Demands: []Demand{
		{Key: "denied", Say: "keys in the window that rings, age-partitioned and timed filters and those that delete deny", Of: "ageing family=ring|apbf|timing|counting|cuckoo", Stat: measure.AgeingDenied, In: never(1e-6), NoP: true},
		{Key: "rise", Say: "the rate of {cell} in the later half of the checkpoints over the earlier", Of: expiring, Each: true, Stat: measure.AgeingRise, In: between(0.8, 1.25)},
		{Key: "late", Say: "keys that left the window more than a window ago and are answered true, {cell}", Of: expiring, Each: true, Stat: measure.AgeingLate("more than a window ago", 1, 4), In: upTo(0.02), NoP: true},
	},
	Told: []Demand{
		{Key: "soon", Say: "half a window", Of: expiring, Each: true, Stat: measure.AgeingLate("at most an eighth of a window ago", 0, 0.125)},
		{Key: "bits", Say: "bits", Of: expiring, Each: true, Stat: measure.AgeingBits},
		{Key: "stable", Say: "stable", Of: "ageing window=count family=stable", Each: true, Stat: measure.AgeingDenied},
	},
	Size:     Effect{"rise.most", "rate in the later half of the checkpoints over the earlier, most over filters", ""},
	Sentence: "Rings, age-partitioned and timed filters, and filters that delete what a caller lists, deny {denied:%} of keys in the window, and their rate stays: {rise.least} to {rise.most} times. Of keys that left more than a window ago {late.least:v%} to {late.most:v%} are answered true, of those that left in the last eighth of a window {soon.least:v%} ({soon.least:name}) to {soon.most:v%} ({soon.most:name}). They take {bits.least:v} ({bits.least:name}) to {bits.most:v} ({bits.most:name}) bits a key. A stable filter denies {stable.least:v%} to {stable.most:v%} of keys in the window.",
	Changed:  "the checkpoints of its experiment were moved after a quick run was seen, for all had fallen on one point of a generation; the rule is that of before",
}

const rebuilt = analysis.Selection("upkeep part=rebuild family=bloom stale=")

var claimRebuild = Claim{
	ID: "SYS-5", Sources: []string{"D"},
	Statement: "Where deletions are rare, a Bloom filter is rebuilt when half a percent is deleted.",
	Demands:   []Demand{{Key: "rise", Say: "the rate before a rebuild over that after it, at half a percent", Of: rebuilt + "0.005", Stat: measure.RebuildRise, In: upTo(1.1)}},
	Told: []Demand{
		{Key: "cost", Say: "its inserts", Of: rebuilt + "0.005", Stat: measure.RebuildInserts},
		{Key: "five", Say: "at 5 %", Of: rebuilt + "0.05", Stat: measure.RebuildRise},
		{Key: "fivecost", Say: "its inserts", Of: rebuilt + "0.05", Stat: measure.RebuildInserts},
		{Key: "twenty", Say: "at 20 %", Of: rebuilt + "0.2", Stat: measure.RebuildRise},
		{Key: "twentycost", Say: "its inserts", Of: rebuilt + "0.2", Stat: measure.RebuildInserts},
		{Key: "all", Say: "at 100 %", Of: rebuilt + "1", Stat: measure.RebuildRise},
		{Key: "stale", Say: "deleted keys", Of: rebuilt + "0.005", Stat: measure.RebuildStale},
	},
	Unless: []Unless{{
		Demands: []Demand{{Key: "later", Say: "the rate before a rebuild over that after it, at 5 %", Of: rebuilt + "0.05", Stat: measure.RebuildRise, In: upTo(1.5)}},
		When:    Inside,
		Say:     "the rate may not rise by a third: at ten times as many deleted keys it is {later} times that of a new filter, at a tenth of the cost",
	}},
	Size:     Effect{"rise", "rate of a Bloom filter of 10 bits a key when half a percent is deleted, over that of a new one", ""},
	Sentence: "At half a percent of deleted keys the rate is {rise} times that of a new filter, and each delete costs {cost:v} inserts; at 5 % it is {five} times for {fivecost:v} inserts, at 20 % {twenty} for {twentycost:v}, and where as many are deleted as live {all} times. Until a rebuild {stale:v%} of deleted keys are answered true.",
	Flips:    "where a rate a few per cent higher does no harm",
}

func sharded(family string, shards string) analysis.Selection {
	return analysis.Selection("upkeep part=shards variant=" + family + " shards=" + shards)
}

var claimShards = Claim{
	ID: "SYS-7", Sources: []string{"D"},
	Statement: "A large filter is better split into many.",
	Demands: []Demand{
		{Key: "rate", Say: "the rate of 256 Bloom filters over that of one, at equal bits", Of: sharded("bloom(bpk=10)", "256"), Over: sharded("bloom(bpk=10)", "1"), Stat: measure.ShardsRateOver, In: upTo(1.05)},
		{Key: "load", Say: "the load at the first refusal of 256 cuckoo filters over that of one", Of: sharded("cuckoo(b=4,f=12,buckets=any)", "256"), Over: sharded("cuckoo(b=4,f=12,buckets=any)", "1"), Stat: measure.ShardsLoadOver, In: from(0.98)},
		{Key: "hit", Say: "the time of a hit in 256 Bloom filters over that in one", Of: "upkeep part=shard-times family=bloom shards=256", Over: "upkeep part=shard-times family=bloom shards=1", Stat: measure.ShardsTimeOver("hit"), In: upTo(1)},
	},
	Told: []Demand{
		{Key: "ratemany", Say: "4,096", Of: sharded("bloom(bpk=10)", "4096"), Over: sharded("bloom(bpk=10)", "1"), Stat: measure.ShardsRateOver},
		{Key: "loadmany", Say: "4,096", Of: sharded("cuckoo(b=4,f=12,buckets=any)", "4096"), Over: sharded("cuckoo(b=4,f=12,buckets=any)", "1"), Stat: measure.ShardsLoadOver},
		{Key: "cuckoohit", Say: "cuckoo", Of: "upkeep part=shard-times family=cuckoo shards=256", Over: "upkeep part=shard-times family=cuckoo shards=1", Stat: measure.ShardsTimeOver("hit")},
	},
	Size:     Effect{"load", "load at the first refusal of 256 cuckoo filters over that of one", ""},
	Sentence: "At a million keys and equal bits 256 Bloom filters err {rate} times as often as one and 4,096 {ratemany} times; cuckoo filters refuse the first key at {load} and {loadmany} times the load of one; a hit takes {hit} times as long in Bloom filters and {cuckoohit} times in cuckoo filters.",
	Missing:  "filters that outgrow a machine, and growth by shards, where nothing else than dividing is left",
	Changed:  "net times left out what the choice of a filter takes; restated after a quick run had been seen",
}
