package redis

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

func (s *Server) reserveBloom(args []string) (string, error) {
	config := DefaultBloom
	rate, err := strconv.ParseFloat(args[1], 64)
	capacity, whole := integer(args[2])
	expansion, expands, follows := option(args, "EXPANSION")
	_, config.NonScaling, _ = option(args, "NONSCALING")
	growth, ok := integer(expansion)
	switch {
	case err != nil || math.IsNaN(rate):
		return "", Refusal("ERR bad error rate")
	case rate <= 0 || rate >= 1:
		return "", Refusal("ERR (0 < error rate range < 1) ")
	case !whole:
		return "", Refusal("ERR bad capacity")
	case capacity <= 0:
		return "", Refusal("ERR (capacity should be larger than 0)")
	case expands && !follows:
		return "", Refusal("ERR no expansion")
	case expands && config.NonScaling:
		return "", Refusal("Nonscaling filters cannot expand")
	case expands && !ok:
		return "", Refusal("ERR bad expansion")
	case expands && growth < 1:
		return "", Refusal("ERR expansion should be greater or equal to 1")
	}
	if err := s.free(args[0], s.Bloom(args[0]) != nil); err != nil {
		return "", err
	}
	config.Rate, config.Capacity, config.Budget = rate, uint64(capacity), s.Budget
	if expands {
		config.Expansion = uint32(growth) // the server, too, keeps the low 32 bits
	}
	b, err := NewBloom(config)
	if errors.Is(err, ErrMemory) {
		return "", errTooLarge
	} else if err != nil {
		return "", err
	}
	s.filters[args[0]] = b
	return "OK", nil
}

func (s *Server) addBloom(args []string) (string, error) {
	b, err := s.bloomToAdd(args[0], DefaultBloom)
	if err != nil {
		return "", err
	}
	added, err := b.Add([]byte(args[1]))
	return truth(added), err
}

func (s *Server) existsBloom(args []string) (string, error) {
	b := s.Bloom(args[0])
	return truth(b != nil && b.Exists([]byte(args[1]))), nil
}

func (s *Server) infoBloom(args []string) (string, error) {
	b := s.Bloom(args[0])
	if b == nil {
		return "", s.wrong(args[0])
	}
	info := b.Info()
	if len(args) == 1 {
		return info.String(), nil
	}
	for i, word := range []string{"CAPACITY", "SIZE", "FILTERS", "ITEMS", "EXPANSION"} {
		if strings.EqualFold(args[1], word) {
			return "[" + info[i].Value + "]", nil // a list of one
		}
	}
	return "", Refusal("Invalid information value")
}

func (s *Server) cardBloom(args []string) (string, error) {
	switch b := s.Bloom(args[0]); {
	case b != nil:
		return number(b.items), nil
	case s.filters[args[0]] != nil:
		return "", errWrongType
	}
	return "0", nil
}
