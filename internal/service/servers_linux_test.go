package service

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestServers: the parts of servers answer as those of this process do. It is skipped where
// there is no server, and says so.
func TestServers(t *testing.T) {
	if err := ServersLack(); err != nil {
		t.Skip(err)
	}
	rows := []uint64{1, 2, 3, 1<<64 - 1, 1 << 63}
	p, err := Servers(1000, rows)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s := &Service{Parts: p, Nulls: true}
	got := answersOf(t, s, rows, 1, 1, 9, 9, 1<<64-1, 1<<63)
	for i, want := range []End{Read, Cached, Read, Cached, Read, Read} {
		if got[i] != want {
			t.Fatalf("request %d ended at %v, want %v", i, got[i], want)
		}
	}
	for _, bytes := range []func() (uint64, error){p.Cache.Bytes, p.Store.Bytes} {
		if n, err := bytes(); n == 0 || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
	}
}

// TestServersEnd: a process that is killed leaves no server and no folder behind.
func TestServersEnd(t *testing.T) {
	if err := ServersLack(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	if os.Getenv("FILTERBENCH_CHILD") != "" {
		if _, err := Servers(10, []uint64{1}); err != nil {
			t.Fatal(err)
		}
		os.WriteFile(os.Getenv("FILTERBENCH_CHILD"), nil, 0o600)
		time.Sleep(time.Minute)
	}
	ready := filepath.Join(dir, "ready")
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	for up := tmp; len(up) > 4; up = filepath.Dir(up) {
		os.Chmod(up, 0o777)
	}
	c := exec.Command(os.Args[0], "-test.run", "^TestServersEnd$")
	c.Env = append(os.Environ(), "FILTERBENCH_CHILD="+ready, "TMPDIR="+tmp)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	left := func() int {
		list, _ := filepath.Glob(filepath.Join(tmp, "filterbench-*"))
		return len(list)
	}
	for range 600 {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if n := left(); n != 2 {
		c.Process.Kill()
		t.Fatalf("%d servers have folders, want 2", n)
	}
	c.Process.Kill()
	c.Wait()
	for range 300 {
		if left() == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("%d folders are left", left())
}
