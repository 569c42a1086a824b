package redis_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// moduleVariable names the module RedisBloom 2.8 for a redis-server that is installed.
const moduleVariable = "FILTERBENCH_REDISBLOOM"

// real is a server of its own, reached through a socket in a directory of its own: no port
// is open, and it ends with the process that started it.
type real struct {
	conn net.Conn
	in   *bufio.Reader
}

func startServer(t *testing.T) *real {
	t.Helper()
	module := os.Getenv(moduleVariable)
	if module == "" {
		t.Skipf("no real server: %s names no RedisBloom module", moduleVariable)
	}
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Skipf("no real server: %v", err)
	}
	dir, err := os.MkdirTemp("", "redis") // t.TempDir is too long for the name of a socket
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "socket")
	var log bytes.Buffer
	server := exec.Command(program, "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no",
		"--dir", dir, "--crash-memcheck-enabled", "no", "--loadmodule", module)
	server.Stdout, server.Stderr = &log, &log
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
		os.RemoveAll(dir)
		if t.Failed() {
			t.Logf("the server says:\n%s", log.String())
		}
	})
	for wait := time.Millisecond; wait < 10*time.Second; wait *= 2 {
		time.Sleep(wait)
		if conn, err := net.Dial("unix", socket); err == nil {
			return &real{conn, bufio.NewReader(conn)}
		}
	}
	t.Fatal("the server does not come up")
	return nil
}

// do runs commands in one go and returns the replies in the notation of redis.Server.
func (s *real) do(commands [][]string) ([]string, error) {
	s.conn.SetDeadline(time.Now().Add(60 * time.Second))
	go func() {
		var out bytes.Buffer
		for _, c := range commands {
			fmt.Fprintf(&out, "*%d\r\n", len(c))
			for _, word := range c {
				fmt.Fprintf(&out, "$%d\r\n%s\r\n", len(word), word)
			}
		}
		s.conn.Write(out.Bytes()) // what goes wrong shows where replies are read
	}()
	replies := make([]string, len(commands))
	for i := range commands {
		reply, err := s.reply()
		if err != nil {
			return nil, fmt.Errorf("%v: %w", commands[i], err)
		}
		replies[i] = text(reply)
	}
	return replies, nil
}

// reply reads one: an int64, a string, an error, nil or a list of these.
func (s *real) reply() (any, error) {
	line, err := s.in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	line = strings.TrimSuffix(line, "\r\n")
	kind, rest := line[0], line[1:]
	switch kind {
	case '+':
		return rest, nil
	case '-':
		return errors.New(rest), nil
	}
	n, err := strconv.ParseInt(rest, 10, 64)
	if err != nil || kind == ':' || n < 0 {
		if kind != ':' {
			return nil, err
		}
		return n, err
	}
	if kind == '$' {
		data := make([]byte, n+2)
		_, err := io.ReadFull(s.in, data)
		return string(data[:n]), err
	}
	list := make([]any, n)
	for i := range list {
		if list[i], err = s.reply(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// text gives a reply the notation of redis.Server.
func text(reply any) string {
	switch r := reply.(type) {
	case error:
		return "ERR " + r.Error()
	case nil:
		return "None"
	case []any:
		var parts []string
		if r[0] == "Size" || r[0] == "Capacity" { // names and values
			for i := 0; i+1 < len(r); i += 2 {
				parts = append(parts, text(r[i])+"="+text(r[i+1]))
			}
			return strings.Join(parts, "; ")
		}
		for _, one := range r {
			parts = append(parts, text(one))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprint(reply)
}

// tables returns size and digest of what SCANDUMP gives after its header.
func (s *real) tables(prefix, name string) (string, error) {
	digest, size := sha256.New(), 0
	for at := int64(0); ; {
		if err := s.send(prefix+"SCANDUMP", name, fmt.Sprint(at)); err != nil {
			return "", err
		}
		reply, err := s.reply()
		if err != nil {
			return "", err
		}
		chunk, ok := reply.([]any)
		if !ok || len(chunk) != 2 {
			return "", fmt.Errorf("SCANDUMP gives %v", reply)
		}
		next, _ := chunk[0].(int64)
		if next == 0 {
			return fmt.Sprintf("%d bytes, %x", size, digest.Sum(nil)), nil
		}
		if at != 0 {
			data, _ := chunk[1].(string)
			size += len(data)
			io.WriteString(digest, data)
		}
		at = next
	}
}

func (s *real) send(words ...string) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "*%d\r\n", len(words))
	for _, word := range words {
		fmt.Fprintf(&out, "$%d\r\n%s\r\n", len(word), word)
	}
	_, err := s.conn.Write(out.Bytes())
	return err
}
