package main

import (
	"strings"
	"testing"
)

func TestSemantics(t *testing.T) {
	status, out, stderr := call("semantics", "cuckoo", "redis-cf", "--format", "csv")
	lines := strings.Split(out, "\n")
	if status != exitOK || len(lines) != 4 || !strings.HasPrefix(lines[1], `"cuckoo(b=4,f=12)",takes another slot,still there,"8, then refuses"`) {
		t.Errorf("%d\n%s%s", status, out, stderr)
	}
	if status, out, _ := call("semantics", "bloom"); status != exitOK || !strings.Contains(out, "second insert") || !strings.Contains(out, "changes nothing") {
		t.Errorf("%d\n%s", status, out)
	}
	for want, name := range map[string]string{"no family is called": "nobody", "b=3: must be one of": "cuckoo(b=3)"} {
		if status, _, stderr := call("semantics", name); status == exitOK || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") > 1 {
			t.Errorf("%d\n%s", status, stderr)
		}
	}
}
