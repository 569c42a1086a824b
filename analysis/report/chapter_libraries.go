package report

import (
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/measure"
)

// librariesExperiment holds filters of others to theory and to what they promise.
const librariesExperiment = "libraries"

// promiseMargin is how far above its promise a rate may lie before it counts as broken:
// sizes are rounded, and formulas are approximate.
const promiseMargin = 0.1

var librariesChapter = chapter{
	id: "libraries", title: "Libraries", families: nil,
	lead: "Go libraries that people use, under the same audit and the same clock. Each stands behind an adapter that translates calls and hides nothing.",
	sections: []section{
		{title: "What they do with your keys", experiment: librariesExperiment, parts: []part{
			prose(`Every library keeps its own hash; the bytes of the hash that our filters are given are its key. Copies of one key go into a filter
that holds nothing else. Legal use is filling up to the size that was asked for, and then random inserts and deletes at half of it, never of
a key that is not held. Beyond its room are a quarter more keys than the size; some libraries round up and take them all. The last column compares
two filters of equal seed and equal inserts, overfilled.`),
			table[sheet]{id: "libraries-audit", title: "What libraries do", by: "Rate", rows: sheets, columns: []column[sheet]{
				{"Filter", func(s sheet) value { return name(s.variant) }},
				{"Copies of one key", func(s sheet) value { return words(s.copiesText()) }},
				{"Inserts beyond its room", func(s sheet) value { return words(s.refusalText()) }},
				{"Held keys denied in legal use", func(s sheet) value { return words(s.denialText()) }},
				{"Rate", sheet.rateValue},
				{"Promised", func(s sheet) value { return pick(s.sum.Promise > 0, share(s.sum.Promise), nothing) }},
				{"Promise", func(s sheet) value { return words(s.promise()) }},
				{"Allocations of an insert, a lookup", func(s sheet) value { return words(s.allocationText()) }},
				{"The same again", func(s sheet) value { return words(s.twinText()) }},
			}},
			each("{what}: {who}.", readLibraries),
		}},
		semanticsSection,
		{title: "The rate that is asked for", parts: []part{
			prose(`The rate that is asked of a library is not always the one that its filter can have: sizes are rounded, and the probes of a key
follow from two numbers in most of them. Theory is that of a standard Bloom filter of the size and number of probes that the library chose.
A promise counts as broken if the interval lies more than a tenth above it.`),
			table[libraryRate]{id: "libraries-rates", title: "Rates of libraries", by: "Over what was asked", rows: libraryRates, columns: []column[libraryRate]{
				{"Filter", func(l libraryRate) value { return name(l.Variant) }},
				{"Keys", func(l libraryRate) value { return count(l.Capacity) }},
				{"Asked for", func(l libraryRate) value { return share(l.asked) }},
				{"Measured", func(l libraryRate) value { return rate(l.Proportion) }},
				{"Over what was asked", func(l libraryRate) value { return number(l.Rate / l.asked) }},
				{"Theory for its size", func(l libraryRate) value { return pick(l.Decidable(), share(l.Theory), nothing) }},
				{"Theory", func(l libraryRate) value {
					return pick(l.Decidable(), words(pick(l.Covers(l.Theory), "inside", "outside")), nothing)
				}},
				{"What was asked", func(l libraryRate) value { return words(kept(l.Proportion, l.asked)) }},
			}},
			each("{what} {who}.", readLibraryRates),
		}},
		contendersSection,
		serversSection,
		repliesSection,
		{title: "What they say, and known defects", parts: []part{
			table[sheet]{id: "libraries-words", title: "What libraries say", rows: librariesOnly, columns: []column[sheet]{
				{"Filter", func(s sheet) value { return name(analysis.FamilyOf(s.variant)) }},
				{"Library", func(s sheet) value { return words(strings.Replace(s.peer, " ", " `", 1) + "`") }},
				{"Hash", func(s sheet) value { return words(s.sum.Library.Hash) }},
				{"What can be seeded", func(s sheet) value { return words(s.sum.Library.Seeds) }},
				{"Concurrent use, as documented", func(s sheet) value { return words(s.sum.Library.Threads) }},
			}},
			prose("Defects of the pinned versions, each with the test that shows it and fails once it is gone:"),
			each("{who}: {what} ({test})", defects),
		}},
		{title: "How fast they are", parts: []part{
			prose(`Libraries take turns with filters here on the same keys. The rows that compare filters, and not hashes, are those in which the library is
given the caller's hash in the place of its own (*hash=none*), and of these the single calls to a million keys, as a program makes
them; a library has single calls only, and in a batch it is called key by key. A library stands against the fastest filter here whose measured rate is no higher than its own, a
tenth allowed, *at any size*: the bits stand beside the times. A filter that deletes stands against a cuckoo filter. Where the fastest is not of the
library's own kind, its own kind is set beside it too. Web addresses are hashed by each side, and its hash with the reading of the key is in the time: so they are
called in a program.`),
			figure("libraries"),
			table[peerSum]{rows: peerSums, columns: []column[peerSum]{
				{"Compared", func(p peerSum) value { return words(p.title) }},
				{"Operations", func(p peerSum) value { return words(p.ops) }},
				{"Cells", func(p peerSum) value { return count(p.cells) }},
				{"Faster here", func(p peerSum) value { return count(p.faster) }},
				{"At least twice as fast", func(p peerSum) value { return count(p.met) }},
				{"Slower here", func(p peerSum) value { return count(p.slower) }},
				{"Not told apart", func(p peerSum) value { return count(p.cells - p.faster - p.slower) }},
				{"Least favourable", func(p peerSum) value { return words(p.least) }},
			}},
			say("{all}", peersSlower),
			table[measure.PeerBar]{id: "libraries-times", title: "Libraries beside filters here", by: "Times as long", rows: peerBars, columns: []column[measure.PeerBar]{
				{"Library", func(b measure.PeerBar) value { return name(b.Library) }},
				{"Keys", func(b measure.PeerBar) value { return count(b.Keys) }},
				{"Of", func(b measure.PeerBar) value { return words(keysOf(b)) }},
				{"Calls", func(b measure.PeerBar) value { return words(b.Call) }},
				{"Operation", func(b measure.PeerBar) value { return words(b.Op) }},
				{"Its ns", func(b measure.PeerBar) value { return netShort(b.LibraryNS) }},
				{"Filter here", func(b measure.PeerBar) value { return name(b.Filter) }},
				{"Its ns ", func(b measure.PeerBar) value { return netShort(b.FilterNS) }},
				{"Times as long", func(b measure.PeerBar) value { return ratio(b.Ratio, b.Noise) }},
				{"Rate of the library", func(b measure.PeerBar) value { return share(b.LibraryRate.Rate) }},
				{"Rate here", func(b measure.PeerBar) value { return share(b.FilterRate.Rate) }},
				{"Bits per key of the library", func(b measure.PeerBar) value { return number(b.LibraryBPK) }},
				{"Bits per key here", func(b measure.PeerBar) value { return number(b.FilterBPK) }},
				{"Load of the library", func(b measure.PeerBar) value { return pick(b.LibraryLoad > 0, share(b.LibraryLoad), nothing) }},
				{"Load here", func(b measure.PeerBar) value { return pick(b.FilterLoad > 0, share(b.FilterLoad), nothing) }},
				{"Kind", func(b measure.PeerBar) value { return words(pick(b.Same, "its own", "fastest")) }},
				{"Hash", func(b measure.PeerBar) value { return words(pick(b.Bare, "the caller's", "the library's")) }},
				{"Twice as fast", func(b measure.PeerBar) value { return words(string(b.Standing)) }},
			}},
			prose("Where a filter here is not twice as fast. A filter may be slower because its rate is lower or its table larger, which the table says; *floor* is what one random line of memory takes."),
			table[measure.PeerBar]{id: "libraries-close", title: "Not twice as fast", by: "Times as long", rows: peersNotMet, columns: []column[measure.PeerBar]{
				{"Library", func(b measure.PeerBar) value { return name(b.Library) }},
				{"Filter here", func(b measure.PeerBar) value { return name(b.Filter) }},
				{"Keys", func(b measure.PeerBar) value { return count(b.Keys) }},
				{"Of", func(b measure.PeerBar) value { return words(keysOf(b)) }},
				{"Calls", func(b measure.PeerBar) value { return words(b.Call) }},
				{"Operation", func(b measure.PeerBar) value { return words(b.Op) }},
				{"Times as long", func(b measure.PeerBar) value { return ratio(b.Ratio, b.Noise) }},
				{"Its ns", func(b measure.PeerBar) value { return netShort(b.LibraryNS) }},
				{"ns here", func(b measure.PeerBar) value { return netShort(b.FilterNS) }},
				{"Floor, ns", func(b measure.PeerBar) value { return netShort(b.Floor) }},
				{"In batches here, ns", func(b measure.PeerBar) value { return netShort(b.Batched) }},
				{"Rate here over its", func(b measure.PeerBar) value { return number(b.FilterRate.Rate / b.LibraryRate.Rate) }},
				{"Bits here over its", func(b measure.PeerBar) value { return number(b.FilterBPK / b.LibraryBPK) }},
			}},
			each("Compared with nothing: {library} with {keys}: {why}.", peersAlone),
			each("The hash of {who}: {why}.", peerHashes),
			table[measure.PeerBar]{id: "libraries-hashes", title: "What the hash of a library takes", by: "Times as long", rows: hashesOfLibraries, columns: []column[measure.PeerBar]{
				{"Library", func(b measure.PeerBar) value { return name(b.Library) }},
				{"Keys", func(b measure.PeerBar) value { return count(b.Keys) }},
				{"Calls", func(b measure.PeerBar) value { return words(b.Call) }},
				{"Operation", func(b measure.PeerBar) value { return words(b.Op) }},
				{"ns with its hash", func(b measure.PeerBar) value { return netShort(b.OwnNS) }},
				{"ns without", func(b measure.PeerBar) value { return netShort(b.LibraryNS) }},
				{"Times as long", func(b measure.PeerBar) value { return ratio(b.OwnRatio, false) }},
			}},
		}},
	},
}
