// Package workloads says which keys go into a filter and which are asked for.
//
// A workload is named like a variant, "zipf(s=1.1)", and is a pure function of
// its name and a seed: the same pair gives every contender the same keys, on
// every machine. It supplies two streams, addressed by position:
//
//	insert 0, 1, 2, ...   the keys that are inserted, repeats included
//	absent 0, 1, 2, ...   distinct keys that no insert position ever yields
//
// A key's way through the package has three steps, each a small type of its own:
//
//	position --order--> number --space--> key --hash seed--> hash
//
// The order (once each, in runs, by Zipf's law) decides which key is inserted
// when, and so whether keys repeat. The space (random integers, multiples, web
// addresses, words of a file) is an injection from numbers to keys. That is what
// keeps the streams apart: members have the lower numbers, absent keys the higher
// ones, and no correction for chance collisions is ever needed. Texts from a list
// are numbered in a shuffled order; where the list ends, absent keys are made up
// from its texts by an injective rule, and any of those that stand in the list are
// found by an exact check and skipped.
//
// Keys leave the package as 64-bit hashes made with a caller's seed, in bulk and
// without allocation ([Keys.HashInserts], [Keys.HashAbsents]), or as themselves
// where the caller wants to time the hash or show a key. [Keys.HashLookups] mixes
// the two streams at any ratio of hits, and [Churn] slides a window along the
// insert positions.
//
// The package knows nothing of filters. Opening a workload may read a file;
// nothing else here has side effects. A [Keys] is safe for concurrent readers.
package workloads
