package redis

import (
	"fmt"
	"math"
)

// DefaultBudget is the largest size in bytes of all tables of a filter whose Config gives
// none: half of the addresses that a process on x86-64 has.
const DefaultBudget = 1 << 46

// CuckooConfig is what CF.RESERVE takes, and two settings of the server. Begin with
// [DefaultCuckoo]: not every field may be 0.
type CuckooConfig struct {
	Capacity   uint64 // keys of the first layer, at least 2*BucketSize; rounded up, see [NewCuckoo]
	BucketSize int    // slots of a bucket, 1 to 255
	Iterations int    // kicks before an insert gives up on a layer, 1 to 65535
	Expansion  int    // size of a layer over that of the one before, 0 to 32768; rounded up to a power of two; 0 is one layer for good
	MaxLayers  int    // with so many, every ADD is refused; at least 1
	Budget     uint64 // largest size of all tables, in bytes; 0 is DefaultBudget
}

// DefaultCuckoo is the filter that CF.ADD makes where there is none.
var DefaultCuckoo = CuckooConfig{Capacity: 1024, BucketSize: 2, Iterations: 20, Expansion: 1, MaxLayers: 32}

// check returns what is out of range.
func (c CuckooConfig) check() error {
	switch {
	case c.BucketSize < 1 || c.BucketSize > math.MaxUint8:
		return fmt.Errorf("redis: %d slots a bucket: must be 1 to 255", c.BucketSize)
	case c.Iterations < 1 || c.Iterations > math.MaxUint16:
		return fmt.Errorf("redis: %d iterations: must be 1 to 65535", c.Iterations)
	case c.Expansion < 0 || c.Expansion > 1<<15:
		return fmt.Errorf("redis: expansion by %d: must be 0 to 32768", c.Expansion)
	case c.MaxLayers < 1:
		return fmt.Errorf("redis: at most %d layers: must be 1 or more", c.MaxLayers)
	case c.Capacity < 2*uint64(c.BucketSize):
		return fmt.Errorf("redis: a capacity of %d keys: must be at least two buckets, %d", c.Capacity, 2*c.BucketSize)
	case c.Capacity > math.MaxInt64:
		return fmt.Errorf("redis: a capacity of %d keys: must be at most 2^63-1", c.Capacity)
	}
	return nil
}
