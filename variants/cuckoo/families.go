// Package cuckoo holds cuckoo filters, which keep fingerprints in buckets of two choices and
// can delete, and the cuckoo hash table that is their ancestor:
//
//	Filter      the cuckoo filter; NewSemisort makes one that saves a bit a slot
//	Set         a fingerprint once, whatever the copies
//	Counting    copies are counted in the slot of their fingerprint
//	Tally       a key that fills a bucket is counted in it
//	Stash       a list for what the table refuses
//	Side        a dictionary for copies
//	Chained     copies go on along a chain of pairs of buckets
//	Layered     further tables when one refuses
//	HashTable   whole hashes: no false positives
//
// All but HashTable hold a Filter, and say in their comments why nothing is lost.
//
// Keys are given by uniform 64-bit hashes. A filter is not safe for concurrent use, except
// that any number of goroutines may call Contains while none inserts or deletes.
//
// Source: Fan, Andersen, Kaminsky, Mitzenmacher, "Cuckoo filter: practically better than
// Bloom", CoNEXT 2014.
package cuckoo

import (
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("hashtable", func(v spec.Values, n variants.Size, seed uint64) HashTableConfig {
			return HashTableConfig{Keys: n.Keys, Slots: n.Slots, Choices: v.Int("d"), BucketSlots: v.Int("b"), Kicks: kicks(v), Seed: seed}
		}, NewHashTable),
		variants.Row("cuckoo", config, New),
		variants.Row("semisort", func(v spec.Values, n variants.Size, seed uint64) SemisortConfig {
			return SemisortConfig{Keys: n.Keys, Slots: n.Slots, FingerprintBits: v.Int("f"), Load: v.Float("load"), AnyBuckets: v.Text("buckets") == "any", Kicks: kicks(v), Seed: seed}
		}, NewSemisort),
		variants.Row("cuckooset", func(v spec.Values, n variants.Size, seed uint64) SetConfig {
			return SetConfig{config(v, n, seed)}
		}, NewSet),
		variants.Row("countingcuckoo", func(v spec.Values, n variants.Size, seed uint64) CountingConfig {
			return CountingConfig{Config: config(v, n, seed), CounterBits: v.Int("w")}
		}, NewCounting),
		variants.Row("tallycuckoo", func(v spec.Values, n variants.Size, seed uint64) TallyConfig {
			return TallyConfig{config(v, n, seed)}
		}, NewTally),
		variants.Row("stash", func(v spec.Values, n variants.Size, seed uint64) StashConfig {
			return StashConfig{Config: config(v, n, seed), Stash: v.Int("stash")}
		}, NewStash),
		variants.Row("sidecuckoo", func(v spec.Values, n variants.Size, seed uint64) SideConfig {
			return SideConfig{config(v, n, seed)}
		}, NewSide),
		variants.Row("chained", func(v spec.Values, n variants.Size, seed uint64) ChainedConfig {
			return ChainedConfig{Config: config(v, n, seed), PairCopies: v.Int("d"), Links: v.Int("links")}
		}, NewChained),
		variants.Row("layered", func(v spec.Values, n variants.Size, seed uint64) LayeredConfig {
			return LayeredConfig{Config: config(v, n, seed), Layers: v.Int("layers")}
		}, NewLayered),
	}
}

// config reads the parameters that cuckoo filters share.
func config(v spec.Values, n variants.Size, seed uint64) Config {
	return Config{
		Keys: n.Keys, Slots: n.Slots,
		BucketSlots: v.Int("b"), FingerprintBits: v.Int("f"), Load: v.Float("load"),
		AnyBuckets: v.Text("buckets") == "any", Alternate: v.Text("alt"),
		Kicks: kicks(v), RefuseEarly: v.Text("refuse") == families.RefuseEarly,
		Kernel: v.Text("kernel"), Seed: seed,
	}
}

// kicks reads the number of kicks, of which 0 means none in a name.
func kicks(v spec.Values) int {
	if v.Int("kicks") == 0 {
		return NoKicks
	}
	return v.Int("kicks")
}
