package main

import (
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"filterbench/analysis/compare"
)

// proseWidth is how wide sentences are printed: what any terminal has.
const proseWidth = 80

// columns returns the width of the terminal that out is, or 0 if it is none: what is piped to
// another program is as wide as it is.
func columns(out io.Writer) int {
	if w, ok := out.(*checkedWriter); ok {
		out = w.Writer
	}
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 80
	}
	return max(width, 40)
}

// fitted writes what write prints; on a terminal, with its long lines folded.
func fitted(out io.Writer, write func(io.Writer) error) error {
	width := columns(out)
	if width == 0 {
		return write(out)
	}
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	_, err := io.WriteString(out, compare.Fold(b.String(), width))
	return err
}

// wrap breaks words into lines of at most width characters, 0 for one line of any length. The
// first line begins with lead, the others with so many blanks; a word that is longer than a
// line has one of its own.
func wrap(lead, words string, indent, width int) string {
	line := lead
	var b strings.Builder
	for _, word := range strings.Fields(words) {
		if width > 0 && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width && strings.TrimSpace(line) != "" {
			b.WriteString(strings.TrimRight(line, " "))
			b.WriteByte('\n')
			line = strings.Repeat(" ", indent)
		}
		if strings.TrimSpace(line) != "" && !strings.HasSuffix(line, " ") {
			line += " "
		}
		line += word
	}
	b.WriteString(strings.TrimRight(line, " "))
	b.WriteByte('\n')
	return b.String()
}
