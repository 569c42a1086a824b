package bitpack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// model is a table of buckets in the plainest form: one number a slot.
type model struct {
	slots int
	tags  []uint64
}

func (m *model) bucket(i uint64) []uint64 {
	return m.tags[i*uint64(m.slots):][:m.slots]
}

func (m *model) replace(i, old, tag uint64) bool {
	at := slices.Index(m.bucket(i), old)
	if at < 0 {
		return false
	}
	m.bucket(i)[at] = tag
	return true
}

func (m *model) places(i, tag uint64) (mask uint64) {
	for s, other := range m.bucket(i) {
		if other == tag {
			mask |= 1 << s
		}
	}
	return mask
}

func (m *model) tally(i, tag uint64) (n int) {
	for _, other := range m.bucket(i) {
		if other == tag {
			n++
		}
	}
	return n
}

// eachGeometry runs a test for all buckets that there are.
func eachGeometry(t *testing.T, test func(t *testing.T, slots, width int)) {
	for _, slots := range []int{1, 2, 4, 8} {
		for width := 2; width <= 16; width++ {
			t.Run(fmt.Sprintf("%dx%d", slots, width), func(t *testing.T) { test(t, slots, width) })
		}
	}
}

// bitsAt reads width bits one by one.
func bitsAt(data []byte, bit, width int) (value uint64) {
	for j := range width {
		value |= uint64(data[(bit+j)/8]) >> ((bit + j) % 8) & 1 << j
	}
	return value
}

// wantTable holds every bit of a table against the model: the slots side by side
// from bit 0, and nothing after them.
func wantTable(t *testing.T, table *Buckets, m *model, width int, after string) {
	t.Helper()
	data := table.Bytes()
	for s, want := range m.tags {
		if got := bitsAt(data, s*width, width); got != want {
			t.Fatalf("after %s: slot %d is %#x, want %#x", after, s, got, want)
		}
	}
	end := len(m.tags) * width
	for bit := end; bit < 8*len(data); bit++ {
		if bitsAt(data, bit, 1) != 0 {
			t.Fatalf("after %s: bit %d is set, %d beyond the last slot", after, bit, bit-end)
		}
	}
}

// TestBucketsModel does random operations on a table and on the model. Tags are
// drawn from few values, so that they repeat, and from the largest, so that a
// write that spills over is seen.
func TestBucketsModel(t *testing.T) {
	eachGeometry(t, func(t *testing.T, slots, width int) {
		r := rand.New(rand.NewPCG(uint64(slots), uint64(width)))
		for _, n := range []uint64{1, 2, 3, 9} {
			table := NewBuckets(n, slots, width)
			m := &model{slots, make([]uint64, n*uint64(slots))}
			top := uint64(1)<<width - 1
			tag := func() uint64 { return []uint64{0, 0, 1, 2, top, top - 1, r.Uint64() & top}[r.IntN(7)] }
			for range 150 {
				modelStep(t, &table, m, width, r, tag)
			}
		}
	})
}

// modelStep does one random operation on both and compares all there is to see.
func modelStep(t *testing.T, table *Buckets, m *model, width int, r *rand.Rand, tag func() uint64) {
	t.Helper()
	n := uint64(len(m.tags) / m.slots)
	i, j, old, fresh := r.Uint64N(n), r.Uint64N(n), tag(), tag()
	step := fmt.Sprintf("Replace(%d, %#x, %#x)", i, old, fresh)
	if r.IntN(3) > 0 {
		if got, want := table.Replace(i, old, fresh), m.replace(i, old, fresh); got != want {
			t.Fatalf("%s is %v, want %v", step, got, want)
		}
	} else {
		slot := r.Uint64N(uint64(len(m.tags)))
		step = fmt.Sprintf("Swap(%d, %#x)", slot, fresh)
		if got, at := table.Swap(slot, fresh); got != m.tags[slot] || at != slot {
			t.Fatalf("%s is %#x in slot %d, want %#x", step, got, at, m.tags[slot])
		}
		m.tags[slot] = fresh
	}
	wantTable(t, table, m, width, step)
	ask := tag()
	if got, want := table.Tally(i, ask), m.tally(i, ask); got != want {
		t.Fatalf("after %s: Tally(%d, %#x) is %d, want %d", step, i, ask, got, want)
	}
	if got, want := table.Places(i, ask), m.places(i, ask); got != want {
		t.Fatalf("after %s: Places(%d, %#x) is %b, want %b", step, i, ask, got, want)
	}
	if got, want := table.Has(i, j, ask), m.tally(i, ask)+m.tally(j, ask) > 0; got != want {
		t.Fatalf("after %s: Has(%d, %d, %#x) is %v, want %v", step, i, j, ask, got, want)
	}
}

