package variants

import (
	"errors"
	"fmt"

	"filterbench/variants/shape"
)

// ErrFull is returned by Insert, unwrapped, when a filter has no room for the
// key. The filter answers every Contains as it did before the call.
var ErrFull = errors.New("filter is full")

// ErrKeyFull is an [ErrFull] of filters that can tell: all places of the key hold its own
// fingerprint. Another copy is refused whatever room there is; other keys are not.
var ErrKeyFull = fmt.Errorf("the key has all its places: %w", ErrFull)

// Filter is an approximate set of keys, given by their 64-bit hashes. It is not
// safe for concurrent use, except that any number of goroutines may call
// Contains while none inserts or deletes, unless its family has families.SerialReads.
type Filter interface {
	// Insert adds a key. It returns nil, [ErrFull] or [ErrKeyFull], or what keeps the adapter of
	// a library from going on, with which a trial fails; after nil, Contains is true
	// for the key until it is deleted, or, in a family that absorbs, another key with
	// the same trace.
	Insert(hash uint64) error
	// Contains reports whether the key may have been inserted. A false answer is
	// certain. It writes nothing and allocates nothing.
	Contains(hash uint64) bool
	// Shape returns the geometry: fixed at construction, but for a family that grows,
	// where it is the present one and becomes larger with some inserts.
	Shape() shape.Shape
}

// Deleter is a Filter that can forget keys.
type Deleter interface {
	// Delete removes one earlier Insert of the key and reports whether it found
	// one to remove. Deleting a key that was never inserted may remove another
	// key's trace: the filter cannot know.
	Delete(hash uint64) bool
}

// Counter is a Filter that knows how often a key is held.
type Counter interface {
	// Count returns an estimate that is never below the number of the key's
	// accepted inserts less its deletes, unless a counter saturated.
	Count(hash uint64) uint64
}

// Holder is a Filter that knows how many entries it has.
type Holder interface {
	// Used returns how many entries the filter holds: accepted inserts less deletes.
	// [Kicker]s count their occupied slots.
	Used() uint64
}

// Kicker is a Filter with a bounded number of slots in which an insert may move
// earlier entries.
type Kicker interface {
	// LastKicks returns how many entries the last Insert moved, whether it
	// succeeded or returned ErrFull (its moves are then undone, yet counted).
	LastKicks() int
	// Used returns the number of occupied slots, of which the entries of a stash are some.
	Used() uint64
}

// Sider is a Filter that keeps entries outside of its table.
type Sider interface {
	// Side returns how many there are now, and the bytes that are allocated for them
	// and are not among the Bits of the shape: bits per key must count both.
	Side() (entries, bytes uint64)
}

// Placer is a Filter that keeps a key in one of a few buckets or chains.
type Placer interface {
	// Places appends to dst the numbers of the buckets, or chains, in which an entry
	// of the key may lie, one for each choice: a number comes twice where choices
	// coincide. They depend on nothing but the key and the size of the table.
	Places(dst []uint64, hash uint64) []uint64
}

// Chainer is a Filter that keeps its entries in chains of any length.
type Chainer interface {
	// Lengths returns how many chains hold 0, 1, 2, ... entries, up to the longest.
	Lengths() []uint64
}

// Overflower is a Filter with counters that can stick at their largest value.
type Overflower interface {
	// Overflows returns how many counters are stuck. A stuck counter stays so for
	// good, is counted once, and keeps some keys' answers true after their deletion.
	Overflows() uint64
}

// Ager is a Filter that forgets keys by their age. Its size is that of a window, in keys that
// come while it lasts and in units of time.
type Ager interface {
	// Advance sets the time, in units of which a window has as many as the filter is made
	// for keys. A filter begins at 0; time that goes back stands still. Where nobody calls
	// it nothing is forgotten.
	Advance(now uint64)
	// Swept returns how many bytes of the table the passing of time has gone through so far,
	// and the most in one call of Advance.
	Swept() (total, most uint64)
}

// Compacter is a Filter some of whose deletes go through the whole table.
type Compacter interface {
	// Walked returns how many slots these looked at, all together.
	Walked() uint64
}

