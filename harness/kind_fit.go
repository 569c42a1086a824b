package harness

import (
	"errors"
	"math"

	"filterbench/internal/record"
	"filterbench/variants"
	"filterbench/variants/families"
)

var _ = kinds.add(kind{
	name: record.KindFit, needs: []string{"capacity or slots", "fill"}, takes: []string{"hashes"},
	wants: []want{deletes}, inserts: none,
	cost: func(w work) cost {
		return cost{ns: 4*w.keys*(w.perKey+nsOracle) + fitRefusals*nsRefusal, bytes: fitLargest*uint64(w.shape.Bits)/8 + 100*keysOf(w.Trial)}
	},
	probe: probeFit,
})

// The sizes that are tried, as multiples of the keys that come: by fourths of a doubling up
// to four times, then by doublings.
const (
	fitFine    = 4
	fitUntil   = 4.0
	fitLargest = 64
)

// fitLongest bounds the copies of a stream, in multiples of the different keys in it.
const fitLongest = 200

// fitRefusals is about how many copies a table refuses that is too small.
const fitRefusals = 20_000

// probeFit takes the first Fill times Capacity different keys of a workload, with all their
// copies so far, and looks for the least size at which a filter keeps them: no copy is
// refused, every key is found, and every key that has a copy left is found after each
// second copy of the stream was deleted. At the size that was asked for it counts what a
// filter that does not grow makes of the stream.
func probeFit(t record.Trial, r *record.Record) error {
	stream, err := newStream(t)
	if err != nil {
		return err
	}
	out := &record.Fit{Inserts: uint64(len(stream.hashes)), Distinct: uint64(len(stream.copies))}
	r.Outcome = out
	for factor := 1.0; factor <= fitLargest && !out.Fits; factor = nextFactor(factor) {
		size := variants.Size{Keys: uint64(math.Ceil(factor * float64(t.Capacity))), Slots: uint64(math.Ceil(factor * float64(t.Slots)))}
		f, err := stream.variant.New(size, filterSeed(drawSeed(t, 0)))
		if err != nil {
			return err
		}
		first := len(out.Sizes) == 0
		if first {
			r.Shape = f.Shape()
		} else if f.Shape().Bits == out.Sizes[len(out.Sizes)-1].Bits && !stream.variant.Has(families.Grows) {
			continue // rounded up to the table before
		}
		if err := stream.try(f, first, out); err != nil {
			return err
		}
		out.Sizes = append(out.Sizes, record.Size{Keys: size.Keys + size.Slots, Bits: f.Shape().Bits})
	}
	return nil
}

func nextFactor(factor float64) float64 {
	if factor < fitUntil {
		return factor * math.Exp2(1.0/fitFine)
	}
	return 2 * factor
}

// stream is a stream of copies, with how often each key is in it.
type stream struct {
	*bench
	hashes []uint64
	keys   []uint64 // of the hashes
	copies map[uint64]int
}

func newStream(t record.Trial) (*stream, error) {
	b, err := newBench(t, 0)
	if err != nil {
		return nil, err
	}
	s := &stream{bench: b, copies: map[uint64]int{}}
	want := int(keysOf(t))
	most := min(b.keys.Inserts(), fitLongest*keysOf(t))
	for at := uint64(0); at < most; at += chunk {
		hashes := b.buffer[:min(chunk, most-at)]
		b.keys.HashInserts(hashes, at, b.hashSeed)
		for i, h := range hashes {
			key := b.keys.KeyOf(at + uint64(i))
			if s.copies[key] == 0 && len(s.copies) == want {
				return s, nil
			}
			s.copies[key]++
			s.hashes, s.keys = append(s.hashes, h), append(s.keys, key)
		}
	}
	return s, nil
}

// try inserts the stream into an empty filter and notes whether it fits. Unless it is the
// first size, the first refusal ends it.
func (s *stream) try(f variants.Filter, first bool, out *record.Fit) error {
	refused, taken := uint64(0), make(map[uint64]uint64, len(s.copies))
	for i, h := range s.hashes {
		switch err := f.Insert(h); {
		case err == nil:
			taken[s.keys[i]] = h
		case !errors.Is(err, variants.ErrFull):
			return err
		default:
			if refused++; !first {
				return nil
			}
		}
	}
	denied := uint64(0)
	for _, h := range taken {
		if !f.Contains(h) {
			denied++
		}
	}
	if first {
		out.Refused, out.Denied = refused, denied
	}
	if refused+denied > 0 {
		return nil
	}
	out.Overflow = overflows(f)
	if side, ok := f.(variants.Sider); ok {
		_, out.Side = side.Side()
	}
	s.halve(f, out)
	out.Fits = out.Lost == 0
	return nil
}

// halve deletes every second copy and looks up the keys that have one left.
func (s *stream) halve(f variants.Filter, out *record.Fit) {
	remover := f.(variants.Deleter)
	left := make(map[uint64]int, len(s.copies))
	for i, h := range s.hashes {
		if i%2 == 0 {
			remover.Delete(h)
		} else {
			left[s.keys[i]]++
		}
	}
	out.Live, out.Lost = uint64(len(left)), 0
	seen := make(map[uint64]bool, len(left))
	for i, h := range s.hashes {
		if key := s.keys[i]; left[key] > 0 && !seen[key] {
			seen[key] = true
			if !f.Contains(h) {
				out.Lost++
			}
		}
	}
}
