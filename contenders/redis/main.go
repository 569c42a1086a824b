// Command driver drives filters that a Redis server has, as contenders/PROTOCOL.md asks:
// bits of a string, and the filters of RedisBloom. The server is the one that
// FILTERBENCH_REDIS names, or a private one that ends with the driver.
//
//	driver                      a job on standard input, its answer on standard output
//	driver ready COMMAND...     whether there is a server with the commands, or what is missing
//
// Keys go out in pipelines, and how many round trips that took is part of the answer. The
// memory of a filter is what the server says of it. A filter's name on a server that others
// use is a random one, which expires by itself should the driver be killed.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/redis/go-redis/v9"
)

func main() {
	redis.SetLogger(quiet{}) // what goes wrong is said once, by an error
	runtime.LockOSThread()   // a private server ends with the thread that started it
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// quiet drops what the client would print of each attempt to reach a server.
type quiet struct{}

func (quiet) Printf(context.Context, string, ...any) {}

func run(args []string) error {
	ctx := context.Background()
	if len(args) > 0 && args[0] == "ready" {
		return ready(ctx, args[1:])
	}
	job, err := readJob(os.Stdin)
	if err != nil {
		return err
	}
	s, err := connect(ctx)
	if err != nil {
		return err
	}
	defer s.close()
	d := &driver{ctx: ctx, job: job, server: s}
	if err := d.drive(); err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	d.say(out)
	return out.Flush()
}
