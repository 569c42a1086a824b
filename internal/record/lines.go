package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Line is a line of a records file of which only is known what many lines are sorted and
// compared by: a seal that holds vouches for the rest, and a line without one is decoded.
type Line struct {
	ID      uint64 // of the trial, which files write in hexadecimal
	Machine string // that measured it, "" if the line does not say
	Body    []byte // without seal and newline, until the next line is read
	Text    []byte // whole, with its newline, until the next line is read
	Offset  int64  // of Text in the file
}

// Failed reports whether the trial failed.
func (l Line) Failed() bool { return bytes.Contains(l.Body, []byte(`,"failed":"`)) }

// Unseeded reports whether the counts are no function of the trial.
func (l Line) Unseeded() bool { return bytes.Contains(l.Body, []byte(`,"unseeded":true`)) }

// idAt is where a line has its id.
var idAt = append(bytes.Clone(thisSchema), `id":"`...)

// ScanLines calls each for every line of a records file. As with [ReadFile], a last line that
// is cut off is left out, and told as a [*TruncatedError] at the end; the error of a line that
// was damaged names the file and the line. Ids may come twice.
func ScanLines(in io.Reader, name string, each func(Line) error) error {
	r := bufio.NewReaderSize(in, 1<<20)
	lines := &Reader{name: name, in: r}
	offset := int64(0)
	for n := 1; ; n++ {
		text, err := lines.readLine()
		if err == io.EOF {
			if len(text) > 0 {
				return &TruncatedError{Path: name, Line: n, Offset: offset}
			}
			return nil
		}
		var line Line
		if err == nil {
			line, err = ParseLine(text)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		line.Offset = offset
		if err := each(line); err != nil {
			return err
		}
		offset += int64(len(text))
	}
}

// ParseLine reads one line, with its newline, as [ScanLines] does; its Offset is 0.
func ParseLine(text []byte) (Line, error) {
	body, machine, sealed, err := unseal(text[:len(text)-1])
	if err != nil {
		return Line{}, err
	}
	if !sealed {
		if len(bytes.TrimSpace(body)) == 0 {
			return Line{}, errors.New("the line is empty; must be one JSON object")
		}
		if _, err := decodeBody(body, false); err != nil {
			return Line{}, err
		}
	}
	const digits = 16
	if len(body) < len(idAt)+digits || !bytes.HasPrefix(body, idAt) {
		if err := checkSchema(body); err != nil {
			return Line{}, err
		}
		return Line{}, errors.New("does not begin with schema and id, as a run writes it")
	}
	id, err := strconv.ParseUint(string(body[len(idAt):len(idAt)+digits]), 16, 64)
	if err != nil {
		return Line{}, fmt.Errorf("id: %w", err)
	}
	return Line{ID: id, Machine: machine, Body: body, Text: text}, nil
}

// OpenRecords opens the records of a results folder, plain or compressed, to be read.
func OpenRecords(dir string) (io.ReadCloser, error) { return openRecords(recordsPath(dir)) }
