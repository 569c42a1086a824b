package service

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	_ "github.com/jackc/pgx/v5/stdlib" // PostgreSQL's protocol, for database/sql
	"github.com/redis/go-redis/v9"
)

// Variables of the environment that name servers to use in place of private ones. What is in
// the Redis server's database is flushed, and its bound of memory set; PostgreSQL gets a table
// filterbench_rows, which is dropped in the end.
const (
	RedisVariable    = "FILTERBENCH_REDIS"    // an address for clients, such as 127.0.0.1:6379 or a path
	PostgresVariable = "FILTERBENCH_POSTGRES" // a connection string
)

// Redis has no bound of entries, so that its memory is bounded by what those take that say
// that a key has a row; they are as long as a row of a real table. What the connection needs
// besides is left to it.
const (
	rowBytes   = 1000
	entryBytes = rowBytes + 136 // with the key and its place in the table
	spareBytes = 32 << 10
)

var cachedRow = "1" + strings.Repeat(" ", rowBytes-1)

// addresses are those of the servers of this process, which are started once.
var addresses = sync.OnceValues(startServers)

type serverAddresses struct{ redis, postgres string }

// Servers makes parts of servers: Redis, which lets go of about what was not used for longest,
// and PostgreSQL with a row for each key. They are those that the environment names, or
// private ones, without a port, that end with this process however it ends.
func Servers(entries int, keys []uint64) (p Parts, err error) {
	at, err := addresses()
	if err != nil {
		return Parts{}, err
	}
	cache, err := openRedis(at.redis, entries)
	if err != nil {
		return Parts{}, wrap("Redis", err)
	}
	p.Cache = cache
	store, err := openSQL("pgx", at.postgres, sqlWords{
		create: "drop table if exists filterbench_rows; create table filterbench_rows (key bigint primary key, value bigint not null)",
		insert: "insert into filterbench_rows values ($1, 1)",
		read:   "select value from filterbench_rows where key = $1",
		bytes:  "select pg_total_relation_size('filterbench_rows')",
		drop:   "drop table filterbench_rows",
	}, keys)
	if err != nil {
		return Parts{}, errors.Join(err, p.Close())
	}
	p.Store = store
	return p, nil
}

// redisCache is a cache in Redis.
type redisCache struct{ client *redis.Client }

func openRedis(address string, entries int) (*redisCache, error) {
	network := "tcp"
	if filepath.IsAbs(address) {
		network = "unix"
	}
	c := &redisCache{redis.NewClient(&redis.Options{Network: network, Addr: address, DisableIdentity: true, MaxRetries: -1, PoolSize: 1})}
	if err := c.bound(entries); err != nil {
		c.client.Close()
		return nil, err
	}
	return c, nil
}

// bound empties the cache and bounds its memory.
func (c *redisCache) bound(entries int) error {
	if err := c.client.ConfigSet(context.Background(), "maxmemory", "0").Err(); err != nil {
		return err
	}
	for key := range uint64(100) { // until the connection has its buffers
		if err := c.Put(key, true); err != nil {
			return err
		}
	}
	if err := c.Clear(); err != nil {
		return err
	}
	empty, err := c.Bytes()
	if err != nil {
		return err
	}
	for key, value := range map[string]string{"maxmemory": strconv.FormatUint(empty+spareBytes+uint64(entryBytes*entries), 10), "maxmemory-policy": "allkeys-lru"} {
		if err := c.client.ConfigSet(context.Background(), key, value).Err(); err != nil {
			return err
		}
	}
	return nil
}

func (c *redisCache) Get(key uint64) (row, cached bool, err error) {
	value, err := c.client.Get(context.Background(), strconv.FormatUint(key, 16)).Result()
	if errors.Is(err, redis.Nil) {
		return false, false, nil
	}
	return strings.HasPrefix(value, "1"), err == nil, err
}

func (c *redisCache) Put(key uint64, row bool) error {
	value := "0"
	if row {
		value = cachedRow
	}
	return c.client.Set(context.Background(), strconv.FormatUint(key, 16), value, 0).Err()
}

func (c *redisCache) Clear() error { return c.client.FlushDB(context.Background()).Err() }

func (c *redisCache) Bytes() (uint64, error) {
	text, err := c.client.Info(context.Background(), "memory").Result()
	if err != nil {
		return 0, err
	}
	_, after, _ := strings.Cut(text, "used_memory:")
	number, _, _ := strings.Cut(after, "\r")
	return strconv.ParseUint(number, 10, 64)
}

func (c *redisCache) Close() error { return c.client.Close() }

// ServersLack says what is missing for [Servers], nil if nothing is.
func ServersLack() error {
	var missing []string
	if os.Getenv(RedisVariable) == "" && find("redis-server") == "" {
		missing = append(missing, "no redis-server, and "+RedisVariable+" names none")
	}
	if os.Getenv(PostgresVariable) == "" && (find("postgres") == "" || find("initdb") == "") {
		missing = append(missing, "no PostgreSQL, and "+PostgresVariable+" names none")
	}
	if len(missing) > 0 {
		return fmt.Errorf("requests to servers are not measured: %s", strings.Join(missing, "; "))
	}
	return canStart()
}
