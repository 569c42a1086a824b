package harness

import (
	"strings"
	"testing"

	"filterbench/internal/record"
	"filterbench/internal/stattest"
	"filterbench/variants/theory"
)

// TestBinsProbe: chains of one choice hold as many keys as a Poisson number, those of
// two as the fluid limit says, two-sided with an alarm rate of 1e-6 a length. Chains
// are drawn towards the mean, so the test is sharper than that.
func TestBinsProbe(t *testing.T) {
	const n, draws = 20_000, 5
	for choices, variant := range map[int]string{1: "chains(d=1)", 2: "chains(d=2)", 3: "chains(d=3)"} {
		r := measure(t, record.Trial{Kind: record.KindBins, Variant: variant, Capacity: n, Fill: 1, Draws: draws}).Bins()
		if r.Chains != n || r.Keys != n || len(r.Longest) != draws {
			t.Fatalf("%s: %+v", variant, r)
		}
		for i := 1; i <= 3; i++ {
			hits := uint64(0)
			for _, bin := range r.Lengths {
				if bin[0] >= uint64(i) {
					hits += bin[1]
				}
			}
			stattest.Rate(t, hits, draws*n, theory.ChoicesTail(choices, 1, i), 1e-6)
		}
	}
}

// TestPlacesProbe counts the keys whose two buckets are one: none where they are kept
// apart, and as many as theory says where they are not, alarm rate 1e-6 each.
func TestPlacesProbe(t *testing.T) {
	trial := record.Trial{Kind: record.KindPlaces, Slots: 64, Draws: 200_000}
	for variant, want := range map[string]float64{
		"cuckoo(b=4,f=12)": 0, "cuckoo(b=4,f=12,buckets=any)": 0,
		"cuckoo(b=4,f=12,alt=plain)": theory.CuckooPlainShare(16, 12), "hashtable(d=2,b=4)": 1.0 / 16,
	} {
		trial.Variant = variant
		r := measure(t, trial).Places()
		if r.Keys != 200_000 {
			t.Errorf("%s: %d keys looked at", variant, r.Keys)
		}
		if want == 0 {
			if r.Same != 0 {
				t.Errorf("%s: %d keys have one place; want none", variant, r.Same)
			}
			continue
		}
		stattest.Rate(t, r.Same, r.Keys, want, 1e-6)
	}
}

// TestCycleProbe: three keys in two slots are one too many, whatever the bound on
// kicks; in four, or three, they are not; and a key with another place never is.
func TestCycleProbe(t *testing.T) {
	const draws = 40
	for _, c := range []struct {
		variant        string
		copies         int
		refused, kicks uint64
	}{
		{"hashtable(d=2,b=1,kicks=50)", 3, 1, 50}, {"hashtable(d=2,b=1)", 3, 1, 500}, {"cuckoo(b=1,f=12)", 3, 1, 500},
		{"hashtable(d=2,b=1)", 4, 2, 500}, {"cuckoo(b=2,f=12)", 5, 1, 500},
		{"hashtable(d=2,b=2)", 3, 0, 0}, {"hashtable(d=3,b=1)", 3, 0, 0}, {"hashtable(d=2,b=1)", 2, 0, 0},
	} {
		r := measure(t, record.Trial{Kind: record.KindCycle, Variant: c.variant, Slots: 64, Draws: draws, Copies: c.copies}).Cycle()
		if len(r.Refused) != 1 || r.Refused[0] != [2]uint64{c.refused, draws} {
			t.Errorf("%s: groups of %d by refusals are %v; want %d in each", c.variant, c.copies, r.Refused, c.refused)
		}
		if c.refused == 1 && r.Last != draws || c.refused != 1 && r.Last != 0 {
			t.Errorf("%s: the last of %d alone was refused in %d groups of %d", c.variant, c.copies, r.Last, draws)
		}
		if c.refused > 0 && (len(r.Kicks) != 1 || r.Kicks[0] != [2]uint64{c.kicks, c.refused * draws}) {
			t.Errorf("%s: refusals by kicks are %v; want %d for each", c.variant, r.Kicks, c.kicks)
		}
		if last := r.Apart[len(r.Apart)-1][0]; last > max(1, c.refused)-1 {
			t.Errorf("%s: with another key, groups by refusals are %v", c.variant, r.Apart)
		}
		if r.Searched < draws*uint64(c.copies) {
			t.Errorf("%s: %d keys looked at for %d groups of %d", c.variant, r.Searched, draws, c.copies)
		}
	}
}

// TestSearchInVain: a table of two buckets has no key with another place.
func TestSearchInVain(t *testing.T) {
	r := Measure(record.Trial{Kind: record.KindCycle, Variant: "hashtable(d=3,b=1)", Workload: "uniform", Slots: 3, Draws: 1, Copies: 4})
	if !strings.Contains(r.Failed, "the table is too large, or too small") {
		t.Errorf("outcome %+v, %q", r.Cycle(), r.Failed)
	}
}

// TestKindsThatNeedAnInterface: a variant without chains or places is refused by the
// plan, not by a panic in the run.
func TestKindsThatNeedAnInterface(t *testing.T) {
	part := func(kind, variant, rest string) string {
		return "title = \"T\"\nquestion = \"Q\"\nexpect = \"E\"\nseed = 1\n[[part]]\nname = \"p\"\nkind = \"" + kind +
			"\"\nvariants = [\"" + variant + "\"]\nworkloads = [\"uniform\"]\nreps = 1\ndraws = 2\n" + rest
	}
	for _, c := range []struct{ source, want string }{
		{part("bins", "exact", "capacity = [9]\nfill = [1]"), "has no chains"},
		{part("places", "exact", "capacity = [9]"), "does not say where a key may lie"},
		{part("cycle", "chains(d=2)", "capacity = [9]\ncopies = 3"), "never refuses a key"},
	} {
		e, err := Decode("p", "p.toml", []byte(c.source))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Expand("quick", []Experiment{e}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v; want %q", err, c.want)
		}
	}
}
