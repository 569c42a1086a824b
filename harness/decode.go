package harness

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// goField is how the decoder names a field of a struct and its type: nothing that
// the writer of an experiment knows.
var goField = regexp.MustCompile(`struct field \S+ of type (\S+)`)

func decodeError(file string, err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) {
		first := strict.Errors[0]
		row, _ := first.Position()
		return fmt.Errorf("%s:%d: unknown key %q", file, row, strings.Join(first.Key(), "."))
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		row, column := bad.Position()
		text := goField.ReplaceAllString(strings.TrimPrefix(bad.Error(), "toml: "), "this key, which takes $1")
		return fmt.Errorf("%s:%d:%d: %s", file, row, column, text)
	}
	return fmt.Errorf("%s: %w", file, err)
}
