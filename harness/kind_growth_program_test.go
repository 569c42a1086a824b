package harness

import (
	"testing"

	"filterbench/internal/record"
)

// TestReadGrowth: the steps are those that INFO tells, a refused copy ends them, and keys that are
// not taken or not found are counted.
func TestReadGrowth(t *testing.T) {
	info := func(size, filters string) string {
		return "Size=" + size + "; Number of filters=" + filters + "; Bucket size=2"
	}
	replies := []string{"1", "1", info("100", "1"), "1", info("100", "1"), "1", info("300", "2"), "ERR Filter is full", info("300", "2")}
	for i := range newcomers {
		replies = append(replies, map[bool]string{true: "ERR Filter is full", false: "1"}[i < 7])
	}
	g := &record.Grown{Background: 2, Asked: newcomers, Checked: 2}
	if err := readGrowth(g, append(replies, "1", "0"), 2, 3); err != nil {
		t.Fatal(err)
	}
	if g.Copies != 2 || !g.Refused || g.Shut != 7 || g.Missing != 1 || len(g.Steps) != 2 || g.Steps[1] != (record.Stage{Copies: 2, Bits: 2400, Layers: 2}) {
		t.Errorf("%+v", g)
	}
	if err := readGrowth(g, append([]string{"0"}, replies...), 1, 0); err == nil {
		t.Error("a refused key of the first layer is no error")
	}
	if ns, err := between("1795352337=999998", "1795352338=3"); err != nil || ns != 5000 {
		t.Errorf("%d ns, %v", ns, err)
	}
	if _, err := between("OK", "OK"); err == nil {
		t.Error("OK is a time")
	}
}
