package record

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLine bounds the memory that a file which is not records can claim. The
// longest real line, a histogram of every size up to thousands of kicks, is far
// below it.
const maxLine = 16 << 20

// Reader reads a records file line by line, strictly: it accepts what a [Writer]
// writes and stops at the first line that is anything else. Use it like a
// bufio.Scanner:
//
//	for r.Scan() { use(r.Record()) }
//	if err := r.Err(); err != nil { ... }
//
// A last line without its newline is what a killed writer leaves behind. It is
// no error; [Reader.Truncated] reports it.
type Reader struct {
	name   string
	in     *bufio.Reader
	rec    Record
	text   []byte // the line of rec, with its newline
	err    error
	line   int
	offset int64          // of the first byte that is not part of an accepted line
	seen   map[string]int // id to line
	tail   bool           // the input ends in the middle of a line, at offset
}

// NewReader reads from in; name is the file's name, for errors.
func NewReader(in io.Reader, name string) *Reader {
	return &Reader{name: name, in: bufio.NewReaderSize(in, 1<<16), seen: map[string]int{}}
}

// Scan advances to the next record. It returns false at the end of the file, at
// a truncated last line, and at an error.
func (r *Reader) Scan() bool {
	if r.err != nil || r.tail {
		return false
	}
	r.line++
	text, err := r.readLine()
	switch {
	case err == io.EOF:
		r.tail = len(text) > 0
		return false
	case err != nil:
		r.err = fmt.Errorf("%s:%d: %w", r.name, r.line, err)
		return false
	}
	if err := r.accept(text[:len(text)-1]); err != nil {
		r.err = fmt.Errorf("%s:%d: %w", r.name, r.line, err)
		return false
	}
	r.offset += int64(len(text))
	r.text = text
	return true
}

// readLine returns the next line with its newline, or what is left with io.EOF.
func (r *Reader) readLine() ([]byte, error) {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("the line is longer than %d bytes; this is not a records file", maxLine)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// accept decodes a line and demands that its id is new.
func (r *Reader) accept(line []byte) error {
	if len(bytes.TrimSpace(line)) == 0 {
		return errors.New("the line is empty; must be one JSON object")
	}
	rec, err := decode(line)
	if err != nil {
		return err
	}
	if first, ok := r.seen[rec.ID]; ok {
		return fmt.Errorf("trial %s was already on line %d; every trial must be recorded once", rec.ID, first)
	}
	r.seen[rec.ID] = r.line
	r.rec = rec
	return nil
}

// Record returns the record that the last Scan found.
func (r *Reader) Record() Record { return r.rec }

// Err returns the error that stopped Scan, naming file and line, or nil.
func (r *Reader) Err() error { return r.err }

// Truncated reports whether the file ends in the middle of a line, and the
// offset at which that line begins: cut there, the file is whole.
func (r *Reader) Truncated() (offset int64, ok bool) { return r.offset, r.tail }

// TruncatedError says that the last line of a records file is cut off. The
// records before it are good, and are returned along with this error.
type TruncatedError struct {
	Path   string
	Line   int
	Offset int64 // at which the cut line begins
}

// Error says what happened and what to do.
func (e *TruncatedError) Error() string {
	return fmt.Sprintf("%s:%d: the last line is cut off, as by a run that was killed; the same bench run again resumes there", e.Path, e.Line)
}

// ReadFile returns the records of a file, plain or compressed by gzip. If only the last line
// of a plain file is cut off, it returns all others and a [*TruncatedError].
func ReadFile(path string) ([]Record, error) {
	in, err := openRecords(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return readAll(NewReader(in, path))
}

// zipped is what a records file ends in that was compressed by gzip, to be kept or
// published. Runs read such a file and do not add to it.
const zipped = ".gz"

// openRecords opens a records file or, where there is none, the compressed one beside it.
func openRecords(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		if compressed, err := os.Open(path + zipped); err == nil {
			return gunzip(compressed)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	if strings.HasSuffix(path, zipped) {
		return gunzip(f)
	}
	return f, nil
}

func recordsPath(dir string) string { return filepath.Join(dir, RecordsFile) }

// gunzip reads the text of a compressed file, which Close closes.
func gunzip(f *os.File) (io.ReadCloser, error) {
	text, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("results: %s: the compressed data is damaged or cut short: %w", f.Name(), err)
	}
	return struct {
		io.Reader
		io.Closer
	}{text, f}, nil
}

// readAll drains a Reader.
func readAll(r *Reader) ([]Record, error) {
	var records []Record
	for r.Scan() {
		records = append(records, r.Record())
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	if offset, ok := r.Truncated(); ok {
		return records, &TruncatedError{Path: r.name, Line: r.line, Offset: offset}
	}
	return records, nil
}
