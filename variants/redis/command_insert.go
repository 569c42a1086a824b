package redis

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Commands that take several keys, and options before them that are known by their first
// letters, as in the original.

// insertion is what BF.INSERT and CF.INSERT are asked.
type insertion struct {
	config   BloomConfig // of a cuckoo filter the capacity alone
	given    bool        // a capacity
	noCreate bool
	items    []string
}

// bloomInsertion reads what follows the name of BF.INSERT.
func bloomInsertion(args []string) (in insertion, err error) {
	in.config = DefaultBloom
	capacity, expansion := int64(in.config.Capacity), int64(in.config.Expansion)
	for at := 0; at < len(args); at++ {
		word := strings.ToLower(args[at])
		letter := func(i int) byte {
			if i < len(word) {
				return word[i]
			}
			return 0
		}
		switch letter(0) {
		case 'i':
			in.items = args[at+1:]
			at = len(args)
			continue
		case 'n':
			if letter(2) == 'c' {
				in.noCreate = true
			} else {
				in.config.NonScaling = true
			}
			continue
		case 'e', 'c':
		default:
			return in, Refusal("Unknown argument received")
		}
		if at++; at == len(args) {
			return in, errNumber
		}
		var ok bool
		switch {
		case letter(0) == 'c':
			if capacity, ok = integer(args[at]); !ok {
				return in, Refusal("Bad capacity")
			}
		case letter(1) == 'r':
			rate, err := strconv.ParseFloat(args[at], 64)
			if err != nil || math.IsNaN(rate) {
				return in, Refusal("Bad error rate")
			}
			in.config.Rate = rate
		default:
			if expansion, ok = integer(args[at]); !ok {
				return in, Refusal("Bad expansion")
			}
		}
	}
	switch {
	case len(in.items) == 0:
		return in, errNumber
	case in.config.Rate <= 0 || in.config.Rate >= 1 || capacity <= 0 || expansion < 1:
		return in, Refusal("Bad argument received")
	}
	in.config.Capacity, in.config.Expansion = uint64(capacity), uint32(expansion) // its low 32 bits
	return in, nil
}

// bloomToAdd returns the filter of that name, made as config says where there is none.
func (s *Server) bloomToAdd(name string, config BloomConfig) (*Bloom, error) {
	if b := s.Bloom(name); b != nil {
		return b, nil
	}
	if err := s.free(name, false); err != nil {
		return nil, err
	}
	config.Budget = s.Budget
	b, err := NewBloom(config)
	if errors.Is(err, ErrMemory) {
		return nil, errTooLarge
	} else if err == nil {
		s.filters[name] = b
	}
	return b, err
}

// addAll adds keys. One that a full filter refuses is the last.
func (b *Bloom) addAll(keys []string) string {
	var parts []string
	for _, key := range keys {
		switch added, err := b.Add([]byte(key)); err {
		case nil:
			parts = append(parts, truth(added))
		case ErrNonScaling:
			return list(append(parts, "ERR "+err.Error()))
		default:
			parts = append(parts, "ERR "+err.Error())
		}
	}
	return list(parts)
}

func (s *Server) addManyBloom(args []string) (string, error) {
	b, err := s.bloomToAdd(args[0], DefaultBloom)
	if err != nil {
		return "", err
	}
	return b.addAll(args[1:]), nil
}

func (s *Server) insertBloom(args []string) (string, error) {
	in, err := bloomInsertion(args[1:])
	switch {
	case err != nil:
		return "", err
	case in.noCreate && s.Bloom(args[0]) == nil:
		return "", s.wrong(args[0])
	}
	b, err := s.bloomToAdd(args[0], in.config)
	if err != nil {
		return "", err
	}
	return b.addAll(in.items), nil
}

func (s *Server) existsManyBloom(args []string) (string, error) {
	b := s.Bloom(args[0])
	return each(args[1:], func(key []byte) string { return truth(b != nil && b.Exists(key)) }), nil
}

func (s *Server) debugBloom(args []string) (string, error) {
	b := s.Bloom(args[0])
	if b == nil {
		return "", s.wrong(args[0])
	}
	lines := []string{fmt.Sprintf("size:%d", b.items)}
	for _, l := range b.layers {
		lines = append(lines, fmt.Sprintf("bytes:%d bits:%d hashes:%d hashwidth:64 capacity:%d size:%d ratio:%s",
			l.table.size, 8*l.table.size, l.probes, l.keys, l.taken, short(l.rate)))
	}
	return list(lines), nil
}

// short writes a number as %g of C does.
func short(x float64) string { return fmt.Sprintf("%.6g", x) }

// cuckooInsertion reads what follows the name of CF.INSERT.
func cuckooInsertion(args []string) (in insertion, err error) {
	for at := 0; at < len(args); at++ {
		switch strings.ToLower(args[at] + " ")[0] {
		case 'i':
			in.items = args[at+1:]
			at = len(args)
		case 'n':
			in.noCreate = true
		case 'c':
			if at++; at == len(args) {
				return in, errNumber
			}
			capacity, ok := integer(args[at])
			switch {
			case !ok:
				return in, Refusal("Bad capacity")
			case capacity < 2*int64(DefaultCuckoo.BucketSize):
				return in, errTooFew
			}
			in.config.Capacity, in.given = uint64(capacity), true
		default:
			return in, Refusal("Unknown argument received")
		}
	}
	if len(in.items) == 0 {
		return in, errNumber
	}
	return in, nil
}

// insertCuckoo is CF.INSERT and CF.INSERTNX: whether there are too many layers is asked once,
// so that one command may add more than there may be.
func (s *Server) insertCuckoo(args []string, insert func(*Cuckoo, []byte) string) (string, error) {
	in, err := cuckooInsertion(args[1:])
	if err != nil {
		return "", err
	}
	c := s.Cuckoo(args[0])
	switch {
	case c == nil && in.noCreate:
		return "", s.wrong(args[0])
	case c == nil:
		if c, err = s.cuckooToAdd(args[0], in); err != nil {
			return "", err
		}
	}
	if len(c.layers) >= c.config.MaxLayers {
		return "", ErrMaxLayers
	}
	return each(in.items, func(key []byte) string { return insert(c, key) }), nil
}

// insertAny and insertNew are Add and AddNX as parts of a longer command.
func (c *Cuckoo) insertAny(key []byte) string {
	switch err := c.insert(placeOf(key)); err {
	case nil:
		return "1"
	case ErrMemory:
		return "ERR " + err.Error()
	}
	return "-1"
}

func (c *Cuckoo) insertNew(key []byte) string {
	if c.Exists(key) {
		return "0"
	}
	return c.insertAny(key)
}

func (s *Server) existsManyCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	return each(args[1:], func(key []byte) string { return truth(c != nil && c.Exists(key)) }), nil
}

func (s *Server) debugCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	if c == nil {
		return "", s.wrong(args[0])
	}
	return fmt.Sprintf("bktsize:%d buckets:%d items:%d deletes:%d filters:%d max_iterations:%d expansion:%d",
		c.config.BucketSize, c.buckets, c.items, c.deletes, len(c.layers), c.config.Iterations, c.config.Expansion), nil
}
