// Package service is a small service with a cache, a database and a filter between them: the
// setting in which keys that do not exist reach the database. A request asks the cache, then
// the filter, then the database, and what the database says may be kept in the cache, that
// a key has no row included.
//
// [Embedded] makes its parts of this process: an LRU cache and SQLite in memory, written in
// Go. There what a request does depends on the requests before it alone. Nothing here reads a
// clock or draws a random number; package harness sends the requests, and measures.
package service

import "fmt"

// Cache keeps what the database said of some keys.
type Cache interface {
	// Get returns what is kept of a key: that it has a row or that it has none; cached is
	// false if nothing is.
	Get(key uint64) (row, cached bool, err error)
	// Put keeps that a key has a row, or that it has none, and lets go of something else if
	// the cache is full.
	Put(key uint64, row bool) error
	// Clear lets go of everything.
	Clear() error
	// Bytes returns the memory that the cache takes, by its own word; 0 if it does not say.
	Bytes() (uint64, error)
	Close() error
}

// Store is a database of rows under keys.
type Store interface {
	// Has reads the row of a key and reports whether there is one.
	Has(key uint64) (row bool, err error)
	// Bytes returns the size of the table with its index, by the database's own word.
	Bytes() (uint64, error)
	Close() error
}

// Guard is a filter, of which the service asks no more than this.
type Guard interface{ Contains(hash uint64) bool }

// Parts are the cache and the database of a service.
type Parts struct {
	Cache Cache
	Apart Cache // for keys that have no row, where these are kept apart; may be nil
	Store Store
}

// Close closes all parts and returns the first error.
func (p Parts) Close() (first error) {
	keep := func(err error) {
		if first == nil {
			first = err
		}
	}
	if p.Cache != nil {
		keep(p.Cache.Close())
	}
	if p.Apart != nil {
		keep(p.Apart.Close())
	}
	if p.Store != nil {
		keep(p.Store.Close())
	}
	return first
}

// Service answers requests.
type Service struct {
	Parts
	Guard Guard // asked between cache and database; nil where there is no filter
	Nulls bool  // that a key has no row is cached, in Apart if there is one
}

// End says where a request was answered.
type End int

// The ends of a request.
const (
	Cached  End = iota // by the cache
	Stopped            // by the filter
	Read               // by the database
)

// Ends is how many there are.
const Ends = 3

// Get answers a request: whether the key has a row, and what knew it.
func (s *Service) Get(key uint64) (row bool, end End, err error) {
	if row, cached, err := s.Cache.Get(key); cached || err != nil {
		return row, Cached, wrap("cache", err)
	}
	if s.Apart != nil {
		if row, cached, err := s.Apart.Get(key); cached || err != nil {
			return row, Cached, wrap("cache", err)
		}
	}
	if s.Guard != nil && !s.Guard.Contains(key) {
		return false, Stopped, nil
	}
	if row, err = s.Store.Has(key); err != nil {
		return false, Read, wrap("database", err)
	}
	switch {
	case row:
		err = s.Cache.Put(key, true)
	case s.Nulls && s.Apart != nil:
		err = s.Apart.Put(key, false)
	case s.Nulls:
		err = s.Cache.Put(key, false)
	}
	return row, Read, wrap("cache", err)
}

func wrap(part string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("service: %s: %w", part, err)
}
