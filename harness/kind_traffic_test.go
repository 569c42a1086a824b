package harness

import (
	"testing"

	"filterbench/internal/record"
)

// TestTraffic: a filter that cannot adapt repeats every false positive, one that can repeats
// few, and both hold their keys; an exact set has none.
func TestTraffic(t *testing.T) {
	of := func(variant string) *record.Traffic {
		r := measure(t, record.Trial{Kind: record.KindTraffic, Variant: variant, Capacity: 2000, Fill: 1, Draws: 5000, Lookups: 50_000})
		x := r.Traffic()
		if x.Members != 2000 || x.Missing != 0 || x.Queries != 50_000 || x.Replayed != askedAgain*x.Ever || x.Distinct < 500 || x.Distinct > 5000 {
			t.Errorf("%s: %+v", variant, x)
		}
		return x
	}
	if x := of("exact"); x.Positives != 0 {
		t.Errorf("exact: %+v", x)
	}
	if x := of("cuckoo(b=4,f=8)"); x.Ever == 0 || x.Repeated != x.Replayed || x.Adapted != 0 {
		t.Errorf("cuckoo: %+v", x)
	}
	if x := of("adaptive(f=8)"); x.Ever == 0 || x.Repeated*5 > x.Replayed || x.Adapted < x.Positives {
		t.Errorf("adaptive: %+v", x)
	}
}
