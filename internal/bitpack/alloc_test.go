package bitpack

import (
	"testing"
	"unsafe"
)

// TestTablesBegin: tables are as long as asked for, of zeros, and begin where they
// should: large ones with a huge page, words with a line.
func TestTablesBegin(t *testing.T) {
	for _, c := range []struct{ bytes, words, align uint64 }{
		{0, 0, 1}, {1, 1, 64}, {4096, 512, 64}, {hugeFrom - 8, hugeFrom/8 - 1, 64}, {hugeFrom, hugeFrom / 8, hugeBytes}, {hugeFrom + 4097, hugeFrom/8 + 9, hugeBytes},
	} {
		words := Words(c.words)
		if n, at := uint64(len(words)), uint64(uintptr(unsafe.Pointer(unsafe.SliceData(words)))); n != c.words || at%c.align != 0 {
			t.Errorf("%d words: there are %d, at %#x", c.words, n, at)
		}
		data := Bytes(c.bytes)
		align := c.align
		if align < hugeBytes {
			align = 1
		}
		if n, at := uint64(len(data)), uint64(uintptr(unsafe.Pointer(unsafe.SliceData(data)))); n != c.bytes || at%align != 0 {
			t.Errorf("%d bytes: there are %d, at %#x", c.bytes, n, at)
		}
		if cap(words) != len(words) || cap(data) < len(data) {
			t.Errorf("%d bytes: words reach into what lies behind", c.bytes)
		}
		for i, b := range data {
			if b != 0 {
				t.Fatalf("byte %d of %d is %d", i, c.bytes, b)
			}
		}
		for i, w := range words {
			if w != 0 {
				t.Fatalf("word %d of %d is %d", i, c.words, w)
			}
		}
	}
}
