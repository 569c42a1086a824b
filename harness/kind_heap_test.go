package harness

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"filterbench/internal/record"
)

// TestHeapProbeWeighs compares with what the structures are known to hold: the bits
// of their shape, and for strings 8 to 16 bytes a key. Above that is
// allowed what the allocator rounds up, an eighth, and 16 KiB of bookkeeping, the
// longest path of a cuckoo filter and what is left of other tests among it; below, 4 KiB. Other tests of the
// package do not run beside it.
func TestHeapProbeWeighs(t *testing.T) {
	const keys, slack = 20_000, 16 << 10
	for _, variant := range []string{
		"exact", "set(of=hash)", "set(of=string)", "set(of=digest)", "bloom(fpr=0.01)", "counting(bpk=40,w=4)", "cuckoo(b=4,f=12)", "semisort(f=13)",
	} {
		trial := record.Trial{Kind: record.KindHeap, Variant: variant, Workload: "words", Seed: 5, Capacity: keys, Fill: 1}
		r := Measure(trial)
		if r.Failed != "" {
			t.Fatalf("%s: %s", variant, r.Failed)
		}
		if _, err := r.Encode(); err != nil {
			t.Fatal(err)
		}
		h, least := r.Heap(), int64(r.Shape.Bits/8)
		if variant == "set(of=string)" {
			least += 8 * keys // words have eight letters and more
		}
		most := least + least/8 + slack
		if variant == "set(of=string)" {
			most += 8 * keys
		}
		if h.Bytes < least-4096 || h.Bytes > most || h.Again < least-4096 || h.Again > most {
			t.Errorf("%s: %d bytes of heap, then %d; want %d to %d", variant, h.Bytes, h.Again, least, most)
		}
		if h.Accepted != keys || h.Inserted != keys || h.Missing != 0 || h.KeyBytes < 8*keys || h.KeyBytes > 13*keys {
			t.Errorf("%s: %+v; want %d keys of 8 to 13 letters, none missing", variant, *h, keys)
		}
		if many := h.Objects > keys*9/10; many != (variant == "set(of=string)") {
			t.Errorf("%s: %d objects", variant, h.Objects)
		}
	}
}

// TestHeapOfRefusals: what the harness notes of refused keys, a hundred KiB and
// more, is not weighed.
func TestHeapOfRefusals(t *testing.T) {
	r := Measure(record.Trial{Kind: record.KindHeap, Variant: "cuckoo(b=1,f=4)", Workload: "uniform", Seed: 5, Slots: 4096, Fill: 4})
	if r.Failed != "" {
		t.Fatal(r.Failed)
	}
	if h := r.Heap(); h.Accepted > 4096 || h.Missing != 0 || h.Bytes > int64(r.Shape.Bits/8)+32<<10 {
		t.Errorf("%+v of a table of %d bytes", *h, r.Shape.Bits/8)
	}
}

// TestHeapOfNothing: the harness itself holds next to nothing between readings, less
// than a byte for each key; what is left of other tests may be a few thousand.
func TestHeapOfNothing(t *testing.T) {
	r := Measure(record.Trial{Kind: record.KindHeap, Variant: "null", Workload: "urls", Seed: 5, Capacity: 50_000, Fill: 1})
	if r.Failed != "" {
		t.Fatal(r.Failed)
	}
	if b := r.Heap().Bytes; b < -50_000 || b > 50_000 {
		t.Errorf("a filter that holds nothing weighs %d bytes", b)
	}
}

// TestIntegersAreEightBytes: a set of strings gets an integer as its eight bytes.
func TestIntegersAreEightBytes(t *testing.T) {
	for _, variant := range []string{"set(of=string)", "bloom(bpk=10)"} {
		r := Measure(record.Trial{Kind: record.KindHeap, Variant: variant, Workload: "sequential", Seed: 5, Capacity: 1000, Fill: 1})
		if r.Failed != "" || r.Heap().KeyBytes != 8000 || r.Heap().Missing != 0 {
			t.Errorf("%s: %+v %s; want 8000 bytes of keys", variant, r.Heap(), r.Failed)
		}
	}
}

// TestHeapTrialsRunAlone: after the counting trials and before the clock, one by
// one, whatever the order of the parts.
func TestHeapTrialsRunAlone(t *testing.T) {
	const heap = `
[[part]]
name = "weight"
kind = "heap"
variants = ["null", "bloom(bpk=10)"]
workloads = ["uniform"]
capacity = [100]
fill = [1]
reps = 8

[[part]]
name = "speed"
kind = "time"
variants = ["null"]
workloads = ["uniform"]
capacity = [100]
fill = [1]
calls = ["batch"]
ops = ["hit"]
lookups = 100
reps = 1
`
	head, rest, _ := strings.Cut(tiny, "[[part]]")
	e, err := Decode("tiny", "tiny.toml", []byte(head+heap+"\n[[part]]"+rest))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Expand("standard", []Experiment{e})
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, p := range plan.Trials {
		order = append(order, p.Kind)
	}
	n := len(order)
	if slices.Index(order, "heap") != n-17 || slices.Index(order, "time") != n-1 {
		t.Errorf("the plan ends with %v; want 16 of the heap and one of the clock", order[n-18:])
	}
	var running, together atomic.Int32
	saved := kinds[record.KindHeap].probe
	t.Cleanup(func() { setProbe(record.KindHeap, saved) })
	setProbe(record.KindHeap, func(trial record.Trial, r *record.Record) error {
		if running.Add(1) > 1 {
			together.Add(1)
		}
		defer running.Add(-1)
		return saved(trial, r)
	})
	state, err := (&Runner{Dir: t.TempDir(), Plan: plan}).Run(t.Context())
	if err != nil || state.Failed > 0 {
		t.Fatal(state, err)
	}
	if n := together.Load(); n > 0 {
		t.Errorf("%d trials that weigh the heap began beside another", n)
	}
}
