// Package shared makes filters that several goroutines may use at once, from those of
// package variants, which they may not.
//
//	atomic   a standard Bloom filter whose bits are set by an atomic OR of their word, or a
//	         register-blocked one, where one such OR sets all bits of a key
//	torn     the same, but a word is read and then written: sound for one goroutine
//	         alone, and there to show what the OR is for and that a loss would be seen
//	mutex    any filter, with one lock around every call
//	sharded  many small filters, each with a lock; the hash says which
//
// The filters have no name of their own in the table of families: how a filter is
// shared is a factor beside its variant. They know no clock and count nothing; the
// harness compares their tables and times them.
package shared

import (
	"fmt"

	"filterbench/variants"
	"filterbench/variants/families"
)

// What lets goroutines share a filter, as records name it.
const (
	Atomic  = "atomic"
	Torn    = "torn"
	Mutex   = "mutex"
	Sharded = "sharded"
)

// Suits reports why a variant cannot be shared in that way, if so.
func Suits(guard string, v variants.Variant) error {
	switch guard {
	case Atomic, Torn:
		if guard == Atomic && v.Name == "register" {
			return nil
		}
		if shape, err := v.Shape(variants.Size{Keys: 1}); v.Name != "bloom" || err != nil || shape.Probing != "" {
			return fmt.Errorf("%s cannot be shared by guard %q, which is for bloom with its usual probing, or atomic for register", v, guard)
		}
	case Mutex, Sharded:
		if v.Has(families.Static) || v.Name == "null" {
			return fmt.Errorf("%s cannot be shared by guard %q: it takes no inserts one by one, or none at all", v, guard)
		}
	default:
		return fmt.Errorf("guard %q is not %s, %s, %s or %s", guard, Atomic, Torn, Mutex, Sharded)
	}
	return nil
}

// New makes an empty filter that any number of goroutines may insert into and look up
// in at once. Its error is that of [Suits] or of the size.
func New(guard string, v variants.Variant, size variants.Size, seed uint64) (variants.Filter, error) {
	if err := Suits(guard, v); err != nil {
		return nil, err
	}
	switch guard {
	case Atomic, Torn:
		if v.Name == "register" {
			f, err := v.New(size, seed)
			if err != nil {
				return nil, err
			}
			return newWords(f.(placer)), nil
		}
		shape, err := v.Shape(size)
		if err != nil {
			return nil, err
		}
		return newBits(shape, guard == Torn), nil
	case Mutex:
		f, err := v.New(size, seed)
		return &locked{filter: f}, err
	}
	return newSharded(v, size, seed)
}
