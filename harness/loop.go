package harness

import (
	"unsafe"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
	"filterbench/variants"
)

// group is how many keys a batched loop hashes at a time: 4 KiB of hashes and half
// a KiB of answers stay in the first-level cache and leave room for the filter.
const group = record.BatchDepth

// looper is the timed loop. Every operation of every contender, null included,
// runs through the same steps, so that null's time is the harness's own cost. Keys
// are read from memory in order and hashed inside the loop, then
//
//	batch    one batch call for each group of 512 hashes, or of depth
//	single   one call for each key through the interface, as in the loop of whoever
//	         chooses a filter by its name
//	typed    the same loop where the filter's type is known; its inserts are single
//	chain    the same, but the key of a lookup is not known before the answer of the
//	         one before: what is timed is how long an answer takes to come, unless
//	         a filter's branches foretell it
//
// Inserts have no answer to wait for, and in a chain are single calls. Single calls on
// string keys hash in groups too, but each key by itself, so the difference cannot be
// seen. A library that hashes by itself is given the string as it is.
type looper[K uint64 | string] struct {
	hashes [group]uint64
	found  [group]bool
	seed   uint64
	single bool
	typed  bool   // lookups are made by the type of the filter; single is then true
	chain  bool   // lookups wait for each other; single is then true
	depth  int    // keys of a group; 0 is group
	never  uint64 // 0, which the compiler does not know: what an answer adds to the next key
	// hashTo hashes a group, len(dst) keys: hashing.Uint64s, hashing.Strings or hashStrings.
	hashTo func(dst []uint64, keys []K, seed uint64)
}

func hashStrings(dst []uint64, keys []string, seed uint64) {
	keys = keys[:len(dst)]
	for i := range dst {
		dst[i] = hashing.String(keys[i], seed)
	}
}

// hashOne hashes a key.
func hashOne[K uint64 | string](key K, seed uint64) uint64 {
	if integer, ok := any(key).(uint64); ok {
		return hashing.Uint64(integer, seed)
	}
	return hashing.String(any(key).(string), seed)
}

// hash hashes the first group of keys.
func (l *looper[K]) hash(keys []K) []uint64 {
	depth := l.depth
	if depth == 0 {
		depth = group
	}
	hashes := l.hashes[:min(depth, len(keys))]
	l.hashTo(hashes, keys, l.seed)
	return hashes
}

// hashAll hashes every key as contains does, group by group into the same buffer, and
// does no more.
func (l *looper[K]) hashAll(keys []K) {
	for len(keys) > 0 {
		keys = keys[len(l.hash(keys)):]
	}
}

// ownTexts returns the filter if it is called key by key with texts that it hashes by
// itself, as its users call it.
func (l *looper[K]) ownTexts(f variants.Filter) (own variants.TextFilter, ok bool) {
	if own, ok = f.(variants.TextFilter); !ok || !l.single || !own.TakesText() {
		return nil, false
	}
	var key K
	_, ok = any(key).(string)
	return own, ok
}

// bytesOf returns the bytes of a text, which are not to be written to.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// contains looks up every key and returns how many answered true.
func (l *looper[K]) contains(f variants.Filter, keys []K) (positives int) {
	if own, ok := l.ownTexts(f); ok {
		for _, key := range any(keys).([]string) {
			if own.ContainsText(bytesOf(key)) {
				positives++
			}
		}
		return positives
	}
	if l.chain {
		return l.containsChain(f, keys)
	}
	if integers, ok := any(keys).([]uint64); ok && l.single {
		if l.typed {
			return f.(variants.Typed).ContainsEach(integers, l.seed)
		}
		return containsEach(f, integers, l.seed)
	}
	batcher, ok := f.(variants.Batcher)
	for len(keys) > 0 {
		hashes := l.hash(keys)
		keys = keys[len(hashes):]
		if ok && !l.single {
			positives += batcher.ContainsBatch(hashes, l.found[:])
			continue
		}
		for _, h := range hashes {
			if f.Contains(h) {
				positives++
			}
		}
	}
	return positives
}

// containsChain looks keys up one after the other: the seed with which a key is hashed
// depends on the answer before, by a value that is always 0. The processor does not
// guess values, so the hash waits for the answer.
func (l *looper[K]) containsChain(f variants.Filter, keys []K) (positives int) {
	wait := uint64(0)
	for i := range keys {
		h := hashOne(keys[i], l.seed^wait&l.never)
		wait = 0
		if f.Contains(h) {
			wait = 1
		}
		positives += int(wait)
	}
	return positives
}

func containsEach(f variants.Filter, keys []uint64, seed uint64) (positives int) {
	for _, key := range keys {
		if f.Contains(hashing.Uint64(key, seed)) {
			positives++
		}
	}
	return positives
}

// insert inserts every key and returns how many were accepted. A refused key does
// not end the loop.
func (l *looper[K]) insert(f variants.Filter, keys []K) (accepted int) {
	if own, ok := l.ownTexts(f); ok {
		for _, key := range any(keys).([]string) {
			if own.InsertText(bytesOf(key)) == nil {
				accepted++
			}
		}
		return accepted
	}
	if integers, ok := any(keys).([]uint64); ok && l.single {
		return insertEach(f, integers, l.seed)
	}
	batcher, ok := f.(variants.Batcher)
	for len(keys) > 0 {
		hashes := l.hash(keys)
		keys = keys[len(hashes):]
		for ok && !l.single && len(hashes) > 0 {
			n, err := batcher.InsertBatch(hashes)
			accepted += n
			if err != nil {
				n++ // the refused one
			}
			hashes = hashes[n:]
		}
		for _, h := range hashes {
			if f.Insert(h) == nil {
				accepted++
			}
		}
	}
	return accepted
}

func insertEach(f variants.Filter, keys []uint64, seed uint64) (accepted int) {
	for _, key := range keys {
		if f.Insert(hashing.Uint64(key, seed)) == nil {
			accepted++
		}
	}
	return accepted
}

// delete deletes every key, by single calls, and returns how many were found.
func (l *looper[K]) delete(f variants.Deleter, keys []K) (deleted int) {
	if integers, ok := any(keys).([]uint64); ok {
		return deleteEach(f, integers, l.seed)
	}
	for len(keys) > 0 {
		hashes := l.hash(keys)
		keys = keys[len(hashes):]
		for _, h := range hashes {
			if f.Delete(h) {
				deleted++
			}
		}
	}
	return deleted
}

func deleteEach(f variants.Deleter, keys []uint64, seed uint64) (deleted int) {
	for _, key := range keys {
		if f.Delete(hashing.Uint64(key, seed)) {
			deleted++
		}
	}
	return deleted
}
