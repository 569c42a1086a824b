package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"filterbench/internal/replace"
)

// syncEvery is how much measuring a crash of the machine may cost. A crash of
// the program alone costs nothing: a line is with the kernel once Append returns.
const syncEvery = time.Second

// Writer appends records to a file. A line is written whole or not at all: what
// a killed process or a full disk leaves of a line is cut off, so the file
// always is a prefix of what was appended. It is safe for concurrent use.
type Writer struct {
	path string
	stop chan struct{} // closed by Close
	done chan struct{} // closed when the syncing goroutine has ended

	mu     sync.Mutex
	file   file
	size   int64           // bytes in whole lines
	seen   map[string]bool // ids in the file
	dirty  bool            // lines were written since the last sync
	broken error           // the file could not be restored, or not be synced
}

// file is the part of *os.File that the Writer needs after opening; tests
// put a failing disk in its place.
type file interface {
	io.Writer
	Truncate(size int64) error
	Sync() error
	Close() error
}

// OpenWriter opens a records file for appending, creating it and its folder when
// they are missing, and returns the records that it holds. A line that a killed
// run left incomplete is cut off. With keep, which is given all records and answers for
// each, those of which it says no are taken out of the file first, in one step: whoever is
// killed meanwhile leaves the file of before or the one of after. The file stays locked
// against other writers until Close. The error says what to do about it; nothing in the file
// is changed then.
func OpenWriter(path string, keep func(all []Record) func(Record) bool) (*Writer, []Record, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, fmt.Errorf("results: %w; choose a folder that can be written", err)
	}
	if _, err := os.Stat(path + zipped); err == nil {
		return nil, nil, fmt.Errorf("results: %s is compressed, and a run adds only to a plain file; gunzip it first", path+zipped)
	}
	f, err := openLocked(path)
	if err != nil {
		return nil, nil, err
	}
	w, records, err := newWriterOf(f, path, keep)
	if err != nil {
		f.Close() // gives the lock back too
		return nil, nil, err
	}
	go w.syncLoop()
	return w, records, nil
}

// openLocked opens a file and locks it. Whoever replaces a file holds the locks of the old
// one and of the new: a lock on a file that is no longer the one at path is worth nothing,
// and is tried again.
func openLocked(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return nil, fmt.Errorf("results: %w; choose a folder that can be written", err)
		}
		if err := lock(f); err != nil {
			f.Close()
			return nil, fmt.Errorf("results: %s: %w", path, err)
		}
		mine, err := f.Stat()
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("results: %w", err)
		}
		if there, err := os.Stat(path); err == nil && os.SameFile(mine, there) {
			return f, nil
		}
		f.Close()
	}
}

// newWriterOf reads what a locked file holds, cuts off an incomplete last line and takes out
// what is not to be kept.
func newWriterOf(f *os.File, path string, keep func(all []Record) func(Record) bool) (*Writer, []Record, error) {
	removeTemporaries(path)
	var records []Record
	r := NewReader(f, path)
	for r.Scan() {
		records = append(records, r.Record())
	}
	if err := r.Err(); err != nil {
		return nil, nil, fmt.Errorf("results: %w", err)
	}
	if offset, cut := r.Truncated(); cut {
		if err := f.Truncate(offset); err != nil {
			return nil, nil, fmt.Errorf("results: %w", err)
		}
	}
	if keep != nil {
		next, kept, err := replaceKept(f, path, records, keep(records))
		if err != nil {
			return nil, nil, fmt.Errorf("results: writing %s: %w; the records before it are kept", path, bare(err))
		}
		if next != f {
			f.Close() // nobody can come to its lock any more
		}
		f, records = next, kept
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, fmt.Errorf("results: %w", err)
	}
	w := newWriter(f, path, info.Size())
	for _, r := range records {
		w.seen[r.ID] = true
	}
	return w, records, nil
}

