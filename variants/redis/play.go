package redis

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// PlayFile is [Play] of a file, unpacked if its name ends in .gz.
func PlayFile(name string) (operations int, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	reader := io.Reader(file)
	if strings.HasSuffix(name, ".gz") {
		if reader, err = gzip.NewReader(file); err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
	}
	operations, err = Play(reader)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return operations, err
}

// Play runs a recorded sequence on an empty server and compares. A sequence is lines of
//
//	# CF.RESERVE KEY ...         how the filter was made, first of all; or BF.RESERVE
//	ADD<tab>key<tab>reply        a command without CF. or BF., and its reply as [Server.Do] gives it
//	MADD<tab>k1<tab>k2<tab>[1 0] one of several keys or options: tabs between them, or blanks
//	CARD<tab>2                   one of none
//	# INFO ...                   what INFO said here
//	# TABLES bytes=N sha256=H    the bytes of all tables, the oldest layer first
//
// It returns how many operations it ran, and an error for the first line that differs, with
// its number and both replies.
func Play(sequence io.Reader) (operations int, err error) {
	p := player{}
	lines := bufio.NewScanner(sequence)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		if err := p.line(lines.Text()); err != nil {
			return p.operations, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if p.prefix == "" && lines.Err() == nil {
		return 0, errors.New("no line says how the filter was made; the first must be such as: # CF.RESERVE KEY CAPACITY")
	}
	return p.operations, lines.Err()
}

// player is a server in the middle of a sequence.
type player struct {
	server       Server
	prefix, name string // "CF." or "BF.", and the name of the filter
	operations   int
}

func (p *player) line(text string) error {
	if text == "" {
		return nil
	}
	comment, isComment := strings.CutPrefix(text, "# ")
	words := strings.Fields(comment)
	switch {
	case p.prefix == "":
		if !isComment || len(words) < 2 || words[0] != "CF.RESERVE" && words[0] != "BF.RESERVE" {
			return fmt.Errorf("%q: the first must be such as: # CF.RESERVE KEY CAPACITY or # BF.RESERVE KEY RATE CAPACITY", text)
		}
		p.prefix, p.name = words[0][:3], words[1]
		if reply := p.server.Do(words[0], words[1:]...); reply != "OK" {
			return fmt.Errorf("%s: %s", comment, reply)
		}
		return nil
	case !isComment:
		p.operations++
		return p.operation(text)
	case len(words) > 0 && words[0] == "INFO":
		return same(comment, "INFO "+p.server.Do(p.prefix+"INFO", p.name))
	case len(words) > 0 && words[0] == "TABLES":
		return same(comment, p.tables())
	}
	return nil // a remark
}

// operation runs one command.
func (p *player) operation(text string) error {
	fields := strings.Split(text, "\t")
	command := fields[0]
	rule := commands[strings.ToUpper(p.prefix+command)]
	several, nameless := rule.most > 2, rule.least == 1
	if len(fields) < 3 && !(nameless && len(fields) == 2) {
		return fmt.Errorf("%q: must be a command, a key and a reply, with tabs between them", text)
	}
	args, reply := fields[1:len(fields)-1], fields[len(fields)-1]
	key := strings.Join(args, "\t")
	switch {
	case nameless && key == "":
		args = nil
	case several && len(args) == 1:
		args = strings.Fields(key)
	case !several:
		args = []string{key}
	}
	got := p.server.Do(p.prefix+command, append([]string{p.name}, args...)...)
	if several || strings.HasPrefix(got, "[") {
		got, reply = flat(got), flat(reply)
	}
	if err := same(reply, got); err != nil {
		return fmt.Errorf("%s %q: %w", command, key, err)
	}
	return nil
}

// flat writes a list with blanks between its parts, whatever brackets and signs it has.
func flat(list string) string {
	return strings.Join(strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("[](),; ", r) }), " ")
}

func same(recorded, got string) error {
	if recorded != got {
		return fmt.Errorf("got %q, recorded %q", got, recorded)
	}
	return nil
}

// tables returns the line that describes the bytes of all tables.
func (p *player) tables() string {
	digest := sha256.New()
	size := uint64(0)
	if c := p.server.Cuckoo(p.name); c != nil && c.Items() > 0 { // SCANDUMP leaves out what is empty
		size = c.TableBytes()
		c.WriteTables(digest) // a digest takes everything
	} else if b := p.server.Bloom(p.name); b != nil {
		size = b.TableBytes()
		b.WriteTables(digest)
	}
	return fmt.Sprintf("TABLES bytes=%d sha256=%x", size, digest.Sum(nil))
}
