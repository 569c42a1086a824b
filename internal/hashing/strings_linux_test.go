package hashing

import (
	"syscall"
	"testing"
)

// TestTextsStayInTheirPage: keys at both ends of a page between two that must not be read.
func TestTextsStayInTheirPage(t *testing.T) {
	page := syscall.Getpagesize()
	memory, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Skip("no memory of its own: ", err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	inner := memory[page : 2*page]
	for i := range inner {
		inner[i] = byte(i*7 + i>>8)
	}
	for _, fence := range [][]byte{memory[:page], memory[2*page:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Skip("memory cannot be fenced: ", err)
		}
	}
	var keys [][]byte
	for n := 1; n <= 140; n++ {
		keys = append(keys, inner[:n], inner[page-n:], inner[page-n-n/2:page-n/2])
	}
	hashes := make([]uint64, len(keys))
	Slices(hashes, keys, 3)
	for i, key := range keys {
		if hashes[i] != Bytes(key, 3) {
			t.Fatalf("key %d of %d bytes has another hash than alone", i, len(key))
		}
	}
}
