package harness

import (
	"os"
	"path/filepath"
	"testing"
)

// TestContentOfKeyFileIsInTheID: the same path with other keys is another trial, and the same
// keys at any time the same one.
func TestContentOfKeyFileIsInTheID(t *testing.T) {
	ids := map[string]bool{}
	for _, text := range []string{"a\nb\nc\n", "a\nb\nd\n", "a\nb\nc\n"} {
		parsed.Clear()
		path := filepath.Join(t.TempDir(), "keys.txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		w, err := parseWorkload("file(path=" + path + ")")
		if err != nil {
			t.Fatal(err)
		}
		ids[contentOf(w)] = true
		if w, err = parseWorkload("uniform"); err != nil || contentOf(w) != "" {
			t.Errorf("random integers have content %q, %v", contentOf(w), err)
		}
	}
	if len(ids) != 2 || ids[""] {
		t.Errorf("two contents have %v", ids)
	}
}
