package quotient

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/stattest"
	"filterbench/variants"
	"filterbench/variants/theory"
)

// pairHash returns a hash with that quotient and remainder.
func (f *Filter) pairHash(q, rest uint64) uint64 {
	low, over := bits.Div64(q, rest<<f.shift, f.slots) // the first whose product with the slots has both
	if over != 0 {
		low++
	}
	return low
}

func newQuotientSlots(t *testing.T, name string, slots uint64) *Filter {
	t.Helper()
	return mustNew(t, name, variants.Size{Slots: slots}, 0).(*Filter)
}

// TestQuotientAnswersArePairs: after any inserts, refusals and legal deletes a key is
// found, and counted, exactly as often as keys of its quotient and remainder are held. The
// table is full again and again, a refusal leaves it as it was, and an insert that is
// undone as well, bit for bit.
func TestQuotientAnswersArePairs(t *testing.T) {
	for i, name := range []string{"quotient(r=2)", "quotient(r=3,load=0.98)", "quotient(r=5)"} {
		r := rand.New(rand.NewPCG(41, uint64(i)))
		f := newQuotientSlots(t, name, 128)
		pairs := f.slots << (64 - f.shift)
		held, refused := map[uint64]uint64{}, 0
		for step := range 6000 {
			pair := r.Uint64N(pairs)
			if r.IntN(3) == 0 {
				pair = pair % 7 * 31 % pairs // few that come often
			}
			h := f.pairHash(pair>>(64-f.shift), pair&(1<<(64-f.shift)-1))
			before := slices.Clone(f.runs.Words())
			if r.IntN(20) < 13-6*(step/1500%2) {
				if f.Insert(h) == nil {
					held[pair]++
				} else {
					refused++
					if !slices.Equal(before, f.runs.Words()) {
						t.Fatalf("%s: a refused insert changed the table", name)
					}
				}
			} else if f.Delete(h) != (held[pair] > 0) {
				t.Fatalf("%s: Delete of a pair that is held %d times is wrong", name, held[pair])
			} else if held[pair] > 0 {
				held[pair]--
				f.Insert(h)
				if !slices.Equal(before, f.runs.Words()) {
					t.Fatalf("%s: to delete and insert does not restore the table", name)
				}
				f.Delete(h)
			}
			if step%50 == 0 {
				wantPairs(t, f, held)
			}
		}
		if refused == 0 {
			t.Errorf("%s: nothing was refused", name)
		}
	}
}

// wantPairs asks for every pair of quotient and remainder.
func wantPairs(t *testing.T, f *Filter, held map[uint64]uint64) {
	t.Helper()
	slots, r := uint64(0), 64-f.shift
	for pair := range f.slots << r {
		h := f.pairHash(pair>>r, pair&(1<<r-1))
		if q, rest := f.split(h); q<<r|rest != pair {
			t.Fatalf("hash %#x has quotient %d and remainder %d, want pair %#x", h, q, rest, pair)
		}
		n := held[pair]
		if f.Contains(h) != (n > 0) || f.Count(h) != n {
			t.Fatalf("pair %#x is held %d times: Contains %v, Count %d", pair, n, f.Contains(h), f.Count(h))
		}
		if n > 0 {
			slots += theory.QuotientSlots(n, int(r))
		}
	}
	if f.Used() != slots {
		t.Fatalf("%d slots are used, want %d", f.Used(), slots)
	}
}

// TestQuotientRate: the share of pairs that are answered true is, over many tables,
// the rate of the formula; random keys find it.
func TestQuotientRate(t *testing.T) {
	const slots, keys, queries = 128, 110, 300000
	r := rand.New(rand.NewPCG(42, 1))
	var shares []float64
	for range 60 {
		f := newQuotientSlots(t, "quotient(r=4)", slots)
		insertRandom(t, f, keys, r)
		positives := 0
		for pair := range uint64(slots << 4) {
			if f.Contains(f.pairHash(pair>>4, pair&15)) {
				positives++
			}
		}
		shares = append(shares, float64(positives)/(slots<<4))
		if len(shares) == 1 {
			stattest.Rate(t, hits(f, queries, r), queries, shares[0], alarm)
		}
	}
	stattest.Mean(t, shares, theory.QuotientFPR(slots, keys, 4), alarm)
}

// TestQuotientLimit: inserts that need a slot are refused from the load on, and copies
// that do not are not.
func TestQuotientLimit(t *testing.T) {
	f := newQuotientSlots(t, "quotient(r=16)", 640)
	r := rand.New(rand.NewPCG(43, 1))
	hot := r.Uint64()
	for range 2 {
		f.Insert(hot)
	}
	for range 1000 {
		f.Insert(r.Uint64())
	}
	if f.Used() != 608 { // 0.95*640
		t.Errorf("%d of 640 slots are used, want 608", f.Used())
	}
	for range 60000 {
		if err := f.Insert(hot); err != nil {
			t.Fatalf("a copy that needs no slot: %v", err)
		}
	}
	if f.Count(hot) != 60002 || f.Insert(r.Uint64()) != variants.ErrFull {
		t.Errorf("Count is %d, want 60002, and a new key is not refused", f.Count(hot))
	}
}
