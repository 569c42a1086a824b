package harness

import (
	"maps"
	"slices"

	"filterbench/internal/record"
	"filterbench/variants"
)

var _ = kinds.add(kind{
	name: record.KindCallers, needs: []string{"capacity or slots", "fill", "turnovers"}, takes: []string{"hashes"},
	keyed: true,
	wants: []want{deletes}, inserts: none,
	cost: func(w work) cost {
		copies := 2 * w.keys * (1 + slices.Max(w.Turnovers)) // two of each key, about
		return cost{ns: float64(len(record.CallersRun)) * copies * (2*w.perKey + nsOracle), bytes: 300 * keysOf(w.Trial)}
	},
	probe: probeCallers,
})

const (
	callersAsked = 20_000 // keys that never came, looked up under each caller
	mostGrown    = 6      // times that a caller doubles the filter: 64 times the size
)

// What a caller must keep beside the filter, at least.
const (
	keptKey  = 12 // bytes of a key's hash and the count of its copies
	keptHash = 8  // bytes of a key's hash
)

// probeCallers takes a window of copies in which there are Fill times Capacity different
// keys at first, slides it by the last of Turnovers, and does so for each caller with a
// filter of its own. What is lost is counted among all keys of the window, those included
// of which no copy was ever accepted.
func probeCallers(t record.Trial, r *record.Record) error {
	s, err := newStream(t)
	if err != nil {
		return err
	}
	r.Shape = s.filter.Shape()
	window := uint64(len(s.hashes))
	s.extend(window + slides(slices.Max(t.Turnovers), window))
	out := &record.Callers{Inserts: uint64(len(s.hashes)), Queries: min(callersAsked, s.bench.keys.Absents())}
	r.Outcome = out
	inside, left := s.sides(int(window))
	out.Distinct, out.Left = uint64(len(inside)), uint64(len(left))
	for _, name := range record.CallersRun {
		c := caller{stream: s, name: name, window: int(window), live: map[uint64]int{}, kept: make([]bool, len(s.hashes))}
		if err := c.renew(); err != nil {
			return err
		}
		for at := range s.hashes {
			if at%chunk == 0 {
				s.checkStop()
			}
			if err := c.step(at); err != nil {
				return err
			}
		}
		out.Runs = append(out.Runs, c.outcome(inside, left))
	}
	return nil
}

// extend adds all copies up to a position.
func (s *stream) extend(end uint64) {
	end = min(end, s.bench.keys.Inserts())
	for at := uint64(len(s.hashes)); at < end; {
		hashes := s.buffer[:min(chunk, end-at)]
		s.bench.keys.HashInserts(hashes, at, s.hashSeed)
		for i, h := range hashes {
			s.hashes, s.keys = append(s.hashes, h), append(s.keys, s.bench.keys.KeyOf(at+uint64(i)))
		}
		at += uint64(len(hashes))
	}
}

// sides returns a hash of each key in the last window, and of each that came before only.
func (s *stream) sides(window int) (inside, left map[uint64]uint64) {
	inside, left = map[uint64]uint64{}, map[uint64]uint64{}
	start := len(s.hashes) - window
	for at := start; at < len(s.hashes); at++ {
		inside[s.keys[at]] = s.hashes[at]
	}
	for at := range start {
		if _, live := inside[s.keys[at]]; !live {
			left[s.keys[at]] = s.hashes[at]
		}
	}
	return inside, left
}

// caller is one in the middle of the stream.
type caller struct {
	*stream
	name    string
	window  int
	filter  variants.Filter
	live    map[uint64]int // copies in the window by key
	kept    []bool         // by position: the copy is held for accepted
	refused uint64
	grown   uint64
}

// renew makes an empty filter of the size that the caller has come to.
func (c *caller) renew() error {
	size := sizeOf(c.trial)
	size.Keys, size.Slots = size.Keys<<c.grown, size.Slots<<c.grown
	f, err := c.variant.New(size, filterSeed(drawSeed(c.trial, 0)))
	c.filter = f
	return err
}

// step lets the oldest copy leave, once the window is full, and the one at a position come.
func (c *caller) step(at int) error {
	if oldest := at - c.window; oldest >= 0 {
		c.leave(oldest)
	}
	key, hash := c.keys[at], c.hashes[at]
	c.live[key]++
	insert := true
	switch c.name {
	case record.PolicyCheck, record.PolicyLast:
		insert = !c.filter.Contains(hash)
	case record.PolicyKnown:
		insert = c.live[key] == 1
	}
	c.kept[at] = true
	if !insert || c.filter.Insert(hash) == nil {
		return nil
	}
	c.kept[at] = false
	if c.name == record.PolicyGrow && c.grown < mostGrown {
		return c.grow(at)
	}
	c.refused++
	return nil
}

// leave takes back the copy at a position, or does not.
func (c *caller) leave(at int) {
	key, hash := c.keys[at], c.hashes[at]
	c.live[key]--
	last := c.live[key] == 0
	if last {
		delete(c.live, key)
	}
	gone := true
	switch c.name {
	case record.PolicyEvery, record.PolicyGrow:
		gone = c.kept[at]
	case record.PolicyLast, record.PolicyKnown:
		gone = last
	}
	if gone {
		c.filter.(variants.Deleter).Delete(hash)
	}
}

// grow makes filters twice as large until one takes the window up to a position, or is the
// largest.
func (c *caller) grow(at int) error {
	for c.grown < mostGrown {
		c.grown++
		if err := c.renew(); err != nil {
			return err
		}
		full := false
		for i := max(0, at-c.window+1); i <= at; i++ {
			c.kept[i] = c.filter.Insert(c.hashes[i]) == nil
			full = full || !c.kept[i]
			if full && c.grown < mostGrown {
				break
			}
		}
		if !full {
			return nil
		}
	}
	for i := max(0, at-c.window+1); i <= at; i++ {
		if !c.kept[i] {
			c.refused++
		}
	}
	return nil
}

// outcome looks up the keys in the window, those that left it, and others.
func (c *caller) outcome(inside, left map[uint64]uint64) record.Caller {
	out := record.Caller{Caller: c.name, Refused: min(c.refused, uint64(len(c.hashes))), Grown: c.grown, Bits: c.filter.Shape().Bits}
	held := map[uint64]bool{}
	for at := len(c.hashes) - c.window; at < len(c.hashes); at++ {
		held[c.keys[at]] = held[c.keys[at]] || c.kept[at]
	}
	for key, hash := range inside {
		if !c.filter.Contains(hash) {
			out.Lost++
			if held[key] {
				out.Denied++
			}
		}
	}
	for hash := range maps.Values(left) {
		if c.filter.Contains(hash) {
			out.Remains++
		}
	}
	if side, ok := c.filter.(variants.Sider); ok {
		_, out.Side = side.Side()
	}
	b := *c.bench
	b.filter = c.filter
	_, out.Positives = b.query(0, min(callersAsked, b.keys.Absents()))
	switch c.name {
	case record.PolicyEvery:
		out.Kept = uint64(c.window+7) / 8
	case record.PolicyLast, record.PolicyKnown:
		out.Kept = keptKey * uint64(len(inside))
	case record.PolicyGrow:
		out.Kept = keptHash * uint64(c.window)
	}
	return out
}
