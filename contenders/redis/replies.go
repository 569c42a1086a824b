package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/redis/go-redis/v9"
)

// replies sends commands, each a key of the job whose words stand behind their lengths, and
// writes a line for each reply: numbers, words, lists in brackets, errors behind ERR. Names of
// filters are the second words, if there are any, and are gone when the driver ends.
func (d *driver) replies() error {
	var commands [][]any
	for _, key := range d.job.members {
		var words []any
		for len(key) > 0 {
			n, width := binary.Uvarint(key)
			if width <= 0 || n > uint64(len(key)-width) {
				return errors.New("a command is no list of words behind their lengths")
			}
			words = append(words, string(key[width:width+int(n)]))
			key = key[width+int(n):]
		}
		if len(words) == 0 {
			return errors.New("a command has no words")
		}
		if commands = append(commands, words); len(words) == 1 {
			continue // it is about no filter
		}
		if name := "filterbench:" + words[1].(string); !slices.Contains(d.server.keys, name) {
			d.server.keys = append(d.server.keys, name)
		}
		words[1] = "filterbench:" + words[1].(string)
	}
	if len(d.server.keys) > 0 && d.server.process == nil {
		if err := d.server.Del(d.ctx, d.server.keys...).Err(); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(commands, 100) {
		pipeline := d.server.Pipeline()
		sent := make([]*redis.Cmd, len(some))
		for i, words := range some {
			sent[i] = pipeline.Do(d.ctx, words...)
		}
		if _, err := pipeline.Exec(d.ctx); err != nil && !isReply(err) {
			return err
		}
		for _, c := range sent {
			reply := c.Val()
			if err := c.Err(); err != nil && !errors.Is(err, redis.Nil) {
				reply = err
			}
			d.answers = append(append(d.answers, text(reply)...), '\n')
		}
	}
	return nil
}

// text writes a reply. A list that begins with a word is one of names and values.
func text(reply any) string {
	switch r := reply.(type) {
	case error:
		return "ERR " + r.Error()
	case nil:
		return "None"
	case []any:
		var words []string
		for _, one := range r {
			words = append(words, text(one))
		}
		if len(r) > 1 {
			if _, names := r[0].(string); names {
				var pairs []string
				for i := 0; i+1 < len(words); i += 2 {
					pairs = append(pairs, words[i]+"="+words[i+1])
				}
				return strings.Join(pairs, "; ")
			}
		}
		return "[" + strings.Join(words, " ") + "]"
	}
	return fmt.Sprint(reply)
}
