package cuckoo

import (
	"errors"
	"filterbench/variants"
	"math/rand/v2"
	"testing"
)

// Early refusal changes what a refusal costs and says, and nothing else: beside copies of a
// few keys the table takes the same entries, and after each insert it is bit for bit that of
// the late filter with its walk set to the same place.
func TestEarlyRefusalIsTheSameAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	late, early := mustNew(t, "cuckoo(b=4,f=12,kicks=50)", variants.Size{Slots: 256}, 3).(*Filter), mustNew(t, "cuckoo(b=4,f=12,kicks=50,refuse=early)", variants.Size{Slots: 256}, 3).(*Filter)
	hot := []uint64{r.Uint64(), r.Uint64(), r.Uint64()}
	keyFull, tableFull := 0, 0
	for range 3000 {
		hash := r.Uint64()
		if r.IntN(3) > 0 {
			hash = hot[r.IntN(len(hot))]
		}
		if r.IntN(4) == 0 {
			if late.Delete(hash) != early.Delete(hash) {
				t.Fatalf("Delete(%#x) differs", hash)
			}
			continue
		}
		full := late.Count(hash) == 8
		a, b := late.Insert(hash), early.Insert(hash)
		late.walk, early.walk = 9, 9
		switch {
		case (a == nil) != (b == nil) || full != (b == variants.ErrKeyFull) || a != nil && a != variants.ErrFull || b != nil && !errors.Is(b, variants.ErrFull):
			t.Fatalf("Insert(%#x) is %v and %v, of a key that has all its places: %v", hash, a, b, full)
		case b == variants.ErrKeyFull:
			keyFull++
			if early.LastKicks() != 0 || late.LastKicks() != 50 {
				t.Fatalf("a refusal took %d kicks, early %d", late.LastKicks(), early.LastKicks())
			}
		case b == variants.ErrFull:
			tableFull++
		}
		if string(late.table.Bytes()) != string(early.table.Bytes()) {
			t.Fatalf("the tables differ after %#x", hash)
		}
	}
	if keyFull < 100 || tableFull < 10 {
		t.Errorf("%d times the key was full, %d times the table: the test has shown little", keyFull, tableFull)
	}
}
