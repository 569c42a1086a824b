package redis

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Server holds filters by name and answers commands as a server of Redis does that has
// RedisBloom 2.8 and nothing else. The zero value has no filters.
type Server struct {
	// Budget is that of every filter that is made, in bytes; 0 is [DefaultBudget].
	Budget uint64
	// MaxLayers is the server's cf_max_expansions; 0 is its default, 32.
	MaxLayers int

	filters map[string]any // *Cuckoo and *Bloom
}

// Cuckoo returns the cuckoo filter of that name, or nil.
func (s *Server) Cuckoo(name string) *Cuckoo {
	c, _ := s.filters[name].(*Cuckoo)
	return c
}

// Bloom returns the Bloom filter of that name, or nil.
func (s *Server) Bloom(name string) *Bloom {
	b, _ := s.filters[name].(*Bloom)
	return b
}

// Do runs a command, such as "CF.ADD" with the name of a filter and a key, and returns the reply in
// the notation of recorded sequences:
//
//	1                            an integer
//	OK                           a status
//	[1 0 1]                      a reply for each key of a command of many
//	Size=56; Number of ...=2     what INFO says: names and values in order, None for nil
//	ERR Filter is full           an error: "ERR " and its text, which may itself begin with ERR
func (s *Server) Do(command string, args ...string) string {
	command = strings.ToUpper(command)
	c, ok := commands[command]
	wrongNumber := fmt.Sprintf("ERR ERR wrong number of arguments for '%s' command", strings.ToLower(command))
	switch {
	case !ok:
		quoted := ""
		for _, a := range args {
			quoted += "'" + a + "' "
		}
		return fmt.Sprintf("ERR ERR unknown command '%s', with args beginning with: %s", command, quoted)
	case len(args) < c.least || len(args) > c.most || c.pairs && len(args)%2 != 0:
		return wrongNumber
	}
	if s.filters == nil {
		s.filters = map[string]any{}
	}
	reply, err := c.run(s, args)
	if err == errNumber {
		return wrongNumber
	} else if err != nil {
		return "ERR " + err.Error()
	}
	return reply
}

// command is one that a server has; args are what follows its name.
type command struct {
	least, most int
	pairs       bool // their number is even
	run         func(s *Server, args []string) (string, error)
}

var commands = map[string]command{
	"CF.RESERVE": {2, math.MaxInt, true, (*Server).reserveCuckoo},
	"CF.ADD":     {2, 2, false, (*Server).addCuckoo},
	"CF.ADDNX":   {2, 2, false, (*Server).addNXCuckoo},
	"CF.DEL":     {2, 2, false, (*Server).deleteCuckoo},
	"CF.COUNT":   {2, 2, false, (*Server).countCuckoo},
	"CF.EXISTS":  {2, 2, false, (*Server).existsCuckoo},
	"CF.INFO":    {1, 1, false, (*Server).infoCuckoo},
	"CF.COMPACT": {1, 1, false, (*Server).compactCuckoo},
	"CF.MEXISTS": {2, math.MaxInt, false, (*Server).existsManyCuckoo},
	"CF.DEBUG":   {1, 1, false, (*Server).debugCuckoo},
	"CF.INSERT": {3, math.MaxInt, false, func(s *Server, args []string) (string, error) {
		return s.insertCuckoo(args, (*Cuckoo).insertAny)
	}},
	"CF.INSERTNX": {3, math.MaxInt, false, func(s *Server, args []string) (string, error) {
		return s.insertCuckoo(args, (*Cuckoo).insertNew)
	}},
	"BF.RESERVE": {3, 6, false, (*Server).reserveBloom},
	"BF.ADD":     {2, 2, false, (*Server).addBloom},
	"BF.EXISTS":  {2, 2, false, (*Server).existsBloom},
	"BF.INFO":    {1, 2, false, (*Server).infoBloom},
	"BF.CARD":    {1, 1, false, (*Server).cardBloom},
	"BF.MADD":    {2, math.MaxInt, false, (*Server).addManyBloom},
	"BF.MEXISTS": {2, math.MaxInt, false, (*Server).existsManyBloom},
	"BF.INSERT":  {3, math.MaxInt, false, (*Server).insertBloom},
	"BF.DEBUG":   {1, 1, false, (*Server).debugBloom},
}

const (
	errWrongType = Refusal("WRONGTYPE Operation against a key holding the wrong kind of value")
	errNotFound  = Refusal("ERR not found")
	errTaken     = Refusal("ERR item exists")
	errNumber    = Refusal("a number of arguments that shows as they are read")
	errTooLarge  = Refusal("ERR Insufficient memory to create filter")
)

// wrong returns which error a name gives that stands for something else than what is asked for.
func (s *Server) wrong(name string) error {
	if s.filters[name] != nil {
		return errWrongType
	}
	return errNotFound
}

// free returns an error if the name stands for a filter. right says of which kind is meant.
func (s *Server) free(name string, right bool) error {
	switch {
	case right:
		return errTaken
	case s.filters[name] != nil:
		return errWrongType
	}
	return nil
}

// list writes a reply of several parts.
func list(parts []string) string { return "[" + strings.Join(parts, " ") + "]" }

// each asks the same of every key.
func each(keys []string, ask func(key []byte) string) string {
	parts := make([]string, len(keys))
	for i, key := range keys {
		parts[i] = ask([]byte(key))
	}
	return list(parts)
}

func number[T int | uint32 | uint64](n T) string { return fmt.Sprint(n) }

func truth(yes bool) string {
	if yes {
		return "1"
	}
	return "0"
}

// option returns the argument after the first that is that word in any case, whether there
// is that word, and whether anything follows. args are all of the command's, the name of the
// filter too, as the server has it.
func option(args []string, word string) (value string, given, follows bool) {
	for i, a := range args {
		if strings.EqualFold(a, word) {
			if i+1 < len(args) {
				return args[i+1], true, true
			}
			return "", true, false
		}
	}
	return "", false, false
}

// integer reads a whole number as the server does: no sign but minus, no zeros before it.
func integer(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && text == strconv.FormatInt(n, 10)
}
