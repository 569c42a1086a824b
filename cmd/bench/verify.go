package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"filterbench/analysis/compare"
	"filterbench/harness"
	"filterbench/internal/record"
)

func newVerifyCmd() *cobra.Command {
	var minutes, memory float64
	var format string
	var times bool
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Measure the counts of a run again, here, and say whether they are reproduced",
		Long: `verify measures again every trial of a run whose counts are equal on all machines, and
compares all that its record holds: reproduced, or which trials differ. Nothing is written.

With --minutes it takes as many as it can in that time, the same ones first on every
machine: a sample of all.

Times depend on the machine. With --times they are measured again as well, after the
counts and for as many minutes, and compared as ratios only: how much longer all takes
here, and which filters' times relate to those beside them otherwise than they did. Such
a difference is told and is no failure: another processor has other ratios.`,
		Example: `  bench verify results/reference --minutes 5
  bench verify results/reference --minutes 5 --times`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("verify takes one results folder; see bench verify --help")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(minutes >= 0 && minutes <= 1e6) {
				return usagef("--minutes %v: must not be negative", minutes)
			}
			if !(memory > 0) {
				return usagef("--memory %v: must be above 0", memory)
			}
			v := verifier{limit: time.Duration(minutes * float64(time.Minute)), memory: memory, times: times, format: format}
			return v.run(cmd, args[0])
		},
	}
	cmd.Flags().Float64Var(&minutes, "minutes", 0, "stop after so many minutes; 0 is all")
	cmd.Flags().Float64Var(&memory, "memory", harness.DefaultMemory>>30, "memory budget in GiB; a trial that passes it is stopped")
	cmd.Flags().BoolVar(&times, "times", false, "time again as well, and compare ratios: leave the machine alone meanwhile")
	formatFlag(cmd, &format, "text", "json")
	cmd.ValidArgsFunction = someResults
	return cmd
}

// verifier is bench verify with its flags.
type verifier struct {
	limit  time.Duration
	memory float64 // GiB
	times  bool
	format string
}

// verified is what is told in JSON.
type verified struct {
	harness.Verified
	Times *compare.Ratios `json:"times,omitempty"`
}

// ratioAlpha bounds the share of noise among the relations of times that are called changed.
const ratioAlpha = 0.05

func (v verifier) run(cmd *cobra.Command, dir string) error {
	_, records, err := loadResults(cmd, dir)
	if err != nil {
		return err
	}
	bounds := limitMemory(v.memory)
	p := newProgress(cmd.ErrOrStderr(), progressBar)
	ctx, stop := interruptible(cmd.Context(), func() { p.line("stopping; once more (Ctrl-C) stops at once") })
	defer stop()
	began := time.Now()
	tell := func(done, n int) { p.count(done, n, time.Since(began)) }
	counts, err := harness.Verify(ctx, records, v.limit, bounds, tell)
	said := verified{Verified: counts}
	var here []record.Record
	if v.times && err == nil {
		began = time.Now()
		here, err = harness.TimesAgain(ctx, records, v.limit, bounds, tell)
		said.Times = compare.NewRatios(records, here, ratioAlpha)
	}
	p.close()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if failure := v.write(cmd.OutOrStdout(), dir, said); failure != nil {
		return failure
	}
	switch {
	case err != nil:
		return fmt.Errorf("stopped when %d of %d counts and %d times were measured again", counts.Checked, counts.Exact, len(here))
	case len(counts.Differ) > 0:
		return fmt.Errorf("%d of %d trials give other counts here", len(counts.Differ), counts.Checked)
	case len(counts.Stopped) > 0:
		return fmt.Errorf("%d trials passed a bound here, so nothing is known of their counts; the first, %s", len(counts.Stopped), counts.Stopped[0])
	case counts.Checked == 0 && len(here) == 0:
		return fmt.Errorf("%s has no record whose counts are equal on every machine, so nothing was verified", dir)
	}
	return nil
}

// mostDiffering is how many trials with other counts, or relations of times, are shown.
const mostDiffering = 5

func (v verifier) write(w io.Writer, dir string, said verified) error {
	if v.format == "json" {
		return printJSON(w, said)
	}
	word := "reproduced"
	switch {
	case len(said.Differ) > 0:
		word = "NOT reproduced"
	case said.Checked == 0:
		word = "no counts looked at"
	case said.Checked < said.Exact:
		word = "reproduced (sample)"
	}
	fmt.Fprintf(w, "%s: %d of %d trials measured again, %d with other counts\n", word, said.Checked, said.Exact, len(said.Differ))
	for i, d := range said.Differ {
		if i == mostDiffering {
			fmt.Fprintf(w, "  and %d more\n", len(said.Differ)-i)
			break
		}
		fmt.Fprintf(w, "  %s %s, %s on %s, trial %s\n    recorded %s\n    here     %s\n", d.Trial.Experiment, d.Trial.Part, d.Trial.Variant, d.Trial.Workload, d.Trial.ID(),
			difference(d.Recorded, d.Here), difference(d.Here, d.Recorded))
	}
	if _, err := fmt.Fprintf(w, "left alone: %d records that depend on the machine (times, heap), %d of filters that cannot be seeded, %d of programs that are not here, %d failed trials\n", said.Unlike, said.Unseeded, said.Absent, said.Failed); err != nil {
		return err
	}
	if said.Wide > 0 {
		fmt.Fprintf(w, "and %d of libraries that compute in words of the machine, which have 32 bits here and not 64\n", said.Wide)
	}
	switch {
	case said.Times != nil:
		return writeRatios(w, said.Times)
	case said.Unlike > 0:
		_, err := fmt.Fprintf(w, "times were not looked at: --times measures them again and compares ratios, bench compare %s OTHER two runs\n", dir)
		return err
	}
	return nil
}

// writeRatios says how times are here: in all, and of filters to those beside them.
func writeRatios(w io.Writer, r *compare.Ratios) error {
	if len(r.Relations) == 0 {
		_, err := fmt.Fprintln(w, "times: no operation of two filters beside each other was measured again")
		return err
	}
	speeds := slices.SortedFunc(slices.Values(r.Machine), func(a, b compare.Speed) int { return cmp.Compare(a.Factor, b.Factor) })
	fmt.Fprintf(w, "times: %.2f times as long here as recorded (the median; %.2f to %.2f over %d cells)\n",
		speeds[len(speeds)/2].Factor, speeds[0].Factor, speeds[len(speeds)-1].Factor, len(speeds))
	changed := r.Changed(0.1)
	fmt.Fprintf(w, "ratios of filters to those beside them: %d of %d within 10 %%, %d within 25 %%; %d differ by more than 10 %% and beyond noise\n", r.Within(0.1), len(r.Relations), r.Within(0.25), len(changed))
	for i, c := range changed {
		if i == mostDiffering {
			fmt.Fprintf(w, "  and %d more\n", len(changed)-i)
			break
		}
		fmt.Fprintf(w, "  %s: %.2f recorded, %.2f here (%+.0f %%)\n", c.Name, c.Old.Median, c.New.Median, 100*math.Min(c.Change, 99))
	}
	return nil
}

// difference quotes a text where it begins to differ from another.
func difference(text, other []byte) string {
	at := 0
	for at < min(len(text), len(other)) && text[at] == other[at] {
		at++
	}
	from, to := max(0, at-30), min(len(text), at+40)
	return "..." + string(text[from:to]) + "..."
}
