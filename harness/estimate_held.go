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

// heldBeside predicts what a trial holds beside its filter's table and the keys that its kind
// makes: what refuses, what repeats, what a filter keeps of its keys, and the filters that a
// timed trial makes anew while nothing is collected.
func heldBeside(t record.Trial, v variants.Variant, shape theory.Shape) (bytes uint64) {
	keys := insertedBy(t)
	perFilter := keptOf(v, shape, keys)
	bytes += perFilter
	if v.HasAny(families.Kicks|families.Refuses) && shape.Cells > 0 && keys > shape.Cells {
		switch {
		case t.Kind == record.KindParallel:
			bytes += sharedKey * keys // of whom every goroutine notes what became of its own
		case !timed(t.Kind) && perFilter == 0:
			bytes += mapEntry * (keys - shape.Cells) // positions that were refused
		}
	}
	if t.Kind == record.KindFPR && repeats(t.Workload) {
		bytes += mapEntry * keys // the different keys among them
	}
	if t.Kind != record.KindTime {
		return bytes
	}
	lookups, n := uint64(t.Lookups), max(1, keysOf(t))
	table := grown(shape, keys)/8 + perFilter + emptyTable
	if slices.Contains(t.Ops, "insert") {
		bytes += (lookups + n - 1) / n * table // filters made anew
	}
	if slices.Contains(t.Ops, record.OpBuild) {
		bytes += (lookups + n - 1) / n * table
	}
	if text := textBytes(t.Workload); text > 0 {
		bytes += text * (n + uint64(len(t.Ops)+1)*lookups)
	}
	return bytes
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
