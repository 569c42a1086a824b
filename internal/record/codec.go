package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The end of a line is its seal: which machine measured it, and the CRC-32C of all that
// stands before. Lines of runs before there were seals end without one, and are read
// as they are.
//
//	{"schema":1,"id":"...", ... ,"machine":"5f0c2a91","sum":"0d4a1c77"}
const (
	machineKey = `,"machine":"`
	sumKey     = `,"sum":"`
	sealDigits = 8 // of a machine and of a sum, in hexadecimal
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the line that stands for r in a records file, newline included.
// A record that a [Reader] would refuse is an error: nothing is written that
// could not be read.
func (r Record) Encode() ([]byte, error) {
	// An error's text may quote bytes of a file; JSON holds only UTF-8.
	r.Failed = strings.ToValidUTF8(r.Failed, "\uFFFD")
	body, err := r.MarshalJSON()
	if err == nil {
		_, err = decodeBody(body, false)
	}
	if err == nil && r.Machine != "" && !isHex(r.Machine) {
		err = fmt.Errorf("machine %q: must be %d hexadecimal digits", r.Machine, sealDigits)
	}
	if err != nil {
		return nil, fmt.Errorf("record of trial %s: %w", r.ID, err)
	}
	return append(seal(body, r.Machine), '\n'), nil
}

// seal closes a line's body with its machine, if that is known, and its sum.
func seal(body []byte, machine string) []byte {
	line := body[:len(body)-1]
	if machine != "" {
		line = append(line, machineKey+machine+`"`...)
	}
	return fmt.Appendf(line, `%s%08x"}`, sumKey, crc32.Checksum(line, castagnoli))
}

// unseal splits a line into its body and its machine and holds the sum against the line. A
// line without a seal is its own body.
func unseal(line []byte) (body []byte, machine string, sealed bool, err error) {
	inner, sum, ok := cutHex(bytes.TrimSuffix(line, []byte("}")), sumKey)
	if !ok {
		return line, "", false, nil
	}
	want := crc32.Checksum(inner, castagnoli)
	if said, err := strconv.ParseUint(sum, 16, 32); err != nil || uint32(said) != want {
		return nil, "", true, fmt.Errorf("its sum is %08x and the line says %s: the line was changed after it was written, by a damaged disk or by hand; restore the file, or remove the line and measure its trial again", want, sum)
	}
	if rest, name, ok := cutHex(inner, machineKey); ok {
		inner, machine = rest, name
	}
	return append(slices.Clip(inner), '}'), machine, true, nil
}

// cutHex splits off the last field of a line, whose value is sealDigits of hexadecimal.
func cutHex(text []byte, key string) (before []byte, value string, ok bool) {
	at := len(text) - len(key) - sealDigits - 1
	if at < 0 || string(text[at:at+len(key)]) != key || text[len(text)-1] != '"' {
		return text, "", false
	}
	value = string(text[at+len(key) : len(text)-1])
	return text[:at], value, isHex(value)
}

func isHex(text string) bool {
	return len(text) == sealDigits && strings.Trim(text, "0123456789abcdef") == ""
}

// decode reads one line, without its newline. It accepts exactly what Encode writes, now
// or before there were seals.
func decode(line []byte) (Record, error) {
	body, machine, sealed, err := unseal(line)
	if err != nil {
		return Record{}, err
	}
	r, err := decodeBody(body, sealed)
	r.Machine = machine
	return r, err
}

// decodeBody reads a line without its seal. A line that says the same in other bytes was
// edited by hand or written by another program, and would change a file when it is
// written again; under a seal that holds, it is what Encode wrote.
func decodeBody(line []byte, sealed bool) (Record, error) {
	if !bytes.HasPrefix(line, thisSchema) {
		if err := checkSchema(line); err != nil {
			return Record{}, err
		}
	}
	var r Record
	if err := r.UnmarshalJSON(line); err != nil {
		return Record{}, err
	}
	if err := r.Check(); err != nil {
		return Record{}, err
	}
	if sealed {
		return r, nil
	}
	again, err := r.MarshalJSON()
	if err != nil {
		return Record{}, err
	}
	if at := firstDifference(line, again); at >= 0 {
		return Record{}, fmt.Errorf("column %d: not as a run writes it, which would be %s", at+1, excerpt(again, at))
	}
	return r, nil
}

// thisSchema is how a line begins whose schema need not be looked at.
var thisSchema = fmt.Appendf(nil, `{"schema":%d,"`, Schema)

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
