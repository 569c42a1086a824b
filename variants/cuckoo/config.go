package cuckoo

import (
	"errors"
	"fmt"

	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/shape"
	"filterbench/variants/sizing"
)

// Config says how a cuckoo filter is built. The zero value of every field but the size is
// the usual choice.
type Config struct {
	_ struct{}

	// Give one of these, or neither for the smallest filter.
	Keys  uint64 // the filter holds this many distinct keys at the share Load of its slots
	Slots uint64 // the table has at least this many slots, whatever the load

	BucketSlots     int     // b: 1, 2, 4 or 8; 0 for 4
	FingerprintBits int     // f, from 2 to 16; 0 for 12
	Load            float64 // share of slots that Keys fill at most, up to 1; 0 for what BucketSlots allow (see [families.UsualLoad])
	AnyBuckets      bool    // any even number of buckets, in place of a power of two

	// Alternate is how the second bucket follows from the first: families.AltApart,
	// AltHashed or AltPlain; "" for AltApart, with which the two always differ. The others
	// are there to be measured.
	Alternate string

	Kicks       int    // entries that an insert may move before it gives up; 0 for 500, NoKicks for none
	RefuseEarly bool   // refuse a key that has all slots of its buckets before the first kick
	Kernel      string // how lookups compare: families.KernelScalar, KernelSWAR or KernelSIMD; "" for the best that the machine has
	Seed        uint64 // of the random walk that kicks take
}

// NoKicks is the number of Config.Kicks with which an insert moves nothing.
const NoKicks = -1

// usualKicks is the number of kicks if none is given.
const usualKicks = 500

// complete fills in what is usual, and reports what is wrong. A fingerprint has at most
// most bits.
func (c Config) complete(most int) (Config, error) {
	if c.BucketSlots == 0 {
		c.BucketSlots = 4
	}
	if c.FingerprintBits == 0 {
		c.FingerprintBits = 12
	}
	if c.Kicks == 0 {
		c.Kicks = usualKicks
	}
	if c.Alternate == "" {
		c.Alternate = families.AltApart
	}
	switch b := c.BucketSlots; {
	case c.Keys != 0 && c.Slots != 0:
		return c, fmt.Errorf("field Keys %d and Slots %d: give one of them", c.Keys, c.Slots)
	case b != 1 && b != 2 && b != 4 && b != 8:
		return c, fmt.Errorf("BucketSlots %d: must be 1, 2, 4 or 8", b)
	case c.FingerprintBits < 2 || c.FingerprintBits > most:
		return c, fmt.Errorf("FingerprintBits %d: must be from 2 to %d", c.FingerprintBits, most)
	case c.Kicks < NoKicks:
		return c, fmt.Errorf("field Kicks %d: must be above 0, 0 for %d, or NoKicks", c.Kicks, usualKicks)
	case c.Alternate != families.AltApart && c.Alternate != families.AltHashed && c.Alternate != families.AltPlain:
		return c, fmt.Errorf("field Alternate %q: must be %s, %s or %s", c.Alternate, families.AltApart, families.AltHashed, families.AltPlain)
	case c.Alternate != families.AltApart && c.AnyBuckets:
		return c, fmt.Errorf("field Alternate %s is for a power of two of buckets", c.Alternate)
	case c.Kernel != "" && c.Kernel != families.KernelScalar && c.Kernel != families.KernelSWAR && c.Kernel != families.KernelSIMD:
		return c, fmt.Errorf("field Kernel %q: must be %s, %s or %s", c.Kernel, families.KernelScalar, families.KernelSWAR, families.KernelSIMD)
	}
	c.Kicks = max(c.Kicks, 0)
	if c.Load == 0 {
		c.Load = families.UsualLoad(c.BucketSlots)
	}
	return c, nil
}

// geometry completes a configuration and returns it with the shape of its table, for
// slots of at most most bits of fingerprint and extra bits beside it, at least so many
// buckets.
func (c Config) geometry(family string, most, extra int, least uint64) (Config, shape.Shape, error) {
	c, err := c.complete(most)
	if err != nil {
		return c, shape.Shape{}, err
	}
	buckets, err := c.buckets()
	if err != nil {
		return c, shape.Shape{}, err
	}
	slots := max(buckets, least) * uint64(c.BucketSlots)
	s, err := sizing.Check(shape.Shape{
		Family: family, Bits: slots * uint64(c.FingerprintBits+extra), Cells: slots,
		BucketSlots: c.BucketSlots, FingerprintBits: c.FingerprintBits,
	})
	if err != nil {
		return c, shape.Shape{}, err
	}
	s.Kernel = variants.Kernel(c.Kernel, families.KernelSWAR, c.kernelRuns(s))
	return c, s, nil
}

// plainGeometry is geometry for the filters that are built on another one, which take no
// choice that is there to be measured.
func (c Config) plainGeometry(family string, most, extra int, least uint64) (Config, shape.Shape, error) {
	if c.Alternate != "" && c.Alternate != families.AltApart || c.RefuseEarly || c.Kernel != "" {
		return c, shape.Shape{}, errors.New("fields Alternate, RefuseEarly and Kernel are for a Filter of its own")
	}
	return c.geometry(family, most, extra, least)
}

// buckets returns how many buckets a complete configuration needs.
func (c Config) buckets() (uint64, error) {
	forSlots, forKeys := Buckets, BucketsForKeys
	if c.AnyBuckets {
		forSlots, forKeys = EvenBuckets, EvenBucketsForKeys
	}
	if c.Slots != 0 {
		return forSlots(c.Slots, c.BucketSlots)
	}
	return forKeys(c.Keys, c.Load, c.BucketSlots)
}

// Shape implements [variants.Config].
func (c Config) Shape() (shape.Shape, error) {
	_, s, err := c.geometry("cuckoo", maxFingerprint, 0, 0)
	return s, err
}

// maxFingerprint is the most bits of a fingerprint.
const maxFingerprint = 16
