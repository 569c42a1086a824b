package report

import (
	"strings"
	"testing"

	"filterbench/analysis/internal/sample"
)

// peersText is the block of a run in which libraries take so many times as long as
// filters here.
func peersText(t *testing.T, library float64) string {
	t.Helper()
	m := sample.New(7)
	m.SpeedBars(1.1, library, 1)
	m.Peers(library)
	text, err := peersBlock(&context{d: m.Dataset("made-up")})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestPeersInWords: the words follow the numbers on either side of the bar, and say
// what stands against nothing and whose hash is taken out.
func TestPeersInWords(t *testing.T) {
	const (
		never   = "In none of 12 cells is the filter here slower than a library with its own hash."
		notMet  = "The bar is not met here:"
		slower  = "Slower than a library with its own hash: `blocked(fpr=0.0039)` against `xor`, 996,147 keys, in batches, insert;"
		single  = "in batches the filter here takes"
		alone   = "- `ipfs-bloom(fpr=0.01)` with 996,147 keys: no filter here has a rate so low."
		without = "- `bab-bloom`: measured once more with the caller's hash in the place of the library's."
		mix     = "- `xor`: not separable"
		hash    = "| `bab-bloom(fpr=0.01,hash=none)` | 996,147 | batch | miss | 2"
		rates   = "| 1.00 %, 1.05 % | 12.0, 12.0 |"
	)
	for _, c := range []struct {
		times          float64
		contain, forgo []string
	}{
		{3, []string{never, alone, without, mix, hash, rates}, []string{notMet, "Slower than"}},
		{1.5, []string{never, notMet, single}, []string{"Slower than"}},
		{0.7, []string{slower, notMet}, []string{"In none of"}},
	} {
		text := peersText(t, c.times)
		for _, want := range c.contain {
			if !strings.Contains(text, want) {
				t.Errorf("%g times as long: %q is missing in:\n%s", c.times, want, text)
			}
		}
		for _, no := range c.forgo {
			if strings.Contains(text, no) {
				t.Errorf("%g times as long: %q stands in:\n%s", c.times, no, text)
			}
		}
	}
	if text, err := peersBlock(&context{d: sample.New(1).Dataset("empty")}); err != nil || text != notMeasured {
		t.Errorf("of nothing it says %q, %v", text, err)
	}
}