// Builder is a static Filter, made at once from all its keys. Insert only collects
// them; once Build was called, Contains answers and Insert returns [ErrFull]. Before
// that, Contains is false for every key.
type Builder interface {
	// Build makes the filter from the keys collected so far and lets go of them. Its
	// error says why they do not make one; the filter then stays as it was. A second
	// call does nothing.
	Build() error
}

// Adapter is a Filter that repairs a false positive.
type Adapter interface {
	// Adapt changes the entries because of which Contains was true for a key that was found
	// not to be held. It returns how many these were. No key that is held is lost by it.
	Adapt(hash uint64) int
}

// Trier is a [Builder] whose builds may have to try more than once.
type Trier interface {
	// Attempts returns how many tries the last Build made, failed ones included; 0 before.
	Attempts() uint64
}

// KeyInserter is a Filter that keeps keys, or digests of them, and not their 64-bit
// hashes. A key given by its hash and one given as bytes are two keys, so a caller
// goes by one or the other.
type KeyInserter interface {
	// InsertKey adds a key, as Insert does. It keeps no reference to the bytes.
	InsertKey(key []byte) error
	// ContainsKey reports whether the key may have been inserted, as Contains does.
	ContainsKey(key []byte) bool
}

// Batcher is a Filter with loops of its own over many keys, free of the cost of
// a call through an interface per key.
type Batcher interface {
	// InsertBatch inserts keys in order until one is refused. It returns how many
	// were accepted, and ErrFull if that is not all of them.
	InsertBatch(hashes []uint64) (int, error)
	// ContainsBatch sets found[i] to Contains(hashes[i]) and returns how many are
	// true. found must be at least as long as hashes.
	ContainsBatch(hashes []uint64, found []bool) int
}

// Typed is a Filter with a loop over keys in which its type is known, so that the compiler
// may put its Contains into the loop, or calls it by its address at least. A program that
// declares its filter by its type has that; one that declares a [Filter] has not.
type Typed interface {
	// ContainsEach returns how many of the keys may be in the filter: key by key, each
	// hashed as [HashUint64] does.
	ContainsEach(keys []uint64, seed uint64) int
}

// TextFilter is a filter that hashes keys by itself, as libraries of others do, and takes
// keys of any length as they are. A key that came in as a text is not found by its hash.
type TextFilter interface {
	// TakesText reports whether this filter does: one whose hash was taken out does not.
	TakesText() bool
	// InsertText is [Filter.Insert] for a key that is not hashed. It keeps nothing of the slice.
	InsertText(key []byte) error
	// ContainsText is [Filter.Contains] for such a key.
	ContainsText(key []byte) bool
}

// AllInserter is a Filter that can be built from all its keys at once, in less time
// than it takes to insert them, since nobody asks for their order.
type AllInserter interface {
	// InsertAll inserts all of the keys into an empty filter, or none: after [ErrFull],
	// which it returns unwrapped, the filter is as it was when it was made. After nil it
	// behaves as if the keys had been inserted in some order, which is not that of the
	// slice, and LastKicks is 0. A filter that is not empty takes them as InsertBatch
	// does, and keeps those before a refused one.
	InsertAll(hashes []uint64) error
}

// Tabler is a Filter that says where its memory is.
type Tabler interface {
	// Tables returns the memory that grows with the size of the filter. The caller
	// may ask the system about it and give advice, and writes nothing, unless it is to see
	// what a fault of that memory does.
	Tables() [][]byte
}

// Reporter is a Filter whose inserts say what they did.
type Reporter interface {
	// Add inserts a key, as Insert does, and reports whether that changed the table. It did
	// not where the key, or another with the same trace, was there before.
	Add(hash uint64) (changed bool)
}

// Saver is a Filter with a serialised form.
type Saver interface {
	// Save returns the form. The filter stays as it is.
	Save() ([]byte, error)
	// Load returns the filter of a form that Save made of a filter of the same variant, or
	// the reason why data is none. The receiver stays as it is.
	Load(data []byte) (Filter, error)
}
