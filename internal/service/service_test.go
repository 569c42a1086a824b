package service

import (
	"slices"
	"testing"
)

// answersOf asks for keys and returns where each request ended; answers must be true.
func answersOf(t *testing.T, s *Service, rows []uint64, keys ...uint64) (ends []End) {
	t.Helper()
	for _, key := range keys {
		row, end, err := s.Get(key)
		if err != nil {
			t.Fatal(err)
		}
		if row != slices.Contains(rows, key) {
			t.Fatalf("Get(%d) says %v", key, row)
		}
		ends = append(ends, end)
	}
	return ends
}

type among map[uint64]bool

func (a among) Contains(key uint64) bool { return a[key] }

// TestGet walks through all ways that a request can go, with keys beyond the sign of an
// integer too.
func TestGet(t *testing.T) {
	rows := []uint64{1, 2, 3, 1<<64 - 1, 1 << 63}
	open := func(entries, apart int) Parts {
		p, err := Embedded(entries, apart, rows)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
		return p
	}
	for _, c := range []struct {
		name    string
		service Service
		keys    []uint64
		want    []End
	}{
		{"nothing", Service{Parts: open(2, 0)}, []uint64{1, 1, 9, 9, 1<<64 - 1, 1 << 63, 1}, []End{Read, Cached, Read, Read, Read, Read, Read}},
		{"nulls", Service{Parts: open(2, 0), Nulls: true}, []uint64{1, 9, 9, 8, 1, 9}, []End{Read, Read, Cached, Read, Read, Read}},
		{"apart", Service{Parts: open(2, 1), Nulls: true}, []uint64{1, 9, 9, 8, 1, 9}, []End{Read, Read, Cached, Read, Cached, Read}},
		{"filter", Service{Parts: open(2, 0), Guard: among{1: true, 9: true}}, []uint64{1, 8, 9, 1}, []End{Read, Stopped, Read, Cached}},
	} {
		if got := answersOf(t, &c.service, rows, c.keys...); !slices.Equal(got, c.want) {
			t.Errorf("%s: requests for %v ended at %v, want %v", c.name, c.keys, got, c.want)
		}
		if n, err := c.service.Store.Bytes(); err != nil || n == 0 {
			t.Errorf("%s: the database has %d bytes: %v", c.name, n, err)
		}
	}
	if _, err := NewLRU(0); err == nil {
		t.Error("a cache without entries was made")
	}
}
