package contender

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// mostOutput bounds what a driver may write to its standard output and error.
const mostOutput = 1 << 20

// Run gives a driver one job and returns its answers, which have been checked. It returns
// an error of one line that names the contender if the driver cannot be started, hangs,
// dies, answers something else than the protocol has, or contradicts itself.
func (c Contender) Run(ctx context.Context, j Job) (Answer, error) {
	filter, ok := c.Filter(j.Filter)
	if !ok {
		return Answer{}, fmt.Errorf("contender %s has no filter %q", c.Name, j.Filter)
	}
	if err := c.installed(); err != nil {
		return Answer{}, err
	}
	if j.Texts != nil && !c.Texts {
		return Answer{}, fmt.Errorf("contender %s takes keys of 8 bytes only: %s does not say texts = true", c.Name, File)
	}
	a, err := c.run(ctx, j, filter)
	if err != nil {
		return Answer{}, fmt.Errorf("contender %s, filter %s, job %s: %w", c.Name, j.Filter, j.Kind, err)
	}
	return a, nil
}

func (c Contender) run(ctx context.Context, j Job, filter Filter) (Answer, error) {
	keys, err := nameless("keys")
	if err != nil {
		return Answer{}, err
	}
	defer keys.Close()
	answers, err := nameless("answers")
	if err != nil {
		return Answer{}, err
	}
	defer answers.Close()
	if err := j.writeKeys(keys); err != nil {
		return Answer{}, err
	}
	said, err := c.start(ctx, j, keys, answers)
	if err != nil {
		return Answer{}, err
	}
	a, err := parse(said)
	if err != nil {
		return Answer{}, err
	}
	if _, err := answers.Seek(0, io.SeekStart); err != nil {
		return Answer{}, err
	}
	data, err := io.ReadAll(answers)
	if err != nil {
		return Answer{}, err
	}
	if j.Kind == JobReplies {
		if a.Replies, err = j.replies(data); err != nil {
			return Answer{}, err
		}
	} else if a.Answers, err = j.parts(data, filter.Deletes); err != nil {
		return Answer{}, err
	}
	if a.Version != c.Version && c.Version != "any" || a.Version == "" {
		return Answer{}, fmt.Errorf("the library says that it is version %s; %s says %s", a.Version, File, c.Version)
	}
	if a.Bytes == 0 && len(j.Members) > 0 && j.Kind != JobReplies {
		return Answer{}, errors.New("says that its table has no bytes")
	}
	if j.Kind == JobTime {
		return a, j.checkSamples(a)
	}
	return a, nil
}

// nameless makes a file that is gone when it is closed.
func nameless(what string) (*os.File, error) {
	if runtime.GOOS == "windows" {
		return nil, errors.New("contenders need a system that hands open files to programs; this one does not")
	}
	file, err := os.CreateTemp("", "filterbench-"+what)
	if err != nil {
		return nil, err
	}
	return file, os.Remove(file.Name())
}

// start runs the driver to its end and returns what it said.
func (c Contender) start(ctx context.Context, j Job, keys, answers *os.File) ([]byte, error) {
	within := j.Within
	if within == 0 {
		within = Patience
	}
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	// The system ends the driver when the thread that started it ends, so this thread stays.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	driver := exec.CommandContext(limited, c.Command[0], c.Command[1:]...)
	driver.Dir = c.Dir
	driver.ExtraFiles = []*os.File{keys, answers} // descriptors 3 and 4
	driver.Stdin = strings.NewReader(j.lines("/dev/fd/3", "/dev/fd/4"))
	var out, complaint bounded
	driver.Stdout, driver.Stderr = &out, &complaint
	driver.WaitDelay = time.Second
	endWithUs(driver)
	err := driver.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limited.Err() != nil:
		return nil, fmt.Errorf("has not answered within %v%s", within, firstLine(complaint.kept))
	case out.over:
		return nil, fmt.Errorf("wrote more than %d bytes to its standard output", mostOutput)
	case err != nil:
		return nil, fmt.Errorf("ended with %w%s", err, firstLine(complaint.kept))
	}
	return out.kept, nil
}

// bounded keeps the first bytes that are written to it.
type bounded struct {
	kept []byte
	over bool
}

func (b *bounded) Write(p []byte) (int, error) {
	room := mostOutput - len(b.kept)
	b.over = b.over || len(p) > room
	b.kept = append(b.kept, p[:min(len(p), room)]...)
	return len(p), nil
}

// parse reads the lines of an answer.
func parse(said []byte) (a Answer, err error) {
	r := bufio.NewReader(bytes.NewReader(said))
	for {
		key, value, err := readLine(r)
		if err != nil {
			return a, err
		}
		switch key {
		case "end":
			return a, nil
		case "version":
			a.Version = value
		case "clock":
			a.Clock = value
		case "bytes", "slots":
			n, err := strconv.ParseUint(value, 10, 64)
			if err != nil {
				return a, fmt.Errorf("%s %q is no number", key, value)
			}
			if key == "bytes" {
				a.Bytes = n
			} else {
				a.Slots = n
			}
		case "refusal":
			a.Refusals = append(a.Refusals, value)
		case "sample":
			var s Sample
			if n, _ := fmt.Sscan(value, &s.Op, &s.Ops, &s.NS, &s.Yes, &s.Trips); n < 4 || n != len(strings.Fields(value)) {
				return a, fmt.Errorf("sample %q: must be OP OPERATIONS NANOSECONDS YES, and ROUNDTRIPS of a server", value)
			}
			a.Samples = append(a.Samples, s)
		default:
			return a, fmt.Errorf("%q is no key of an answer", key)
		}
	}
}

func readLine(r *bufio.Reader) (key, value string, err error) {
	line, err := r.ReadString('\n')
	if err != nil && line == "" {
		return "", "", errors.New("the answer has no end")
	}
	key, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
	length, value, ok := strings.Cut(rest, " ")
	if n, bad := strconv.Atoi(length); !ok || bad != nil || n != len(value) {
		return "", "", fmt.Errorf("answered %.60q, which is no line of KEY LENGTH VALUE", line)
	}
	return key, value, nil
}
