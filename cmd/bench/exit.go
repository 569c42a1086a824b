package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// The exit statuses of bench.
const (
	exitOK      = 0
	exitFailure = 1 // it was asked rightly and could not be done, or a check did not hold
	exitUsage   = 2 // it was asked wrongly: a flag, a name or a file that cannot be meant
)

// usageError is an error in how bench was called: exit status 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// usagef makes a usageError.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// run executes bench with arguments and returns its exit status. Errors are told
// in one line on stderr. It is main without the process, so that tests can call it.
func run(args []string, stdout, stderr io.Writer) int {
	root := newRootCmd()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	if err == nil {
		return exitOK
	}
	tell(stderr, err)
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFailure
}

// tell writes an error in one line. Joined errors have a line each.
func tell(stderr io.Writer, err error) {
	fmt.Fprintf(stderr, "bench: %s\n", strings.ReplaceAll(err.Error(), "\n", "; "))
}

// noArgs refuses positional arguments as a usage error.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, but got %q; see %s --help", cmd.CommandPath(), args[0], cmd.CommandPath())
	}
	return nil
}
