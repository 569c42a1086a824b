package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"filterbench/analysis"
	"filterbench/analysis/claims"
	"filterbench/analysis/figures"
	"filterbench/harness"
	"filterbench/internal/record"
	"filterbench/internal/replace"
	"filterbench/variants/catalog"
	"filterbench/variants/families"
)

// artifactFile tells how every figure and claim is repeated. It stands beside the first page
// of the report of the run that comes with the repository.
const artifactFile = "ARTIFACT.md"

// repeats is where a repeated run goes.
const repeats = "results/again"

// artifact is what the page is made from.
type artifact struct {
	profile string
	names   []string           // of the declared experiments, in report order
	seconds map[string]float64 // of one core, by experiment
	cells   []analysis.Cell    // that are planned
	exact   map[string]bool    // whether the outcome of a planned trial is the same on every machine, by its identity
}

// artifactPage writes the page for a run of the declared experiments.
func artifactPage(d *analysis.Dataset) ([]byte, error) {
	a, err := newArtifact(d.Manifest.Profile)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `# How to repeat every figure and claim

Each row has the command that measures again what a figure or a claim is computed from, by the declared experiments in profile %[1]s, and shows it.
Minutes are those of one core by the estimate of %[2]sbench plan%[2]s for a small machine, without filters in other
languages, which %[2]sbench contenders%[2]s builds; trials that count share all cores, timed ones run alone.
A second figure or claim of the same experiments needs no second run, and all of them together take %[3]s minutes:

    bench run --profile %[1]s --results %[4]s
    bench report --results %[4]s
    bench claims --results %[4]s

Tolerances:

- **equal**: counts. They are pure functions of their trial and its seed, so every digit is the same on every machine; %[2]sbench verify%[2]s holds a
  run's counts against this machine.
- **ratio**: times, bytes of the heap, and counts of filters that cannot be seeded. They depend on the machine or the run. What is compared is the ratio
  of medians with its interval, by %[2]sbench compare results/reference %[4]s%[2]s, and the verdicts, by %[2]sbench claims --replicate %[4]s%[2]s.

This page is written by %[2]sbench report%[2]s and checked by %[2]sbench report --check%[2]s.

## Figures

| Figure | Shows | Command | Minutes | Tolerance |
| --- | --- | --- | ---: | --- |
`, a.profile, "`", a.minutes(a.names), repeats)
	in := figures.Input{Dataset: d}
	for _, f := range figures.Catalogue() {
		reads, err := in.Reads(f)
		if err != nil {
			return nil, err
		}
		names, equal, ratio := a.read(reads)
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", f.ID, cell(f.What), a.command(names, "bench report --results "+repeats), a.minutes(names), tolerance(equal, ratio))
	}
	out.WriteString("\n## Claims\n\n| Claim | Says | Command | Minutes | Tolerance |\n| --- | --- | --- | ---: | --- |\n")
	for _, c := range claims.Ledger() {
		show := "bench claims " + c.ID
		switch selections := c.Selections(); {
		case c.Open():
			fmt.Fprintf(&out, "| %s | %s | `%s` | 0 | no rule: nothing decides it yet |\n", c.ID, cell(c.Statement), show)
		case len(selections) == 0:
			fmt.Fprintf(&out, "| %s | %s | `%s` | 0 | equal: arithmetic |\n", c.ID, cell(c.Statement), show)
		default:
			names, equal, ratio := a.selected(selections)
			fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", c.ID, cell(c.Statement), a.command(names, show+" --results "+repeats), a.minutes(names), tolerance(equal, ratio))
		}
	}
	return out.Bytes(), nil
}

