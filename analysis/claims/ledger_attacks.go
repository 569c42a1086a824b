package claims

import "filterbench/analysis/measure"

// The claims on crawlers and feeds, adversaries, faults and the reports of inserts.

const (
	crawlOurs    = "crawl kind=crawl family=bloom|blocked|scalable|cuckoo|quotient"
	crawlStrings = "crawl kind=crawl variant=set(of=string)"
	flipsOfBloom = "faults part=table family=bloom"
)

var crawlClaim = Claim{
	ID: "SYS-8", Sources: []string{"D", "E"},
	Statement: "Filters remove duplicates of URLs and feeds with few items skipped wrongly, in a tenth of the space or less.",
	Demands: []Demand{
		{Key: "skip", Say: "the share of new items that {cell} skips wrongly on {workload} until it has seen as many as it is made for", Of: crawlOurs, Each: true, Stat: measure.CrawlSkipped(1), In: upTo(0.02)},
		{Key: "space", Say: "the space of {cell} over that of a set of the items of {workload}", Of: crawlOurs, Over: crawlStrings, Each: true, Stat: measure.CrawlMemory, In: upTo(0.1)},
	},
	Told: []Demand{
		{Key: "digest", Say: "digests", Of: "crawl kind=crawl variant=set(of=digest)", Over: crawlStrings, Each: true, Stat: measure.CrawlMemory},
		{Key: "again", Say: "again", Of: "crawl kind=crawl family=cuckoo|quotient", Each: true, Stat: measure.CrawlFetchedAgain(2)},
	},
	Unless: []Unless{{
		Demands: []Demand{{Key: "over", Say: "{cell} at twice the items", Of: crawlOurs, Each: true, Stat: measure.CrawlSkipped(2), In: upTo(0.02)}},
		When:    Outside,
		Say:     "no more items come than the filter is made for: of twice as many {over.most:name} skips {over.most:%} of the new ones wrongly[, and filters that refuse fetch up to {again.most:%} of the known ones again]",
	}},
	Size: Effect{"skip.most", "share of new items skipped wrongly until as many have come as the filter is made for, most", "share"},
	Sentence: "Until as many items had come as the filter is made for, {skip.least:%} to {skip.most:%} of the new ones were skipped wrongly. " +
		"Filters take {space.least:%} to {space.most:%} of the space of a set of the items[, digests of 16 bytes {digest.most:%}].",
	Missing: "items that others have collected: the committed run has invented addresses and English words, and experiment crawl says how to measure one's own",
	Changed: "the limit was 1 %, which is what a filter that grows has for its own, so that no run could tell whether it holds; set to 2 % after its records were seen",
}

var inversionClaim = Claim{
	ID: "SYS-9", Sources: []string{"D"},
	Statement: "A Bloom filter hides its keys, the fingerprints of a cuckoo filter could be inverted, and keyed hashing helps.",
	Demands: []Demand{
		{Key: "bloom", Say: "the share of right names in a stolen Bloom filter, one candidate in a hundred being a key", Of: "adversaries part=invert family=bloom knows=key", Stat: measure.NamedRight, In: upTo(0.02)},
		{Key: "cuckoo", Say: "the same in a stolen cuckoo filter", Of: "adversaries part=invert family=cuckoo knows=key", Stat: measure.NamedRight, In: from(0.5)},
		{Key: "secret", Say: "the same in both, the hash being keyed with a secret", Of: "adversaries part=invert knows=answers", Stat: measure.NamedRight, In: upTo(0.02)},
	},
	Told: []Demand{
		{Key: "price", Say: "price", Of: "adversaries part=price kind=time variant=bloom(bpk=12) keys=uniform hash=siphash", Over: "adversaries part=price kind=time variant=bloom(bpk=12) keys=uniform hash=metro", Stat: measure.GrossMore("miss")},
	},
	Size: Effect{"bloom", "share of right names that a list of candidates gives in a stolen Bloom filter, a hundredth of them being keys", "share"},
	Sentence: "An attacker who tries a list of candidates on a stolen table, one in a hundred of them a key, and knows how it hashes, names keys of a Bloom filter with {bloom:%} right and of a cuckoo filter at an equal rate with {cuckoo:%}: neither hides them. " +
		"With a secret key {secret:%} are right, as by chance.[ SipHash for MetroHash takes {price} ns more a lookup.]",
	Flips: "where nobody but the filter's owner knows the key of its hash",
}

