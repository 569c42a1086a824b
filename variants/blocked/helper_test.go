package blocked

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

const alarm = filtertest.Alarm

var insertRandom, hits = filtertest.InsertRandom, filtertest.Hits

func mustParse(t testing.TB, name string) variants.Variant {
	t.Helper()
	return filtertest.Parse(t, Families(), name)
}

func mustNew(t testing.TB, name string, size variants.Size, seed uint64) variants.Filter {
	t.Helper()
	return filtertest.New(t, Families(), name, size, seed)
}
