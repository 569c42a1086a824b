package harness

import (
	"io/fs"
	"testing"

	"filterbench/experiments"
	"filterbench/internal/record"
)

// TestSamplesAreLong: in every profile of every declared experiment each loop between two
// readings of the clocks has so many operations that a reading, of which half a
// microsecond is in the loop, is about 0.05 ns of one at most. Refused inserts, which take
// longer, may be fewer.
func TestSamplesAreLong(t *testing.T) {
	const fewest = 10_000
	paths, err := fs.Glob(experiments.Files, "*.toml")
	if err != nil {
		t.Fatal(err)
	}
	timed := 0
	for _, path := range paths {
		source, err := experiments.Files.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e, err := Decode(path, path, source)
		if err != nil {
			t.Fatal(err)
		}
		for _, profile := range Profiles {
			plan, err := Expand(profile, []Experiment{e})
			if err != nil {
				t.Fatal(err)
			}
			for _, trial := range plan.Trials {
				if trial.Kind != record.KindTime && trial.Kind != record.KindCold {
					continue
				}
				timed++
				if n := min(uint64(trial.Lookups), keysOf(trial)); n < fewest { // of these, inserts and deletes are as many as keys
					t.Errorf("%s: profile %s, part %s, %s: a loop of %d operations; want %d", path, profile, trial.Part, trial.Variant, n, fewest)
				}
			}
		}
	}
	if timed == 0 {
		t.Error("nothing is timed")
	}
}
