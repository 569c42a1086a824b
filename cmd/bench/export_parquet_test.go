package main

import (
	"encoding/csv"
	"filterbench/internal/record"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestParquetIsTheCSV: the same columns and the same values, read back.
func TestParquetIsTheCSV(t *testing.T) {
	const results = "../../results/reference"
	_, text, _ := call("export", "--results", results, "--experiment", "fpr-bloom", "--format", "csv")
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) < 100 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	status, stored, stderr := call("export", "--results", results, "--experiment", "fpr-bloom", "--format", "parquet")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	file, err := parquet.OpenFile(strings.NewReader(stored), int64(len(stored)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range file.Schema().Columns() {
		names = append(names, c[0])
	}
	if !slices.Equal(names, lines[0]) {
		t.Errorf("columns %v\nwant    %v", names, lines[0])
	}
	rows, err := parquet.Read[record.Row](strings.NewReader(stored), int64(len(stored)))
	if err != nil || len(rows) != len(lines)-1 {
		t.Fatalf("%d rows, %v; want %d", len(rows), err, len(lines)-1)
	}
	for i, r := range rows {
		l := lines[i+1]
		got := []string{r.ID, r.Variant, fmt.Sprint(r.Capacity), fmt.Sprint(r.Rep), r.Seed, fmt.Sprint(r.N), r.Unit}
		want := []string{l[0], l[4], l[7], l[13], l[14], l[23], l[24]}
		if !slices.Equal(got, want) {
			t.Fatalf("row %d: %v; want %v", i, got, want)
		}
	}
}
