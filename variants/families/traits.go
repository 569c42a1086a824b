package families

import "strings"

// Traits is a set of what the filters of a family can do beside Insert and Contains, and
// of what to expect of them. The suite in internal/filtertest proves that the abilities
// agree with the method sets of the filters, and holds them to the rest.
type Traits uint32

// The abilities: each is an interface of package variants.
const (
	Deletes   Traits = 1 << iota // forgets keys: variants.Deleter
	Counts                       // knows how often a key is held: variants.Counter
	Kicks                        // has a bounded number of slots, and an insert may move entries: variants.Kicker
	Places                       // keeps a key in one of a few buckets or chains: variants.Placer
	Chains                       // keeps entries in chains of any length: variants.Chainer
	Overflows                    // has counters that can stick: variants.Overflower
	Side                         // keeps entries outside of its table: variants.Sider
	Batches                      // has loops of its own over many keys: variants.Batcher

	// Static filters are made at once from all keys: variants.Builder.
	Static

	Ages // forgets keys by their age: variants.Ager
)

// The expectations.
const (
	// Refuses says that an insert may be refused although the filters do not kick: what a
	// refusal cost, and what it did to other keys, cannot be known.
	Refuses Traits = 1 << (16 + iota)

	// Unseeded filters draw random numbers that nobody can seed, so counts of equal
	// trials may differ.
	Unseeded

	// Grows says that filters add to their tables as keys come. The size asked for is
	// ignored, an insert allocates now and then, and which absent keys are answered true
	// depends on the order of the keys.
	Grows

	// Shares says that copies of a key may share a slot: the entries used are at most the
	// copies held, and 0 only with them.
	Shares

	// Absorbs says that an insert of a key that looks like a member is accepted and
	// changes nothing, so that a key may rely on another's trace, and on one for all
	// its copies. A delete takes that trace: it loses all keys that have the same, and
	// only those, until one of them is inserted again. Without deletes no key is lost.
	Absorbs

	// Allocates says that an insert allocates now and then, for a map or dictionary of
	// entries that no shape foresees.
	Allocates

	// SerialReads says that only one goroutine may call Contains at a time, although
	// variants.Filter allows any number: a library keeps in its filter, or would allocate
	// in each call, what it hashes.
	SerialReads

	// Wide says that the filter computes in words of the machine, so that its counts are equal on
	// machines of 64 bits only: a library that calculates with uint.
	Wide

	// Unsound says that deletes, or time, break the contract on purpose: the family is there
	// to be measured, and the conformance suite leaves it out.
	Unsound
)

// words names the traits, in the order in which they are listed.
var words = []struct {
	trait Traits
	word  string
}{
	{Deletes, "delete"}, {Counts, "count"}, {Kicks, "kicks"}, {Places, "places"}, {Chains, "chains"},
	{Overflows, "overflow"}, {Side, "side"}, {Batches, "batch"}, {Static, "static"}, {Ages, "ages"}, {Refuses, "refuses"},
	{Unseeded, "unseeded"}, {Grows, "grows"}, {Shares, "shares"}, {Absorbs, "absorbs"}, {Allocates, "allocates"},
	{SerialReads, "serial-reads"}, {Wide, "wide"}, {Unsound, "unsound"},
}

// Has reports whether the set has all of the given traits.
func (t Traits) Has(all Traits) bool { return t&all == all }

// Words lists the traits, a word each.
func (t Traits) Words() (list []string) {
	for _, w := range words {
		if t.Has(w.trait) {
			list = append(list, w.word)
		}
	}
	return list
}

// String returns the words with commas between them.
func (t Traits) String() string { return strings.Join(t.Words(), ", ") }
