// Bench measures approximate-membership filters and reports what it found.
//
// Usage:
//
//	bench list                                what can be measured: filters, workloads, experiments
//	bench plan [--profile quick]              what a run would do, its cost in time and memory
//	bench run  [--profile standard]           measure; the same command resumes a run that was stopped
//	bench report                              figures, tables and REPORT.md from recorded results
//	bench explore --open                      one page with every record: pick axes, compare, ask
//	bench claims                              what people say about filters, and whether it is so
//	bench choose --keys 40M --fpr 0.1%        which filter for so many keys, at that rate, in that memory?
//	bench try 'cuckoo(b=4,f=12)' --keys FILE  what would this filter do on my keys?
//	bench export                              results in Go's benchmark format, CSV or JSON
//	bench compare OLD NEW                     what changed between two runs, and is it noise?
//	bench merge DIR... -o DIR                 one run of what several machines measured
//	bench status DIR...                       how far runs have come
//	bench verify DIR                          measure the counts of a run again, here
//	bench contenders                          filters that are programs of their own, in any language
//
// Each command explains itself with --help. Data goes to standard output, progress
// and errors to standard error. The exit status is 0 when all went well, 1 when
// something failed or a check did not hold, 2 when the command was called wrongly.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"filterbench/harness"
	"filterbench/internal/record"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func newRootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   "bench",
		Short: "Measure approximate-membership filters, honestly",
		Long: `bench runs filters (Bloom, blocked Bloom, counting Bloom, cuckoo) under generated
and real keys and measures false-positive rate, load, kicks, duplicates, space and
speed, each beside the formula that predicts it.

The usual way:

  bench plan --profile quick                what would be done, and for how long
  bench run  --profile quick                do it; stop and resume as you like
  bench report --results results/quick      read results/quick/REPORT.md

One question about your own keys:

  bench try 'cuckoo(b=4,f=12)' --keys words.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			hint := ""
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = "; did you mean " + orList(near) + "?"
			}
			return usagef("unknown command %q%s; see bench --help", args[0], hint)
		},
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SuggestionsMinimumDistance = 2
	root.Version = "asked for" // so that there is the flag; the words are found out when it is given
	cobra.AddTemplateFunc("benchVersion", version)
	root.SetVersionTemplate("{{benchVersion}}")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w; see %s --help", err, cmd.CommandPath())
	})
	root.AddCommand(newListCmd(), newPlanCmd(), newRunCmd(), newReportCmd(), newClaimsCmd(), newChooseCmd(), newTryCmd(), newShowCmd(), newPlotCmd(), newAuditCmd(), newExportCmd(), newCompareCmd(), newTheoryCmd(), newMergeCmd(), newStatusCmd(), newVerifyCmd(), newSubmitCmd(), newBundleCmd(), newContendersCmd(), newReplayCmd(), newSemanticsCmd(), newExploreCmd())
	completionAnswers(root)
	helpAnswers(root)
	return root
}

// version says which bench this is: by its release, or else by the commit of its source.
func version() string {
	text := "bench"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		text += " " + info.Main.Version
	}
	if revision, dirty := harness.Revision(); revision != "" {
		text += " at " + revision
		if dirty {
			text += ", changed since"
		}
	}
	return fmt.Sprintf("%s, records of schema %d, %s %s/%s\n", text, record.Schema, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// helpAnswers makes the library's help command refuse a command that there is not; by itself
// it prints its help and calls that success.
func helpAnswers(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			continue
		}
		c.Args = func(_ *cobra.Command, args []string) error {
			if _, rest, err := root.Find(args); err != nil || len(rest) > 0 {
				return usagef("help %q: no such command; see bench --help", strings.Join(args, " "))
			}
			return nil
		}
	}
}

// completionAnswers makes the library's completion command refuse a shell that it
// does not know; by itself it prints its help and calls that success.
func completionAnswers(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Args = func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("completion %q: must be one of bash, fish, powershell, zsh", args[0])
			}
			return nil
		}
		c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}
