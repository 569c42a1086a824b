package redis

import (
	"errors"
	"fmt"
	"math"
)

func (s *Server) reserveCuckoo(args []string) (string, error) {
	capacity, ok := integer(args[1])
	if !ok {
		return "", Refusal("Bad capacity")
	}
	config := s.defaults()
	for _, o := range []struct {
		word        string
		value       *int
		least, most int64
	}{
		{"MAXITERATIONS", &config.Iterations, 1, math.MaxUint16},
		{"BUCKETSIZE", &config.BucketSize, 1, math.MaxUint8},
		{"EXPANSION", &config.Expansion, 0, 1 << 15},
	} {
		text, given, _ := option(args, o.word)
		if !given {
			continue
		}
		n, ok := integer(text)
		if !ok {
			return "", Refusal("Couldn't parse " + o.word)
		}
		if n < o.least || n > o.most {
			return "", Refusal(fmt.Sprintf("%s: value must be an integer between %d and %d, inclusive.", o.word, o.least, o.most))
		}
		*o.value = int(n)
	}
	if int64(config.BucketSize)*2 > capacity {
		return "", errTooFew
	}
	if err := s.free(args[0], s.Cuckoo(args[0]) != nil); err != nil {
		return "", err
	}
	config.Capacity = uint64(capacity)
	c, err := NewCuckoo(config)
	if errors.Is(err, ErrMemory) {
		return "", errTooLarge
	} else if err != nil {
		return "", err
	}
	s.filters[args[0]] = c
	return "OK", nil
}

const errTooFew = Refusal("Capacity must be at least (BucketSize * 2)")

func (s *Server) defaults() CuckooConfig {
	config := DefaultCuckoo
	config.Budget = s.Budget
	if s.MaxLayers > 0 {
		config.MaxLayers = s.MaxLayers
	}
	return config
}

// cuckooToAdd returns the filter of that name, a new one where there is none: of the default
// capacity, or of one that is given.
func (s *Server) cuckooToAdd(name string, in insertion) (*Cuckoo, error) {
	if c := s.Cuckoo(name); c != nil {
		return c, nil
	}
	if err := s.free(name, false); err != nil {
		return nil, err
	}
	config := s.defaults()
	if in.given {
		config.Capacity = in.config.Capacity
	}
	c, err := NewCuckoo(config)
	if err == nil {
		s.filters[name] = c
	}
	return c, err
}

func (s *Server) addCuckoo(args []string) (string, error) {
	c, err := s.cuckooToAdd(args[0], insertion{})
	if err != nil {
		return "", err
	}
	return "1", c.Add([]byte(args[1]))
}

func (s *Server) addNXCuckoo(args []string) (string, error) {
	c, err := s.cuckooToAdd(args[0], insertion{})
	if err != nil {
		return "", err
	}
	added, err := c.AddNX([]byte(args[1]))
	return truth(added), err
}

func (s *Server) deleteCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	if c == nil {
		return "", Refusal("Not found")
	}
	return truth(c.Delete([]byte(args[1]))), nil
}

func (s *Server) countCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	if c == nil {
		return "0", nil
	}
	return number(c.Count([]byte(args[1]))), nil
}

func (s *Server) existsCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	return truth(c != nil && c.Exists([]byte(args[1]))), nil
}

func (s *Server) infoCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	if c == nil {
		return "", s.wrong(args[0])
	}
	return c.Info().String(), nil
}

func (s *Server) compactCuckoo(args []string) (string, error) {
	c := s.Cuckoo(args[0])
	if c == nil {
		return "", Refusal("Cuckoo filter was not found")
	}
	c.Compact()
	return "OK", nil
}
