package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// What names the server and the module of a private one.
const (
	addressVariable = "FILTERBENCH_REDIS"      // host:port, or redis://user:password@host:port/database, or unix://path
	moduleVariable  = "FILTERBENCH_REDISBLOOM" // the file of RedisBloom's module
)

// keyLife is after which time a filter on a server expires if the driver could not delete it.
const keyLife = 10 * time.Minute

// server is a connection, and the process behind it if it is a private one.
type server struct {
	*redis.Client
	process *exec.Cmd
	ended   chan struct{} // closed when the process has
	keys    []string      // to delete in the end

	refusals map[string]bool // what it said of keys that it refused
}

// ready says in one line what is missing, if anything is, without starting a server.
func ready(ctx context.Context, commands []string) error {
	if os.Getenv(addressVariable) != "" {
		s, err := connect(ctx)
		if err != nil {
			return err
		}
		defer s.close()
		if len(commands) == 0 {
			return nil
		}
		known, err := s.Do(ctx, append([]any{"COMMAND", "INFO"}, anys(commands)...)...).Slice()
		if err != nil {
			return fmt.Errorf("COMMAND INFO: %w", err)
		}
		for i, about := range known {
			if about == nil {
				return fmt.Errorf("the server at %s has no %s (COMMAND INFO)", os.Getenv(addressVariable), commands[i])
			}
		}
		return nil
	}
	if _, err := exec.LookPath("redis-server"); err != nil {
		return errors.New("no redis-server here: apt-get install redis-server, or --redis ADDRESS")
	}
	module := os.Getenv(moduleVariable)
	if len(commands) == 0 {
		return nil
	}
	if module == "" {
		return fmt.Errorf("%s names no module RedisBloom, and --redis no server that has it", moduleVariable)
	}
	_, err := os.Stat(module)
	return err
}

func anys(words []string) (list []any) {
	for _, w := range words {
		list = append(list, w)
	}
	return list
}

// connect returns the server that is named, or a private one.
func connect(ctx context.Context) (*server, error) {
	address := os.Getenv(addressVariable)
	if address == "" {
		return private(ctx)
	}
	options := &redis.Options{Network: "tcp", Addr: address}
	if strings.Contains(address, "://") {
		var err error
		if options, err = redis.ParseURL(address); err != nil {
			return nil, fmt.Errorf("%s=%s: %w", addressVariable, address, err)
		}
	}
	s := &server{Client: client(options), refusals: map[string]bool{}}
	if err := s.Ping(ctx).Err(); err != nil {
		s.Close()
		return nil, fmt.Errorf("no Redis server at %s: %w", address, err)
	}
	return s, nil
}

// client has one connection, patience for commands that take long, and no second try: a
// command that is sent twice would count twice.
func client(o *redis.Options) *redis.Client {
	o.PoolSize, o.MaxRetries = 1, -1
	o.ReadTimeout, o.WriteTimeout = time.Minute, time.Minute
	o.Protocol, o.DisableIdentity = 2, true
	return redis.NewClient(o)
}

// private starts a server on a free port of the loopback that keeps nothing on disk, takes
// its settings from its standard input, and ends with this program.
func private(ctx context.Context) (*server, error) {
	program, err := exec.LookPath("redis-server")
	if err != nil {
		return nil, errors.New("no redis-server here")
	}
	for try := 0; ; try++ {
		s, err := start(ctx, program)
		if err == nil || try == 4 {
			return s, err // or somebody took the port meanwhile
		}
	}
}

func start(ctx context.Context, program string) (*server, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().(*net.TCPAddr)
	free.Close()
	password := rand.Text()
	config := fmt.Sprintf("bind 127.0.0.1\nport %d\nrequirepass %s\nsave \"\"\nappendonly no\ndir /\ndatabases 1\ncrash-memcheck-enabled no\nloglevel warning\n", address.Port, password)
	if module := os.Getenv(moduleVariable); module != "" {
		config += fmt.Sprintf("loadmodule %q\n", module)
	}
	process := exec.Command(program, "-")
	process.Stdin = strings.NewReader(config)
	var said strings.Builder
	process.Stdout = &said
	endWithUs(process)
	if err := process.Start(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() { process.Wait(); close(ended) }()
	s := &server{Client: client(&redis.Options{Addr: address.String(), Password: password}), process: process, ended: ended, refusals: map[string]bool{}}
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		if err = s.Ping(ctx).Err(); err == nil {
			return s, nil
		}
		select {
		case <-ended:
			s.Close()
			return nil, fmt.Errorf("redis-server ended at once: %.300s", strings.ReplaceAll(strings.TrimSpace(said.String()), "\n", "; "))
		case <-time.After(wait):
		}
	}
}

// close deletes what was made, and ends a private server.
func (s *server) close() {
	if s.process != nil {
		s.process.Process.Kill()
		<-s.ended
	} else if len(s.keys) > 0 {
		s.Del(context.Background(), s.keys...)
	}
	s.Close()
}

// version returns that of the server and of its module.
func (s *server) version(ctx context.Context) (string, error) {
	info, err := s.Info(ctx, "server", "modules").Result()
	if err != nil {
		return "", err
	}
	text := ""
	for line := range strings.Lines(info) {
		line = strings.TrimSpace(line)
		if v, ok := strings.CutPrefix(line, "redis_version:"); ok {
			text = v
		}
		if strings.HasPrefix(line, "module:name=bf,") {
			var number int
			if _, rest, ok := strings.Cut(line, "ver="); ok {
				fmt.Sscan(strings.SplitN(rest, ",", 2)[0], &number)
			}
			text += fmt.Sprintf(", RedisBloom %d.%d.%d", number/10000, number/100%100, number%100)
		}
	}
	return text, nil
}
