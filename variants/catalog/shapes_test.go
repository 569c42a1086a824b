package catalog

import (
	"filterbench/variants"
	"filterbench/variants/theory"
	"testing"
)

// TestShapes: every parameter arrives where it should. The numbers are worked out
// by hand from the definitions.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name string
		size variants.Size
		want theory.Shape
	}{
		{"null", variants.Size{Keys: 1000}, theory.Shape{Family: "null"}},
		{"exact", variants.Size{Keys: 14}, theory.Shape{Family: "exact", Bits: 16 * 17 * 8}},
		{"exact", variants.Size{Keys: 15}, theory.Shape{Family: "exact", Bits: 32 * 17 * 8}},
		{"bloom(bpk=9.5)", variants.Size{Keys: 1001}, theory.Shape{Family: "bloom", Bits: 9510, Cells: 9510, Probes: 7}},
		{"bloom(bpk=9.5,k=3)", variants.Size{Keys: 1001}, theory.Shape{Family: "bloom", Bits: 9510, Cells: 9510, Probes: 3}},
		{"bloom(bpk=10)", variants.Size{}, theory.Shape{Family: "bloom", Bits: 64, Cells: 64, Probes: 7}},
		{"bloom(fpr=0.5)", variants.Size{Keys: 100}, theory.Shape{Family: "bloom", Bits: 145, Cells: 145, Probes: 1}}, // 100/ln 2 is 144.3
		{"blocked(bpk=10)", variants.Size{Keys: 1000}, theory.Shape{Family: "blocked", Bits: 20 * 512, Cells: 20 * 512, Probes: 6, BlockBits: 512}},
		{"blocked(bpk=10,k=9)", variants.Size{Keys: 1}, theory.Shape{Family: "blocked", Bits: 512, Cells: 512, Probes: 9, BlockBits: 512}},
		{"splitblock(bpk=10)", variants.Size{Keys: 1000}, theory.Shape{Family: "splitblock", Bits: 40 * 256, Cells: 40 * 256, Probes: 8, BlockBits: 256}},
		{"splitblock(fpr=0.5)", variants.Size{}, theory.Shape{Family: "splitblock", Bits: 256, Cells: 256, Probes: 8, BlockBits: 256}},
		{"register(bpk=10)", variants.Size{Keys: 1000}, theory.Shape{Family: "register", Bits: 157 * 64, Cells: 157 * 64, Probes: 5, BlockBits: 64}},
		{"register(bpk=10,w=32)", variants.Size{Keys: 1000}, theory.Shape{Family: "register", Bits: 314 * 32, Cells: 314 * 32, Probes: 4, BlockBits: 32}}, // 313 blocks, and half a word
		{"register(bpk=10,w=32,k=7)", variants.Size{}, theory.Shape{Family: "register", Bits: 64, Cells: 64, Probes: 7, BlockBits: 32}},
		{"scalable", variants.Size{Keys: 1000}, theory.Shape{Family: "scalable", Bits: 1104, Cells: 1104, Layers: 1, Growth: theory.Growth{First: 100, Factor: 2, FPR: 0.01, Tighten: 0.5}}},
		{"scalable(fpr=0.5,first=1,growth=3,tighten=0.1)", variants.Size{}, theory.Shape{Family: "scalable", Bits: 64, Cells: 64, Layers: 1, Growth: theory.Growth{First: 1, Factor: 3, FPR: 0.5, Tighten: 0.1}}},
		{"counting(bpk=40)", variants.Size{Keys: 1000}, theory.Shape{Family: "counting", Bits: 40000, Cells: 10000, Probes: 7, CounterBits: 4}},
		{"counting(bpk=10,w=8)", variants.Size{Keys: 1000}, theory.Shape{Family: "counting", Bits: 10000, Cells: 1250, Probes: 1, CounterBits: 8}},
		{"counting(bpk=10,w=2,k=2)", variants.Size{}, theory.Shape{Family: "counting", Bits: 64, Cells: 32, Probes: 2, CounterBits: 2}},
		{"counting(fpr=0.5,w=2)", variants.Size{Keys: 100}, theory.Shape{Family: "counting", Bits: 290, Cells: 145, Probes: 1, CounterBits: 2}},
		{"cuckoo", variants.Size{Keys: 972}, theory.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}}, // 0.95*1024 is 972.8
		{"cuckoo", variants.Size{Keys: 973}, theory.Shape{Family: "cuckoo", Bits: 24576, Cells: 2048, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckoo(load=0.5)", variants.Size{Keys: 512}, theory.Shape{Family: "cuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckoo(load=0.5)", variants.Size{Keys: 513}, theory.Shape{Family: "cuckoo", Bits: 24576, Cells: 2048, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckoo(b=8,f=9)", variants.Size{Slots: 1000}, theory.Shape{Family: "cuckoo", Bits: 9216, Cells: 1024, BucketSlots: 8, FingerprintBits: 9}},
		{"cuckooset", variants.Size{Keys: 972}, theory.Shape{Family: "cuckooset", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}},
		{"cuckooset(b=2,f=9)", variants.Size{Slots: 1025}, theory.Shape{Family: "cuckooset", Bits: 2048 * 9, Cells: 2048, BucketSlots: 2, FingerprintBits: 9}},
		{"countingcuckoo", variants.Size{Keys: 972}, theory.Shape{Family: "countingcuckoo", Bits: 1024 * 16, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, CounterBits: 4}},
		{"countingcuckoo(b=8,f=9,w=2)", variants.Size{Slots: 1000}, theory.Shape{Family: "countingcuckoo", Bits: 1024 * 11, Cells: 1024, BucketSlots: 8, FingerprintBits: 9, CounterBits: 2}},
		{"stash", variants.Size{Keys: 973}, theory.Shape{Family: "stash", Bits: 24576 + 8*64, Cells: 2048, BucketSlots: 4, FingerprintBits: 12, Stash: 8}},
		{"stash(b=2,f=8,stash=1)", variants.Size{Slots: 64}, theory.Shape{Family: "stash", Bits: 64*8 + 64, Cells: 64, BucketSlots: 2, FingerprintBits: 8, Stash: 1}},
		{"sidecuckoo(load=0.5)", variants.Size{Keys: 512}, theory.Shape{Family: "sidecuckoo", Bits: 12288, Cells: 1024, BucketSlots: 4, FingerprintBits: 12}},
		{"chained(d=4)", variants.Size{Keys: 972}, theory.Shape{Family: "chained", Bits: 15360, Cells: 1024, BucketSlots: 4, FingerprintBits: 12, PairCopies: 4, Links: 8}},
		{"chained(b=1,f=2,d=1,links=16)", variants.Size{}, theory.Shape{Family: "chained", Bits: 192, Cells: 32, BucketSlots: 1, FingerprintBits: 2, PairCopies: 1, Links: 16}},
		{"quotient", variants.Size{}, theory.Shape{Family: "quotient", Bits: 768, Cells: 64, FingerprintBits: 9}},
		{"quotient", variants.Size{Keys: 60}, theory.Shape{Family: "quotient", Bits: 768, Cells: 64, FingerprintBits: 9}}, // 0.95*64 is 60.8
		{"quotient", variants.Size{Keys: 61}, theory.Shape{Family: "quotient", Bits: 1536, Cells: 128, FingerprintBits: 9}},
		{"quotient(r=5)", variants.Size{Slots: 129}, theory.Shape{Family: "quotient", Bits: 192 * 8, Cells: 192, FingerprintBits: 5}},
		{"layered(layers=5)", variants.Size{Keys: 973}, theory.Shape{Family: "layered", Bits: 24576, Cells: 2048, BucketSlots: 4, FingerprintBits: 12, Layers: 1, LayersMost: 5}},
		{"cuckoo(b=1,f=2)", variants.Size{}, theory.Shape{Family: "cuckoo", Bits: 4, Cells: 2, BucketSlots: 1, FingerprintBits: 2}},
	} {
		if got, err := mustParse(t, c.name).Shape(c.size); got != c.want || err != nil {
			t.Errorf("%s for %+v is %+v, %v; want %+v", c.name, c.size, got, err, c.want)
		}
	}
}