// newArtifact plans the declared experiments.
func newArtifact(profile string) (*artifact, error) {
	all, err := declared()
	if err != nil {
		return nil, err
	}
	plan, err := harness.Expand(profile, all)
	if err != nil {
		return nil, err
	}
	a := &artifact{profile: profile, seconds: map[string]float64{}, exact: map[string]bool{}}
	for _, e := range all {
		a.names = append(a.names, e.Name)
	}
	var estimator harness.Estimator
	// what cannot be run here counts too: the page is the same everywhere
	for _, t := range slices.Concat(plan.Trials, plan.Absent) {
		a.seconds[t.Experiment] += estimator.Of(t).Seconds
		key := analysis.Identity(t)
		if _, seen := a.exact[key]; seen {
			continue
		}
		v, err := catalog.Parse(t.Variant)
		if err != nil {
			return nil, err
		}
		r := &record.Record{Trial: t, Peer: v.Peer(), Unseeded: v.Has(families.Unseeded)}
		a.exact[key] = harness.Exact(r)
		a.cells = append(a.cells, analysis.Cell{Trial: t, Records: []*record.Record{r}})
	}
	return a, nil
}

// read sums up what a figure reads; one that reads nothing itself shows the verdicts, and
// needs all.
func (a *artifact) read(reads []figures.Read) (names []string, equal, ratio bool) {
	return a.among(func(t record.Trial) bool {
		return len(reads) == 0 || slices.ContainsFunc(reads, func(r figures.Read) bool {
			return r.Experiment == t.Experiment && (r.Part == "" || r.Part == t.Part)
		})
	})
}

// selected sums up what selections read, by their experiments, parts and kinds: what else they
// ask for may be known of a filter only when it is built.
func (a *artifact) selected(selections []analysis.Selection) (names []string, equal, ratio bool) {
	taken := map[string]bool{}
	for _, s := range selections {
		fields := strings.Fields(string(s))
		coarse := slices.DeleteFunc(fields[1:], func(f string) bool { return !strings.HasPrefix(f, "part") && !strings.HasPrefix(f, "kind") })
		for _, c := range analysis.Selection(strings.Join(append([]string{fields[0]}, coarse...), " ")).Of(a.cells) {
			taken[analysis.Identity(c.Trial)] = true
		}
	}
	return a.among(func(t record.Trial) bool { return taken[analysis.Identity(t)] })
}

// among lists the experiments of some planned trials, and says which outcomes are among them.
func (a *artifact) among(keep func(record.Trial) bool) (names []string, equal, ratio bool) {
	used := map[string]bool{}
	for _, c := range a.cells {
		if keep(c.Trial) {
			used[c.Experiment] = true
			exact := a.exact[analysis.Identity(c.Trial)]
			equal, ratio = equal || exact, ratio || !exact
		}
	}
	return slices.DeleteFunc(slices.Clone(a.names), func(name string) bool { return !used[name] }), equal, ratio
}

// command measures some experiments again and shows what comes of them.
func (a *artifact) command(names []string, show string) string {
	which := ""
	if len(names) < len(a.names) {
		which = " --experiment " + strings.Join(names, ",")
	}
	return fmt.Sprintf("`bench run --profile %s%s --results %s && %s`", a.profile, which, repeats, show)
}

// minutes is what some experiments take of one core.
func (a *artifact) minutes(names []string) string {
	seconds := 0.0
	for _, name := range names {
		seconds += a.seconds[name]
	}
	return fmt.Sprint(math.Ceil(seconds / 60))
}

func tolerance(equal, ratio bool) string {
	switch {
	case equal && ratio:
		return "counts equal, times ratio"
	case equal:
		return "equal"
	}
	return "ratio"
}

// cell writes a text into a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// syncArtifact writes the page beside the first page of the report, or, to check, fails if it
// is not what the catalogue of figures, the ledger of claims and the plan give.
func syncArtifact(d *analysis.Dataset, firstPage string, check bool) error {
	text, err := artifactPage(d)
	if err != nil {
		return err
	}
	name := filepath.Join(filepath.Dir(firstPage), artifactFile)
	old, err := os.ReadFile(name)
	switch {
	case err == nil && bytes.Equal(old, text):
		return nil
	case check && err != nil:
		return fmt.Errorf("report: %w; run make report", err)
	case check:
		return fmt.Errorf("report: %s is not what the figures, the claims and the plan give; run make report", name)
	}
	if err := replace.Text(name, text); err != nil {
		return fmt.Errorf("report: writing %s: %w", name, err)
	}
	return nil
}
