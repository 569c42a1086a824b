package cuckoo

import (
	"fmt"

	"filterbench/internal/bitpack"
	"filterbench/internal/simd"
	"filterbench/variants/shape"
)

// SemisortConfig says how a semi-sorted cuckoo filter is built: as one of four slots a
// bucket.
type SemisortConfig struct {
	_ struct{}

	Keys, Slots     uint64  // as in [Config]
	FingerprintBits int     // f, from 6 to 17, of which a slot takes one less; 0 for 13
	Load            float64 // as in [Config]
	AnyBuckets      bool    // as in [Config]
	Kicks           int     // as in [Config]
	Seed            uint64  // as in [Config]
}

// semisortSlots is the number of slots of a bucket: with two the saving is smaller,
// with eight the table of multisets is too large.
const semisortSlots = 4

// geometry returns the configuration of the filter and its shape.
func (c SemisortConfig) geometry() (Config, shape.Shape, error) {
	f := c.FingerprintBits
	if f == 0 {
		f = 13
	}
	if f < 6 || f > 17 {
		return Config{}, shape.Shape{}, fmt.Errorf("FingerprintBits %d: must be from 6 to 17", f)
	}
	base := Config{Keys: c.Keys, Slots: c.Slots, BucketSlots: semisortSlots, FingerprintBits: f, Load: c.Load, AnyBuckets: c.AnyBuckets, Kicks: c.Kicks, Seed: c.Seed}
	base, s, err := base.geometry("semisort", 17, -1, 0)
	return base, s, err
}

// Shape implements [variants.Config].
func (c SemisortConfig) Shape() (shape.Shape, error) {
	_, s, err := c.geometry()
	return s, err
}

// NewSemisort makes an empty semi-sorted filter of Fan et al.: a [Filter] with four slots a
// bucket, in another layout. The order of the fingerprints in a bucket means nothing, so
// they are kept sorted, and the space that their order took is saved. Four nibbles, one of
// each fingerprint, are written as one of C(19,4) = 3876 multisets in 12 bits in place of
// 16; the other f-4 bits of each lie beside them. A slot costs f-1 bits, and the rate of
// false positives is that of f:
//
//	4 slots, f=12       12 bits a slot, 8/2^12 at most
//	semisorted, f=13    12 bits a slot, 8/2^13 at most
//
// What it costs is time: to read a bucket takes a table of 8 KiB and some shifts, and to
// write one a sort. When a walk fails, its way back restores the table bit for bit, as a
// bucket has one form only (see [bitpack.SortedBuckets]).
//
// Its error says which field of the configuration is wrong.
func NewSemisort(c SemisortConfig) (*Filter, error) {
	base, s, err := c.geometry()
	if err != nil {
		return nil, err
	}
	table := bitpack.NewSortedBuckets(s.Cells/semisortSlots, s.FingerprintBits)
	f := newOn(table, base, s)
	f.order = table
	if base.kernelAllowed(s) {
		rests, bits, nibbles := table.Parts()
		f.sorted = simd.NewSorted(simd.Cuckoo{
			Shift: uint64(f.shift), Tags: f.tags, Steps: f.steps, Stride: table.Stride(), Lows: rests.Lows, Highs: rests.Highs, Any: f.any,
		}, bits, nibbles)
	}
	return f, nil
}
