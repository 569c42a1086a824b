package record

import (
	"reflect"
	"slices"
	"testing"

	"filterbench/variants/shape"
)

// valuesOf returns point and values of samples, for comparison.
func valuesOf(all []Sampled) (points [][]Label, values [][]Value) {
	for _, s := range all {
		points = append(points, s.Point)
		values = append(values, s.Values)
	}
	return points, values
}

// TestSamples works the units out by hand from the counts of the examples.
// TestSamples compares all values of the examples; it is long because there are many
// kinds.
func TestSamples(t *testing.T) {
	at := func(key, value string) []Label { return []Label{{key, value}} }
	want := map[string]struct {
		points [][]Label
		values [][]Value
	}{
		KindFPR: {
			[][]Label{nil},
			[][]Value{{{"fp/Mlookup", 1700}, {"fn/Mlookup", 0}, {"bits/key", 12288.0 / 921}, {"refused-%", 0}}},
		},
		KindLoad: {
			[][]Label{nil, nil, nil},
			[][]Value{
				{{"load-%", 100 * 980.0 / 1024}, {"kicks/insert", 900.0 / 980}},
				{{"load-%", 100 * 991.0 / 1024}, {"kicks/insert", 1100.0 / 991}},
				{{"load-%", 100 * 985.0 / 1024}, {"kicks/insert", 1000.0 / 985}},
			},
		},
		KindKicks: {
			[][]Label{at("load", "0.5"), at("load", "0.9")},
			[][]Value{
				{{"kicks/insert", 2.0 / 21}, {"refused-%", 0}},
				{{"kicks/insert", 48.0 / 21}, {"refused-%", 100.0 / 22}, {"kicks/refusal", 500}},
			},
		},
		KindDuplicates: {
			[][]Label{nil},
			[][]Value{{{"copies/key", 6}, {"kicks/refusal", 500}, {"fn/Mlookup", 0}}},
		},
		KindGrowth: {
			[][]Label{nil},
			[][]Value{{{"copies/key", 10}, {"bits/key", 114688.0 / 922}, {"refused-%", 100}, {"fn/Mlookup", 0}}},
		},
		KindFit: {
			[][]Label{nil},
			[][]Value{{{"bits/key", (16384.0 + 8*512) / 1000}, {"refused-%", 100 * 30.0 / 1700}, {"fn/Mlookup", 0}}},
		},
		KindCrawl: {
			[][]Label{at("times", "0.5"), at("times", "1")},
			[][]Value{
				{{"fp/Mlookup", 1e6 / 512.0}, {"refused-%", 0}, {"bits/key", 12288.0 / 511}},
				{{"fp/Mlookup", 4e6 / 1024.0}, {"refused-%", 2000.0 / 1024}, {"bits/key", 12288.0 / 1000}},
			},
		},
		KindAdversary: {
			[][]Label{{{"attack", "collide"}, {"knows", "answers"}}},
			[][]Value{{{"worked-%", 100}, {"fp/Mlookup", 3000}, {"fn/Mlookup", 0}}},
		},
		KindFaults: {
			[][]Label{at("fault", "table"), at("fault", "flipped"), at("fault", "cut")},
			[][]Value{{{"lost-keys/fault", 0.92}, {"told-%", 0}}, {{"lost-keys/fault", 0.31}, {"told-%", 60}}, {{"lost-keys/fault", 0}, {"told-%", 100}}},
		},
		KindSemantics: {
			[][]Label{nil},
			[][]Value{{{"bits/key", 12}}},
		},
		KindPenalty: {
			[][]Label{{{"behind", "filter"}, {"backend", "embedded"}}, {{"behind", "exact"}, {"backend", "embedded"}}, {{"behind", "nothing"}, {"backend", "embedded"}}},
			[][]Value{{{"ns/op", 250}}, {{"ns/op", 120}}, {{"ns/op", 3000}}},
		},
		KindFirsts: {
			[][]Label{at("goroutines", "1"), at("goroutines", "2")},
			[][]Value{{{"fp/Mlookup", 2e6 / 921.0}, {"twice/Mkey", 0}}, {{"twice/Mkey", 3e8 / 921.0}}},
		},
		KindPenetration: {
			[][]Label{{{"strategy", "both"}, {"absent", "flood"}, {"share", "0.5"}}},
			[][]Value{{{"penetrating-%", 1}, {"cache-hits-%", 60}}},
		},
		KindService: {
			[][]Label{{{"strategy", "both"}, {"absent", "flood"}, {"backend", "embedded"}, {"rate", "1000"}}},
			[][]Value{{{"p50-ns/op", 64.5}, {"p99-ns/op", 1039.5}, {"p99.9-ns/op", 1039.5}, {"max-ns/op", 1039.5}, {"behind-ns/run", 60}}},
		},
		KindAgeing: {
			[][]Label{{{"window", "time"}, {"turnover", "2"}}},
			[][]Value{{{"fp/Mlookup", 3000}, {"fn/Mlookup", 0}}},
		},
		KindRebuild: {
			[][]Label{at("stale", "0.1")},
			[][]Value{{{"fp/Mlookup", 4000}, {"fn/Mlookup", 0}}},
		},
		KindSharding: {
			[][]Label{at("shards", "4")},
			[][]Value{{{"fp/Mlookup", 3000}, {"fn/Mlookup", 0}, {"bits/key", 12288.0 / 920}, {"refused-%", 100.0 / 921}, {"load-%", 100 * 920.0 / 1024}}},
		},
		KindTraffic: {
			[][]Label{at("lookups", "zipf"), at("lookups", "replay")},
			[][]Value{{{"fp/Mlookup", 12_000}, {"fn/Mlookup", 0}}, {{"fp/Mlookup", 25_000}}},
		},
		KindConstruction: {
			[][]Label{nil},
			[][]Value{{{"attempts/build", 8.0 / 3}, {"failed-builds-%", 100.0 / 3}, {"bits/key", 20_000.0 / 2001}, {"fn/Mlookup", 0}}},
		},
		KindReplies: {
			[][]Label{nil},
			[][]Value{{{"unforeseen/Mreply", 1e6 / 1500.0}, {"fn/Mlookup", 0}}},
		},
		KindCallers: {
			[][]Label{at("caller", "all"), at("caller", "every"), at("caller", "check"), at("caller", "last"), at("caller", "known"), at("caller", "grow")},
			[][]Value{
				{{"bits/key", 12.288}, {"refused-%", 100 * 90.0 / 5100}, {"fn/Mlookup", 20_000}, {"fp/Mlookup", 3000}},
				{{"bits/key", 12.288}, {"refused-%", 100 * 80.0 / 5100}, {"fn/Mlookup", 8000}, {"fp/Mlookup", 3000}},
				{{"bits/key", 12.288}, {"refused-%", 0}, {"fn/Mlookup", 300_000}, {"fp/Mlookup", 3000}},
				{{"bits/key", 12.288}, {"refused-%", 0}, {"fn/Mlookup", 2000}, {"fp/Mlookup", 3000}},
				{{"bits/key", 12.288}, {"refused-%", 0}, {"fn/Mlookup", 0}, {"fp/Mlookup", 3000}},
				{{"bits/key", (12288.0 + 8*128) / 1000}, {"refused-%", 100 * 1.0 / 5100}, {"fn/Mlookup", 0}, {"fp/Mlookup", 3000}},
			},
		},
		KindChurn: {
			[][]Label{at("turnover", "0"), at("turnover", "1.5")},
			[][]Value{
				{{"fp/Mlookup", 2000}, {"fn/Mlookup", 0}, {"refused-%", 0}},
				{{"fp/Mlookup", 3000}, {"fn/Mlookup", 0}, {"refused-%", 100.0 / 2250}},
			},
		},
		KindAudit: {
			[][]Label{nil},
			[][]Value{{{"fp/Mlookup", 27_000}, {"fn/Mlookup", 0}, {"copies/key", 8}, {"allocs/insert", 2}, {"allocs/lookup", 3.0 / 256}}},
		},
		KindHeap: {
			[][]Label{nil},
			[][]Value{{{"heap-B/key", 6144.0 / 921}, {"objects/key", 5.0 / 921}, {"bits/key", 12288.0 / 921}, {"fn/Mlookup", 0}}},
		},
		KindBins:   {[][]Label{nil, nil}, [][]Value{{{"longest-chain", 2}}, {{"longest-chain", 3}}}},
		KindPlaces: {[][]Label{nil}, [][]Value{{{"same-places/Mkey", 4000}}}},
		KindCycle:  {[][]Label{at("share", "3")}, [][]Value{{{"refused-%", 100 * 4.0 / 15}, {"kicks/refusal", 500}}}},
		KindDrift: {
			[][]Label{at("turnover", "0"), at("turnover", "1.5")},
			[][]Value{
				{{"fp/Mlookup", 2000}, {"fn/Mlookup", 0}, {"refused-%", 0}, {"count-error-%", 50}},
				{{"fp/Mlookup", 3000}, {"fn/Mlookup", 3e6 / 440}, {"refused-%", 0}, {"count-error-%", 46100.0 / 900}},
			},
		},
		KindErasure: {
			[][]Label{nil},
			[][]Value{{{"wrong/Mdelete", 2000}, {"fn/Mlookup", 2e6 / 900}}},
		},
		KindLatency: {
			[][]Label{at("op", "clock"), {{"op", "insert"}, {"load", "0.5"}}, {{"op", "insert"}, {"load", "0.9"}}, at("op", "hit")},
			[][]Value{
				{{"p50-ns/op", 40}, {"p99-ns/op", 41}, {"p99.9-ns/op", 41}, {"max-ns/op", 41}},
				{{"p50-ns/op", 50}, {"p99-ns/op", 129.5}, {"p99.9-ns/op", 129.5}, {"max-ns/op", 129.5}},
				{{"p50-ns/op", 50}, {"p99-ns/op", 4159.5}, {"p99.9-ns/op", 4159.5}, {"max-ns/op", 4159.5}},
				{{"p50-ns/op", 45}, {"p99-ns/op", 45}, {"p99.9-ns/op", 45}, {"max-ns/op", 45}},
			},
		},
		KindArrivals: {
			[][]Label{at("rate", "100000"), at("rate", "1e+06")},
			[][]Value{
				{{"p50-ns/op", 60}, {"p99-ns/op", 60}, {"p99.9-ns/op", 133.5}, {"max-ns/op", 133.5}, {"behind-ns/run", 60}},
				{{"p50-ns/op", 60}, {"p99-ns/op", 519.5}, {"p99.9-ns/op", 519.5}, {"max-ns/op", 519.5}, {"behind-ns/run", 516}},
			},
		},
		KindCold: {
			[][]Label{at("op", "clock"), at("op", "first"), at("op", "again"), at("op", "warm")},
			[][]Value{
				{{"p50-ns/op", 90.5}, {"p99-ns/op", 90.5}, {"p99.9-ns/op", 90.5}, {"max-ns/op", 90.5}},
				{{"p50-ns/op", 599.5}, {"p99-ns/op", 1039.5}, {"p99.9-ns/op", 1039.5}, {"max-ns/op", 1039.5}},
				{{"p50-ns/op", 50}, {"p99-ns/op", 50}, {"p99.9-ns/op", 50}, {"max-ns/op", 50}},
				{{"ns/op", 9}},
			},
		},
		KindParallel: {
			[][]Label{{{"op", "insert"}, {"goroutines", "1"}}, {{"op", "hit"}, {"goroutines", "2"}}, {{"op", "mixed"}, {"goroutines", "2"}}},
			[][]Value{{{"Mops/s", 25}, {"lost-bits", 0}}, {{"Mops/s", 100}}, {{"Mops/s", 20}}},
		},
		KindTime: {
			[][]Label{at("op", "insert"), at("op", "miss")},
			[][]Value{{{"ns/op", 30_000.0 / 921}}, {{"ns/op", 12.3456}}},
		},
	}
	for _, r := range examples() {
		points, values := valuesOf(Samples([]Record{r}))
		w := want[r.Kind]
		if r.Failed != "" {
			w.points, w.values = nil, nil
		}
		if !reflect.DeepEqual(points, w.points) || !reflect.DeepEqual(values, w.values) {
			t.Errorf("%s:\n%v %v\nwant\n%v %v", r.Kind, points, values, w.points, w.values)
		}
	}
}

