package measure_test

import (
	"math"
	"slices"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/internal/record"
)

// peerBars makes up libraries that take so many times as long as filters.
func peerBars(t *testing.T, library float64, change func(*analysis.Dataset)) ([]measure.PeerBar, []measure.Alone) {
	t.Helper()
	m := newMaker(7)
	m.speedBars(1.1, library, 1)
	m.peers(library)
	d := m.dataset()
	if change != nil {
		change(d)
	}
	list, alone, err := measure.PeerBars(d)
	if err != nil {
		t.Fatal(err)
	}
	return list, alone
}

// TestPeerBars: libraries made up on either side of the bar are judged so, each against
// the filter that the rule names. The noise is 1 % of a time, and the margins are many
// times that: a wrong standing is a fault.
func TestPeerBars(t *testing.T) {
	type pair struct {
		library, filter, call string
		same, bare            bool
	}
	want := map[pair]int{
		{"xor", "blocked(fpr=0.0039)", "batch", false, false}:                        3,
		{"bab-bloom(fpr=0.01)", "blocked(fpr=0.01)", "batch", false, false}:          3,
		{"bab-bloom(fpr=0.01)", "bloom(fpr=0.01)", "batch", true, false}:             3,
		{"bab-bloom(fpr=0.01,hash=none)", "blocked(fpr=0.01)", "batch", false, true}: 3,
		{"bab-bloom(fpr=0.01,hash=none)", "bloom(fpr=0.01)", "batch", true, true}:    3,
		{"seiflotfy-cuckoo", "cuckoo(b=4,f=8)", "batch", false, false}:               3,
		{"seiflotfy-cuckoo", "cuckoo(b=4,f=8)", "single", false, false}:              3,
	}
	for _, c := range []struct {
		times    float64
		standing measure.Standing
		slower   bool
	}{{3, measure.Met, false}, {1.5, measure.NotMet, false}, {0.7, measure.NotMet, true}} {
		list, _ := peerBars(t, c.times, nil)
		got := map[pair]int{}
		for _, b := range list {
			got[pair{b.Library, b.Filter, b.Call, b.Same, b.Bare}]++
			if b.Bare && math.Abs(b.OwnRatio.Value/2-1) > 0.05 || !b.Bare && b.OwnRatio.N > 0 {
				t.Errorf("with its hash a library takes twice as long, and %+v", b)
			}
			if b.Same || b.Bare {
				continue // a standard filter takes twice as long as the blocked one, and a hash half of the time
			}
			// A ratio's median has a standard deviation below 1 %: one in 10^6 is off by 5 %.
			if b.Standing != c.standing || b.Slower() != c.slower || math.Abs(b.Ratio.Value/c.times-1) > 0.05 {
				t.Errorf("%g times as long is judged %+v", c.times, b)
			}
			if b.Floor.N == 0 && b.Call == "batch" || b.Batched.N == 0 && b.Call == "single" {
				t.Errorf("what explains the bar is missing: %+v", b)
			}
		}
		if len(got) != len(want) {
			t.Errorf("compared are %v", got)
		}
		for p, n := range want {
			if got[p] != n {
				t.Errorf("%+v: %d operations, want %d", p, got[p], n)
			}
		}
	}
}

// TestPeerBarsOfOneKind: the same libraries beside a standard filter, which takes twice
// as long as the blocked one, take 1.5 times as long, and without the hash half of that.
func TestPeerBarsOfOneKind(t *testing.T) {
	list, _ := peerBars(t, 3, nil)
	for _, b := range list {
		if b.Same && (b.Standing != measure.NotMet || b.Slower() != b.Bare) {
			t.Errorf("of its own kind is judged %+v", b)
		}
	}
}

// TestPeersByRate: a filter whose rate is above the library's by more than a tenth does
// not stand against it.
func TestPeersByRate(t *testing.T) {
	list, _ := peerBars(t, 3, func(d *analysis.Dataset) {
		for i := range d.Records {
			if r := &d.Records[i]; r.FPR() != nil && r.Variant == "blocked(fpr=0.01)" {
				r.FPR().Positives = r.FPR().Queries * 115 / 10_000
			}
		}
	})
	seen := 0
	for _, b := range list {
		if analysis.FamilyOf(b.Library) != "bab-bloom" || b.Same {
			continue
		}
		if seen++; b.Filter != "blocked(fpr=0.0039)" || b.FilterRate.Rate > b.LibraryRate.Rate {
			t.Errorf("against a filter with a rate too high: %+v", b)
		}
	}
	if seen != 6 {
		t.Errorf("%d comparisons, want 6", seen)
	}
}

// TestPeersAlone: what has no rival is named with the reason.
func TestPeersAlone(t *testing.T) {
	_, alone := peerBars(t, 3, nil)
	want := []measure.Alone{
		{Library: "ipfs-bloom(fpr=0.01)", Keys: 996147, Why: "no filter here has a rate so low"},
		{Library: "made-up-filter", Keys: 996147, Why: "no filter here is of its kind"},
	}
	if !slices.Equal(alone, want) {
		t.Errorf("alone are %+v", alone)
	}
	list, alone := peerBars(t, 3, func(d *analysis.Dataset) {
		d.Records = slices.DeleteFunc(d.Records, func(r record.Record) bool { return r.FPR() != nil })
	})
	if len(list) != 0 || len(alone) != 6 || alone[0].Why != "its rate was not measured" {
		t.Errorf("without rates: %+v, %+v", list, alone)
	}
}
