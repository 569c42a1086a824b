package explore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"filterbench/internal/record"
)

// table is all records of one kind, turned into columns: a tenth of the names, and like
// beside like, which compresses twice as well. A field of an object that most
// records have, the shape and the payload, is a column of its own, as in "fpr.positives". What
// a record lacks is null. A column that is the same everywhere has one value.
type table struct {
	Kind    string                       `json:"kind"`
	N       int                          `json:"n"`
	Columns map[string][]json.RawMessage `json:"columns"`
}

var null = json.RawMessage("null")

// columns turns records into tables, in the order of the records' first of each kind.
func columns(records []record.Record) ([]*table, error) {
	var list []*table
	index := map[string]*table{}
	for i := range records {
		r := &records[i]
		t := index[r.Kind]
		if t == nil {
			t = &table{Kind: r.Kind, Columns: map[string][]json.RawMessage{}}
			index[r.Kind] = t
			list = append(list, t)
		}
		text, err := r.MarshalJSON()
		if err != nil {
			return nil, fmt.Errorf("explore: %w", err)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(text, &fields); err != nil {
			return nil, fmt.Errorf("explore: %w", err)
		}
		delete(fields, "kind")
		for _, object := range []string{"shape", r.Kind} {
			var inner map[string]json.RawMessage
			if raw, ok := fields[object]; ok {
				if err := json.Unmarshal(raw, &inner); err != nil {
					return nil, fmt.Errorf("explore: %w", err)
				}
			}
			delete(fields, object)
			for name, value := range inner {
				fields[object+"."+name] = value
			}
		}
		t.add(fields)
	}
	for _, t := range list {
		t.close()
	}
	return list, nil
}

// add appends a row.
func (t *table) add(fields map[string]json.RawMessage) {
	for name, value := range fields {
		column := t.Columns[name]
		for len(column) < t.N {
			column = append(column, null)
		}
		t.Columns[name] = append(column, value)
	}
	t.N++
}

// close makes all columns as long as the table, or one value long.
func (t *table) close() {
	for name, column := range t.Columns {
		for len(column) < t.N {
			column = append(column, null)
		}
		same := true
		for _, value := range column {
			same = same && bytes.Equal(value, column[0])
		}
		if same {
			column = column[:1]
		}
		t.Columns[name] = column
	}
}

// nameOf is what a run is called on the page: the last part of its folder's path.
func nameOf(dir string) string {
	dir = strings.TrimRight(strings.ReplaceAll(dir, `\`, "/"), "/")
	if i := strings.LastIndexByte(dir, '/'); i >= 0 {
		return dir[i+1:]
	}
	return dir
}
