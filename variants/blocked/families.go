// Package blocked holds Bloom filters whose probes for a key stay in one block of the table,
// so that an operation touches one cache line:
//
//	Filter     blocks of 512 bits, a whole line
//	Half       blocks of 256 bits
//	Split      blocks of 256 bits, with one probe in each of eight words of 32
//	Register   blocks of one machine word
//
// The price is false positives: blocks differ in how many keys they hold, and the fullest
// answer true too often. It is the higher the smaller the block and the more bits a key has.
//
// Keys are given by uniform 64-bit hashes. A filter is not safe for concurrent use, except
// that any number of goroutines may call Contains while none inserts.
//
// Sources: Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom filters",
// JEA 14, 2009; Lang, Neumann, Kemper, Boncz, "Performance-optimal filtering: Bloom
// overtakes cuckoo at high throughput", PVLDB 12(5), 2019, for Register; Apple, "Split
// block Bloom filters", arXiv 2101.01719, 2021.
package blocked

import (
	"filterbench/variants"
	"filterbench/variants/probing"
	"filterbench/variants/spec"
)

// Families returns the families of this package.
func Families() []variants.Family {
	return []variants.Family{
		variants.Row("blocked", func(v spec.Values, n variants.Size, _ uint64) variants.Config {
			if v.Text("block") == "256" {
				return probing.Instead(v, HalfConfig{Keys: n.Keys, BitsPerKey: v.Float("bpk"), FPR: v.Float("fpr"), Probes: v.Int("k")})
			}
			return probing.Instead(v, Config{Keys: n.Keys, BitsPerKey: v.Float("bpk"), FPR: v.Float("fpr"), Probes: v.Int("k"), Kernel: v.Text("kernel")})
		}, probing.Or(build)),
		variants.Row("splitblock", func(v spec.Values, n variants.Size, _ uint64) SplitConfig {
			return SplitConfig{Keys: n.Keys, BitsPerKey: v.Float("bpk"), FPR: v.Float("fpr")}
		}, NewSplit),
		variants.Row("register", func(v spec.Values, n variants.Size, _ uint64) variants.Config {
			return probing.Instead(v, RegisterConfig{Keys: n.Keys, BitsPerKey: v.Float("bpk"), FPR: v.Float("fpr"), Probes: v.Int("k"), WordBits: v.Int("w")})
		}, probing.Or(NewRegister)),
	}
}

// build makes a filter of either width.
func build(c variants.Config) (variants.Filter, error) {
	if c, ok := c.(HalfConfig); ok {
		return NewHalf(c)
	}
	return New(c.(Config))
}
