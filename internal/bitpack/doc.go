// Package bitpack stores small things densely in memory: single bits, counters
// of two, four or eight bits, and buckets of fingerprints that are two to
// sixteen bits wide, or sorted to save a bit of each. It is the arithmetic under
// the filters and knows nothing of keys, hashes or probabilities.
//
// Everything is plain arithmetic on slices. Several fields that lie side by side
// in one 64-bit word are handled together where that pays ("lanes", see
// lanes.go), so a bucket of four fingerprints is compared in a few instructions.
//
// Positions are counted from the least significant bit of the first word or
// byte. A position outside the memory is a caller's mistake. It panics, except in
// [Buckets] and [SortedBuckets] on amd64 and arm64, where the check is left out for
// speed; the build tag purego brings it back, and the tests run both ways. Nothing
// here is safe for a writer beside other users.
package bitpack
