package redis_test

import (
	"crypto/sha256"
	"filterbench/variants/redis"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var (
	sequences = flag.Int("redis.sequences", 300, "random sequences of commands that are compared with a real server")
	first     = flag.Uint64("redis.first", 0, "number of the first of them")
)

// modelTables is tables of the model.
func modelTables(t *testing.T, s *redis.Server, name string) string {
	t.Helper()
	digest := sha256.New()
	if c := s.Cuckoo(name); c != nil {
		if c.Items() == 0 {
			return fmt.Sprintf("0 bytes, %x", digest.Sum(nil)) // SCANDUMP leaves out what is empty
		}
		if err := c.WriteTables(digest); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d bytes, %x", c.TableBytes(), digest.Sum(nil))
	}
	b := s.Bloom(name)
	if err := b.WriteTables(digest); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d bytes, %x", b.TableBytes(), digest.Sum(nil))
}

// What was compared: replies of the server, sequences with compactions, and the slots that
// these visited.
var (
	seen              = map[string]int{}
	compacted, walked uint64
)

// compare runs commands on both and stops the test at the first reply that differs. It
// sends no more commands after one that made the model's tables larger than largest.
func compare(t *testing.T, model *redis.Server, server *real, commands [][]string) (operations int) {
	t.Helper()
	var want []string
	for _, c := range commands {
		want = append(want, model.Do(c[0], c[1:]...))
		if tableBytes(model, c[1]) > largest {
			break
		}
	}
	replies, err := server.do(commands[:len(want)])
	if err != nil {
		t.Fatal(err)
	}
	for i, reply := range replies {
		seen[reply]++
		if reply != want[i] {
			t.Fatalf("%q after %d: got %q, the server says %q; model %s", commands[i], i, want[i], reply, model.Do("CF.INFO", commands[i][1]))
		}
	}
	return len(replies)
}

// largest is the size of tables at which a sequence ends: compactions and dumps of larger
// ones would take long.
const largest = 1 << 26

func tableBytes(model *redis.Server, name string) uint64 {
	if c := model.Cuckoo(name); c != nil {
		return c.TableBytes()
	}
	if b := model.Bloom(name); b != nil {
		return b.TableBytes()
	}
	return 0
}

// What a server answers to random sequences of commands, with random parameters, the model
// answers, too, and its tables are the same.
func TestAgainstServer(t *testing.T) {
	server := startServer(t)
	model := &redis.Server{}
	operations := 0
	for seed := *first; seed < *first+uint64(*sequences); seed++ {
		r := rand.New(rand.NewPCG(7, seed))
		operations += randomSequence(t, r, model, server, fmt.Sprint("filter", seed))
		if t.Failed() {
			t.Fatalf("in sequence %d", seed)
		}
	}
	t.Logf("%d operations of %d sequences agree", operations, *sequences)
	for _, reply := range []string{"1", "0", "2", "ERR Filter is full", "ERR Maximum expansions reached", "ERR ERR non scaling filter is full"} {
		if seen[reply] == 0 && *sequences >= 100 {
			t.Errorf("the server never said %q: the sequences show too little", reply)
		}
		t.Logf("%d times %q", seen[reply], reply)
	}
	t.Logf("compactions in %d sequences visited %d slots", compacted, walked)
}

func randomSequence(t *testing.T, r *rand.Rand, model *redis.Server, server *real, name string) (operations int) {
	t.Helper()
	prefix := "CF."
	if r.IntN(4) == 0 {
		prefix = "BF."
	}
	traffic := redis.NewTraffic(r, prefix, name)
	reserve := traffic.Reserve
	compare(t, model, server, [][]string{reserve, {prefix + "INFO", name}})
	total := 200 << r.IntN(8)
	for operations < total && tableBytes(model, name) <= largest {
		batch := make([][]string, 0, 100)
		for range 97 {
			batch = append(batch, traffic.Next())
		}
		batch = append(batch, []string{prefix + "INFO", name}, []string{prefix + "DEBUG", name})
		operations += compare(t, model, server, batch)
	}
	if c := model.Cuckoo(name); c != nil && c.Walked() > 0 {
		compacted++
		walked += c.Walked()
	}
	if size := tableBytes(model, name); size > 0 && size <= largest {
		want, err := server.tables(prefix, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := modelTables(t, model, name); got != want {
			t.Fatalf("%q: the tables have %s, those of the server %s", reserve, got, want)
		}
	}
	if _, err := server.do([][]string{{"DEL", name}}); err != nil {
		t.Fatal(err)
	}
	*model = redis.Server{}
	return operations
}

// either returns one of the words.
func either(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

// Tables beyond 4 GiB, where the original mixes counts of 32 and 64 bits, and those of
// terabytes: replies and INFO agree where tables are too large to be dumped.
func TestHugeTablesAgainstServer(t *testing.T) {
	server := startServer(t)
	model := &redis.Server{Budget: 1 << 42}
	operations := 0
	for seed := *first; seed < *first+uint64(*sequences)/10; seed++ {
		r := rand.New(rand.NewPCG(8, seed))
		name := fmt.Sprint("huge", seed)
		reserve := []string{"CF.RESERVE", name, fmt.Sprint(1 << (4 + r.IntN(34))), "MAXITERATIONS", either(r, "1", "7", "20"),
			"BUCKETSIZE", either(r, "1", "2", "3", "4"), "EXPANSION", either(r, "1", "2", "64", "1024")}
		traffic := &redis.Traffic{Name: name, Prefix: "CF.", Commands: []string{"ADD", "ADD", "ADD", "ADDNX", "COUNT", "EXISTS"}, Keys: 20 + r.IntN(500), Hot: 1 + r.IntN(20), Heat: 0.7}
		traffic.From(r)
		commands := [][]string{reserve}
		var want []string
		for range 400 {
			commands = append(commands, traffic.Next(), []string{"CF.INFO", name})
		}
		for _, c := range commands {
			reply := model.Do(c[0], c[1:]...)
			if strings.Contains(reply, "memory") {
				break // there the server might end
			}
			want = append(want, reply)
		}
		got, err := server.do(commands[:len(want)])
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("sequence %d, %q, %q: got %q, the server says %q", seed, reserve, commands[i], want[i], got[i])
			}
		}
		operations += len(want)
		if _, err := server.do([][]string{{"DEL", name}}); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d operations agree", operations)
}
