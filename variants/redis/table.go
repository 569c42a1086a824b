package redis

import (
	"bytes"
	"io"
	"iter"
	"maps"
	"slices"
)

// table is bytes that are all 0 until they are written. It is made of pages, each of which
// is allocated when it is first written.
type table struct {
	size   uint64 // in bytes, at least 1
	pages  [][]byte
	sparse map[uint64][]byte // instead of pages, where they would be too many to list
	held   uint64            // bytes that are allocated
}

const (
	pageBytes = 4 << 10
	mostPages = 1 << 16 // that are listed
)

// noBytes is a page that was never written.
var noBytes [pageBytes]byte

// page returns a page to be read.
func (t *table) page(number uint64) []byte {
	page := t.sparse[number]
	if number < uint64(len(t.pages)) {
		page = t.pages[number]
	}
	if page == nil {
		return noBytes[:t.pageSize(number)]
	}
	return page
}

func (t *table) pageCount() uint64 { return (t.size-1)/pageBytes + 1 }

// pageSize returns the bytes of a page, fewer for the last one.
func (t *table) pageSize(number uint64) uint64 { return min(pageBytes, t.size-number*pageBytes) }

// at returns a byte to be written.
func (t *table) at(offset uint64) *byte {
	number := offset / pageBytes
	if t.pages == nil && t.sparse == nil {
		if count := t.pageCount(); count <= mostPages {
			t.pages = make([][]byte, count)
		} else {
			t.sparse = map[uint64][]byte{}
		}
	}
	var page []byte
	if t.pages != nil {
		page = t.pages[number]
	} else {
		page = t.sparse[number]
	}
	if page == nil {
		page = make([]byte, t.pageSize(number))
		t.held += uint64(len(page))
		if t.pages != nil {
			t.pages[number] = page
		} else {
			t.sparse[number] = page
		}
	}
	return &page[offset%pageBytes]
}

// get returns a byte.
func (t *table) get(offset uint64) byte { return t.page(offset / pageBytes)[offset%pageBytes] }

// span returns n bytes to be read, at most a page: in one part, or in two where they are
// of two pages.
func (t *table) span(offset, n uint64) (head, tail []byte) {
	head = t.page(offset / pageBytes)[offset%pageBytes:]
	if uint64(len(head)) >= n {
		return head[:n], nil
	}
	return head, t.page(offset/pageBytes + 1)[:n-uint64(len(head))]
}

// find returns where the first byte of that value is among n, and whether there is one.
func (t *table) find(offset, n uint64, value byte) (at uint64, found bool) {
	head, tail := t.span(offset, n)
	if i := bytes.IndexByte(head, value); i >= 0 {
		return offset + uint64(i), true
	}
	if i := bytes.IndexByte(tail, value); i >= 0 {
		return offset + uint64(len(head)+i), true
	}
	return 0, false
}

// count returns how many of n bytes have that value.
func (t *table) count(offset, n uint64, value byte) uint64 {
	head, tail := t.span(offset, n)
	one := []byte{value}
	return uint64(bytes.Count(head, one) + bytes.Count(tail, one))
}

// written yields the pages that were written, each with its offset, in order.
func (t *table) written() iter.Seq2[uint64, []byte] {
	return func(yield func(uint64, []byte) bool) {
		for number, page := range t.pages {
			if page != nil && !yield(uint64(number)*pageBytes, page) {
				return
			}
		}
		for _, number := range slices.Sorted(maps.Keys(t.sparse)) {
			if !yield(number*pageBytes, t.sparse[number]) {
				return
			}
		}
	}
}

// writeTo writes the bytes of the table.
func (t *table) writeTo(w io.Writer) error {
	for number := range t.pageCount() {
		if _, err := w.Write(t.page(number)); err != nil {
			return err
		}
	}
	return nil
}
