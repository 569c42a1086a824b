package service

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"database/sql"

	"github.com/redis/go-redis/v9"
)

// find returns the path of a server's program, "" if it is not here. Debian has those of
// PostgreSQL in folders of their own.
func find(program string) string {
	if path, err := exec.LookPath(program); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil && program == "postgres" {
			return real
		}
		return path
	}
	if list, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + program); len(list) > 0 {
		slices.Sort(list)
		return list[len(list)-1]
	}
	return ""
}

// canStart reports why private servers cannot be started, if so: PostgreSQL refuses to run as
// the superuser, who must then be able to be somebody else.
func canStart() error {
	if os.Getenv(PostgresVariable) != "" || os.Geteuid() != 0 {
		return nil
	}
	if _, err := other(); err != nil {
		return fmt.Errorf("requests to servers are not measured: PostgreSQL does not run as root, and %w", err)
	}
	return nil
}

// other is who runs PostgreSQL where this process is root's; nil where it is not.
func other() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.ParseUint(u.Uid, 10, 32)
			gid, _ := strconv.ParseUint(u.Gid, 10, 32)
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("there is neither a user postgres nor one called nobody")
}

// watch runs a server until its own standard input ends, which it does with the process that
// has its other end, however that ends; then it ends the server and removes its folder. It
// has a group of processes of its own, so that a terminal's interrupt does not reach it.
// What only prepares a server ends by SIGTERM, and may still write while its folder goes.
const watch = `dir=$1; signal=$2; shift 2
"$@" >"$dir/log" 2>&1 </dev/null &
pid=$!
cat >/dev/null
kill -s TERM $pid; kill -s "$signal" $pid; wait $pid
until rm -rf "$dir"; do sleep 0.1; done`

// initThenServe makes the files of a PostgreSQL server and becomes the server.
const initThenServe = `initdb=$1; data=$2; shift 2
"$initdb" -D "$data" -U filterbench --auth=trust --no-sync --locale=C --encoding=UTF8 && exec "$@"`

// held are the ends of pipes that keep servers running.
var held []*os.File

// serve starts a server in a folder, as somebody.
func serve(dir, signal string, as *syscall.Credential, command ...string) error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	c := exec.Command("/bin/sh", append([]string{"-c", watch, "watch", dir, signal}, command...)...)
	c.Stdin, c.Dir = r, dir
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	if err := c.Start(); err != nil {
		return errors.Join(err, w.Close(), r.Close())
	}
	held = append(held, w)
	go c.Wait() // so that it leaves nothing behind if it ends first
	return r.Close()
}

// folder makes a folder for a server's files that belongs to who runs it.
func folder(name string, as *syscall.Credential) (string, error) {
	dir, err := os.MkdirTemp("", "filterbench-"+name+"-")
	if err == nil && as != nil {
		err = os.Chown(dir, int(as.Uid), int(as.Gid))
	}
	return dir, err
}

// startServers starts those that the environment does not name.
func startServers() (at serverAddresses, err error) {
	at = serverAddresses{os.Getenv(RedisVariable), os.Getenv(PostgresVariable)}
	if at.redis == "" {
		if at.redis, err = startRedis(); err != nil {
			return at, fmt.Errorf("service: a private redis-server: %w", err)
		}
	}
	if at.postgres == "" {
		if at.postgres, err = startPostgres(); err != nil {
			return at, fmt.Errorf("service: a private PostgreSQL: %w", err)
		}
	}
	return at, nil
}

func startRedis() (string, error) {
	dir, err := folder("redis", nil)
	if err != nil {
		return "", err
	}
	socket := filepath.Join(dir, "socket")
	if err := serve(dir, "KILL", nil, find("redis-server"), "--port", "0", "--unixsocket", socket, "--unixsocketperm", "700", "--save", "", "--appendonly", "no"); err != nil {
		return "", err
	}
	return socket, eventually(dir, func() error {
		c := redis.NewClient(&redis.Options{Network: "unix", Addr: socket, MaxRetries: -1})
		defer c.Close()
		return c.Ping(context.Background()).Err()
	})
}

func startPostgres() (string, error) {
	as, err := other()
	if err != nil {
		return "", err
	}
	dir, err := folder("postgres", as)
	if err != nil {
		return "", err
	}
	data := filepath.Join(dir, "data")
	if err := serve(dir, "QUIT", as, "/bin/sh", "-c", initThenServe, "initdb", find("initdb"), data,
		find("postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "unix_socket_permissions=0700"); err != nil {
		return "", err
	}
	address := "host=" + dir + " user=filterbench dbname=postgres sslmode=disable"
	return address, eventually(dir, func() error {
		db, err := sql.Open("pgx", address)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.Ping()
	})
}

// eventually asks until a server answers, for half a minute.
func eventually(dir string, ask func() error) (err error) {
	for range 300 {
		if err = ask(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(dir, "log"))
	return fmt.Errorf("it does not answer: %w; it says %.300s", err, log)
}
