package harness

import (
	"bufio"
	"os"
	"strings"
	"testing"
	"unsafe"

	"filterbench/internal/bitpack"
)

// adviceOn returns which advice about huge pages the system holds of a table's memory:
// hg for huge ones, nh for none, "" for neither.
func adviceOn(t *testing.T, table []byte) string {
	t.Helper()
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip("the system does not tell: ", err)
	}
	defer file.Close()
	middle := uint64(uintptr(unsafe.Pointer(&table[len(table)/2])))
	inside := false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if low, high, ok := mapping(lines.Text()); ok {
			inside = low <= middle && middle < high
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			for _, flag := range strings.Fields(flags) {
				if flag == "hg" || flag == "nh" {
					return flag
				}
			}
			return ""
		}
	}
	t.Skip("the system does not tell the flags of memory")
	return ""
}

// TestAdviceIsTakenBack: memory that was given back has no advice on it, as before, is
// zeros and can be written.
func TestAdviceIsTakenBack(t *testing.T) {
	table := bitpack.Bytes(8 << 20)
	before := adviceOn(t, table)
	for want, advise := range map[string]func([]byte){"nh": adviseSmall, "hg": adviseHuge} {
		table[len(table)/2] = 7
		advise(table)
		if got := adviceOn(t, table); got != want {
			t.Skipf("advice is not taken here: %q, not %q", got, want)
		}
		renew(table)
		if got := adviceOn(t, table); got != before {
			t.Errorf("advice %q is left as %q, before it was %q", want, got, before)
		}
		if table[len(table)/2] != 0 {
			t.Error("the memory is not fresh")
		}
	}
	table[len(table)-1] = 1 // beyond the last whole page too
}
