package record

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"slices"
)

// DigestResults computes the digests of records, whatever their order and whichever machine
// measured them. exact says whether a record is equal on every machine.
func DigestResults(records []Record, exact func(*Record) bool) (Results, error) {
	order := make([]int, len(records))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if records[a].ID < records[b].ID {
			return -1
		}
		return 1
	})
	all, counts := sha256.New(), sha256.New()
	for _, i := range order {
		line, err := json.Marshal(records[i])
		if err != nil {
			return Results{}, err
		}
		line = append(line, '\n')
		all.Write(line)
		if exact(&records[i]) {
			counts.Write(line)
		}
	}
	text := func(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }
	return Results{Records: len(records), All: text(all), Counts: text(counts)}, nil
}
