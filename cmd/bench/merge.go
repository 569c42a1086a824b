package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"text/tabwriter"

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
		return printJSON(w, list)
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