// timed returns a time record of one loop of 1000 operations.
func timed(variant string, rep int, op string, elapsed int64) Record {
	trial := Trial{Experiment: "speed", Part: "size", Kind: KindTime, Variant: variant, Workload: "uniform",
		Capacity: 1000, Fill: 1, Rep: rep, Seed: Seed(rep), Call: "batch", Ops: []string{op}, Lookups: 1000}
	return Record{Schema: Schema, ID: trial.ID(), Trial: trial, Shape: shape.Shape{Family: variant},
		Outcome: &Time{Accepted: 1000, Samples: []Sample{{Op: op, Ops: 1000, ElapsedNS: elapsed}}}}
}

// TestNetTimePairsRepetitions: the baseline is null in the same repetition under
// the same operation, and null has none itself.
func TestNetTimePairsRepetitions(t *testing.T) {
	records := []Record{
		timed("bloom", 0, "hit", 9000), timed("bloom", 1, "hit", 9500), timed("bloom", 2, "hit", 9900), timed("bloom", 0, "miss", 5000),
		timed("null", 1, "hit", 2500), timed("null", 0, "hit", 2000), timed("null", 0, "miss", 1000),
	}
	want := [][]Value{
		{{"ns/op", 9}, {"net-ns/op", 7}}, {{"ns/op", 9.5}, {"net-ns/op", 7}}, {{"ns/op", 9.9}}, {{"ns/op", 5}, {"net-ns/op", 4}},
		{{"ns/op", 2.5}}, {{"ns/op", 2}}, {{"ns/op", 1}},
	}
	if _, got := valuesOf(Samples(records)); !reflect.DeepEqual(got, want) {
		t.Errorf("values\n%v\nwant\n%v", got, want)
	}
}

