package harness

import (
	"slices"
	"strings"
	"sync"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// What is held beside a filter's table, in bytes, measured on the 64-bit allocator.
const (
	mapEntry   = 44  // an 8-byte key in a map of Go that grows, old and new table together
	staticKey  = 64  // a key of a filter that is made at once: the list that grows, and its construction
	sideEntry  = 48  // a key in a table beside the filter
	sharedKey  = 256 // a key that a filter refuses that goroutines share
	emptyTable = 512 // a filter of next to no keys
)

// heldBeside predicts what any trial holds beside its filter's table: what the filter keeps
// of its keys, and which of them it refused.
func heldBeside(w work) (bytes uint64) {
	keys := insertedBy(w.Trial)
	bytes = keptOf(w.variant, w.shape, keys)
	if w.variant.HasAny(refusals.any) && w.shape.Cells > 0 && keys > w.shape.Cells && !clocked(w.Kind) && bytes == 0 {
		bytes = mapEntry * (keys - w.shape.Cells) // positions that were refused
	}
	return bytes
}

// timesHeld predicts what a trial of kind time holds besides, where nothing is collected while
// the clock is on: keys, and the filters that are made anew.
func timesHeld(w work) (bytes uint64) {
	lookups, n := uint64(w.Lookups), max(1, keysOf(w.Trial))
	table := grown(w.shape, n)/8 + keptOf(w.variant, w.shape, n) + emptyTable
	bytes = 8*keysOf(w.Trial) + 8*uint64(len(w.Ops)+1)*lookups
	if slices.Contains(w.Ops, "delete") {
		bytes += 8 * n // the order in which keys leave
	}
	anew := (max(1, lookups) + n - 1) / n
	if slices.Contains(w.Ops, "insert") {
		bytes += (anew - 1) * table // beside the trial's own filter
	}
	if slices.Contains(w.Ops, record.OpBuild) {
		bytes += anew*table + 8*n // and the hashes of all keys at once
	}
	if text := textBytes(w.Workload); text > 0 {
		bytes += text * (n + uint64(len(w.Ops)+1)*lookups)
	}
	return bytes
}

// drawnBefore predicts what is left of earlier tables where each draw fills one of its own:
// the collector lets as much lie as is in use.
func drawnBefore(w work) uint64 {
	if w.Draws > 1 {
		return w.shape.Bits/8 + heldBeside(w)
	}
	return 0
}

// repeatsHeld predicts what the different keys of a workload that repeats them take.
func repeatsHeld(t record.Trial) uint64 {
	if repeats(t.Workload) {
		return mapEntry * keysOf(t)
	}
	return 0
}

// keptOf returns what a filter keeps of its keys that its shape does not tell.
func keptOf(v variants.Variant, shape theory.Shape, keys uint64) uint64 {
	switch {
	case v.Has(families.Static):
		return staticKey * keys
	case v.Name == "exact" || v.Name == "set":
		return mapEntry * keys
	case strings.HasPrefix(v.Name, "side"):
		return sideEntry * keys
	}
	return 0
}

// repeats reports whether a workload inserts keys twice, as far as that is known without
// reading a file.
func repeats(workload string) bool {
	w, err := parseWorkload(workload)
	if err != nil || w.FromFile() {
		return false
	}
	keys, err := w.Open(0)
	return err == nil && keys.Repeats()
}

// sampled keeps textBytes of workloads.
var sampled sync.Map // name -> uint64

// textBytes returns how much memory a key of a workload takes as a string, 0 for integers: the
// mean of some keys, the string's header and the allocator's rounding.
func textBytes(workload string) uint64 {
	if n, ok := sampled.Load(workload); ok {
		return n.(uint64)
	}
	w, err := parseWorkload(workload)
	if err != nil {
		return 0
	}
	keys, err := w.Open(0)
	if err != nil {
		return 0
	}
	n := uint64(0)
	if _, _, integers := keys.Integers(); !integers {
		const some = 256
		asked := min(some, keys.Inserts())
		for i := range asked {
			n += uint64(len(keys.AppendInsert(nil, i)))
		}
		n = 16 + 8 + n/max(1, asked)*5/4
	}
	sampled.Store(workload, n)
	return n
}
