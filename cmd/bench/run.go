package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"filterbench/harness"
)

func newRunCmd() *cobra.Command {
	var s selection
	var results string
	var retry bool
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Measure; the same command resumes a run that was stopped",
		Long: `run measures every trial of the plan (see bench plan) and appends a record of each to
records.jsonl in the results folder, beside manifest.json, which says what was run
on which machine.

A run may be stopped at any moment, even killed: the same command goes on where it
stopped, nothing is measured twice, and counts come out the same as in a run that
was left alone. Interrupting it once (Ctrl-C) finishes the trials under way; twice
stops at once.

Counting trials use all cores. Timing trials run one at a time: leave the machine
alone meanwhile.`,
		Example: `  bench run --profile quick
  bench run --experiment throughput --results results/speed
  bench run --file my.toml --results results/mine`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			plan, err := s.plan()
			if err != nil {
				return err
			}
			if results == "" {
				results = filepath.Join("results", plan.Profile)
			}
			return runPlan(cmd, &harness.Runner{Dir: results, Plan: plan, RetryFailed: retry})
		},
	}
	s.flags(cmd)
	cmd.Flags().StringVarP(&results, "results", "r", "", "results folder (default results/PROFILE)")
	cmd.Flags().BoolVar(&retry, "retry-failed", false, "measure again the trials that an earlier run recorded as failed")
	return cmd
}

func runPlan(cmd *cobra.Command, r *harness.Runner) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt kills, as usual
	p := newProgress(cmd.ErrOrStderr())
	r.Progress = p.show
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
	if err := sayCoreSpeed(cmd.OutOrStdout(), r.Dir); err != nil {
		return err
	}
	if state.Failed > 0 {
		return fmt.Errorf("%d trials failed; their reasons are in %s, and --retry-failed tries them again", state.Failed, filepath.Join(r.Dir, "records.jsonl"))
	}
	return nil
}
