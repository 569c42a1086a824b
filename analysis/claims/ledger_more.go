package claims

// noRule is the reason of claims that are listed and not yet decided.
const noRule = "no decision rule yet"

// speedClaims are the claims on speed.
var speedClaims = []Claim{
	{
		ID: "SPD-1", Sources: []string{"A", "C", "D"}, Figure: "time-by-size",
		Statement: "Lookups in a Bloom filter are slower, with k scattered probes against two.",
		Needs:     "throughput: part size, bloom(bpk=12) and cuckoo(b=4,f=12), hits and misses; part probes, with 4 and 14 probes and with the rate of the cuckoo filter, where it was measured",
		Rule:      "Net time of Bloom over cuckoo, paired by repetition, must be above 1 at every size and number of probes for hits and misses, by the median and the sign test; a net time below a tenth of a nanosecond counts as that much. Where that is shown in half of the cases or more, or for hits and misses at the largest size of each pair of filters and nowhere as often the other way round, the others are the condition.",
		decide:    ruleLookups,
	},
	{
		ID: "SPD-2", Sources: []string{"D"}, Figure: "fpr-bloom-ratio",
		Statement: "A cuckoo filter needs one hash, a Bloom filter several.",
		Needs:     "fpr-bloom: part bits, Bloom filters of all sizes, which get one hash of 64 bits for all of their probes; throughput: part size, and speed-bars: part bars, for what a hash takes",
		Rule:      "A Bloom filter needs several hashes if with one the rates, over all sizes together, are at least 5 % above those of independent probes, for certain; refuted where they are below that for certain. Times are told and decide nothing: null's loop is its hash and the loop.",
		Flips:     "with a hash that has fewer bits than its probes need, or probes that are derived from it badly",
		decide:    ruleHashes,
	},
	{
		ID: "SPD-3", Sources: []string{"D"}, Figure: "insert-latency",
		Statement: "Inserts into a Bloom filter take a stable time, those into a cuckoo filter have tails.",
		Needs:     "latency: part insert, bloom(bpk=12) and cuckoo(b=4,f=12), loads of 50 and 95 %",
		Rule:      "The 99th percentile of single inserts, the clock included, at a load of 95 % over that at 50 %, by the median over repetitions and its interval: at most 1.5 in the Bloom filter and at least 2 in the cuckoo filter. The lowest load measured at which the cuckoo filter's is more than twice that of the Bloom filter for certain is the condition.",
		Flips:     "at the load from which the 99th percentile of the cuckoo filter is twice that of the Bloom filter",
		decide:    ruleTails,
	},
	{
		ID: "SPD-4", Sources: []string{"D"}, Figure: "arrival-latency",
		Statement: "At a million requests a second the 99th percentile is 12 µs for cuckoo and 28 µs for Bloom.",
		Needs:     "latency: parts even and random, null, bloom(bpk=12) and cuckoo(b=4,f=12), a million lookups a second, even and random arrivals",
		Rule:      "The 99th percentile of the time from when a lookup is due to its end, by the median over repetitions and its interval, must be within 50 % of 12 µs for the cuckoo filter and of 28 µs for the Bloom filter, with even and with random arrivals. One that is outside for certain refutes. Where the 99th percentile of the null filter may be above 2.5 µs, the machine was not quiet, and only a value below its range decides: interruptions make times longer.",
		decide:    ruleRequests,
	},
	{
		ID: "SPD-5", Sources: []string{"D"}, Figure: "arrival-latency",
		Statement: "The 99th percentile of a cuckoo filter stays under 10 µs and is more predictable.",
		Needs:     "latency: parts even and random, null, bloom(bpk=12) and cuckoo(b=4,f=12), a million lookups a second, even and random arrivals",
		Rule:      "The 99th percentile of the cuckoo filter, waiting included, must be below 10 µs, and its distance from the median at most that of the Bloom filter, paired by repetition, with even and with random arrivals. Where the bound is shown and the comparison is open, that is the condition; one that is outside for certain refutes. Where the 99th percentile of the null filter may be above 2.5 µs, the machine was not quiet, and only the bound can be shown: interruptions make times longer.",
		decide:    rulePredictable,
	},
	{
		ID: "SPD-6", Sources: []string{"D"}, Figure: "kernels",
		Statement: "Comparing fingerprints with SIMD helps.",
		Needs:     "throughput: part kernels, cuckoo with b=4 and f=8, 12 and 16, kernel=scalar and kernel=simd, hits and misses",
		Rule:      "Net time slot by slot over that with SIMD, paired by repetition, must be 1.1 or more at every size and fingerprint for hits and misses, by the median and the sign test; a net time below a tenth of a nanosecond counts as that much. Where that is shown in half of the cases or more, the others are the condition.",
		decide:    ruleKernels,
	},
	{
		ID: "SPD-7", Sources: []string{"D"},
		Statement: "A lookup in a filter of a million keys took 0.2 ms.",
		Needs:     "latency: part cold, bloom(bpk=12) and cuckoo(b=4,f=12) of a million keys",
		Rule:      "The time of a lookup among many must be within 50 % of 0.2 ms in both filters. If it is not and the median of single lookups after a sweep of the caches is, that is the condition. If neither is, for certain, the claim is refuted.",
		decide:    ruleSingleShot,
	},
	{
		ID: "SPD-8", Sources: []string{"E"},
		Statement: "The lock-free bit array of Guava makes concurrent inserts safe.",
		Needs:     "latency: part bits, guards atomic and torn, two goroutines and more on two cores or more",
		Rule:      "Of the bits that one goroutine sets, none may be unset after several inserted the same keys with an atomic OR of words, none may be set beside, and no lookup of a key that is in may be denied. The control, which reads and writes a word in two steps, must lose a bit, or it is open whether a loss would have been seen.",
		Missing:   "the library itself, which is in Java",
		decide:    ruleAtomicBits,
	},
	{
		ID: "SPD-9", Sources: []string{"D"}, Figure: "time-by-size",
		Statement: "Without blocking, k scattered probes hurt.",
		Needs:     "throughput: part size, bloom(bpk=12) and blocked(bpk=12), hits and misses; speed-bars: part bars, bloom(bpk=12) and splitblock(bpk=12), where they were measured",
		Rule:      "Net time of standard over blocked and split blocks, paired by repetition, must be above 1 at every size for hits and misses, by the median and the sign test; a net time below a tenth of a nanosecond counts as that much. Where that is shown in half of the cases or more, or for hits and misses at the largest size of each pair of filters and nowhere as often the other way round, the others are the condition.",
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