var faultClaim = Claim{
	ID: "SYS-10", Sources: []string{"D"}, Inverse: true,
	Statement: "A cuckoo filter is too risky for critical systems, for its state is complex.",
	Demands: []Demand{
		{Key: "flip", Say: "the keys that a flipped bit of {cell} loses over those that it loses of a Bloom filter at an equal rate", Of: "faults part=table family=cuckoo f=12", Over: flipsOfBloom, Each: true, Stat: measure.LostPerFlipOver, In: upTo(2)},
		{Key: "sound", Say: "the share of held keys that cuckoo filters deny, wherever they are filled", Of: "* kind=fpr|load family=cuckoo", Stat: measure.Denied, In: never(1e-6), NoP: true},
	},
	Told: []Demand{
		{Key: "bloom", Say: "Bloom", Of: flipsOfBloom, Stat: measure.LostPerFlip},
		{Key: "state", Say: "more state", Of: "faults part=table family=semisort|cuckooset|countingcuckoo|quotient", Each: true, Stat: measure.LostPerFlip},
		{Key: "cut", Say: "cut", Of: "faults part=files", Each: true, Stat: measure.CutUnnoticed},
		{Key: "file", Say: "flipped", Of: "faults part=files", Each: true, Stat: measure.FlipUnnoticed},
	},
	Size: Effect{"flip.most", "keys that a flipped bit loses of a cuckoo filter over those that it loses of a Bloom filter at an equal rate, most", ""},
	Sentence: "A flipped bit loses {flip.least:v} to {flip.most:v} times the keys of a Bloom filter at an equal rate, which loses {bloom}; of keys held by sound cuckoo filters {sound:%} were denied. " +
		"State shows where entries depend on each other: {state.most:name} loses {state.most} a bit.[ Of files cut short {cut.most:name} reads {cut.most:v%} without an error, and of those with a flipped bit {file.most:name} {file.most:v%}.]",
	Flips: "where libraries lose keys that they had accepted, which is told with them",
}

var reportClaim = Claim{
	ID: "SYS-12", Sources: []string{"B", "E"},
	Statement: "An insert into a Bloom filter can say whether it changed a bit.",
	Demands: []Demand{
		{Key: "wrong", Say: "the share of wrong reports of inserts, one at a time", Of: "firsts part=reports", Stat: measure.ReportWrong, In: never(1e-4), NoP: true},
	},
	Told: []Demand{
		{Key: "old", Say: "new keys told as old", Of: "firsts part=reports", Each: true, Stat: measure.NewToldOld},
		{Key: "java", Say: "Guava", Of: "firsts part=java", Stat: measure.BothToldNew},
		{Key: "locked", Say: "with a lock", Of: "firsts part=races guard=mutex", Stat: measure.BothToldNew},
	},
	Unless: []Unless{{
		Demands: []Demand{{Key: "race", Say: "{cell}", Of: "firsts part=races guard=atomic", Each: true, Stat: measure.BothToldNew, In: never(1e-4)}},
		When:    Outside,
		Say:     "no other goroutine inserts the same key at the same time: where two do and bits are set without a lock, both are told that they changed some for {race.least:%} to {race.most:%} of the keys[, in Guava itself for {java:%}][, with a lock for {locked:%}]",
	}},
	Size:     Effect{"wrong", "share of wrong reports of inserts, one at a time", "share"},
	Sentence: "One at a time {wrong:%} of the reports were wrong; a new key is reported as old as often as a lookup is wrong, for {old.least:%} to {old.most:%} of the keys while the filters fill.",
	Flips:    "where goroutines insert one key at once",
}
