// Package bloom holds Bloom filters whose probes fall anywhere in the table:
//
//	Filter     the standard one, of any number of bits
//	Counting   small counters in place of bits, so that keys can be deleted
//	Scalable   filters in layers, which grow with the number of keys
//	Naive      a standard one whose deletes clear bits: unsound, to be measured
//
// A lookup of an absent key stops at the first bit that is not set, after two probes on
// average in a filter that is half full; each probe is a cache line. Filters whose probes
// stay in one line are in package blocked.
//
// Keys are given by uniform 64-bit hashes. A filter is not safe for concurrent use, except
// that any number of goroutines may call Contains while none inserts or deletes.
//
// Sources: Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13(7),
// 1970; Fan, Cao, Almeida, Broder, "Summary cache", IEEE/ACM ToN 8(3), 2000, for counters;
// Almeida, Baquero, Preguiça, Hutchison, "Scalable Bloom Filters", IPL 101(6), 2007.
package bloom

import (
	"filterbench/variants"
	"filterbench/variants/probing"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("bloom", func(v spec.Values, n variants.Size, _ uint64) variants.Config {
			return probing.Instead(v, configOf(v, n))
		}, probing.Or(New)),
		variants.Row("counting", func(v spec.Values, n variants.Size, _ uint64) CountingConfig {
			return CountingConfig{configOf(v, n), v.Int("w")}
		}, NewCounting),
		variants.Row("naivebloom", func(v spec.Values, n variants.Size, _ uint64) NaiveConfig {
			return NaiveConfig{configOf(v, n)}
		}, NewNaive),
		variants.Row("scalable", func(v spec.Values, _ variants.Size, _ uint64) ScalableConfig {
			return ScalableConfig{FPR: v.Float("fpr"), First: uint64(v.Int("first")), Growth: v.Int("growth"), Tighten: v.Float("tighten")}
		}, NewScalable),
	}
}

// configOf reads the parameters that Bloom filters have in common.
func configOf(v spec.Values, n variants.Size) Config {
	return Config{Keys: n.Keys, BitsPerKey: v.Float("bpk"), FPR: v.Float("fpr"), Probes: v.Int("k")}
}
