package record

import "fmt"

// KindFit: find the size at which a filter keeps a stream of keys with copies.
const KindFit = "fit"

var _ = kinds.add(Kind{
	Name: KindFit, Order: 41, Title: "Fit", Doc: "find the size at which a filter keeps keys with copies, as half of the copies leave",
	Summary: "%s keys, %s sizes tried",
	Asked:   "after half of their copies were deleted, at the size that fits",
	New:     func() Outcome { return new(Fit) },
})

// Fit is the outcome of a [KindFit] trial: a caller who knows how many different keys will
// come makes a filter for them, inserts every copy, and makes a larger one when a copy is
// refused or a key is lost.
type Fit struct {
	Inserts  uint64 `json:"inserts"`            // copies in the stream
	Distinct uint64 `json:"distinct"`           // different keys among them
	Refused  uint64 `json:"refused,omitempty"`  // copies refused at the size that was asked for first
	Denied   uint64 `json:"denied,omitempty"`   // keys of which a copy was taken at that size, answered false after all inserts
	Sizes    []Size `json:"sizes"`              // that were tried, each larger than the one before; the last is the one that fits, if any does
	Fits     bool   `json:"fits,omitempty"`     // at the last size no copy was refused and no key lost
	Side     uint64 `json:"side,omitempty"`     // bytes beside the table, at the size that fits
	Live     uint64 `json:"live,omitempty"`     // keys that have a copy left after half of the copies were deleted, at the last size
	Lost     uint64 `json:"lost,omitempty"`     // of those, answered false
	Overflow uint64 `json:"overflow,omitempty"` // counters that stuck, at the last size
}

// Size is a filter that was tried.
type Size struct {
	Keys uint64 `json:"keys"` // that it was made for
	Bits uint64 `json:"bits"` // of its table, with all layers
}

// Fit returns the outcome of a [KindFit] trial, nil of any other and of one that failed.
func (r *Record) Fit() *Fit { p, _ := r.Outcome.(*Fit); return p }

func (*Fit) Kind() string { return KindFit }

func (f *Fit) Tally() (keys, sizes uint64) { return f.Distinct, uint64(len(f.Sizes)) }

func (f *Fit) Held(Trial) (asked, denied uint64) {
	if !f.Fits {
		return 0, 0
	}
	return f.Live, f.Lost
}

func (f *Fit) Exact(Trial) Outcome { return f }

// Bits returns the bits of everything at the size that fits; ok is false if none does.
func (f *Fit) Bits() (bits uint64, ok bool) {
	if !f.Fits {
		return 0, false
	}
	return f.Sizes[len(f.Sizes)-1].Bits + 8*f.Side, true
}

func (f *Fit) check(Trial) error {
	if len(f.Sizes) == 0 {
		return fmt.Errorf("fit has tried no size")
	}
	for i, s := range f.Sizes[1:] {
		if last := f.Sizes[i]; s.Keys <= last.Keys {
			return fmt.Errorf("size %d: %d keys after %d; must grow", i+2, s.Keys, last.Keys)
		}
	}
	if f.Fits && f.Lost > 0 {
		return fmt.Errorf("%d keys were lost at the size that fits", f.Lost)
	}
	return checkParts(
		atMost{"distinct", f.Distinct, "inserts", f.Inserts},
		atMost{"refused", f.Refused, "inserts", f.Inserts},
		atMost{"denied", f.Denied, "distinct", f.Distinct},
		atMost{"live", f.Live, "distinct", f.Distinct},
		atMost{"lost", f.Lost, "live", f.Live},
	)
}

func (f *Fit) samples(r *Record, _ Nulls) []Sampled {
	s := Sampled{Record: r, N: max(1, f.Inserts)}
	if bits, ok := f.Bits(); ok {
		s.add(UnitBitsPerKey, 1, bits, f.Distinct)
	}
	s.add(UnitRefused, 100, f.Refused, f.Inserts)
	s.add(UnitFalseNegatives, 1e6, f.Denied, f.Distinct)
	return []Sampled{s}
}