func TestLoadWithoutRefusal(t *testing.T) {
	r := examples()[1]
	load := *r.Load()
	load.Unfilled = 1
	r.Outcome = &load
	if got := Samples([]Record{r}); len(got) != 0 {
		t.Errorf("draws that ran out of keys give loads: %v", got)
	}
	load.Unfilled, load.Distinct = 0, []uint64{490, 500, 985}
	_, values := valuesOf(Samples([]Record{r}))
	if len(values) != 3 || values[0][1] != (Value{"distinct-load-%", 100 * 490.0 / 1024}) || values[2][1].Unit != "distinct-load-%" {
		t.Errorf("repeated keys: %v", values)
	}
}

// TestUnits: every unit that records yield is in the table, and every one in the
// table is yielded by some record.
func TestUnits(t *testing.T) {
	records := append(examples(), timed("bloom", 0, "hit", 9000), timed("null", 0, "hit", 2000))
	records[1].Load().Distinct = []uint64{1, 2, 3}
	seen := map[string]bool{}
	for _, s := range Samples(records) {
		for _, v := range s.Values {
			if !slices.ContainsFunc(Units, func(u Unit) bool { return u.Name == v.Unit }) {
				t.Errorf("unit %q is not in the table", v.Unit)
			}
			seen[v.Unit] = true
		}
	}
	for _, u := range Units {
		if !seen[u.Name] {
			t.Errorf("no record has unit %q", u.Name)
		}
		if u.Better != "lower" && u.Better != "higher" || u.Assume != "nothing" && u.Assume != "exact" || u.Doc == "" {
			t.Errorf("unit %+v is not filled in", u)
		}
	}
}
