package harness

import (
	"runtime"

	"filterbench/internal/hashing"
	"filterbench/internal/record"
)

// spinTurns is how often spin takes its time; the least counts, since an interrupt makes
// no core slower.
const spinTurns = 3

// spin returns the nanoseconds of [record.SpinSteps] multiplications, each of the product
// before, so that what is timed is the multiplier's latency, a fixed number of cycles. It
// tells how fast the core runs at the moment, whatever its memory and its other thread do.
// Times are not corrected by it: what memory costs does not follow the core's frequency.
func spin() int64 {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	watch := &stopwatch{} // whose counters nobody reads
	least, product := int64(0), uint64(1)
	for range spinTurns {
		var s record.Sample
		watch.start()
		product = multiply(product)
		watch.stop(&s)
		if least == 0 || s.NS() < least {
			least = s.NS()
		}
	}
	if product == 0 {
		panic("harness: a product of odd numbers is even")
	}
	return least
}

// multiply is not inlined, so that its loop is the same machine code at every call.
//
//go:noinline
func multiply(product uint64) uint64 {
	for range record.SpinSteps {
		product *= hashing.Golden
	}
	return product
}
