// Package variants holds the filters that filterbench compares.
//
// A filter is an approximate set. It takes keys as 64-bit hashes, answers false
// only when a key is certainly not a member, and answers true for a small share
// of other keys, its false positive rate. The families are rows of [Families]:
//
//	null        answers true to everything, holds nothing: the harness's own cost
//	exact       a map of hashes with multiplicities: the truth, and its price
//	set         a map of hashes, strings or digests: what people write instead
//	bloom       Bloom filter of any number of bits; like the next and register also
//	            with probes derived otherwise, see parameter probing
//	blocked     Bloom filter whose probes stay in one block of 512 or 256 bits
//	splitblock  blocked, with one bit in each of the eight words of a 256-bit block
//	register    Bloom filter whose probes stay in one machine word
//	scalable    Bloom filters in layers, added as keys come
//	counting    Bloom filter of small counters, which can delete
//	chains      hash table with chaining, each key in the shortest of its choices
//	naivebloom  bloom with deletes that clear bits, to show what that does
//	hashtable   cuckoo hash table of whole hashes, with any number of choices
//	cuckoo      fingerprints in buckets of two choices, which can delete
//	semisort    cuckoo filter with sorted buckets of four, a bit less a slot
//
// A cuckoo filter takes 2b copies of a key and then refuses. These treat copies otherwise:
//
//	cuckooset       inserts a fingerprint only if it is absent; deletes are unsafe
//	countingcuckoo  a counter beside each fingerprint
//	stash           a list for what the table refuses
//	sidecuckoo      an exact dictionary for all copies but the first
//	chained         a few copies in each of several pairs of buckets
//	quotient        no cuckoo filter: remainders in order, with counters among them
//	layered         a further table of the same size when one refuses
//
// # Names
//
// A variant is a family with parameters, written "cuckoo(b=4,f=12)"; [Parse]
// reads it, [Variant.String] writes it, and the same text is the name in
// experiment files, records, legends and benchmarks. [Variant.Shape] computes a
// geometry without building anything; [Variant.New] builds.
//
// # The contract
//
// Every filter here obeys the following, and the suite in internal/filtertest
// proves it for each row of the table, naivebloom excepted:
//
//   - No false negatives: a key accepted by Insert is answered true until it is
//     deleted as often as it was inserted, provided that no other key was deleted
//     without having been inserted. A family that absorbs (see [Family]) keeps one
//     trace for keys that it cannot tell apart, and a delete of one loses all of
//     them: there the promise holds until something is deleted.
//   - A refused Insert returns [ErrFull] itself and changes no answer.
//   - A filter that deletes is a multiset, unless it absorbs: Insert followed by
//     Delete of the same key restores every answer, unless a counter stuck in
//     between (see [Overflower]).
//   - Contains and Count write nothing. Contains, Insert, Delete and the batch
//     operations allocate nothing; inserts are excepted from that where a filter
//     grows, or has a map, a dictionary or chains beside its table.
//   - A filter is a pure function of its shape, its seed and the sequence of
//     operations.
//
// What a filter can do beside Insert and Contains is an interface of its own
// ([Deleter], [Counter], [Kicker], [Placer], [Chainer], [Overflower], [Sider],
// [Batcher], [AllInserter], [Builder], [KeyInserter]) and a column of the table.
//
// # Hashes
//
// Filters neither see keys nor hash them: how keys become hashes, with which
// seed, and what that costs, are then factors that can be measured. Package
// internal/hashing does it. Two keys with the same hash are the same key to
// every filter here, exact included; only what [KeyInserter] is given is not a hash. All 64 bits of a hash are used and assumed
// uniform: a hash that is not degrades speed and false positive rate, never the
// contract.
//
// # Units and memory
//
// Sizes are in bits, positions count from 0, capacities are numbers of keys, and
// a rate is a number from 0 to 1. [theory.Shape] describes what was built; its
// Bits are those of the table itself, without the constant few hundred bytes of
// bookkeeping. What a filter keeps beside it and no shape foresees, [Sider] tells.
// Tables are touched page by page when a filter is built, so timed inserts do not pay
// for page faults; the maps of exact and set belong to the runtime
// and are not.
//
// # References
//
//   - Bloom, "Space/time trade-offs in hash coding with allowable errors",
//     CACM 13(7), 1970.
//   - Fan, Cao, Almeida, Broder, "Summary cache", IEEE/ACM ToN 8(3), 2000: counting.
//   - Kirsch, Mitzenmacher, "Less hashing, same performance", ESA 2006; Dillinger,
//     Manolios, "Bloom filters in probabilistic verification", FMCAD 2004: probing.
//   - Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom filters",
//     JEA 14, 2009: blocked.
//   - Lang, Neumann, Kemper, Boncz, "Performance-optimal filtering: Bloom
//     overtakes cuckoo at high throughput", PVLDB 12(5), 2019: register.
//   - Apple, "Split block Bloom filters", arXiv 2101.01719, 2021: splitblock.
//   - Almeida, Baquero, Preguiça, Hutchison, "Scalable Bloom Filters", IPL 101(6),
//     2007: scalable.
//   - Azar, Broder, Karlin, Upfal, "Balanced allocations", STOC 1994: chains.
//   - Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo filter: practically better
//     than Bloom", CoNEXT 2014: cuckoo, and semisort in section 5.2.
//   - Ting, Cole, "Conditional cuckoo filters", SIGMOD 2021: chained.
//   - Bender et al., "Don't thrash: how to cache your hash on flash", PVLDB 5(11),
//     2012: quotient, with Pandey, Bender, Johnson, Patro, "A general-purpose counting
//     filter", SIGMOD 2017, for counters.
//   - Chen, Liao, Jin, Wu, "The dynamic cuckoo filter", ICNP 2017: layered.
//   - Lang, Neumann, Kemper, Boncz, "Performance-optimal filtering: Bloom overtakes
//     cuckoo at high throughput", PVLDB 12(5), 2019: any number of buckets.
package variants
