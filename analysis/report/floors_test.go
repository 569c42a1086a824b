package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/internal/sample"
)

// TestFloorsBlock: a line for each table and kind of pages, from the smallest on, with the
// net time of one line. The noise of a median is 1 %.
func TestFloorsBlock(t *testing.T) {
	m := sample.New(7)
	m.SpeedBars(1.2, 3, 1)
	d := m.Dataset("made-up")
	block := composed(t, &analysis.Dataset{Manifest: d.Manifest, Records: d.Records})["table:floors"]
	lines := strings.Split(strings.TrimSpace(block), "\n")[2:] // without head and rule
	grown := func(keys float64) float64 { return 1 + 4*math.Log10(keys/10_000) }
	want := []struct {
		row string
		ns  float64
	}{
		{"| 22.8 KiB | - | 1 |", grown(15564)},
		{"| 32 KiB | - | 2 |", grown(15564)},
		{"| 1.42 MiB | - | 1 |", grown(996147)},
		{"| 2 MiB | - | 2 |", grown(996147)},
		{"| 11.4 MiB | huge | 1 |", grown(7969177)},
		{"| 11.4 MiB | small | 1 |", 1.5 * grown(7969177)},
		{"| 16 MiB | huge | 2 |", grown(7969177)},
		{"| 16 MiB | small | 2 |", 1.5 * grown(7969177)},
	}
	if len(lines) != len(want) {
		t.Fatalf("%d tables, want %d:\n%s", len(lines), len(want), block)
	}
	for i, line := range lines {
		rest, ok := strings.CutPrefix(line, want[i].row)
		hit, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if ns, err := strconv.ParseFloat(hit, 64); !ok || err != nil || math.Abs(ns/want[i].ns-1) > 0.05 {
			t.Errorf("%s\nwant %s with %.2f ns a line", line, want[i].row, want[i].ns)
		}
	}
}
