package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"filterbench/harness"
	"filterbench/internal/record"
)

func newRunCmd() *cobra.Command {
	var s selection
	var results string
	var retry, replan bool
	var shard string
	how := progressBar
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Measure; the same command resumes a run that was stopped",
		Long: `run measures every trial of the plan (see bench plan) and appends a record of each to
records.jsonl in the results folder, beside manifest.json, which says what was run
on which machine.

A run may be stopped at any moment, even killed: the same command goes on where it
stopped, nothing is measured twice, and counts come out the same as in a run that
was left alone. Interrupting it once (Ctrl-C) finishes the trials under way, and says
which these are; twice stops at once.

Several machines share a plan with --shard 3/16, the third of sixteen, and bench merge
brings their folders together. Tasks of a Slurm array and of an Indexed Job of Kubernetes
know their shard by themselves. What is timed stays whole: a part of an experiment is
measured on one machine.

Counting trials use all cores. Timing trials run one at a time: leave the machine
alone meanwhile. Where a larger table took less time than a smaller one, beyond noise,
both are measured once more at the end, within the bound that bench plan tells.`,
		Example: `  bench run --profile quick
  bench run --experiment throughput --results results/speed
  bench run --file my.toml --results results/mine`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			share, err := shardOf(cmd, shard)
			if err != nil {
				return usageError{err}
			}
			plan, err := s.plan()
			if err != nil {
				return err
			}
			sayWhatIsSkipped(cmd.ErrOrStderr(), plan)
			if err := checkMemory(plan); err != nil {
				return err
			}
			if results == "" {
				results = defaultResults(plan.Profile, share)
			}
			return runPlan(cmd, &harness.Runner{Dir: results, Plan: plan, Shard: share, RetryFailed: retry, Replan: replan, Bounds: s.bounds}, how)
		},
	}
	s.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&results, "results", "r", "", "results folder (default results/PROFILE, and below it for a shard)")
	f.BoolVar(&retry, "retry-failed", false, "measure again the trials that an earlier run recorded as failed")
	f.BoolVar(&replan, "replan", false, "in a folder of another plan, keep the records of trials that both plans have and drop the others")
	f.StringVar(&shard, "shard", "", "measure only a share of the plan, such as 3/16 (default: what Slurm or Kubernetes says, else all)")
	f.Var(&choice{&how, []string{progressBar, progressJSON, progressNone}}, "progress", "how to tell how far it has come: "+orList([]string{progressBar, progressJSON, progressNone}))
	completeResults(cmd, "results")
	complete(cmd, "progress", []string{progressBar, progressJSON, progressNone})
	return cmd
}

// shardOf returns the shard that the flag names or, where it is not given, that of the job
// that the program is.
func shardOf(cmd *cobra.Command, text string) (harness.Shard, error) {
	if cmd.Flags().Changed("shard") {
		s, err := harness.ParseShard(text)
		if err != nil {
			return s, fmt.Errorf("--shard: %w", err)
		}
		return s, nil
	}
	s, err := harness.FromEnvironment()
	if err == nil && s.Of > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "bench: shard %s, by the environment of the job\n", s)
	}
	return s, err
}

// defaultResults is where a run writes unless told.
func defaultResults(profile string, s harness.Shard) string {
	dir := filepath.Join("results", profile)
	if s.Of == 0 {
		return dir
	}
	return filepath.Join(dir, fmt.Sprintf("shard-%0*d-of-%d", len(strconv.Itoa(s.Of)), s.Index, s.Of))
}

func runPlan(cmd *cobra.Command, r *harness.Runner, how string) error {
	p := newProgress(cmd.ErrOrStderr(), how)
	r.Progress = p.show
	ctx, stop := interruptible(cmd.Context(), func() { p.line("%s", stopping(r.UnderWay())) })
	defer stop()
	state, err := r.Run(ctx)
	p.close()
	if errors.Is(err, context.Canceled) {
		left := state.Trials - state.Done - state.Failed - state.Skipped
		return fmt.Errorf("stopped with %d of %d trials to go; %s is kept: the same command resumes", left, state.Trials, r.Dir)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d done, %d failed, %d skipped (recorded before); results in %s\n", state.Done, state.Failed, state.Skipped, r.Dir)
	if state.Extra > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%d of them beyond the plan: times that did not grow with the size of the table, measured again\n", state.Extra)
	}
	if err := sayCoreSpeed(cmd.OutOrStdout(), r.Dir); err != nil {
		return err
	}
	if state.Failed > 0 {
		return fmt.Errorf("%d trials failed; their reasons are in %s, and --retry-failed tries them again", state.Failed, filepath.Join(r.Dir, "records.jsonl"))
	}
	return nil
}

// interruptible returns a context that ends at the first interrupt or request to terminate,
// and calls told then. A second one kills the program, as usual.
func interruptible(ctx context.Context, told func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-signals:
			signal.Stop(signals)
			cancel()
			told()
		case <-ctx.Done():
			signal.Stop(signals)
		}
	}()
	return ctx, cancel
}

// stopping says what a run that was told to stop waits for.
func stopping(trials []record.Trial) string {
	if len(trials) == 0 {
		return "stopping; once more (Ctrl-C) stops at once, and what is recorded is kept"
	}
	var names []string
	for _, t := range trials[:min(len(trials), 2)] {
		names = append(names, fmt.Sprintf("%s %s of %s", t.Experiment, t.Part, t.Variant))
	}
	if more := len(trials) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("stopping: waiting for what is under way (%s); once more (Ctrl-C) stops at once, and what is recorded is kept", strings.Join(names, ", "))
}
