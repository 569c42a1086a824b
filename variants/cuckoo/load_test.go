package cuckoo

import (
	"math/rand/v2"
	"slices"
	"testing"

	"filterbench/internal/stattest"
)

// ideal is a cuckoo filter in the plainest form: slots of a number each, and
// truly random numbers in place of all hashing. What ours loses against it, it
// loses to its hash functions, its random walk or its packing.
type ideal struct {
	r       *rand.Rand
	slots   int
	buckets uint64
	step    []uint64 // from a bucket to the other, by fingerprint
	table   []uint64
	kicks   int
}

func newIdeal(slots int, buckets uint64, fingerprintBits int, r *rand.Rand) *ideal {
	c := &ideal{r: r, slots: slots, buckets: buckets, table: make([]uint64, buckets*uint64(slots))}
	for range 1 << fingerprintBits {
		c.step = append(c.step, 1+r.Uint64N(buckets-1))
	}
	return c
}

// put places a fingerprint in a free slot of a bucket.
func (c *ideal) put(bucket, tag uint64) bool {
	in := c.table[bucket*uint64(c.slots):][:c.slots]
	free := slices.Index(in, 0)
	if free >= 0 {
		in[free] = tag
	}
	return free >= 0
}

// insert inserts a random key with at most limit kicks. A refused one leaves the
// table in disorder.
func (c *ideal) insert(limit int) bool {
	i, tag := c.r.Uint64N(c.buckets), 1+c.r.Uint64N(uint64(len(c.step)-1))
	if c.put(i, tag) || c.put(i^c.step[tag], tag) {
		return true
	}
	if c.r.IntN(2) == 0 {
		i ^= c.step[tag]
	}
	for range limit {
		slot := &c.table[i*uint64(c.slots)+c.r.Uint64N(uint64(c.slots))]
		*slot, tag = tag, *slot
		i ^= c.step[tag]
		c.kicks++
		if c.put(i, tag) {
			return true
		}
	}
	return false
}

// TestCuckooLoadIsIdeal: over many tables, ours takes as many keys before its
// first refusal as the ideal, and as many kicks to come near there.
func TestCuckooLoadIsIdeal(t *testing.T) {
	for i, c := range []struct {
		name    string
		b, f    int
		slots   uint64
		partial int // keys at which kicks are compared
	}{
		{"cuckoo(b=4,f=12)", 4, 12, 4096, 3800},
		{"cuckoo(b=2,f=12)", 2, 12, 4096, 3200},
		{"cuckoo(b=8,f=8)", 8, 8, 4096, 3900},
		{"cuckoo(b=1,f=12)", 1, 12, 4096, 1000},
		{"semisort(f=13)", 4, 13, 4096, 3800},
		{"cuckoo(b=4,f=12,buckets=any)", 4, 12, 4096, 3800}, // sums in place of exclusive ors
		{"cuckoo(b=2,f=12,buckets=any)", 2, 12, 4096, 3200},
		{"cuckoo(b=4,f=6)", 4, 6, 4096, 3800}, // with far fewer fingerprints, ours is one draw of a chance
	} {
		t.Run(c.name, func(t *testing.T) {
			var loads, kicks []float64
			for trial := range uint64(60) {
				r := rand.New(rand.NewPCG(uint64(100+i), trial))
				ours := newCuckooSlots(t, c.name, c.slots, r.Uint64())
				twin := newIdeal(c.b, c.slots/uint64(c.b), c.f, r)
				a, aKicks := untilRefused(c.partial, func() (bool, int) {
					err := ours.Insert(r.Uint64())
					return err == nil, ours.LastKicks()
				})
				b, bKicks := untilRefused(c.partial, func() (bool, int) {
					before := twin.kicks
					ok := twin.insert(500)
					return ok, twin.kicks - before
				})
				loads = append(loads, float64(a-b))
				kicks = append(kicks, float64(aKicks-bKicks))
			}
			stattest.Mean(t, loads, 0, alarm)
			stattest.Mean(t, kicks, 0, alarm)
		})
	}
}

// untilRefused inserts until a key is refused and returns how many were not, and
// the kicks of the first partial of them.
func untilRefused(partial int, insert func() (bool, int)) (accepted, kicks int) {
	for {
		ok, n := insert()
		if !ok {
			return accepted, kicks
		}
		if accepted++; accepted <= partial {
			kicks += n
		}
	}
}
