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
	if err := enterContenders(); err != nil {
		tell(stderr, err)
		return exitUsage
	}
	root := newRootCmd()
	root.SetArgs(args)
	out := &checkedWriter{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.Execute()
	if err == nil && out.failure != nil {
		err = fmt.Errorf("writing to standard output: %w", out.failure)
	}
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

// checkedWriter remembers the first error of a writer, for those who print and do not look.
type checkedWriter struct {
	io.Writer
	failure error
}

func (w *checkedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if err != nil && w.failure == nil {
		w.failure = err
	}
	return n, err
}

// An error's line is cut in the middle where it is longer than people read: it may quote what
// they gave.
const (
	mostTold = 1000 // bytes
	tailTold = 300  // of those at the end, where messages say what would be right
)

// tell writes an error in one line.
func tell(stderr io.Writer, err error) {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	if len(text) > mostTold {
		text = strings.ToValidUTF8(text[:mostTold-tailTold], "") + " [...] " + strings.ToValidUTF8(text[len(text)-tailTold:], "")
	}
	fmt.Fprintf(stderr, "bench: %s\n", text)
}

// noArgs refuses positional arguments as a usage error.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, but got %q; see %s --help", cmd.CommandPath(), args[0], cmd.CommandPath())
	}
	return nil
}
