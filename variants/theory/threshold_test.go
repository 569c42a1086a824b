package theory_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"filterbench/variants/theory"
)

func TestLoadThresholdTable(t *testing.T) {
	for _, row := range table(t, "thresholds") {
		d, k, want := int(row[0]), int(row[1]), row[2]
		if got := theory.LoadThreshold(d, k); math.Abs(got-want) > 5.01e-7 {
			t.Errorf("d = %d, k = %d: %.7f, want %.6f", d, k, got, want)
		}
	}
	expectPanic(t, "one choice", func() { theory.LoadThreshold(1, 4) })
	expectPanic(t, "no slots", func() { theory.LoadThreshold(2, 0) })
}

// matcher places keys into buckets, moving others along a shortest path, so that
// it fails only if no placement of all keys exists.
type matcher struct {
	choices [][]int // by key
	held    [][]int // keys by bucket
	slots   int
	seen    []int // by bucket: the last key that searched it
	from    []int // by bucket: the key in another bucket that could come here
	home    []int // by key: its bucket
}

func newMatcher(buckets, slots int) *matcher {
	return &matcher{held: make([][]int, buckets), slots: slots, seen: make([]int, buckets), from: make([]int, buckets)}
}

// insert places one more key and reports whether that is possible.
func (m *matcher) insert(choices []int) bool {
	key := len(m.choices)
	m.choices, m.home = append(m.choices, choices), append(m.home, -1)
	queue := m.reach(nil, key, key+1)
	for i := 0; i < len(queue); i++ {
		bucket := queue[i]
		if len(m.held[bucket]) < m.slots {
			m.shift(bucket)
			return true
		}
		for _, other := range m.held[bucket] {
			queue = m.reach(queue, other, key+1)
		}
	}
	return false
}

// reach appends the buckets that mover may go to and that search has not seen.
func (m *matcher) reach(queue []int, mover, search int) []int {
	for _, bucket := range m.choices[mover] {
		if m.seen[bucket] != search {
			m.seen[bucket], m.from[bucket] = search, mover
			queue = append(queue, bucket)
		}
	}
	return queue
}

// shift moves the keys along the path that ends at bucket, which has a free slot.
func (m *matcher) shift(bucket int) {
	for {
		key := m.from[bucket]
		left := m.home[key]
		m.home[key] = bucket
		m.held[bucket] = append(m.held[bucket], key)
		if left < 0 {
			return
		}
		for i, k := range m.held[left] {
			if k == key {
				m.held[left] = append(m.held[left][:i], m.held[left][i+1:]...)
			}
		}
		bucket = left
	}
}

// firstFailure returns the load at which a table with random choices overflows.
func firstFailure(rng *rand.Rand, buckets, choices, slots int) float64 {
	m := newMatcher(buckets, slots)
	for n := 0; ; n++ {
		c := make([]int, choices)
		for i := range c {
			c[i] = rng.IntN(buckets)
		}
		if !m.insert(c) {
			return float64(n) / float64(buckets*slots)
		}
	}
}

// The transition is sharp: with 2^15 slots and the best possible insertion, the
// first failure scatters about the threshold by 0.001 to 0.002 (standard deviation
// over seeds). It must be within 0.006, which no other pair's threshold is, but
// for that of (2, 4) and (4, 1). One slot and two choices are left out: there the
// first failure scatters widely.
func TestLoadThresholdInSimulation(t *testing.T) {
	rng := newRand(3)
	for _, c := range [][2]int{{2, 2}, {2, 3}, {2, 4}, {3, 1}, {4, 1}} {
		got, want := firstFailure(rng, 1<<15/c[1], c[0], c[1]), theory.LoadThreshold(c[0], c[1])
		if math.Abs(got-want) > 0.006 {
			t.Errorf("d = %d, k = %d: first failure at %.4f, threshold %.4f", c[0], c[1], got, want)
		}
	}
}
