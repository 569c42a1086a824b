package service

import (
	"database/sql"
	"fmt"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	_ "modernc.org/sqlite" // SQLite in Go
)

// Embedded makes parts of this process: an LRU cache of so many entries, one apart for keys
// without a row if apart is above 0, and a database in memory with a row for each key. Keys
// must be distinct.
func Embedded(entries, apart int, keys []uint64) (p Parts, err error) {
	cache, err := NewLRU(entries)
	if err != nil {
		return Parts{}, err
	}
	p.Cache = cache
	if apart > 0 {
		if p.Apart, err = NewLRU(apart); err != nil {
			return Parts{}, err
		}
	}
	p.Store, err = openSQL("sqlite", ":memory:", sqlWords{
		create: "create table rows (key integer primary key, value integer not null)",
		insert: "insert into rows values (?, 1)",
		read:   "select value from rows where key = ?",
		bytes:  "select page_count * page_size from pragma_page_count, pragma_page_size",
	}, keys)
	return p, err
}

// LRU is a cache of so many entries, of which the one that was not used for longest leaves.
type LRU struct {
	entries *simplelru.LRU[uint64, bool]
	room    int
}

// NewLRU makes an empty cache. The error says that it would have no entry.
func NewLRU(entries int) (*LRU, error) {
	l, err := simplelru.NewLRU[uint64, bool](entries, nil)
	if err != nil {
		return nil, fmt.Errorf("service: a cache of %d entries: must have at least one", entries)
	}
	return &LRU{l, entries}, nil
}

// Get implements [Cache].
func (l *LRU) Get(key uint64) (row, cached bool, err error) {
	row, cached = l.entries.Get(key)
	return row, cached, nil
}

// Put implements [Cache].
func (l *LRU) Put(key uint64, row bool) error {
	l.entries.Add(key, row)
	return nil
}

// Clear implements [Cache].
func (l *LRU) Clear() error {
	l.entries.Purge()
	return nil
}

// Bytes implements [Cache]: the heap of a process is not that of one structure.
func (l *LRU) Bytes() (uint64, error) { return 0, nil }

// Close implements [Cache].
func (l *LRU) Close() error { return nil }

// Room returns how many entries it holds at most.
func (l *LRU) Room() uint64 { return uint64(l.room) }

// Count returns how many entries there are, and how many of them say that a key has no row.
func (l *LRU) Count() (entries, nulls uint64) {
	for _, row := range l.entries.Values() {
		entries++
		if !row {
			nulls++
		}
	}
	return entries, nulls
}

// sqlWords are what is said to a database.
type sqlWords struct{ create, insert, read, bytes, drop string }

// sqlStore is a database behind database/sql, on one connection.
type sqlStore struct {
	db    *sql.DB
	read  *sql.Stmt
	words sqlWords
}

// openSQL makes a table with a row for each key.
func openSQL(driver, address string, w sqlWords, keys []uint64) (s *sqlStore, err error) {
	db, err := sql.Open(driver, address)
	if err != nil {
		return nil, wrap("database", err)
	}
	db.SetMaxOpenConns(1) // each connection to memory would have a database of its own
	s = &sqlStore{db: db, words: w}
	if err := s.fill(keys); err != nil {
		return nil, wrap("database", closing(err, s))
	}
	return s, nil
}

// closing closes a store that could not be made and returns why.
func closing(err error, s *sqlStore) error {
	s.Close()
	return err
}

func (s *sqlStore) fill(keys []uint64) error {
	if _, err := s.db.Exec(s.words.create); err != nil {
		return err
	}
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	insert, err := tx.Prepare(s.words.insert)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if _, err := insert.Exec(int64(key)); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.read, err = s.db.Prepare(s.words.read)
	return err
}

// Has implements [Store].
func (s *sqlStore) Has(key uint64) (bool, error) {
	var value int64
	switch err := s.read.QueryRow(int64(key)).Scan(&value); err {
	case nil:
		return true, nil
	case sql.ErrNoRows:
		return false, nil
	default:
		return false, err
	}
}

// Bytes implements [Store].
func (s *sqlStore) Bytes() (n uint64, err error) {
	err = s.db.QueryRow(s.words.bytes).Scan(&n)
	return n, err
}

// Close implements [Store].
func (s *sqlStore) Close() error {
	if s.words.drop != "" {
		s.db.Exec(s.words.drop)
	}
	return s.db.Close()
}
