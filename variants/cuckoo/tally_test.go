package cuckoo

import (
	"math/rand/v2"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// A hot key beside others: any number of its copies is counted in one bucket, without a kick,
// and every other key is found as before. As its copies leave, the bucket becomes slots again.
func TestTally(t *testing.T) {
	f := mustNew(t, "tallycuckoo(b=4,f=12)", variants.Size{Slots: 1024}, 3).(*Tally)
	r := rand.New(rand.NewPCG(17, 1))
	others := make([]uint64, 700)
	for i := range others {
		others[i] = r.Uint64()
		if err := f.Insert(others[i]); err != nil {
			t.Fatal(err)
		}
	}
	found := func() {
		t.Helper()
		for _, h := range others {
			if !f.Contains(h) {
				t.Fatalf("%#x is lost", h)
			}
		}
	}
	const copies = 100_000
	hot := r.Uint64()
	before, kicks := f.Used(), 0
	for n := range uint64(copies) {
		if err := f.Insert(hot); err != nil || f.Count(hot) != n+1 {
			t.Fatalf("copy %d: %v, counted %d", n+1, err, f.Count(hot))
		}
		if n > 8 {
			kicks += f.LastKicks()
		}
	}
	found()
	if used := f.Used() - before; used > 2*4 || kicks != 0 {
		t.Errorf("%d copies take %d slots and %d kicks", copies, used, kicks)
	}
	for n := range uint64(copies) {
		if !f.Contains(hot) || f.Count(hot) != copies-n || !f.Delete(hot) {
			t.Fatalf("after %d deletes %d are counted", n, f.Count(hot))
		}
	}
	found()
	if f.Contains(hot) || f.Used() != before {
		t.Errorf("after all deletes the key is found: %v; %d slots are used, %d were", f.Contains(hot), f.Used(), before)
	}
}

// The rate of false positives of different keys is that of theory, with one fingerprint less
// than the cuckoo filter has: with four bits that is 7 % more. Two-sided, alarm rate 1e-6.
func TestTallyRate(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	const rounds, keys, asked = 150, 200, 4000
	rates := make([]float64, rounds)
	for i := range rates {
		f := mustNew(t, "tallycuckoo(b=4,f=4)", variants.Size{Slots: 512}, uint64(i)).(*Tally)
		for range keys {
			if err := f.Insert(r.Uint64()); err != nil {
				t.Fatal(err)
			}
		}
		for range asked {
			if f.Contains(r.Uint64()) {
				rates[i] += 1.0 / asked
			}
		}
	}
	stattest.Mean(t, rates, theory.CuckooTallyFPR(128, keys, 4), 1e-6)
}

// Against a plain account: random inserts and deletes of many hot keys in a small table, with
// tallies in the way of each other. No accepted copy is ever lost, and only what was
// accepted is deleted.
func TestTallyAccount(t *testing.T) {
	for _, name := range []string{"tallycuckoo(b=4,f=8)", "tallycuckoo(b=8,f=4)", "tallycuckoo(b=4,f=4,kicks=20)", "tallycuckoo(b=4,f=9,buckets=any)"} {
		f := mustNew(t, name, variants.Size{Slots: 128}, 7).(*Tally)
		r := rand.New(rand.NewPCG(18, 1))
		keys := make([]uint64, 60)
		for i := range keys {
			keys[i] = r.Uint64()
		}
		held, groups := map[uint64]uint64{}, map[uint64]uint64{}
		tallies, full := 0, 0
		for range 60_000 {
			h := keys[min(r.IntN(len(keys)), r.IntN(len(keys)))]
			group := f.filter.group(h)
			switch {
			case r.IntN(5) < 3:
				switch f.Insert(h) {
				case nil:
					held[h]++
					groups[group]++
				case variants.ErrFull:
					full++
				}
			case held[h] > 0:
				if !f.Delete(h) {
					t.Fatalf("%s: the delete of %#x fails, %d copies are held", name, h, held[h])
				}
				held[h]--
				groups[group]--
			}
			if got := f.Count(h); got != groups[group] {
				t.Fatalf("%s: %d copies of the group of %#x are counted, %d are held", name, got, h, groups[group])
			}
		}
		for i := range f.filter.shape.Cells / uint64(f.filter.slots) {
			if f.tallied(i) {
				tallies++
			}
		}
		if tallies < 3 || full == 0 {
			t.Errorf("%s: %d tallies and %d refusals in the end: the test has shown little", name, tallies, full)
		}
	}
}
