package cuckoo

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/theory"
)

// The filters that treat copies of their own way are held here against what a
// cuckoo filter can know at most: how many copies of each group of keys are held.
// In tables this small every group can be asked for.

// inner returns the cuckoo filter inside one of another family.
func inner(t *testing.T, f variants.Filter) *Filter {
	t.Helper()
	switch f := f.(type) {
	case *Filter:
		return f
	case *Set:
		return f.filter
	case *Counting:
		return f.filter
	case *Stash:
		return f.filter
	case *Side:
		return f.filter
	case *Chained:
		return f.filter
	case *Layered:
		return f.layers[0]
	}
	t.Fatalf("no cuckoo filter known in %T", f)
	return nil
}

type groupedCase struct {
	name  string
	slots uint64
}

// grouped are the variants of these tests, with the slots to ask for.
var grouped = []groupedCase{
	{"cuckooset(b=4,f=4)", 32}, {"cuckooset(b=1,f=3,kicks=5)", 16}, {"cuckooset(b=2,f=5,buckets=any)", 28},
	{"countingcuckoo(b=4,f=4,w=2)", 32}, {"countingcuckoo(b=1,f=3,w=2)", 16}, {"countingcuckoo(b=8,f=9,w=2)", 32},
	{"countingcuckoo(b=2,f=5,w=4,buckets=any,kicks=20)", 28}, {"countingcuckoo(b=2,f=3,w=8)", 16},
	{"stash(b=4,f=4,stash=6)", 32}, {"stash(b=1,f=3,stash=20)", 16}, {"stash(b=2,f=5,stash=1,buckets=any)", 28},
	{"sidecuckoo(b=4,f=4)", 32}, {"sidecuckoo(b=1,f=3,kicks=5)", 16}, {"sidecuckoo(b=2,f=5,buckets=any)", 28}, {"sidecuckoo(b=1,f=2)", 8},
	{"chained(b=4,f=4,d=3,links=4)", 32}, {"chained(b=1,f=3,d=1,links=8)", 16}, {"chained(b=2,f=5,d=4,links=2)", 32}, {"chained(b=1,f=2,d=2,links=4,kicks=9)", 16},
	{"layered(b=4,f=4,layers=2)", 32}, {"layered(b=1,f=3,layers=3,kicks=5)", 16}, {"layered(b=2,f=5,layers=2,buckets=any)", 28},
}

// groupedOf returns the cases of a family.
func groupedOf(t *testing.T, family string) (of []groupedCase) {
	t.Helper()
	for _, c := range grouped {
		if mustParse(t, c.name).Name == family {
			of = append(of, c)
		}
	}
	return of
}

// ledger is what is held, by key and by group.
type ledger struct {
	keys, groups map[uint64]uint64
	total        uint64
}

// churn plays random inserts and legal deletes of few keys, of which some come
// often, and calls check after each with what is held. A set forgets a group with a
// delete.
func churn(t *testing.T, name string, slots, seed uint64, check func(f variants.Filter, c *Filter, held ledger)) {
	t.Helper()
	r := rand.New(rand.NewPCG(18, seed))
	f := mustNew(t, name, variants.Size{Slots: slots}, r.Uint64())
	c := inner(t, f)
	held := ledger{map[uint64]uint64{}, map[uint64]uint64{}, 0}
	pool := make([]uint64, 4*slots)
	for i := range pool {
		pool[i] = r.Uint64()
	}
	refused := 0
	for step := range 1500 {
		h := pool[min(r.IntN(len(pool)), r.IntN(len(pool)), r.IntN(len(pool)))]
		g := c.group(h)
		switch {
		case r.IntN(10) < 6-step/500:
			if f.Insert(h) == nil {
				held.keys[h]++
				held.groups[g]++
				held.total++
			} else {
				refused++
			}
		case mustParse(t, name).Has(families.Absorbs):
			if f.(variants.Deleter).Delete(h) != (held.groups[g] > 0) {
				t.Fatalf("%s: Delete of a key whose group is held %d times is wrong", name, held.groups[g])
			}
			held.total -= held.groups[g]
			held.groups[g] = 0
		case held.keys[h] > 0:
			if !f.(variants.Deleter).Delete(h) {
				t.Fatalf("%s: Delete of a member is false", name)
			}
			held.keys[h]--
			held.groups[g]--
			held.total--
		}
		check(f, c, held)
	}
	if refused == 0 && slots > 8 {
		t.Errorf("%s: nothing was refused", name)
	}
}

// TestAnswersAreGroups: after any inserts, refusals and legal deletes a key is
// found exactly if a key of its group is held, which leaves no room for false
// negatives.
func TestAnswersAreGroups(t *testing.T) {
	for i, v := range grouped {
		step := 0
		churn(t, v.name, v.slots, uint64(i), func(f variants.Filter, c *Filter, held ledger) {
			if step++; step%15 != 0 {
				return
			}
			for bucket := range c.buckets() {
				for tag := uint64(1); tag <= c.tags; tag++ {
					h := c.hashOf(bucket, tag)
					copies := held.groups[c.group(h)]
					if f.Contains(h) != (copies > 0) {
						t.Fatalf("%s: Contains is %v of a group that is held %d times", v.name, copies == 0, copies)
					}
					if n, ok := f.(variants.Counter); ok && bucket == c.group(h)>>groupTagBits {
						if _, side := f.(*Side); !side && n.Count(h) != copies {
							t.Fatalf("%s: Count is %d of a group that is held %d times", v.name, n.Count(h), copies)
						}
					}
				}
			}
		})
	}
}

