package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"filterbench/harness"
	"filterbench/internal/contender"
	"filterbench/variants/catalog"
)

func newContendersCmd() *cobra.Command {
	dir := "contenders"
	cmd := &cobra.Command{
		Use:   "contenders",
		Short: "Filters that are programs of their own, in any language",
		Long: `contenders lists the programs below contenders/, whose filters run beside ours under
the same keys, and says what each lacks on this machine.

  bench contenders                    what there is
  bench contenders build              build those whose needs are met
  bench contenders check guava        put one through every job, and say what it loses

contenders/PROTOCOL.md tells how to enter a filter of your own.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := contender.Load(dir)
			if err != nil {
				return err
			}
			return fitted(cmd.OutOrStdout(), func(w io.Writer) error { return listContenders(w, list, dir) })
		},
	}
	redisFlag(cmd.PersistentFlags())
	cmd.PersistentFlags().StringVar(&dir, "dir", dir, "folder of the contenders' folders")
	each := func(use, short string, do func(context.Context, io.Writer, contender.Contender) error) *cobra.Command {
		return &cobra.Command{
			Use: use + " [NAME...]", Short: short,
			RunE: func(cmd *cobra.Command, names []string) error {
				list, err := chosenContenders(dir, names)
				if err != nil {
					return err
				}
				ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
				defer stop()
				failed := 0
				for _, c := range list {
					if missing := c.Missing(); len(missing) > 0 && len(names) == 0 {
						fmt.Fprintf(cmd.OutOrStdout(), "%-14s skipped: %s\n", c.Name, lacks(missing))
						continue
					}
					if err := do(ctx, cmd.OutOrStdout(), c); err != nil {
						fmt.Fprintln(cmd.OutOrStdout(), err)
						failed++
					}
				}
				if failed > 0 {
					return fmt.Errorf("%d of %d contenders failed", failed, len(list))
				}
				return nil
			},
		}
	}
	cmd.AddCommand(
		each("build", "Build the drivers", buildContender),
		each("check", "Put contenders through every job of the protocol", checkContender),
	)
	return cmd
}

// chosenContenders returns the contenders of the names, or all if there are none.
func chosenContenders(dir string, names []string) ([]contender.Contender, error) {
	list, err := contender.Load(dir)
	if err != nil || len(names) == 0 {
		return list, err
	}
	var chosen []contender.Contender
	for _, name := range names {
		i := slices.IndexFunc(list, func(c contender.Contender) bool { return c.Name == name })
		if i < 0 {
			return nil, usagef("no contender is called %q below %s; bench contenders lists them", name, dir)
		}
		chosen = append(chosen, list[i])
	}
	return chosen, nil
}

func listContenders(w io.Writer, list []contender.Contender, dir string) error {
	if len(list) == 0 {
		_, err := fmt.Fprintf(w, "There are no contenders below %s.\n", dir)
		return err
	}
	for _, c := range list {
		state := "ready"
		if missing := c.Missing(); len(missing) > 0 {
			state = lacks(missing)
		} else if !c.Built() {
			state = "not built: bench contenders build " + c.Name
		} else if err := c.Ready(); err != nil {
			state = err.Error()
		}
		fmt.Fprintf(w, "%s (%s): %s\n  %s\n", c.Name, c.Language, strings.TrimSuffix(c.Title+" "+c.Version, " any"), state)
		for _, f := range c.Filters {
			var params []string
			for _, p := range f.Params {
				params = append(params, fmt.Sprintf("%s=%g", p.Name, p.Default))
			}
			fmt.Fprintf(w, "  %s(%s)\n    %s\n", f.Name, strings.Join(params, ","), f.Doc)
		}
	}
	return nil
}

// lacks says what is missing and how to get it.
func lacks(missing []contender.Need) string {
	var words []string
	for _, n := range missing {
		words = append(words, fmt.Sprintf("no %s (%s)", n.Command+n.File, n.Get))
	}
	return strings.Join(words, ", ")
}

func buildContender(ctx context.Context, w io.Writer, c contender.Contender) error {
	if err := c.Make(ctx); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%-14s built\n", c.Name)
	return err
}

func checkContender(ctx context.Context, w io.Writer, c contender.Contender) error {
	bad := 0
	err := c.Check(ctx, func(f contender.Finding) {
		mark := "ok "
		if !f.Good {
			mark, bad = "BAD", bad+1
		}
		fmt.Fprintf(w, "%s  %s, %s\n     %s\n", mark, f.Filter, f.Check, f.Says)
	})
	if err == nil && bad > 0 {
		fmt.Fprintf(w, "%s keeps the protocol; %d findings above are its own.\n", c.Name, bad)
	}
	return err
}

// enterContenders says where the drivers of contenders are, once: below the folder
// contenders. Where there is none, their names alone are known.
var enterContenders = sync.OnceValue(func() error {
	list, err := contender.Load("contenders")
	if err != nil || len(list) == 0 {
		return err
	}
	return catalog.Enter(list)
})

// redisFlag adds the flag --redis, which drivers read as an environment variable.
func redisFlag(fl *pflag.FlagSet) {
	fl.Func("redis", "a Redis server for contenders that want one: `host:port`, unix://path or a redis:// address (default: a private redis-server, where there is one)",
		func(address string) error {
			if strings.TrimSpace(address) == "" {
				return errors.New("must be an address such as 127.0.0.1:6379")
			}
			return os.Setenv("FILTERBENCH_REDIS", address)
		})
}

// sayWhatIsSkipped names the programs that cannot be run here, each reason once.
func sayWhatIsSkipped(w io.Writer, plan harness.Plan) {
	var said []string
	for _, l := range plan.Lacking {
		if !slices.Contains(said, l.Why) {
			said = append(said, l.Why)
			fmt.Fprintf(w, "skipped: %s\n", l.Why)
		}
	}
}
