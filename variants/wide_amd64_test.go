//go:build !purego

package variants

import (
	"testing"

	"filterbench/internal/simd"
)

// withoutWide has filters made as on a processor without the wide instructions, until
// the test ends.
func withoutWide(t *testing.T) {
	t.Helper()
	before := simd.HasAVX512
	simd.HasAVX512 = false
	t.Cleanup(func() { simd.HasAVX512 = before })
}

// TestPlainAnswersAlike is the tests of batch operations for the plain loops, which
// prefetch here although another processor would run them.
func TestPlainAnswersAlike(t *testing.T) {
	withoutWide(t)
	t.Run("alike", TestBatchAnswersAlike)
	t.Run("refusals", TestBatchRefusesAlike)
	t.Run("allocations", TestBatchAllocatesNothing)
}
