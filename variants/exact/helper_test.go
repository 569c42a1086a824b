package exact_test

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/exact"
)

func mustNew(t testing.TB, name string, size variants.Size, seed uint64) variants.Filter {
	t.Helper()
	return filtertest.New(t, exact.Families(), name, size, seed)
}
