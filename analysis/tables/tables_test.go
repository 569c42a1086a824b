package tables

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write THEORY.md")

// TestDocument: THEORY.md is what the formulas say now.
func TestDocument(t *testing.T) {
	var want bytes.Buffer
	if err := Write(&want); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "THEORY.md")
	if *update {
		if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old, new := strings.Split(string(have), "\n"), strings.Split(want.String(), "\n")
	for i := range max(len(old), len(new)) {
		if i >= len(old) || i >= len(new) || old[i] != new[i] {
			t.Fatalf("THEORY.md differs from the formulas, first in line %d; go test ./analysis/tables -update writes it", i+1)
		}
	}
}

// TestTablesAreWhole: every table has a name of its own and rows as wide as its head,
// and nothing in it is no number.
func TestTablesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, table := range All() {
		if seen[table.Name] || table.Name == "" || table.Note == "" || len(table.Rows) == 0 {
			t.Errorf("table %q is there twice, or has no name, note or rows", table.Name)
		}
		seen[table.Name] = true
		for _, row := range table.Rows {
			if len(row) != len(table.Head) {
				t.Errorf("table %s: row %q is not as wide as its head", table.Name, row)
			}
			for _, cell := range row {
				if cell == "" || strings.Contains(cell, "NaN") || strings.Contains(cell, "Inf") {
					t.Errorf("table %s: cell %q in row %q", table.Name, cell, row)
				}
			}
		}
	}
}
