package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"filterbench/harness"
)

func newMergeCmd() *cobra.Command {
	var out string
	var partial bool
	cmd := &cobra.Command{
		Use:   "merge DIR...",
		Short: "Bring the records of several machines together",
		Long: `merge writes into a folder of its own what several results folders of one plan hold,
shards or whole runs: the same bytes, whatever their order.

It refuses what would make a wrong run: planned trials that no folder has, counts of one
trial that differ, other plans, key files of other content, and times that do not belong
together, of machines of different make or of several machines in one part. --partial
merges what there is, all counts and the times of one machine, and says what it leaves
out. Every record says which machine measured it, and the manifest describes these.`,
		Example: `  bench merge results/full/shard-* --output results/full/merged
  bench merge --partial a b --output results/so-far`,
		Args: atLeastOne("merge", "results folder"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if out == "" {
				return usagef("merge: name the folder to write with --output")
			}
			m, err := harness.Merge(dirs, out, partial)
			if errors.Is(err, fs.ErrNotExist) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d records of %d folders in %s", m.Records, m.Folders, out)
			for _, more := range []struct {
				n    int
				what string
			}{{m.Failed, "failed"}, {m.Repeated, "measured more than once, with equal counts"}, {m.Missing, "planned and missing"}} {
				if more.n > 0 {
					fmt.Fprintf(cmd.OutOrStdout(), "; %d %s", more.n, more.what)
				}
			}
			for _, line := range m.LeftOut {
				fmt.Fprintf(cmd.OutOrStdout(), "\nleft out: %s", line)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "\ncounts %s\n", m.Results.Counts)
			return err
		},
	}
	cmd.ValidArgsFunction = someResults
	cmd.Flags().StringVarP(&out, "output", "o", "", "folder to write")
	cmd.Flags().BoolVar(&partial, "partial", false, "merge what there is, though trials are missing")
	return cmd
}

// someResults completes results folders.
func someResults(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return resultsFolders(), cobra.ShellCompDirectiveDefault
}

// atLeastOne demands positional arguments.
func atLeastOne(command, what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("%s takes at least one %s; see bench %s --help", command, what, command)
		}
		return nil
	}
}

func newStatusCmd() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "status DIR...",
		Short: "Tell how far runs have come: done, failed and left, for each shard",
		Long: `status looks at results folders, also those that runs are writing, and changes nothing.
The exit status is 1 while planned trials are left.`,
		Example: `  bench status results/full/shard-*`,
		Args:    atLeastOne("status", "results folder"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			have := map[uint64]bool{}
			var list []harness.Status
			left := 0
			for _, dir := range dirs {
				s, err := harness.StatusOf(dir, have)
				if errors.Is(err, fs.ErrNotExist) {
					return usageError{err}
				}
				if err != nil {
					return err
				}
				list = append(list, s)
				left += s.Left
			}
			if err := writeStatus(cmd.OutOrStdout(), list, format); err != nil {
				return err
			}
			if left > 0 {
				return fmt.Errorf("%d trials are left; bench run into their folder, with the flags it was begun with, goes on", left)
			}
			return nil
		},
	}
	formatFlag(cmd, &format, "text", "json")
	cmd.ValidArgsFunction = someResults
	return cmd
}

func writeStatus(w io.Writer, list []harness.Status, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(list)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "shard\tplanned\tdone\tfailed\tskipped\tleft\tstate\t folder")
	for _, s := range list {
		shard := s.Shard
		if shard == "" {
			shard = "all"
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\t%s\t %s\n", shard, s.Planned, s.Done, s.Failed, s.Skipped, s.Left, s.State, s.Dir)
	}
	return tw.Flush()
}

func newVerifyCmd() *cobra.Command {
	var minutes, memory float64
	var format string
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Measure the counts of a run again, here, and say whether they are reproduced",
		Long: `verify measures again every trial of a run whose counts are equal on all machines, and
compares all that its record holds: reproduced, or which trials differ. Nothing is written.

With --minutes it takes as many as it can in that time, the same ones first on every
machine: a sample of all. Times, and bytes of the heap, are no counts: hold two runs
against each other with bench compare.`,
		Example: `  bench verify results/reference --minutes 5
  bench verify results/mine`,
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
			return verify(cmd, args[0], time.Duration(minutes*float64(time.Minute)), memory, format)
		},
	}
	cmd.Flags().Float64Var(&minutes, "minutes", 0, "stop after so many minutes; 0 is all")
	cmd.Flags().Float64Var(&memory, "memory", harness.DefaultMemory>>30, "memory budget in GiB; a trial that passes it is stopped")
	formatFlag(cmd, &format, "text", "json")
	cmd.ValidArgsFunction = someResults
	return cmd
}

func verify(cmd *cobra.Command, dir string, limit time.Duration, memory float64, format string) error {
	_, records, err := loadResults(cmd, dir)
	if err != nil {
		return err
	}
	bounds := limitMemory(memory)
	p := newProgress(cmd.ErrOrStderr(), progressBar)
	ctx, stop := interruptible(cmd.Context(), func() { p.line("stopping; once more (Ctrl-C) stops at once") })
	defer stop()
	began := time.Now()
	v, err := harness.Verify(ctx, records, limit, bounds, func(done, n int) { p.count(done, n, time.Since(began)) })
	p.close()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if failure := writeVerified(cmd.OutOrStdout(), dir, v, format); failure != nil {
		return failure
	}
	switch {
	case err != nil:
		return fmt.Errorf("stopped when %d of %d were measured again", v.Checked, v.Exact)
	case len(v.Differ) > 0:
		return fmt.Errorf("%d of %d trials give other counts here", len(v.Differ), v.Checked)
	case v.Checked == 0:
		return fmt.Errorf("%s has no record whose counts are equal on every machine, so nothing was verified", dir)
	}
	return nil
}

// mostDiffering is how many trials with other counts are shown.
const mostDiffering = 5

func writeVerified(w io.Writer, dir string, v harness.Verified, format string) error {
	if format == "json" {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(v)
	}
	word := "reproduced"
	if len(v.Differ) > 0 {
		word = "NOT reproduced"
	}
	fmt.Fprintf(w, "%s: %d of %d trials measured again, %d with other counts\n", word, v.Checked, v.Exact, len(v.Differ))
	for i, d := range v.Differ {
		if i == mostDiffering {
			fmt.Fprintf(w, "  and %d more\n", len(v.Differ)-i)
			break
		}
		fmt.Fprintf(w, "  %s %s, %s on %s, trial %s\n    recorded %s\n    here     %s\n", d.Trial.Experiment, d.Trial.Part, d.Trial.Variant, d.Trial.Workload, d.Trial.ID(),
			difference(d.Recorded, d.Here), difference(d.Here, d.Recorded))
	}
	if _, err := fmt.Fprintf(w, "left alone: %d records that depend on the machine (times, heap), %d of filters that cannot be seeded, %d failed trials\n", v.Unlike, v.Unseeded, v.Failed); err != nil || v.Unlike == 0 {
		return err
	}
	_, err := fmt.Fprintf(w, "times were not looked at: run the plan here with bench run, and hold them against these as ratios with bench compare %s OTHER\n", dir)
	return err
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
