package claims

// noRule is the reason of claims that are listed and not yet decided.
const noRule = "no decision rule yet"

// speedClaims are the claims on speed.
var speedClaims = []Claim{
	{
		ID: "SPD-1", Sources: []string{"A", "C", "D"}, Figure: "time-by-size",
		Statement: "Lookups in a Bloom filter are slower, with k scattered probes against two.",
		Needs:     "throughput: part size, bloom(bpk=12) and cuckoo(b=4,f=12), hits and misses",
		Rule:      "Net time of Bloom over cuckoo, paired by repetition, must be above 1 at every size for hits and misses, by the median and the sign test. Where that is shown in half of the cases or more, the others are the condition.",
		Missing:   "other numbers of probes, and rates that are equal",
		decide:    ruleLookups,
	},
	{
		ID: "SPD-2", Sources: []string{"D"}, Figure: "time-by-size",
		Statement: "A cuckoo filter needs one hash, a Bloom filter several.",
		Needs:     "throughput: part size, null, bloom(bpk=12) and cuckoo(b=4,f=12), hits at the smallest size",
		Rule:      "Null's loop hashes each key once and does nothing else. If a Bloom filter needed a hash for each of its k probes, a hit would take k times that at least: refuted where its gross time, hash included, is below k times null's, paired by repetition, by the median and the sign test; confirmed where it is above.",
		Flips:     "where the hash is so cheap, or memory so far away, that the probes alone take longer than k hashes",
		decide:    ruleHashes,
	},
	{ID: "SPD-3", Sources: []string{"D"}, Statement: "Inserts into a Bloom filter take a stable time, those into a cuckoo filter have tails.", Missing: noRule},
	{ID: "SPD-4", Sources: []string{"D"}, Statement: "At a million requests a second the 99th percentile is 12 µs for cuckoo and 28 µs for Bloom.", Missing: noRule},
	{ID: "SPD-5", Sources: []string{"D"}, Statement: "The 99th percentile of a cuckoo filter stays under 10 µs and is more predictable.", Missing: noRule},
	{
		ID: "SPD-6", Sources: []string{"D"},
		Statement: "Comparing fingerprints with SIMD helps.",
		Needs:     "throughput: part kernels, cuckoo with b=4 and f=8, 12 and 16, kernel=scalar and kernel=simd, hits and misses",
		Rule:      "Net time slot by slot over that with SIMD, paired by repetition, must be 1.1 or more at every size and fingerprint for hits and misses, by the median and the sign test. Where that is shown in half of the cases or more, the others are the condition.",
		decide:    ruleKernels,
	},
	{ID: "SPD-7", Sources: []string{"D"}, Statement: "A lookup in a filter of a million keys took 0.2 ms.", Missing: noRule},
	{ID: "SPD-8", Sources: []string{"E"}, Statement: "The lock-free bit array of Guava makes concurrent inserts safe.", Missing: noRule},
	{
		ID: "SPD-9", Sources: []string{"D"}, Figure: "time-by-size",
		Statement: "Without blocking, k scattered probes hurt.",
		Needs:     "throughput: part size, bloom(bpk=12) and blocked(bpk=12), hits and misses",
		Rule:      "Net time of standard over blocked, paired by repetition, must be above 1 at every size for hits and misses, by the median and the sign test. Where that is shown in half of the cases or more, the others are the condition.",
		Missing:   "split blocks",
		decide:    ruleBlocking,
	},
	{
		ID: "SPD-10", Sources: []string{"D"}, Arithmetic: true,
		Statement: "A Bloom filter takes less than 100 lines of code, a cuckoo filter more than 500.",
		Rule:      "Lines with code, neither blank nor comment, of the filters of this project with the files of their helpers, tests, assembly and loops of kernels that are there to be compared apart: below 100 for bloom and above 500 for cuckoo.",
		Flips:     "with what else a filter is asked for: batches, rates to size by, counts and reports of memory",
		decide:    ruleSource,
	},
}

// systemClaims are the claims on systems and scenarios.
var systemClaims = []Claim{
	{ID: "SYS-1", Sources: []string{"B"}, Statement: "A filter with a rate of 5 % stops 95 % of the requests that penetrate a cache.", Missing: noRule},
	{ID: "SYS-2", Sources: []string{"B"}, Statement: "Caching null results wastes the cache under attack.", Missing: noRule},
	{ID: "SYS-3", Sources: []string{"E"}, Statement: "The costs of a filter and of an exact set differ by the false positive rate times the difference of the costs of a miss.", Missing: noRule},
	{ID: "SYS-4", Sources: []string{"A"}, Statement: "With ten million live keys of a hundred million, a Bloom filter saturates and a cuckoo filter holds.", Missing: noRule},
	{ID: "SYS-5", Sources: []string{"D"}, Statement: "Where deletions are rare, a Bloom filter is rebuilt when half a percent is deleted.", Missing: noRule},
	{ID: "SYS-6", Sources: []string{"B"}, Statement: "Expired keys can be cleared from a filter (the source asks how).", Missing: noRule},
	{ID: "SYS-7", Sources: []string{"D"}, Statement: "A large filter is better split into many.", Missing: noRule},
	{ID: "SYS-8", Sources: []string{"D", "E"}, Statement: "Filters remove duplicates of URLs and feeds with few items skipped wrongly.", Missing: noRule},
	{ID: "SYS-9", Sources: []string{"D"}, Statement: "A Bloom filter hides its keys, the fingerprints of a cuckoo filter could be inverted, and keyed hashing helps.", Missing: noRule},
	{ID: "SYS-10", Sources: []string{"D"}, Statement: "A cuckoo filter is too risky for critical systems, for its state is complex.", Missing: noRule},
	{ID: "SYS-11", Sources: []string{"D"}, Statement: "The commands of Redis Bloom filters behave as documented.", Missing: noRule},
	{ID: "SYS-12", Sources: []string{"B", "E"}, Statement: "An insert into a Bloom filter can say whether it changed a bit.", Missing: noRule},
}
