package main

import (
	"strings"
	"testing"
)

func TestReplay(t *testing.T) {
	recorded := "../../variants/redis/testdata/cf-copies-doubling.tsv.gz"
	wrong := write(t, "wrong.tsv", "# CF.RESERVE KEY 1024\nADD\tx\t1\nCOUNT\tx\t2\n")
	if status, out, _ := call("replay", recorded); status != 0 || out != recorded+": all 59 replies agree\n" {
		t.Error(status, out)
	}
	for want, files := range map[string][]string{
		`wrong.tsv: line 3: COUNT "x": got "1", recorded "2"`: {recorded, wrong},
		"open nowhere.tsv: no such file or directory":         {"nowhere.tsv"},
		"give at least one file":                              nil,
	} {
		if status, _, out := call(append([]string{"replay"}, files...)...); status == 0 || !strings.Contains(out, want) {
			t.Errorf("%v: %s; want %s", files, out, want)
		}
	}
}
