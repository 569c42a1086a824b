package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"crypto/rand"

	"github.com/redis/go-redis/v9"
)

// driver does a job.
type driver struct {
	ctx    context.Context
	job    job
	server *server

	filter  filter
	trips   int // round trips so far
	answers []byte
	lines   []string // of the answer: samples
	bytes   uint64
}

// fresh makes another filter and drops the one before.
func (d *driver) fresh() (err error) {
	if n := len(d.server.keys); n > 0 {
		if err := d.server.Del(d.ctx, d.server.keys[n-1]).Err(); err != nil {
			return err
		}
	}
	name := "filterbench:" + rand.Text()
	d.server.keys = append(d.server.keys, name)
	if d.filter, err = newFilter(d.job, d.server, name); err != nil {
		return err
	}
	if err := d.filter.make(d.ctx); err != nil {
		return err
	}
	return d.server.Expire(d.ctx, name, keyLife).Err()
}

// call puts the keys that a command takes into a pipeline.
type call func(redis.Pipeliner, [][]byte) func() ([]bool, error)

// each answers for all keys: batch of them in a command, depth commands in a round trip.
func (d *driver) each(keys [][]byte, batch int, do call) (answers []bool, err error) {
	answers = make([]bool, 0, len(keys))
	for trip := range slices.Chunk(keys, batch*d.job.atLeast1("depth")) {
		pipeline := d.server.Pipeline()
		var read []func() ([]bool, error)
		for some := range slices.Chunk(trip, batch) {
			read = append(read, do(pipeline, some))
		}
		d.trips++
		if _, err := pipeline.Exec(d.ctx); err != nil && !isReply(err) {
			return nil, err
		}
		for _, one := range read {
			some, err := one()
			if err != nil {
				return nil, err
			}
			answers = append(answers, some...)
		}
	}
	return answers, nil
}

// isReply reports whether an error is a server's word, which is looked at where replies are read.
func isReply(err error) bool {
	var reply redis.Error
	return errors.As(err, &reply)
}

// note writes answers down.
func (d *driver) note(answers []bool, err error) ([]bool, error) {
	for _, yes := range answers {
		if yes {
			d.answers = append(d.answers, 1)
		} else {
			d.answers = append(d.answers, 0)
		}
	}
	return answers, err
}

func (d *driver) batch() int { return d.job.atLeast1("batch") }

func (d *driver) insert(keys [][]byte) ([]bool, error) {
	return d.each(keys, d.batch(), d.filter.insert)
}
func (d *driver) look(keys [][]byte) ([]bool, error) {
	return d.each(keys, d.batch(), d.filter.contains)
}
func (d *driver) remove(keys [][]byte) ([]bool, error) {
	return d.each(keys, 1, func(p redis.Pipeliner, keys [][]byte) func() ([]bool, error) { return d.filter.remove(p, keys[0]) })
}

// does calls one after the other, and writes their answers down, until one fails.
func (d *driver) does(calls ...func() ([]bool, error)) error {
	for _, c := range calls {
		if _, err := d.note(c()); err != nil {
			return err
		}
	}
	return nil
}

func (d *driver) drive() (err error) {
	jobs := map[string]func() error{"rate": d.rate, "load": d.load, "copies": d.copies, "deletes": d.deletes, "time": d.time, "replies": d.replies}
	do, ok := jobs[d.job.values["job"]]
	if !ok {
		return fmt.Errorf("no job is called %q", d.job.values["job"])
	}
	if err := do(); err != nil {
		return err
	}
	if d.filter != nil {
		if d.bytes, err = d.filter.bytes(d.ctx); err != nil {
			return err
		}
	}
	if d.job.values["version"], err = d.server.version(d.ctx); err != nil {
		return err
	}
	return os.WriteFile(d.job.values["answers"], d.answers, 0o600)
}

func (d *driver) say(w io.Writer) {
	say := func(key, value string) { fmt.Fprintf(w, "%s %d %s\n", key, len(value), value) }
	say("version", d.job.values["version"])
	say("bytes", fmt.Sprint(d.bytes))
	for _, refusal := range slices.Sorted(maps.Keys(d.server.refusals)) {
		say("refusal", refusal)
	}
	say("clock", "wall")
	for _, line := range d.lines {
		say("sample", line)
	}
	say("end", "")
}

func (d *driver) inserting(keys [][]byte) func() ([]bool, error) {
	return func() ([]bool, error) { return d.insert(keys) }
}
func (d *driver) looking(keys [][]byte) func() ([]bool, error) {
	return func() ([]bool, error) { return d.look(keys) }
}
func (d *driver) removing(keys [][]byte) func() ([]bool, error) {
	return func() ([]bool, error) { return d.remove(keys) }
}

func (d *driver) rate() error {
	if err := d.fresh(); err != nil {
		return err
	}
	return d.does(d.inserting(d.job.members), d.looking(d.job.members), d.looking(d.job.absent))
}

// load inserts key by key: nothing may go in behind a refusal.
func (d *driver) load() error {
	if err := d.fresh(); err != nil {
		return err
	}
	tried := 0
	for i := range d.job.members {
		taken, err := d.note(d.insert(d.job.members[i : i+1]))
		if err != nil {
			return err
		}
		if tried++; !taken[0] {
			break
		}
	}
	return d.does(d.looking(d.job.members[:tried]))
}

// deletes reports whether the filter has a delete.
func (d *driver) canDelete() bool {
	m, ok := d.filter.(module)
	return ok && m.prefix == "CF."
}

func (d *driver) copies() error {
	if err := d.fresh(); err != nil {
		return err
	}
	all, last := d.job.members, len(d.job.members)-1
	hot := slices.Repeat(all[last:], d.job.count("copies"))
	if err := d.does(d.inserting(all[:last]), d.inserting(hot), d.looking(all)); err != nil || !d.canDelete() {
		return err
	}
	for range hot {
		if err := d.does(d.removing(all[last:]), d.looking(all[last:])); err != nil {
			return err
		}
	}
	return d.does(d.looking(all))
}

func (d *driver) deletes() error {
	if err := d.fresh(); err != nil {
		return err
	}
	if err := d.does(d.inserting(d.job.members), d.looking(d.job.members)); err != nil {
		return err
	}
	if d.canDelete() {
		if err := d.does(d.removing(d.job.absent)); err != nil {
			return err
		}
	}
	return d.does(d.looking(d.job.members))
}

func (d *driver) time() error {
	warm, rounds := d.job.count("warm"), d.job.count("rounds")
	ops := strings.Fields(d.job.values["ops"])
	for round := range warm + rounds {
		if err := d.fresh(); err != nil {
			return err
		}
		d.answers = d.answers[:0]
		for _, op := range []struct {
			name string
			keys [][]byte
			do   func([][]byte) ([]bool, error)
		}{{"insert", d.job.members, d.insert}, {"hit", d.job.members, d.look}, {"miss", d.job.absent, d.look}} {
			trips, start := d.trips, time.Now()
			answers, err := op.do(op.keys)
			if err != nil {
				return err
			}
			ns := time.Since(start).Nanoseconds()
			if op.name == "insert" {
				d.note(answers, nil)
			}
			if round >= warm && slices.Contains(ops, op.name) {
				d.lines = append(d.lines, fmt.Sprint(op.name, " ", len(op.keys), " ", ns, " ", count(answers), " ", d.trips-trips))
			}
		}
	}
	return d.does(d.looking(d.job.members), d.looking(d.job.absent))
}

func count(list []bool) (yes int) {
	for _, one := range list {
		if one {
			yes++
		}
	}
	return yes
}
