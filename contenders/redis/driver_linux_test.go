package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets this test's own program start a private server, say its process and port, and
// wait to be killed.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "wait" {
		runtime.LockOSThread()
		s, err := private(context.Background())
		if err != nil {
			fmt.Fprintln(os.NewFile(2, ""), err)
			os.Exit(1)
		}
		fmt.Fprintln(os.NewFile(1, ""), s.process.Process.Pid, s.Options().Addr)
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

// TestServerEndsWithUs: a driver that is killed leaves no server, and its server listens to
// this machine alone, wants a password, and writes nothing.
func TestServerEndsWithUs(t *testing.T) {
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("no redis-server here")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	driver := exec.Command(program, "wait")
	out, err := driver.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := driver.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	words := strings.Fields(line)
	if len(words) != 2 {
		driver.Process.Kill()
		t.Fatalf("the driver says %q", line)
	}
	server, _ := strconv.Atoi(words[0])
	if !strings.HasPrefix(words[1], "127.0.0.1:") {
		t.Errorf("the server listens at %s", words[1])
	}
	t.Setenv(addressVariable, words[1])
	if _, err := connect(t.Context()); err == nil || !strings.Contains(err.Error(), "NOAUTH") {
		t.Errorf("without a password: %v", err)
	}
	if err := driver.Process.Kill(); err != nil { // SIGKILL
		t.Fatal(err)
	}
	driver.Wait()
	for range 100 {
		state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", server))
		if syscall.Kill(server, 0) == syscall.ESRCH || err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the server is there 5 s after its driver was killed")
}

// TestReady: what is missing is said in a line.
func TestReady(t *testing.T) {
	t.Setenv(addressVariable, "127.0.0.1:1")
	if err := ready(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "no Redis server at 127.0.0.1:1") {
		t.Errorf("an address without a server: %v", err)
	}
	t.Setenv(addressVariable, "http://x")
	if err := ready(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "http://x") {
		t.Errorf("no address of a server: %v", err)
	}
	t.Setenv(addressVariable, "")
	t.Setenv(moduleVariable, "")
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("no redis-server here")
	}
	if err := ready(t.Context(), []string{"BF.ADD"}); err == nil || !strings.Contains(err.Error(), moduleVariable) {
		t.Errorf("no module: %v", err)
	}
	s, err := private(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	t.Setenv(addressVariable, fmt.Sprintf("redis://:%s@%s", s.Options().Password, s.Options().Addr))
	if err := ready(t.Context(), []string{"GETBIT", "BF.NONE"}); err == nil || !strings.Contains(err.Error(), "no BF.NONE (COMMAND INFO)") {
		t.Errorf("a command that there is not: %v", err)
	}
}
