package harness

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// adviceCollapse is MADV_COLLAPSE of Linux 6.1, which makes huge pages at once: the
// pages of a table are there already when it is asked for. Older kernels refuse it, and
// then there are huge pages only where they come by themselves.
const adviceCollapse = 25

// advise gives advice about the whole pages within a table. Advice that is refused
// changes nothing; what became of it is seen in hugeBytes.
func advise(table []byte, advice int) {
	if inner := interior(table); len(inner) > 0 {
		_ = syscall.Madvise(inner, advice)
	}
}

func adviseHuge(table []byte) {
	advise(table, syscall.MADV_HUGEPAGE)
	advise(table, adviceCollapse)
}

func adviseSmall(table []byte) { advise(table, syscall.MADV_NOHUGEPAGE) }

// renew puts fresh memory in the place of a table's: zeros, and no advice about it. There
// is no other way back from MADV_NOHUGEPAGE to what the system does by itself: under
// "always" that is to give huge pages, under "madvise" it is not. The heap of Go is private
// anonymous memory, as the fresh one is. If it is refused, the table stays as it is.
//
// The race detector would take the address that mmap returns for a pointer into the heap
// that was made by arithmetic: it is one, and the very one that went in.
//
//go:nocheckptr
func renew(table []byte) {
	if inner := interior(table); len(inner) > 0 {
		_, _ = unix.MmapPtr(-1, 0, unsafe.Pointer(unsafe.SliceData(inner)), uintptr(len(inner)),
			unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_FIXED)
	}
}

// interior returns the whole pages within memory.
func interior(memory []byte) []byte {
	page := uintptr(os.Getpagesize())
	start := uintptr(unsafe.Pointer(unsafe.SliceData(memory)))
	skip := -start % page
	if uintptr(len(memory)) < skip+page {
		return nil
	}
	return memory[skip : skip+(uintptr(len(memory))-skip)/page*page]
}

// hugeBytes returns how much of a table lies on huge pages: the sum over the mappings
// that it lies in, each of which counts for no more than the table has of it.
func hugeBytes(table []byte) (n uint64) {
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0
	}
	defer file.Close()
	first := uint64(uintptr(unsafe.Pointer(unsafe.SliceData(table))))
	last := first + uint64(len(table))
	overlap := uint64(0)
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if low, high, ok := mapping(lines.Text()); ok {
			overlap = max(min(high, last), max(low, first)) - max(low, first)
			continue
		}
		if rest, ok := strings.CutPrefix(lines.Text(), "AnonHugePages:"); ok && overlap > 0 {
			kib, _ := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			n += min(kib<<10, overlap)
		}
	}
	return n
}

// mapping reads the head of a mapping's entry, as in "c000000000-c000400000 rw-p ...".
func mapping(line string) (low, high uint64, ok bool) {
	head, _, _ := strings.Cut(line, " ")
	from, to, found := strings.Cut(head, "-")
	if !found {
		return 0, 0, false
	}
	low, err := strconv.ParseUint(from, 16, 64)
	if err != nil {
		return 0, 0, false
	}
	high, err = strconv.ParseUint(to, 16, 64)
	return low, high, err == nil
}