// replaceKept takes out of a locked file the records of which keep says no. It returns the file
// that has the others, which is the same if they are all.
func replaceKept(f *os.File, path string, records []Record, keep func(Record) bool) (*os.File, []Record, error) {
	if keep == nil || !slices.ContainsFunc(records, func(r Record) bool { return !keep(r) }) {
		return f, records, nil
	}
	var text bytes.Buffer
	var kept []Record
	at := 0
	err := ScanLines(io.NewSectionReader(f, 0, 1<<62), path, func(l Line) error {
		if keep(records[at]) {
			kept = append(kept, records[at])
			text.Write(l.Text)
		}
		at++
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	next, err := replaceLocked(path, text.Bytes())
	return next, kept, err
}

// replaceLocked puts a file of that text in the place of the one at path, and returns it
// open for appending, and locked since before it was there for others to see.
func replaceLocked(path string, text []byte) (*os.File, error) {
	next, err := replace.Create(path)
	if err != nil {
		return nil, err
	}
	if _, err := next.Write(text); err != nil {
		next.Abandon()
		return nil, err
	}
	if err := next.Close(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(next.Name(), os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		next.Remove()
		return nil, err
	}
	if err = lock(f); err != nil {
		next.Remove()
	} else {
		err = next.Rename()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func newWriter(f file, path string, size int64) *Writer {
	return &Writer{
		path: path, file: f, size: size, seen: map[string]bool{},
		stop: make(chan struct{}), done: make(chan struct{}),
	}
}

// Append writes one record. After an error the file holds what it held before
// the call; if even that could not be achieved, every later call fails. A trial
// that is in the file already is refused.
func (w *Writer) Append(r Record) error {
	line, err := r.Encode()
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.broken != nil:
		return w.broken
	case w.seen[r.ID]:
		return fmt.Errorf("results: %s: trial %s is recorded already", w.path, r.ID)
	}
	if n, err := w.file.Write(line); err != nil || n < len(line) {
		return w.takeBack(err)
	}
	w.size += int64(len(line))
	w.seen[r.ID] = true
	w.dirty = true
	return nil
}

// takeBack removes a line that was written in part, and words the error.
func (w *Writer) takeBack(cause error) error {
	if cause == nil {
		cause = io.ErrShortWrite
	}
	err := fmt.Errorf("results: writing %s: %w; everything measured before is kept", w.path, bare(cause))
	if cut := w.file.Truncate(w.size); cut != nil {
		// The half line stays, but nothing may follow it: the next run cuts it off.
		w.broken = err
	}
	return err
}

// bare takes the operation and path off an error that will be told with both.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// syncLoop makes lines durable about once a second until Close.
func (w *Writer) syncLoop() {
	defer close(w.done)
	tick := time.NewTicker(syncEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			w.sync()
		case <-w.stop:
			return
		}
	}
}

// sync flushes to the disk what was written. It does not hold the lock while the
// disk works, so that Append need not wait. A failure is kept for the next call:
// after one, the kernel may have dropped lines that it had taken.
func (w *Writer) sync() {
	w.mu.Lock()
	dirty := w.dirty
	w.dirty = false
	w.mu.Unlock()
	if !dirty {
		return
	}
	if err := w.file.Sync(); err != nil {
		w.mu.Lock()
		w.broken = fmt.Errorf("results: writing %s to the disk: %w", w.path, bare(err))
		w.mu.Unlock()
	}
}

// Close makes everything durable, unlocks the file and closes it. It returns the
// first error that left the file in doubt.
func (w *Writer) Close() error {
	close(w.stop)
	<-w.done
	w.sync()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.file.Close(); err != nil && w.broken == nil {
		w.broken = fmt.Errorf("results: closing %s: %w", w.path, bare(err))
	}
	return w.broken
}

// ReplaceRecords replaces the records of a results folder, in one step, by what write writes.
// The folder is created when it is missing, and must not be a running run's.
func ReplaceRecords(dir string, write func(*bufio.Writer) error) error {
	path := recordsPath(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("results: %w; choose a folder that can be written", err)
	}
	f, err := openLocked(path)
	if err != nil {
		return err
	}
	defer f.Close()
	removeTemporaries(path)
	next, err := replace.Create(path)
	if err != nil {
		return fmt.Errorf("results: %w; choose a folder that can be written", err)
	}
	w := bufio.NewWriterSize(next, 1<<20)
	if err := write(w); err != nil {
		next.Abandon()
		return err
	}
	if err = w.Flush(); err != nil {
		next.Abandon()
	} else if err = next.Close(); err == nil {
		err = next.Rename()
	}
	if err != nil {
		return fmt.Errorf("results: writing %s: %w; what was there is kept", path, bare(err))
	}
	return nil
}

// Busy reports whether a run is writing into a results folder now.
func Busy(dir string) bool {
	f, err := os.Open(recordsPath(dir))
	if err != nil {
		return false
	}
	defer f.Close() // gives the lock back too
	return lock(f) != nil
}
