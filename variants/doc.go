// Package variants says what a filter is, and makes filters by their names.
//
// A filter is an approximate set. It takes keys as 64-bit hashes, answers false
// only when a key is certainly not a member, and answers true for a small share
// of other keys, its false positive rate.
//
// The filters are packages beside this one, each with exported types, a Config and
// constructors, and with rows for the families that it holds:
//
//	bloom      Bloom filters whose probes fall anywhere in the table
//	blocked    Bloom filters whose probes stay in one block
//	cuckoo     fingerprints in buckets of two choices, which can delete
//	quotient   remainders in order, with counters among them
//	exact      maps and chains of whole hashes, without false positives
//	probing    Bloom filters with other ways to derive probes, to see what they cost
//	baseline   nothing, and memory itself: what the others are timed against
//	guava, redis   filters of other programs, bit for bit
//	peers      libraries, behind adapters
//
// What is known of a family without its code (parameters and defaults, model of theory,
// abilities, colour) is in package families; package catalog joins all families.
//
// # Names
//
// A variant is a family with parameters, written "cuckoo(b=4,f=12)"; [ParseIn]
// reads it, [Variant.String] writes it, and the same text is the name in
// experiment files, records, legends and benchmarks. [Variant.Shape] computes a
// geometry without building anything; [Variant.New] builds. Whoever knows which filter
// it is to be calls the constructor of its package in place of that, and holds the type.
//
// # The contract
//
// Every filter here obeys the following, and the suite in internal/filtertest
// proves it for each family, naivebloom excepted:
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
// [Batcher], [AllInserter], [Builder], [KeyInserter]), and most are traits of its family.
//
// # Hashes
//
// Filters neither see keys nor hash them: how keys become hashes, with which
// seed, and what that costs, are then factors that can be measured. [Hash] and its kin
// do it for programs that have no hash of their own. Two keys with the same hash are the
// same key to every filter here, exact included; only what [KeyInserter] is given is not a
// hash. All 64 bits of a hash are used and assumed uniform: a hash that is not degrades
// speed and false positive rate, never the contract.
//
// # Units and memory
//
// Sizes are in bits, positions count from 0, capacities are numbers of keys, and
// a rate is a number from 0 to 1. [shape.Shape] describes what was built; its
// Bits are those of the table itself, without the constant few hundred bytes of
// bookkeeping. What a filter keeps beside it and no shape foresees, [Sider] tells.
// Tables are touched page by page when a filter is built, so timed inserts do not pay
// for page faults; the maps of exact and set belong to the runtime
// and are not.
package variants
