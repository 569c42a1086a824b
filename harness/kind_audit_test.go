package harness

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"filterbench/internal/record"
)

func audit(t *testing.T, variant string, size record.Trial) *record.Record {
	t.Helper()
	size.Kind, size.Variant, size.Copies, size.Draws, size.Queries = record.KindAudit, variant, 24, 3, 20_000
	return measure(t, size)
}

// TestAuditOfOurs: a filter of this project loses nothing, deletes what it holds,
// counts right, allocates nothing and repeats itself.
func TestAuditOfOurs(t *testing.T) {
	for variant, copies := range map[string]uint64{"cuckoo(b=2,f=8)": 4, "cuckoo(b=4,f=12)": 8, "counting(bpk=40,w=4)": 24, "bloom(bpk=10)": 24} {
		size := record.Trial{Capacity: 3000, Fill: 1}
		if strings.HasPrefix(variant, "cuckoo") {
			size = record.Trial{Slots: 4096, Fill: 0.8}
		}
		r := audit(t, variant, size)
		a := *r.Audit()
		if want := (record.Histogram{{copies, 3}}); !slices.Equal(a.Copies, want) || a.Later != 0 {
			t.Errorf("%s: copies %v and %d later; want %v", variant, a.Copies, a.Later, want)
		}
		if r.Unseeded || r.Peer != "" || a.Library != nil || a.Missing+a.Displaced+a.OverLost+a.TwinDiffers+a.Undeleted+a.Denied > 0 || a.Members == 0 || a.Lookups == 0 {
			t.Errorf("%s: %+v; want nothing lost or differing", variant, a)
		}
		if a.Counts && a.Counted != a.Entries || a.Counts != (copies < 24) {
			t.Errorf("%s: says %v, %d of %d entries", variant, a.Counts, a.Counted, a.Entries)
		}
		again := *audit(t, variant, size).Audit()
		a.InsertAllocs, a.LookupAllocs, again.InsertAllocs, again.LookupAllocs = 0, 0, 0, 0
		if fmt.Sprint(a) != fmt.Sprint(again) {
			t.Errorf("%s: %+v, and again %+v", variant, a, again)
		}
	}
}

// TestAuditSeesFaults: what a library does wrong shows in the counts that are for it.
func TestAuditSeesFaults(t *testing.T) {
	r := audit(t, "seiflotfy-cuckoo", record.Trial{Slots: 4096, Fill: 0.9})
	a := r.Audit()
	if !r.Unseeded || !strings.Contains(r.Peer, "seiflotfy/cuckoofilter v0.0.0-") || a.Library == nil || len(a.Library.Defects) == 0 || a.Promise != 0.03 {
		t.Errorf("a library without a word about it: %+v", r)
	}
	if !slices.Equal(a.Copies, record.Histogram{{8, 3}}) || !slices.Equal(a.Removed, a.Copies) {
		t.Errorf("copies %v, removed %v", a.Copies, a.Removed)
	}
	if a.OverTried != 5120 || a.OverRefused < 1000 || a.OverLost < a.OverRefused/2 || a.OverStored < a.OverRefused/2 {
		t.Errorf("overfilled: %+v; want most refusals to store their key and to lose another", a)
	}
	if a.TwinAsked != 3*5120 || a.TwinDiffers == 0 || a.Denied != 0 {
		t.Errorf("twins %d of %d, denied %d", a.TwinDiffers, a.TwinAsked, a.Denied)
	}
	if a := audit(t, "boom-stable(bpk=10,fpr=0.01)", record.Trial{Capacity: 3000, Fill: 1}).Audit(); a.Denied == 0 || a.Missing == 0 || a.OverLost == 0 {
		t.Errorf("a filter that forgets: %+v", a)
	}
	if a := audit(t, "boom-cuckoo(fpr=0.01)", record.Trial{Slots: 1024, Fill: 0.5}).Audit(); a.InsertAllocs < a.AllocOps || a.LookupAllocs < a.AllocOps {
		t.Errorf("a filter that allocates for every call: %+v", a)
	}
}

// TestSilentFilters: kicks that a filter does not tell are left out, not 0.
func TestSilentFilters(t *testing.T) {
	load := measure(t, record.Trial{Kind: record.KindLoad, Variant: "seiflotfy-cuckoo", Slots: 4096, Draws: 3})
	if len(load.Load().Kicks) != 0 || len(load.Load().Accepted) != 3 || !load.Unseeded {
		t.Errorf("load: %+v", load.Load())
	}
	dup := measure(t, record.Trial{Kind: record.KindDuplicates, Variant: "seiflotfy-cuckoo", Capacity: 100_000, Draws: 10, Copies: 15})
	if !dup.Duplicates().Silent || !slices.Equal(dup.Duplicates().Accepted, record.Histogram{{8, 10}}) || dup.Shape.Cells != 131072 {
		t.Errorf("15 copies into NewFilter(100000): %+v of %+v", dup.Duplicates(), dup.Shape)
	}
	for _, r := range []*record.Record{load, dup} {
		for _, s := range record.Samples([]record.Record{*r}) {
			for _, v := range s.Values {
				if v.Unit == record.UnitKicks || v.Unit == record.UnitRefusalKicks {
					t.Errorf("%s of a filter that does not tell: %g", v.Unit, v.Amount)
				}
			}
		}
	}
}
