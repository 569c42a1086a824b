package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"filterbench/analysis"
	"filterbench/analysis/measure"
	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/variants/catalog"
	"filterbench/variants/spec"
)

// TestLibrariesAreCompared: every library of the catalogue is timed among the bars, in
// batches and key by key and without its hash where it has that parameter, each time
// with its rate at the same size, and the report knows what stands against it. One is left out.
func TestLibrariesAreCompared(t *testing.T) {
	all, err := declared()
	if err != nil {
		t.Fatal(err)
	}
	bars := slices.DeleteFunc(all, func(e harness.Experiment) bool { return e.Name != "speed-bars" })
	for _, profile := range harness.Profiles {
		plan, err := harness.Expand(profile, bars)
		if err != nil {
			t.Fatal(err)
		}
		timed, rated := map[string]bool{}, map[string]bool{}
		for _, trial := range plan.Trials {
			at := fmt.Sprint(trial.Variant, " of ", trial.Capacity)
			switch {
			case trial.Kind == record.KindFPR:
				rated[at] = true
			case strings.HasPrefix(trial.Part, "libraries"):
				timed[at] = true
				timed[analysis.FamilyOf(trial.Variant)+" "+trial.Call] = true
				if strings.Contains(trial.Variant, "hash=none") {
					timed[analysis.FamilyOf(trial.Variant)+" none"] = true
				}
			}
		}
		for at := range timed {
			if strings.Contains(at, " of ") && !rated[at] && !strings.HasPrefix(at, "null") && !strings.HasPrefix(at, "floor") {
				t.Errorf("%s: the rate of %s keys is not measured", profile, at)
			}
		}
		for _, f := range catalog.Families() {
			if f.Peer() == "" || f.Name == "btcutil-gcs" { // whose lookup decodes the filter from its start
				continue
			}
			bare := slices.ContainsFunc(f.Fields, func(field spec.Field) bool { return field.Key == "hash" })
			if !measure.HasRival(f.Name) || !timed[f.Name+" batch"] || !timed[f.Name+" single"] || bare && !timed[f.Name+" none"] {
				t.Errorf("%s: %s stands against nothing, or is not timed in each way", profile, f.Name)
			}
		}
	}
}
