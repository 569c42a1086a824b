package workloads

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// maxKey is the longest key that a file may hold, in bytes. A longer line means
// that the file is not a list of keys.
const maxKey = 1 << 16

// fileBudget bounds what is held of a file of keys, in bytes; 0 is no bound.
var fileBudget atomic.Uint64

// LimitFiles bounds the memory that each file of keys may take from now on, in bytes: one
// that needs more is an error when it is read, even one that never ends.
func LimitFiles(bytes uint64) { fileBudget.Store(bytes) }

// FileFacts say what was found in a file of keys.
type FileFacts struct {
	Path     string // as the system knows it
	SHA256   string // of the file as it is stored, in hexadecimal
	Gzip     bool   // the file is compressed
	Bytes    uint64 // length of the keys that were read, without ends of lines
	Lines    uint64 // lines read: Empty + Distinct + Repeated
	Empty    uint64 // lines without a key
	Distinct uint64 // different keys
	Repeated uint64 // lines that repeat an earlier key; the key counts once
}

// Copies say how often the keys of a file come.
type Copies struct {
	Above []uint64 // how many keys have more than 1, 2, 3, ... copies, up to 255
	Most  uint64   // copies of the key that has most
}

// CountCopies reads a file of keys and says what is in it, and how often keys come. Its error
// names the file and the line at fault.
func CountCopies(path string) (*FileFacts, Copies, error) {
	const mostAbove = 255
	keys, facts, err := readFile(path)
	if err != nil {
		return nil, Copies{}, err
	}
	f := Copies{Most: 1}
	for _, again := range keys.again {
		f.Most = max(f.Most, again+1)
		for uint64(len(f.Above)) < min(again, mostAbove) {
			f.Above = append(f.Above, 0)
		}
		for i := range min(again, mostAbove) {
			f.Above[i]++
		}
	}
	return facts, f, nil
}

// readFile reads the keys of a file, one a line, plain or compressed by gzip.
// Errors name the file, and the line where one is to blame.
func readFile(path string) (*collector, *FileFacts, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil {
		return nil, nil, err
	} else if info.IsDir() {
		return nil, nil, fmt.Errorf("%s: is a directory; give a file with one key a line", path)
	}
	digest := sha256.New()
	keys, facts, err := readKeys(io.TeeReader(f, digest))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	facts.Path, facts.SHA256 = path, hex.EncodeToString(digest.Sum(nil))
	return keys, facts, nil
}

// readKeys reads keys to the end of r. It decides by the first two bytes whether
// they are compressed. A carriage return before the end of a line belongs to
// the end; other bytes are part of keys, zeros too.
func readKeys(r io.Reader) (*collector, *FileFacts, error) {
	facts := &FileFacts{}
	plain, err := decompress(r, facts)
	if err != nil {
		return nil, nil, err
	}
	keys := &collector{}
	lines := bufio.NewScanner(plain)
	lines.Buffer(nil, maxKey+len("\r\n")+1)
	for lines.Scan() {
		facts.Lines++
		if err := keys.line(lines.Bytes(), facts); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", facts.Lines, err)
		}
		if most := fileBudget.Load(); facts.Lines%1024 == 0 && most > 0 && keys.held() > most {
			return nil, nil, fmt.Errorf("line %d: the %d keys before it take %.3g GiB to hold, and the budget is %.3g GiB (flag --memory)",
				facts.Lines, facts.Distinct, float64(keys.held())/(1<<30), float64(most)/(1<<30))
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, nil, fmt.Errorf("line %d: %w", facts.Lines+1, errLongKey)
	case err != nil && facts.Gzip:
		return nil, nil, fmt.Errorf("after line %d: the compressed data is damaged or cut short: %w", facts.Lines, err)
	case err != nil:
		return nil, nil, fmt.Errorf("after line %d: %w", facts.Lines, err)
	case facts.Lines == 0:
		return nil, nil, errors.New("is empty; give a file with one key a line")
	case facts.Distinct == 0:
		return nil, nil, fmt.Errorf("all %d lines are empty; give a file with one key a line", facts.Lines)
	}
	return keys, facts, nil
}

var errLongKey = fmt.Errorf("is longer than %d bytes; give a file with one key a line", maxKey)

// line counts one line and adds its key.
func (c *collector) line(key []byte, facts *FileFacts) error {
	facts.Bytes += uint64(len(key))
	switch {
	case len(key) > maxKey:
		return errLongKey
	case len(key) == 0:
		facts.Empty++
	case c.len() == maxCorpus:
		return fmt.Errorf("more than %d distinct keys", uint64(maxCorpus))
	case c.add(key):
		facts.Distinct++
	default:
		facts.Repeated++
	}
	return nil
}

// decompress returns the text of r and notes whether r was compressed.
func decompress(r io.Reader, facts *FileFacts) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, 1<<16)
	magic, err := buffered.Peek(2)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return buffered, nil
	}
	facts.Gzip = true
	text, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, fmt.Errorf("the compressed data is damaged or cut short: %w", err)
	}
	return text, nil
}
