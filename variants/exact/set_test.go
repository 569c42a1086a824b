package exact_test

import (
	"filterbench/variants"
	"fmt"
	"math/bits"
	"runtime"
	"testing"
)

// TestSetKeepsKeys: keys given as bytes are told apart as such, whatever their
// length, and the set keeps no reference to the caller's bytes.
func TestSetKeepsKeys(t *testing.T) {
	for _, name := range []string{"set(of=string)", "set(of=digest)", "set(of=string,start=empty)"} {
		f := mustNew(t, name, variants.Size{Keys: 100}, 0).(variants.KeyInserter)
		buffer := []byte{}
		for i := range 1000 {
			buffer = fmt.Appendf(buffer[:0], "%0*d", i%60, i)
			if err := f.InsertKey(buffer); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 2000 {
			if key := fmt.Appendf(nil, "%0*d", i%60, i); f.ContainsKey(key) != (i < 1000) {
				t.Errorf("%s: of %q it says %v", name, key, i >= 1000)
			}
		}
	}
}

// TestSetMemory: a slot takes what setSlotBits says, as far as the allocator's
// classes of sizes allow: up to 7 % more.
func TestSetMemory(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("shapes are those of 64-bit words, and here a word is shorter")
	}
	for _, of := range []string{"hash", "string", "digest"} {
		for _, keys := range []uint64{500, 896, 897, 100000} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f := mustNew(t, "set(of="+of+")", variants.Size{Keys: keys}, 0)
			runtime.ReadMemStats(&after)
			got, want := after.TotalAlloc-before.TotalAlloc, f.Shape().Bits/8
			if got < want || got > want+want*7/100+2048 {
				t.Errorf("a set of %s for %d keys takes %d bytes, estimated were %d", of, keys, got, want)
			}
		}
	}
}
