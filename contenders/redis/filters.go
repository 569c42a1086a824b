package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/redis/go-redis/v9"
)

// filter is a filter on the server. Its calls put commands for some keys into a pipeline, and
// return what reads their replies after it was sent: one answer for each key.
type filter interface {
	make(ctx context.Context) error
	insert(p redis.Pipeliner, keys [][]byte) func() ([]bool, error)
	contains(p redis.Pipeliner, keys [][]byte) func() ([]bool, error)
	remove(p redis.Pipeliner, key []byte) func() ([]bool, error)
	bytes(ctx context.Context) (uint64, error)
}

// newFilter returns the filter of a job, not yet made, under a name of its own.
func newFilter(j job, s *server, name string) (filter, error) {
	keys := max(1, float64(j.count("capacity")))
	bits := math.Ceil(-keys * math.Log(j.param("fpr")) / (math.Ln2 * math.Ln2))
	b := bitmap{s, name, uint64(bits), int(math.Max(1, math.Round(bits/keys*math.Ln2)))}
	switch j.values["filter"] {
	case "redis-setbit":
		return b, nil
	case "redis-lua":
		return &script{bitmap: b}, nil
	case "redisbloom-bf":
		return module{s, name, "BF.", []any{"BF.RESERVE", name, j.param("fpr"), int(keys)}, []any{"BF.MADD", name}}, nil
	case "redisbloom-cf":
		bucket := j.atLeast1("bucket")
		return module{s, name, "CF.", []any{"CF.RESERVE", name, max(int(keys), 2*bucket), "BUCKETSIZE", bucket,
			"MAXITERATIONS", j.atLeast1("iterations"), "EXPANSION", int(j.param("expansion"))}, []any{"CF.INSERT", name, "NOCREATE", "ITEMS"}}, nil
	}
	return nil, fmt.Errorf("no filter is called %q", j.values["filter"])
}

// bitmap is a Bloom filter in the bits of a string: enhanced double hashing of XXH64.
type bitmap struct {
	server *server
	name   string
	bits   uint64
	probes int
}

func (b bitmap) positions(key []byte) (at [64]int64, probes int) {
	first := xxhash.Sum64(key)
	var again [8]byte
	binary.LittleEndian.PutUint64(again[:], first)
	x, y := first, xxhash.Sum64(again[:])|1
	for i := range b.probes {
		at[i] = int64(x % b.bits)
		x += y
		y += uint64(i) + 1
	}
	return at, b.probes
}

// make sets and clears the last bit, so that the string has its length.
func (b bitmap) make(ctx context.Context) error {
	if err := b.server.SetBit(ctx, b.name, int64(b.bits-1), 1).Err(); err != nil {
		return err
	}
	return b.server.SetBit(ctx, b.name, int64(b.bits-1), 0).Err()
}

func (b bitmap) insert(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) {
	var last []*redis.IntCmd
	for _, key := range keys {
		at, probes := b.positions(key)
		for i := range probes {
			last = append(last, p.SetBit(context.Background(), b.name, at[i], 1))
		}
	}
	return func() ([]bool, error) {
		taken := make([]bool, len(keys))
		for i, c := range last {
			if c.Err() != nil {
				return nil, c.Err()
			}
			taken[i/b.probes] = true
		}
		return taken, nil
	}
}

func (b bitmap) contains(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) {
	var all []*redis.IntCmd
	for _, key := range keys {
		at, probes := b.positions(key)
		for i := range probes {
			all = append(all, p.GetBit(context.Background(), b.name, at[i]))
		}
	}
	return func() ([]bool, error) {
		found := make([]bool, len(keys))
		for i := range found {
			found[i] = true
			for _, c := range all[i*b.probes : (i+1)*b.probes] {
				if c.Err() != nil {
					return nil, c.Err()
				}
				found[i] = found[i] && c.Val() == 1
			}
		}
		return found, nil
	}
}

func (b bitmap) remove(redis.Pipeliner, []byte) func() ([]bool, error) {
	panic("driver: a Bloom filter cannot delete")
}

func (b bitmap) bytes(ctx context.Context) (uint64, error) {
	n, err := b.server.MemoryUsage(ctx, b.name).Result()
	return uint64(n), err
}

// script is a bitmap whose probes run on the server.
type script struct {
	bitmap
	set, get *redis.Script
}

// The arguments of the scripts: the probes of a key, then the positions of all keys.
const (
	setScript = `for i = 2, #ARGV do redis.call('SETBIT', KEYS[1], ARGV[i], 1) end return (#ARGV - 1) / ARGV[1]`
	getScript = `local k, found = tonumber(ARGV[1]), {}
for i = 2, #ARGV, k do
  local all = '1'
  for j = i, i + k - 1 do
    if redis.call('GETBIT', KEYS[1], ARGV[j]) == 0 then all = '0' break end
  end
  found[#found + 1] = all
end
return table.concat(found)`
)

