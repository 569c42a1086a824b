package peers_test

import (
	"os"
	"testing"

	"filterbench/internal/filtertest"
	"filterbench/variants"
	"filterbench/variants/families"
	"filterbench/variants/peers"
)

// known is how a library is known to fail a check of the suite that our own filters
// pass.
type known struct {
	why    string
	chance bool // it depends on random numbers that nobody can seed: it may pass
	notRun bool // it would take all memory
}

const (
	losesKeys = "a refused insert stores its key and throws out another"
	stuck     = "a counter that stuck is decremented, and loses other keys"
	forgets   = "it forgets keys on purpose, at random"
	copies    = "hundreds of copies of one key double the table at every eighth"
)

// knownFailures is what each library fails, by family and check. What is not here it
// passes.
var knownFailures = map[string]map[string]known{
	"seiflotfy-cuckoo": {
		"operations":        {why: losesKeys},
		"tiny":              {why: losesKeys},
		"full":              {why: losesKeys},
		"degenerate hashes": {why: losesKeys, chance: true},
		"reproducible":      {why: "evictions are drawn from the global generator", chance: true},
	},
	"seiflotfy-scalable": {
		"operations":        {why: copies, notRun: true},
		"degenerate hashes": {why: copies, notRun: true},
	},
	"boom-counting": {
		"operations":        {why: stuck},
		"tiny":              {why: stuck},
		"degenerate hashes": {why: stuck},
	},
	"boom-cuckoo": {
		"operations":  {why: losesKeys, chance: true},
		"tiny":        {why: losesKeys, chance: true},
		"full":        {why: losesKeys},
		"allocations": {why: "fingerprints are slices of their own"},
		"size":        {why: "room for a million keys is a gigabyte of slices", notRun: true},
	},
	"boom-stable": {
		"operations":        {why: forgets},
		"tiny":              {why: forgets},
		"degenerate hashes": {why: forgets},
		"order":             {why: forgets},
		"reproducible":      {why: forgets},
	},
	"btcutil-bloom": {
		"order": {why: "its tweak follows from the seed, so filters of two seeds have other false positives"},
	},
	"holiman-bloom": {
		"order": {why: "its probes follow from the filter's seed, so filters of two seeds have other false positives"},
	},
}

// TestConformance holds the libraries to the suite of our own filters, with their own
// hash and without. Static filters, which it does not fit, have tests of their own.
func TestConformance(t *testing.T) {
	if os.Getenv("FILTERBENCH_SEED") != "" {
		t.Skip("the known failures are those of the usual inputs")
	}
	var names []string
	for _, f := range peers.Families() {
		if !f.Has(families.Static) {
			names = append(names, f.Name)
		}
	}
	for _, f := range bareFamilies() {
		names = append(names, f.Name+"(hash=none)")
	}
	for _, name := range names {
		v, err := variants.ParseIn(peers.Families(), name)
		if err != nil {
			t.Fatal(err)
		}
		expected, skip := knownFailures[v.Name], map[string]string{}
		for check, k := range expected {
			if k.notRun {
				skip[check] = k.why
			}
		}
		got := filtertest.Failures(t, peers.Families(), v, skip)
		for check, how := range got {
			if _, ok := expected[check]; !ok {
				t.Errorf("%s fails %q: %s", v, check, how)
			}
		}
		for check, k := range expected {
			if _, fails := got[check]; !fails && !k.chance {
				t.Errorf("repaired: move this row. %s passes %q (%s)", v, check, k.why)
			}
		}
	}
}