// TestCountingCuckooIsCompact: at most one slot of a group has room in its counter,
// so r copies take ceil(r/2^w) slots, and empty slots have no copies.
func TestCountingCuckooIsCompact(t *testing.T) {
	for i, v := range groupedOf(t, "countingcuckoo") {
		most := uint64(0)
		churn(t, v.name, v.slots, uint64(100+i), func(f variants.Filter, c *Filter, held ledger) {
			counting := f.(*Counting)
			want := uint64(0)
			for _, copies := range held.groups {
				want += (copies + counting.most) >> bits.Len64(counting.most)
				most = max(most, copies)
			}
			if f.(variants.Kicker).Used() != want {
				t.Fatalf("%s: %d slots are used, want %d", v.name, f.(variants.Kicker).Used(), want)
			}
			copies := uint64(0)
			for slot := range c.shape.Cells {
				n := counting.counted.counters.Get(slot)
				tag, _ := counting.counted.Buckets.Swap(slot, 0)
				counting.counted.Buckets.Swap(slot, tag)
				if tag != 0 {
					copies += n + 1
				} else if n != 0 {
					t.Fatalf("%s: empty slot %d has %d copies", v.name, slot, n)
				}
			}
			if copies != held.total {
				t.Fatalf("%s: %d copies are in slots, %d are held", v.name, copies, held.total)
			}
		})
		if w := mustParse(t, v.name).Values.Int("w"); w == 2 && most <= 1<<w {
			t.Errorf("%s: no key had more than %d copies: no counter was full", v.name, most)
		}
	}
}

// TestStashHoldsOnlyWhatIsFull: both buckets of an entry in the stash are full, so
// that it would be in the table if it could.
func TestStashHoldsOnlyWhatIsFull(t *testing.T) {
	for i, v := range groupedOf(t, "stash") {
		most, refills := 0, 0
		churn(t, v.name, v.slots, uint64(200+i), func(f variants.Filter, c *Filter, held ledger) {
			s := f.(*Stash)
			for _, g := range s.kept {
				if c.table.Tally(g>>groupTagBits, 0)+c.table.Tally(s.partner(g), 0) != 0 {
					t.Fatalf("%s: group %#x is in the stash and has a free slot", v.name, g)
				}
			}
			most = max(most, len(s.kept))
			if len(s.kept) < most {
				refills++
			}
		})
		if most != mustParse(t, v.name).Values.Int("stash") || refills == 0 {
			t.Errorf("%s: at most %d entries were in the stash, and less %d times", v.name, most, refills)
		}
	}
}

// TestSideDictionaryIsExact: a group that is held has one fingerprint, and the
// dictionary has the other copies under their own hashes: all of a key's, but for
// one key of the group, of which it has one less.
func TestSideDictionaryIsExact(t *testing.T) {
	for i, v := range groupedOf(t, "sidecuckoo") {
		peak, owned := uint64(0), 0 // most entries, and checks in which the fingerprint's owner had company
		churn(t, v.name, v.slots, uint64(300+i), func(f variants.Filter, c *Filter, held ledger) {
			s := f.(*Side)
			peak = max(peak, uint64(s.taken))
			taken := uint64(s.taken)
			if _, bytes := s.Side(); bytes < theory.SideBytes(taken) || bytes > theory.SideBytes(peak) {
				t.Fatalf("%s: %d bytes for %d entries, after at most %d", v.name, bytes, taken, peak)
			}
			if spare := 3*len(s.copies) - 8*s.taken; spare > 0 && len(s.copies) > 16 {
				t.Fatalf("%s: %d entries have %d places", v.name, s.taken, len(s.copies))
			}
			missing := map[uint64]uint64{} // by group: copies that are not in the dictionary
			places := 0
			for h, copies := range held.keys {
				in := uint64(0)
				if s.taken > 0 {
					in = uint64(s.copies[s.find(h)])
				}
				if in > copies {
					t.Fatalf("%s: the dictionary has %d copies of a key that is held %d times", v.name, in, copies)
				}
				if in > 0 {
					places++
				}
				missing[c.group(h)] += copies - in
			}
			for g, n := range held.groups {
				if n > 0 && missing[g] != 1 || n == 0 && missing[g] != 0 {
					t.Fatalf("%s: of %d copies of a group %d are not in the dictionary", v.name, n, missing[g])
				}
				if n > 1 {
					owned++
				}
			}
			if places != s.taken {
				t.Fatalf("%s: %d places are counted as taken, %d are", v.name, s.taken, places)
			}
		})
		if owned == 0 {
			t.Errorf("%s: no group was held twice", v.name)
		}
	}
}
