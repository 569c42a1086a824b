package record

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestTwoWritersAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), RecordsFile)
	w, _ := mustOpen(t, path)
	_, _, err := OpenWriter(path, nil)
	if want := "results: " + path + ": another run is writing here"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v; want %s", err, want)
	}
	mustClose(t, w)
	w, _ = mustOpen(t, path)
	mustClose(t, w)
}

// TestWriterAtSizeLimit lets the kernel cut a real write short: a process of its
// own, because the limit is the process's, appends until the file may not grow.
func TestWriterAtSizeLimit(t *testing.T) {
	if limit := os.Getenv("RECORD_TEST_LIMIT"); limit != "" {
		appendToLimit(t, os.Getenv("RECORD_TEST_PATH"), limit)
		return
	}
	all := examples()[:2]
	want := lines(all[0])
	path := filepath.Join(t.TempDir(), RecordsFile)
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriterAtSizeLimit$", "-test.v")
	cmd.Env = append(os.Environ(), "RECORD_TEST_PATH="+path, "RECORD_TEST_LIMIT="+strconv.Itoa(len(want)+50))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
		t.Errorf("the file holds\n%s\nwant\n%s", got, want)
	}
}

func appendToLimit(t *testing.T, path, limit string) {
	signal.Ignore(syscall.SIGXFSZ) // so that the write fails instead
	n, err := strconv.ParseUint(limit, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	const forever = ^uint64(0)
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: forever}); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: forever, Max: forever})
	w, _ := mustOpen(t, path)
	all := examples()
	if err := w.Append(all[0]); err != nil {
		t.Fatal(err)
	}
	err = w.Append(all[1])
	want := "results: writing " + path + ": file too large; everything measured before is kept"
	if err == nil || err.Error() != want {
		t.Errorf("error %v\nwant %s", err, want)
	}
	mustClose(t, w)
}

// asNobody runs f on a thread that the file system treats as an ordinary user,
// so that permissions bind when the tests run as root too.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Getuid() != 0 {
		f()
		return
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		err := errors.Join(unix.Setfsgid(65534), unix.Setfsuid(65534))
		if err == nil {
			f()
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "results")
	w, _ := mustOpen(t, filepath.Join(dir, RecordsFile))
	if err := w.Append(examples()[0]); err != nil {
		t.Fatal(err)
	}
	mustClose(t, w)
	if err := WriteManifest(dir, exampleManifest()); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{
		filepath.Join(dir, RecordsFile): 0o444, dir: 0o555, filepath.Dir(dir): 0o755,
		filepath.Dir(filepath.Dir(dir)): 0o755, // else nobody sees the folder at all
	} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	asNobody(t, func() {
		for _, c := range []struct {
			err  error
			want string
		}{
			{second(OpenWriter(filepath.Join(dir, RecordsFile), nil)), "results: open " + dir},
			{second(OpenWriter(filepath.Join(dir, "new.jsonl"), nil)), "results: open " + dir},
			{second(OpenWriter(filepath.Join(dir, "deeper", RecordsFile), nil)), "results: mkdir " + dir},
			{WriteManifest(dir, exampleManifest()), "results: writing " + dir},
		} {
			if !errors.Is(c.err, os.ErrPermission) || !strings.HasPrefix(c.err.Error(), c.want) {
				t.Errorf("error %v; want %s...: permission denied", c.err, c.want)
			}
		}
		if _, records, err := ReadDir(dir); err != nil || len(records) != 1 {
			t.Errorf("reading: %d records, error %v", len(records), err)
		}
	})
}

func second(_ *Writer, _ []Record, err error) error { return err }
