package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"filterbench/variants/redis"
)

func newReplayCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "replay FILE...",
		Short: "Run recorded commands of Redis on the models of its filters, and compare every reply",
		Long: `Run recorded commands of Redis on the models of its filters, and compare every reply.

A file is one filter from creation to end, packed if its name ends in .gz. Its lines are

  # CF.RESERVE KEY ...         how the filter was made, first of all; or BF.RESERVE
  ADD<tab>key<tab>reply        a command without CF. or BF., its key, and the server's reply
  # INFO ...                   what CF.INFO or BF.INFO said here
  # TABLES bytes=N sha256=H    the bytes of all tables, oldest layer first

Those of variants/redis/testdata are examples. The first line that differs is an error.`,
		RunE: func(cmd *cobra.Command, files []string) error {
			if len(files) == 0 {
				return usagef("replay: give at least one file of recorded commands; see bench replay --help")
			}
			for _, name := range files {
				n, err := redis.PlayFile(name)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: all %d replies agree\n", name, n)
			}
			return nil
		},
	}
}
