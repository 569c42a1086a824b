package harness

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPlansAreKept: an experiment file plans the same trials, in the same order, as when
// the golden file was written: their ids are the names of records that exist. A file
// that has changed since is not compared; -update writes what it plans now.
func TestPlansAreKept(t *testing.T) {
	const golden = "testdata/plans.golden"
	files, err := filepath.Glob("../experiments/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no experiments: %v", err)
	}
	before, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	kept := map[string]string{} // what was planned, by file and profile as they were
	for line := range strings.Lines(string(before)) {
		if source, plan, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			kept[source] = plan
		}
	}
	var now strings.Builder
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := regexp.MustCompile(`^\d*-?|\.toml$`).ReplaceAllString(filepath.Base(file), "")
		e, err := Decode(name, file, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, profile := range Profiles {
			p, err := Expand(profile, []Experiment{e})
			if err != nil {
				t.Fatal(err)
			}
			order := sha256.New()
			for _, trial := range p.Trials {
				fmt.Fprintln(order, trial.ID())
			}
			source := fmt.Sprintf("%s %.8s %s", name, e.Digest(), profile)
			plan := fmt.Sprintf("%d trials, plan %.16s, in the order %.16x", len(p.Trials), p.Digest(), order.Sum(nil))
			fmt.Fprintf(&now, "%s: %s\n", source, plan)
			if want, ok := kept[source]; ok {
				compared++
				if plan != want {
					t.Errorf("%s: %s; was %s", source, plan, want)
				}
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if compared == 0 {
		t.Errorf("%s knows none of the experiments as they are; go test -update writes it", golden)
	}
}
