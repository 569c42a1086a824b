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
	pages  []*page
	sparse map[uint64]*page // instead of pages, where they would be too many to list
	held   uint64           // bytes that are allocated
}

type page [pageBytes]byte

const (
	pageBytes = 4 << 10
	mostPages = 1 << 16 // that are listed
)

// blank is a page that was never written.
var blank page

// page returns a page to be read.
func (t *table) page(number uint64) *page {
	p := t.sparse[number]
	if number < uint64(len(t.pages)) {
		p = t.pages[number]
	}
	if p == nil {
		return &blank
	}
	return p
}

func (t *table) pageCount() uint64 { return (t.size-1)/pageBytes + 1 }

// at returns a byte to be written.
func (t *table) at(offset uint64) *byte {
	number := offset / pageBytes
	p := t.page(number)
	if p == &blank {
		p = t.allocate(number)
	}
	return &p[offset%pageBytes]
}

func (t *table) allocate(number uint64) *page {
	p := new(page)
	t.held += pageBytes
	count := t.pageCount()
	switch {
	case count > mostPages && t.sparse == nil:
		t.sparse = map[uint64]*page{}
	case count <= mostPages && t.pages == nil:
		t.pages = make([]*page, count)
	}
	if count > mostPages {
		t.sparse[number] = p
	} else {
		t.pages[number] = p
	}
	return p
}

// touch allocates all pages.
func (t *table) touch() {
	for number := range t.pageCount() {
		t.at(number * pageBytes)
	}
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
func (t *table) written() iter.Seq2[uint64, *page] {
	return func(yield func(uint64, *page) bool) {
		for number, p := range t.pages {
			if p != nil && !yield(uint64(number)*pageBytes, p) {
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
		p := t.page(number)
		if _, err := w.Write(p[:min(pageBytes, t.size-number*pageBytes)]); err != nil {
			return err
		}
	}
	return nil
}