// TestBucketsExhaustive puts every content into small buckets, between full
// neighbours and between empty ones, and asks for every tag.
func TestBucketsExhaustive(t *testing.T) {
	for _, g := range []struct{ slots, width int }{{1, 8}, {2, 5}, {4, 2}, {2, 4}} {
		for _, around := range []uint64{0, 1<<g.width - 1} {
			for content := range uint64(1) << (g.slots * g.width) {
				exhaust(t, g.slots, g.width, around, content)
			}
		}
	}
}

func exhaust(t *testing.T, slots, width int, around, content uint64) {
	t.Helper()
	table := NewBuckets(3, slots, width)
	m := &model{slots, make([]uint64, 3*slots)}
	for s := range m.tags {
		m.tags[s] = around
		if s/slots == 1 {
			m.tags[s] = content >> (s % slots * width) & (1<<width - 1)
		}
		table.Swap(uint64(s), m.tags[s])
	}
	for tag := range uint64(1) << width {
		if got, want := table.Tally(1, tag), m.tally(1, tag); got != want {
			t.Fatalf("%dx%d holding %#x: Tally(%#x) is %d, want %d", slots, width, content, tag, got, want)
		}
		if got, want := table.Places(1, tag), m.places(1, tag); got != want {
			t.Fatalf("%dx%d holding %#x: Places(%#x) is %b, want %b", slots, width, content, tag, got, want)
		}
		if got, want := table.Has(1, 1, tag), m.tally(1, tag) > 0; got != want {
			t.Fatalf("%dx%d holding %#x: Has(%#x) is %v, want %v", slots, width, content, tag, got, want)
		}
		other := NewBuckets(3, slots, width)
		copy(other.data, table.data)
		twin := &model{slots, slices.Clone(m.tags)}
		if got, want := other.Replace(1, tag, around), twin.replace(1, tag, around); got != want {
			t.Fatalf("%dx%d holding %#x: Replace(%#x, %#x) is %v, want %v", slots, width, content, tag, around, got, want)
		}
		wantTable(t, &other, twin, width, "Replace")
	}
}

// TestBucketsDense: a table takes its slots' bits and not a byte more than its
// slack, however odd the width.
func TestBucketsDense(t *testing.T) {
	eachGeometry(t, func(t *testing.T, slots, width int) {
		for _, n := range []uint64{1, 2, 1000} {
			table := NewBuckets(n, slots, width)
			want := (int(n)*slots*width+7)/8 + slack
			if got := len(table.Bytes()); got != want {
				t.Errorf("%d buckets take %d bytes, want %d", n, got, want)
			}
		}
	})
}

func TestBadBucketsPanic(t *testing.T) {
	for _, bad := range [][2]int{{0, 8}, {3, 8}, {16, 8}, {-4, 8}, {4, 1}, {4, 17}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("NewBuckets(1, %d, %d) did not panic", bad[0], bad[1])
				}
			}()
			NewBuckets(1, bad[0], bad[1])
		}()
	}
}

// TestBucketsFrom: the bits from a bucket on are those of its slots and of the next
// buckets', the lowest first.
func TestBucketsFrom(t *testing.T) {
	table := NewBuckets(9, 1, 13)
	for i := range uint64(9) {
		table.Swap(i, 1000+i)
	}
	for i := range uint64(6) {
		if got, want := table.From(i)&(1<<39-1), (1000+i)|(1001+i)<<13|(1002+i)<<26; got != want {
			t.Errorf("from bucket %d: %#x, want %#x", i, got, want)
		}
	}
}
