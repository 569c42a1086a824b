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

// TestServersEnd: a process that is killed leaves no server and no folder behind, while one is
// made and while they serve.
func TestServersEnd(t *testing.T) {
	if err := ServersLack(); err != nil {
		t.Skip(err)
	}
	if ready := os.Getenv("FILTERBENCH_CHILD"); ready != "" {
		if _, err := Servers(10, []uint64{1}); err != nil {
			t.Fatal(err)
		}
		os.WriteFile(ready, nil, 0o600)
		time.Sleep(time.Minute)
	}
	for name, sign := range map[string]string{"while they serve": "ready", "while one is made": "tmp/filterbench-postgres-*/data"} {
		t.Run(name, func(t *testing.T) { killedAt(t, sign) })
	}
}

// killedAt kills a process that starts servers as soon as a file is there.
func killedAt(t *testing.T, sign string) {
	dir := t.TempDir()
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		t.Fatal(err)
	}
	for up := tmp; len(up) > 4; up = filepath.Dir(up) {
		os.Chmod(up, 0o777) // PostgreSQL is somebody else where this is root
	}
	c := exec.Command(os.Args[0], "-test.run", "^TestServersEnd$")
	c.Env = append(os.Environ(), "FILTERBENCH_CHILD="+filepath.Join(dir, "ready"), "TMPDIR="+tmp)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	count := func(pattern string) int {
		list, _ := filepath.Glob(filepath.Join(dir, pattern))
		return len(list)
	}
	for i := 0; i < 6000 && count(sign) == 0; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	seen, folders := count(sign), count("tmp/filterbench-*")
	c.Process.Kill()
	c.Wait()
	if seen == 0 || folders != 2 {
		t.Fatalf("%d servers have folders, want 2", folders)
	}
	for range 300 {
		if count("tmp/filterbench-*") == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("%d folders are left", count("tmp/filterbench-*"))
}
