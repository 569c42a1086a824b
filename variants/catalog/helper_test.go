package catalog

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

func mustParse(t testing.TB, name string) variants.Variant {
	t.Helper()
	return filtertest.Parse(t, table, name)
}

func mustNew(t testing.TB, name string, size variants.Size, seed uint64) variants.Filter {
	t.Helper()
	return filtertest.New(t, table, name, size, seed)
}
