package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"slices"
)

// ResultsDigest computes [Results] of records that come in the order of their ids.
type ResultsDigest struct {
	n           int
	all, counts hash.Hash
}

// NewResultsDigest returns the digest of no records.
func NewResultsDigest() *ResultsDigest {
	return &ResultsDigest{all: sha256.New(), counts: sha256.New()}
}

// Add takes a record's line without its seal; exact says that it is equal on every machine.
func (d *ResultsDigest) Add(body []byte, exact bool) {
	d.n++
	for _, h := range []hash.Hash{d.all, d.counts} {
		if h == d.all || exact {
			h.Write(body)
			h.Write([]byte{'\n'})
		}
	}
}

// Results returns the digests of what was added.
func (d *ResultsDigest) Results() Results {
	return Results{Records: d.n, All: hex.EncodeToString(d.all.Sum(nil)), Counts: hex.EncodeToString(d.counts.Sum(nil))}
}

// DigestResults computes the digests of records, whatever their order and whichever machine
// measured them. exact says whether a record is equal on every machine.
func DigestResults(records []Record, exact func(*Record) bool) (Results, error) {
	order := make([]*Record, len(records))
	for i := range order {
		order[i] = &records[i]
	}
	slices.SortFunc(order, func(a, b *Record) int { return cmp.Compare(a.ID, b.ID) })
	d := NewResultsDigest()
	for _, r := range order {
		line, err := json.Marshal(*r)
		if err != nil {
			return Results{}, err
		}
		d.Add(line, exact(r))
	}
	return d.Results(), nil
}
