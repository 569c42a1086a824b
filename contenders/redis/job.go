package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// job is what the harness asks for.
type job struct {
	values          map[string]string
	members, absent [][]byte
}

func readJob(in io.Reader) (j job, err error) {
	j.values = map[string]string{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, rest, _ := strings.Cut(lines.Text(), " ")
		_, value, ok := strings.Cut(rest, " ")
		if !ok {
			return j, fmt.Errorf("not a line of a job: %.60q", lines.Text())
		}
		if key == "end" {
			return j, j.readKeys()
		}
		j.values[key] = value
	}
	return j, errors.Join(errors.New("the job has no end"), lines.Err())
}

func (j job) count(key string) (n int) {
	n, _ = strconv.Atoi(j.values[key])
	return n
}

func (j job) param(name string) float64 {
	x, _ := strconv.ParseFloat(j.values["param."+name], 64)
	return x
}

// atLeast1 is a parameter that counts, 1 for a filter that has none of that name.
func (j job) atLeast1(name string) int { return max(1, int(j.param(name))) }

// readKeys reads the keys, of 8 bytes each or of any lengths behind a table of offsets.
func (j *job) readKeys() error {
	data, err := os.ReadFile(j.values["keys"])
	if err != nil {
		return err
	}
	n := j.count("members") + j.count("absents")
	keys := make([][]byte, n)
	if j.values["width"] == "any" {
		texts := data[min(len(data), 8*(n+1)):]
		for i := range keys {
			if len(data) < 8*(n+1) {
				return errors.New("the file of keys is too short")
			}
			from, to := binary.LittleEndian.Uint64(data[8*i:]), binary.LittleEndian.Uint64(data[8*i+8:])
			if from > to || to > uint64(len(texts)) {
				return errors.New("the file of keys is too short")
			}
			keys[i] = texts[from:to]
		}
	} else {
		if len(data) < 8*n {
			return errors.New("the file of keys is too short")
		}
		for i := range keys {
			keys[i] = data[8*i : 8*i+8]
		}
	}
	j.members, j.absent = keys[:j.count("members")], keys[j.count("members"):]
	return nil
}
