package quotient

import (
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
)

const alarm = filtertest.Alarm

var insertRandom, hits = filtertest.InsertRandom, filtertest.Hits

func mustNew(t testing.TB, name string, size variants.Size, seed uint64) variants.Filter {
	t.Helper()
	return filtertest.New(t, Families(), name, size, seed)
}
