package record

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// mustOpen opens a writer that the test closes at its end, if it has not.
func mustOpen(t *testing.T, path string) (*Writer, []Record) {
	t.Helper()
	w, records, err := OpenWriter(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w, records
}

func mustClose(t *testing.T, w *Writer) {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWriterResumesAfterAnyCut appends, cuts the file at every byte as a kill
// would, and goes on: the result is the undisturbed file.
func TestWriterResumesAfterAnyCut(t *testing.T) {
	all := examples()[:3]
	want := lines(all...)
	path := filepath.Join(t.TempDir(), "new", "folder", RecordsFile)
	for cut := range len(want) + 1 {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, want[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		w, have := mustOpen(t, path)
		for _, r := range all[len(have):] {
			if err := w.Append(r); err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
		}
		mustClose(t, w)
		if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
			t.Fatalf("cut at %d, the file becomes\n%s\nwant\n%s", cut, got, want)
		}
	}
}

func TestWriterReturnsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	w, have := mustOpen(t, path)
	if len(have) != 0 {
		t.Errorf("a new file holds %d records", len(have))
	}
	all := examples()
	for _, r := range all {
		if err := w.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Append(all[0]); err == nil || !strings.Contains(err.Error(), all[0].ID+" is recorded already") {
		t.Errorf("the same trial again: error %v", err)
	}
	mustClose(t, w)
	w, have = mustOpen(t, path)
	defer mustClose(t, w)
	if len(have) != len(all) || !reflect.DeepEqual(have[0], all[0]) {
		t.Errorf("reopened: %d records; want %d", len(have), len(all))
	}
	if err := w.Append(all[2]); err == nil {
		t.Error("a trial of the file before is appended again")
	}
}

func TestWriterRefusesBadRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	w, _ := mustOpen(t, path)
	defer mustClose(t, w)
	wrongID := examples()[0]
	wrongID.Rep++
	notText := examples()[0]
	notText.Workload = "file(path=\xff)"
	notText.ID = notText.Trial.ID()
	for name, r := range map[string]Record{"id": wrongID, "text": notText, "empty": {}} {
		if err := w.Append(r); err == nil {
			t.Errorf("%s: appended", name)
		}
	}
	if text, _ := os.ReadFile(path); len(text) != 0 {
		t.Errorf("the file holds %q", text)
	}
}

func TestOpenWriterRefusesCorruptFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	text := append(lines(examples()[0]), "{}\nhalf"...)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := OpenWriter(path, nil)
	if want := path + `:2: no field "schema"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v; want %s", err, want)
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, text) {
		t.Error("the file was changed")
	}
}

func TestOpenWriterBadFolder(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, err := OpenWriter(filepath.Join(blocked, RecordsFile), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "results: mkdir "+blocked) {
		t.Errorf("error %v", err)
	}
}

func TestWriterIsConcurrent(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	w, _ := mustOpen(t, path)
	const writers, each = 8, 20
	var group sync.WaitGroup
	errs := make([]error, writers)
	for g := range writers {
		group.Go(func() {
			for i := range each {
				r := examples()[0]
				r.Rep = g*each + i
				r.ID = r.Trial.ID()
				errs[g] = errors.Join(errs[g], w.Append(r))
			}
		})
	}
	group.Wait()
	mustClose(t, w)
	records, err := ReadFile(path)
	if err = errors.Join(append(errs, err)...); err != nil || len(records) != writers*each {
		t.Errorf("%d records, error %v; want %d", len(records), err, writers*each)
	}
}

// disk is a file in memory with room for so many bytes.
type disk struct {
	text    []byte
	room    int
	stuck   bool  // Truncate fails
	syncErr error // of Sync
	short   bool  // Write is short without an error
	syncs   int
}

func (d *disk) Write(p []byte) (int, error) {
	n := min(len(p), d.room-len(d.text))
	d.text = append(d.text, p[:n]...)
	if n < len(p) && !d.short {
		return n, &os.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC}
	}
	return n, nil
}

func (d *disk) Truncate(size int64) error {
	if d.stuck {
		return syscall.EIO
	}
	d.text = d.text[:size]
	return nil
}

func (d *disk) Sync() error  { d.syncs++; return d.syncErr }
func (d *disk) Close() error { return nil }

// onDisk returns a writer whose syncing goroutine is not running.
func onDisk(d *disk) *Writer {
	w := newWriter(d, "results/x/records.jsonl", 0)
	close(w.done)
	return w
}

func TestWriterOnFullDisk(t *testing.T) {
	all := examples()
	first := lines(all[0])
	for _, short := range []bool{false, true} {
		t.Run(fmt.Sprint("short=", short), func(t *testing.T) {
			d := &disk{room: len(first) + 30, short: short}
			w := onDisk(d)
			if err := w.Append(all[0]); err != nil {
				t.Fatal(err)
			}
			err := w.Append(all[1])
			cause := map[bool]string{false: "no space left on device", true: "short write"}[short]
			want := "results: writing results/x/records.jsonl: " + cause + "; everything measured before is kept"
			if err == nil || err.Error() != want {
				t.Errorf("error %v\nwant %s", err, want)
			}
			if !bytes.Equal(d.text, first) {
				t.Errorf("the disk holds\n%s\nwant\n%s", d.text, first)
			}
			d.room, d.short = 1<<20, false // somebody made room
			if err := w.Append(all[1]); err != nil {
				t.Errorf("with room again: %v", err)
			}
			if want := lines(all[:2]...); !bytes.Equal(d.text, want) {
				t.Errorf("with room again the disk holds\n%s\nwant\n%s", d.text, want)
			}
		})
	}
}

// TestWriterOnStuckDisk: when a half line cannot be cut off, nothing is written
// behind it, where it would spoil a good line.
func TestWriterOnStuckDisk(t *testing.T) {
	d := &disk{room: 30, stuck: true}
	w := onDisk(d)
	first := w.Append(examples()[0])
	d.room = 1 << 20
	second := w.Append(examples()[1])
	if first == nil || second == nil || len(d.text) != 30 {
		t.Errorf("errors %v, %v; the disk holds %d bytes", first, second, len(d.text))
	}
	if err := w.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Close returns %v", err)
	}
}

func TestWriterSyncs(t *testing.T) {
	d := &disk{room: 1 << 20}
	w := onDisk(d)
	w.sync()
	if d.syncs != 0 {
		t.Error("nothing was written, yet it was synced")
	}
	if err := w.Append(examples()[0]); err != nil {
		t.Fatal(err)
	}
	w.sync()
	w.sync()
	if d.syncs != 1 {
		t.Errorf("one line, %d syncs; want 1", d.syncs)
	}
	if err := w.Append(examples()[1]); err != nil {
		t.Fatal(err)
	}
	d.syncErr = syscall.EIO
	if err := w.Close(); d.syncs != 2 || !errors.Is(err, syscall.EIO) {
		t.Errorf("Close: %d syncs, error %v; want a second sync and its error", d.syncs, err)
	}
	if err := w.Append(examples()[2]); !errors.Is(err, syscall.EIO) {
		t.Errorf("Append after a failed sync: error %v", err)
	}
}
