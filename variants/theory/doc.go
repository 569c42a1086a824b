// Package theory computes what the literature, and arithmetic, say about the
// filters: rates of false positives, overflows, thresholds, bounds. It is the
// dashed line in every figure and the expectation in every statistical test.
//
// It knows shapes and numbers only: no filter, no hash function, no measurement.
// A [Shape] says what was built, [Predict] which formula belongs to it; the
// formulas are below, one file a family. The name of a function carries its
// model, since one quantity has several: BloomFPR is the textbook's, and
// BloomExactFPR what a filter with good hashes does.
//
// Each doc block has the same parts: the formula, its symbols with units and
// domain, whether it is exact, a bound or an approximation, its source, and where
// it fails. The symbols are
//
//	n      keys          distinct keys in the filter
//	m      cells         bits or counters of a Bloom filter; buckets of a cuckoo filter
//	k      probes        cells looked at per key; in thresholds, slots per bucket
//	c      bitsPerKey    m/n, cells per key (in a counting filter, counters per key)
//	B      blockBits     bits of a block that holds all probes of a key
//	b      bucketSlots   slots of a bucket
//	f      fingerprintBits
//	S      stash         entries that a cuckoo filter keeps outside of its table
//	T      tags          fingerprints in use: 2^f - 1 where 0 marks an empty slot
//	alpha  load          share of the slots that are occupied
//	G      groups        pairs of buckets times fingerprints: what a cuckoo filter can tell apart
//	w      counterBits   width of a counter
//	d      choices       buckets that a key may be in
//	h      hashBits
//
// Exact means exact for hashes that are independent and uniform, with the
// expectation taken over the filter as well as over the absent key: one filter
// is one draw, and its own rate scatters about the formula. All formulas take
// distinct keys; copies of a key change nothing in a Bloom filter and nothing in
// the rate of a cuckoo filter.
//
// Most rates here are sums in which nothing cancels, so they keep 12 digits down
// to 1e-300. An argument outside a formula's domain is a caller's bug and panics.
// Every function is pure, and cheap enough to be called for each plotted point:
// microseconds, or well below a millisecond where a block's loads are summed.
//
// The tests hold each formula against numbers printed elsewhere
// (testdata/*.csv), against the enumeration of every outcome of tiny cases, and
// against simulation. Where the literature disagrees with itself, the test says
// so, with both numbers.
package theory
