package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBundle: the crate describes every file that it holds, by its digest.
func TestBundle(t *testing.T) {
	file, dir, out := slowFile(t, "2", "2_000"), filepath.Join(t.TempDir(), "r"), filepath.Join(t.TempDir(), "crate")
	if status, _, stderr := call("run", "--file", file, "--results", dir); status != exitOK {
		t.Fatal(stderr)
	}
	if status, stdout, stderr := call("bundle", "--results", dir, "--output", out); status != exitOK || !strings.HasPrefix(stdout, "2 files of") {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	text, err := os.ReadFile(filepath.Join(out, crateFile))
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &crate); err != nil {
		t.Fatal(err)
	}
	described := 0
	for _, e := range crate.Graph {
		if e["@type"] != "File" {
			continue
		}
		described++
		content, err := os.ReadFile(filepath.Join(out, e["@id"].(string)))
		if err != nil || e["sha256"] != fmt.Sprintf("%x", sha256.Sum256(content)) {
			t.Errorf("%v: %v, or another digest", e, err)
		}
	}
	if described != 2 {
		t.Errorf("%d files are described; want manifest and records", described)
	}
	if status, _, stderr := call("bundle", "--results", dir, "--output", out); status == exitOK || !strings.Contains(stderr, "does not exist") {
		t.Errorf("into a folder that is there: status %d, %s", status, stderr)
	}
}