func (s *script) make(ctx context.Context) error {
	s.set, s.get = redis.NewScript(setScript), redis.NewScript(getScript)
	for _, one := range []*redis.Script{s.set, s.get} {
		if err := one.Load(ctx, s.server.Client).Err(); err != nil {
			return err
		}
	}
	return s.bitmap.make(ctx)
}

func (s *script) arguments(keys [][]byte) []any {
	list := make([]any, 0, 1+s.probes*len(keys))
	list = append(list, s.probes)
	for _, key := range keys {
		at, probes := s.positions(key)
		for i := range probes {
			list = append(list, at[i])
		}
	}
	return list
}

func (s *script) insert(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) {
	c := s.set.EvalSha(context.Background(), p, []string{s.name}, s.arguments(keys)...)
	return func() ([]bool, error) {
		n, err := c.Int()
		taken := make([]bool, len(keys))
		for i := range min(n, len(taken)) {
			taken[i] = true
		}
		return taken, err
	}
}

func (s *script) contains(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) {
	c := s.get.EvalSha(context.Background(), p, []string{s.name}, s.arguments(keys)...)
	return func() ([]bool, error) {
		text, err := c.Text()
		if err == nil && len(text) != len(keys) {
			err = fmt.Errorf("the script answers %d of %d keys", len(text), len(keys))
		}
		found := make([]bool, len(keys))
		for i := range min(len(text), len(found)) {
			found[i] = text[i] == '1'
		}
		return found, err
	}
}

// module is a filter of RedisBloom.
type module struct {
	server  *server
	name    string
	prefix  string
	reserve []any
	many    []any // the command that inserts several keys, up to them
}

func (m module) make(ctx context.Context) error { return m.server.Do(ctx, m.reserve...).Err() }

func (m module) command(words []any, keys [][]byte) []any {
	words = append(make([]any, 0, len(words)+len(keys)), words...)
	for _, key := range keys {
		words = append(words, key)
	}
	return words
}

// insert takes a key for inserted unless the server says that it has no room: a Bloom filter
// answers 0 where a key seems to be there.
func (m module) insert(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) {
	words := m.many
	if len(keys) == 1 {
		words = []any{m.prefix + "ADD", m.name}
	}
	c := p.Do(context.Background(), m.command(words, keys)...)
	return func() ([]bool, error) {
		answers, err := each(c, len(keys), func(n int64) bool { return n >= 0 })
		if slices.Contains(answers, false) {
			m.server.refusals[refusalOf(c)] = true
		}
		return answers, err
	}
}

func (m module) contains(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) {
	word := m.prefix + "MEXISTS"
	if len(keys) == 1 {
		word = m.prefix + "EXISTS"
	}
	c := p.Do(context.Background(), m.command([]any{word, m.name}, keys)...)
	return func() ([]bool, error) { return each(c, len(keys), func(n int64) bool { return n == 1 }) }
}

func (m module) remove(p redis.Pipeliner, key []byte) func() ([]bool, error) {
	c := p.Do(context.Background(), m.prefix+"DEL", m.name, key)
	return func() ([]bool, error) { return each(c, 1, func(n int64) bool { return n == 1 }) }
}

// each reads a reply of one number, or of a list of numbers. A word that says that there is
// no room is a refusal; any other error is one.
func each(c *redis.Cmd, n int, yes func(int64) bool) ([]bool, error) {
	list := []any{c.Val()}
	if err := c.Err(); full(err) {
		return make([]bool, n), nil
	} else if err != nil {
		return nil, err
	}
	if many, ok := c.Val().([]any); ok {
		list = many
	}
	answers := make([]bool, n)
	for i, one := range list {
		switch reply := one.(type) {
		case int64:
			answers[min(i, n-1)] = yes(reply)
		case error:
			if !full(reply) {
				return nil, reply
			}
		default:
			return nil, fmt.Errorf("%s answers %T", c.Name(), one)
		}
	}
	if len(list) > n {
		return nil, fmt.Errorf("%s answers %d of %d keys", c.Name(), len(list), n)
	}
	return answers, nil // of a list that ends early, at an error, the rest is refused
}

// refusalOf is what the server said of a key that it refused: an error, its own or one of a list,
// or a number.
func refusalOf(c *redis.Cmd) string {
	said := any(c.Err())
	if c.Err() == nil {
		said = c.Val()
	}
	if many, ok := said.([]any); ok {
		for _, one := range many {
			if n, is := one.(int64); !is || n < 0 {
				said = one
			}
		}
	}
	return fmt.Sprint(said)
}

func full(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "full") || strings.Contains(err.Error(), "Maximum expansions"))
}

// bytes is the size that the filter's INFO has, with all layers.
func (m module) bytes(ctx context.Context) (uint64, error) {
	facts, err := m.server.Do(ctx, m.prefix+"INFO", m.name).Slice()
	if err != nil {
		return 0, err
	}
	for i := 0; i+1 < len(facts); i += 2 {
		if n, ok := facts[i+1].(int64); ok && fmt.Sprint(facts[i]) == "Size" {
			return uint64(n), nil
		}
	}
	return 0, fmt.Errorf("%sINFO says no Size", m.prefix)
}
