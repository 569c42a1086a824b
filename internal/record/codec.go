package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Encode returns the line that stands for r in a records file, newline included.
// A record that a [Reader] would refuse is an error: nothing is written that
// could not be read.
func (r Record) Encode() ([]byte, error) {
	// An error's text may quote bytes of a file; JSON holds only UTF-8.
	r.Failed = strings.ToValidUTF8(r.Failed, "\uFFFD")
	line, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("record of trial %s: %w", r.ID, err)
	}
	if _, err := decode(line); err != nil {
		return nil, fmt.Errorf("record of trial %s: %w", r.ID, err)
	}
	return append(line, '\n'), nil
}

// decode reads one line, without its newline. It accepts exactly what Encode
// writes: a line that says the same in other bytes was edited by hand or written
// by another program, and would change a file when it is written again.
func decode(line []byte) (Record, error) {
	if err := checkSchema(line); err != nil {
		return Record{}, err
	}
	var r Record
	if err := strictJSON(line, &r); err != nil {
		return Record{}, err
	}
	if err := r.Check(); err != nil {
		return Record{}, err
	}
	again, err := json.Marshal(r)
	if err != nil {
		return Record{}, err
	}
	if at := firstDifference(line, again); at >= 0 {
		return Record{}, fmt.Errorf("column %d: not as a run writes it, which would be %s", at+1, excerpt(again, at))
	}
	return r, nil
}

// checkSchema looks at the version before anything else, so that a newer file is
// called newer and not malformed.
func checkSchema(text []byte) error {
	var head struct {
		Schema *int `json:"schema"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return jsonError(err)
	}
	switch {
	case head.Schema == nil:
		return fmt.Errorf("no field \"schema\"; must be %d", Schema)
	case *head.Schema > Schema:
		return fmt.Errorf("schema %d is newer than the %d that this program reads; use a newer bench", *head.Schema, Schema)
	case *head.Schema != Schema:
		return fmt.Errorf("schema %d: must be %d", *head.Schema, Schema)
	}
	return nil
}

// strictJSON decodes exactly one JSON value whose fields are all known.
func strictJSON(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return jsonError(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more text after the closing brace; must be one JSON object")
	}
	return nil
}

// jsonError words the errors of encoding/json for people.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Errorf("field %q is a JSON %s; must be a %s", kind.Field, kind.Value, kind.Type)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("not a JSON object: %w", err)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// firstDifference returns the first position at which a and b differ, or -1.
func firstDifference(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) == len(b) {
		return -1
	}
	return n
}

// excerpt quotes a few bytes of text around position at.
func excerpt(text []byte, at int) string {
	const around = 20
	from, to := max(0, at-around), min(len(text), at+around)
	return fmt.Sprintf("...%q...", text[from:to])
}
